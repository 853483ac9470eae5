import { type KernelBuild, type LoadedKernels, type LoadKernelModule, loadKernels } from '../motion/kernels'
import type { CheckResult } from '../motion/motion-port'
import type { CheckAnswer, CheckMessage, FromMotionWorker, ToMotionWorker } from '../motion/protocol'
import { JpegEncoder } from './encode-jpeg'
import { FrameChecker } from './frame-checker'
import { WorkerTimers } from './worker-timers'

const lost: CheckResult = { kind: 'lost' }

/** The worker's end of the channel: answers every question of the page, and closes every frame that came with one. */
export class MotionWorkerHost {
  readonly #post: (message: FromMotionWorker) => void
  readonly #timers: WorkerTimers
  readonly #jpegs = new JpegEncoder()
  /** Messages that come while the kernels load wait for them; null where these do not run. */
  readonly #checker: Promise<FrameChecker | null>

  constructor(build: KernelBuild, load: LoadKernelModule, post: (message: FromMotionWorker) => void) {
    this.#post = post
    this.#timers = new WorkerTimers((timer) => post({ kind: 'timer', timer }))
    this.#checker = this.#start(build, load)
  }

  async handle(message: ToMotionWorker): Promise<void> {
    switch (message.kind) {
      case 'open':
        return (await this.#checker)?.open(message.cameraId, message.options)
      case 'configure':
        return (await this.#checker)?.configure(message.cameraId, message.options)
      case 'close':
        return (await this.#checker)?.close(message.cameraId)
      case 'check-frame':
      case 'check-pixels':
        return this.#post({ kind: 'checked', ...(await this.#check(message)) })
      case 'checks': {
        const answers = await Promise.all(message.checks.map((check) => this.#check(check)))
        return this.#post({ kind: 'checks-made', answers })
      }
      case 'encode-jpeg': {
        const jpeg = await this.#jpegs.encode(message.frame, message.maxWidth, message.quality)
        return this.#post({ kind: 'jpeg', job: message.job, jpeg })
      }
      case 'start-timer':
        return this.#timers.start(message.timer, message.delayMs, message.isRepeating)
      case 'stop-timer':
        return this.#timers.stop(message.timer)
    }
  }

  async #start(build: KernelBuild, load: LoadKernelModule): Promise<FrameChecker | null> {
    try {
      if (typeof WebAssembly === 'undefined') {
        this.#post({ kind: 'unusable', reason: 'not-compiled', message: 'This browser has no WebAssembly.' })
        return null
      }
      const loaded = await this.#load(build, load)
      this.#post({ kind: 'ready', memory: loaded.build === 'threads' ? 'shared' : 'plain' })
      return new FrameChecker(loaded)
    } catch (error) {
      // Bytes that came and do not compile are of no use to this browser; anything else is a file that did not come.
      const reason = error instanceof WebAssembly.CompileError ? 'not-compiled' : 'not-loaded'
      this.#post({ kind: 'unusable', reason, message: error instanceof Error ? error.message : String(error) })
      return null
    }
  }

  /** A browser without SIMD cannot compile what uses it, and takes the scalar build. */
  async #load(build: KernelBuild, load: LoadKernelModule): Promise<LoadedKernels> {
    try {
      return await loadKernels(build, load)
    } catch (error) {
      if (error instanceof WebAssembly.CompileError) return loadKernels('scalar', load)
      // Shared memory reserves its maximum at once, which a small machine may refuse.
      if (error instanceof RangeError && build === 'threads') return this.#load('plain', load)
      throw error
    }
  }

  /** Never rejects: one that fails must not take the others of its moment along. */
  async #check(message: CheckMessage): Promise<CheckAnswer> {
    const { cameraId, check } = message
    try {
      const checker = await this.#checker
      const result =
        message.kind === 'check-frame'
          ? await checker?.frame(cameraId, message.frame)
          : checker?.pixels(cameraId, message.width, message.height, message.pixels)
      return { check, result: result ?? lost }
    } catch (error) {
      // For the browser's console.
      void Promise.reject(error)
      return { check, result: lost }
    } finally {
      if (message.kind === 'check-frame') message.frame.close()
    }
  }
}
