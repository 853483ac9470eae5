import type { CoreProgress, FfmpegCore } from '../../../src/engine/transcode/ffmpeg-core'
import { deferred } from '../deferred'

/** Stands where @ffmpeg/ffmpeg's class would: keeps files, and ends its work when the test says so. */
export class FakeCore implements FfmpegCore {
  /** Commands that began. */
  readonly commands: string[][] = []
  readonly files = new Map<string, Uint8Array>()
  /** What the running command settles with. */
  running = deferred<number>()
  loading: Promise<unknown> = Promise.resolve(true)
  isTerminated = false
  readonly #listeners = new Set<(progress: CoreProgress) => void>()
  readonly #ended = deferred<never>()

  constructor() {
    this.#ended.promise.catch(() => undefined)
  }

  /** How many listen to progress. */
  get listeners(): number {
    return this.#listeners.size
  }

  load = () => this.#orEnded(this.loading)
  writeFile = (path: string, bytes: Uint8Array) => this.#orEnded(Promise.resolve(this.files.set(path, bytes)))
  readFile = (path: string) => this.#orEnded(Promise.resolve(this.files.get(path) ?? new Uint8Array()))
  deleteFile = (path: string) => this.#orEnded(Promise.resolve(this.files.delete(path)))

  exec(args: string[]): Promise<number> {
    this.commands.push(args)
    return this.#orEnded(this.running.promise)
  }

  /** The running command has written its file and ends. */
  finish(text = 'mp4'): void {
    this.files.set('clip.mp4', new TextEncoder().encode(text))
    const { running } = this
    this.running = deferred<number>()
    running.resolve(0)
  }

  tellTime(microseconds: number): void {
    for (const listener of this.#listeners) listener({ time: microseconds })
  }

  on(_event: 'progress', callback: (progress: CoreProgress) => void): void {
    this.#listeners.add(callback)
  }

  off(_event: 'progress', callback: (progress: CoreProgress) => void): void {
    this.#listeners.delete(callback)
  }

  terminate(): void {
    this.isTerminated = true
    this.#ended.reject(new Error('called FFmpeg.terminate()'))
  }

  #orEnded<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#ended.promise])
  }
}
