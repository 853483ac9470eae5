import type { Box } from '../../lib/box'
import type { Cancel, Clock } from '../clock'

/** A frame in which something moved, and where. */
export interface KeptFrame {
  readonly frame: VideoFrame
  readonly atMs: number
  readonly moved: readonly Box[]
}

/** Two looks that agree make a name: more frames would only hold the camera's memory. */
const MOST_FRAMES = 2
/** Somebody may have gone from the picture between frames further apart, or could not be told to be the same (track.ts). */
const MOST_APART_MS = 1_500
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

  /** Takes the frame over. Of three the first and the last stay, or the last two where these are too far apart. */
  add(kept: KeptFrame): void {
    const all = [...this.#frames, kept]
    const [first, second] = all
    if (all.length > MOST_FRAMES && first !== undefined && second !== undefined) {
      const dropped = kept.atMs - first.atMs <= MOST_APART_MS ? second : first
      dropped.frame.close()
      this.#frames = all.filter((one) => one !== dropped)
    } else this.#frames = all
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
