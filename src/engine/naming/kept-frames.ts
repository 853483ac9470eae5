import type { Box } from '../../lib/box'
import type { Cancel, Clock } from '../clock'

/** A frame in which something moved, and where. */
export interface KeptFrame {
  readonly frame: VideoFrame
  readonly atMs: number
  readonly moved: readonly Box[]
}

/** Two looks that agree make a name, and the first frame often shows half of somebody: more would hold the camera's memory. */
const MOST_FRAMES = 3
/** Those before the last are so far apart: who enters shows whole in the next one, and is there still. */
const LEAST_APART_MS = 600
/** Whoever moved then is no news any more. */
const KEPT_MS = 15_000

/** Frames of one camera that wait for a detector that is loaded: who comes and goes meanwhile has a name all the same. */
export class KeptFrames {
  readonly #clock: Pick<Clock, 'after'>
  #frames: readonly KeptFrame[] = []
  #cancelLimit: Cancel = () => undefined

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  /** Takes the frame over. The last one stays, and those before it that are far enough apart. */
  add(kept: KeptFrame): void {
    const [before, newest] = [this.#frames.at(-2), this.#frames.at(-1)]
    const isTooNear = before !== undefined && newest !== undefined && newest.atMs - before.atMs < LEAST_APART_MS
    const others = isTooNear ? this.#frames.slice(0, -1) : this.#frames.slice(1 - MOST_FRAMES)
    for (const { frame } of this.#frames.filter((one) => !others.includes(one))) frame.close()
    this.#frames = [...others, kept]
    this.#cancelLimit()
    this.#cancelLimit = this.#clock.after(KEPT_MS, () => this.clear())
  }

  /** The oldest, which is the caller's to close; null where there is none. */
  take(): KeptFrame | null {
    const [oldest, ...others] = this.#frames
    this.#frames = others
    if (others.length === 0) this.#cancelLimit()
    return oldest ?? null
  }

  clear(): void {
    for (let one = this.take(); one !== null; one = this.take()) one.frame.close()
  }
}
