import wasmUrl from '@ffmpeg/core/wasm?url'
import coreUrl from '@ffmpeg/core?url'
import { FFmpeg } from '@ffmpeg/ffmpeg'

/** What we use of @ffmpeg/ffmpeg's class: a worker with ffmpeg and a file system in memory. */
export interface FfmpegCore {
  /** Starts the worker and fetches ffmpeg; rejects where that fails. A worker that cannot start never settles this. */
  load(): Promise<unknown>
  /** Takes the bytes over: they are gone from here. */
  writeFile(path: string, bytes: Uint8Array): Promise<unknown>
  readFile(path: string): Promise<Uint8Array | string>
  deleteFile(path: string): Promise<unknown>
  /** Resolves with ffmpeg's exit code. */
  exec(args: string[]): Promise<number>
  on(event: 'progress', callback: (progress: CoreProgress) => void): void
  off(event: 'progress', callback: (progress: CoreProgress) => void): void
  /** Ends the worker at once; what was asked of it rejects. The only way to stop work: its own signals do not. */
  terminate(): void
}

export interface CoreProgress {
  /** Time of the clip that is written, in microseconds; nonsense (negative, huge) before the first frame. */
  readonly time: number
}

/**
 * ffmpeg from our own server (the package would take it from a public network of others, which the page's policy
 * forbids and a hub without internet could not reach): the single-threaded build, as a file each for code and wasm.
 */
export function servedCore(): FfmpegCore {
  const ffmpeg = new FFmpeg()
  // Whole addresses: the worker would resolve paths against its own.
  const addresses = { coreURL: new URL(coreUrl, location.href).href, wasmURL: new URL(wasmUrl, location.href).href }
  return {
    load: () => ffmpeg.load(addresses),
    writeFile: (path, bytes) => ffmpeg.writeFile(path, bytes),
    readFile: (path) => ffmpeg.readFile(path),
    deleteFile: (path) => ffmpeg.deleteFile(path),
    exec: (args) => ffmpeg.exec(args),
    on: (event, callback) => ffmpeg.on(event, callback),
    off: (event, callback) => ffmpeg.off(event, callback),
    terminate: () => ffmpeg.terminate(),
  }
}
