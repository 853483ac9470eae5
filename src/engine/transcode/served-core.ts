import wasmUrl from '@ffmpeg/core/wasm?url'
import coreUrl from '@ffmpeg/core?url'
import { FFmpeg } from '@ffmpeg/ffmpeg'
import type { FfmpegCore } from './ffmpeg-core'

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
