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
