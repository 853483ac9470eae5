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
/** Who was there so long before may have gone, or could not be told to be the same (track.ts). */
const MOST_APART_MS = 1_800
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

  /** Takes the frame over. The first, the last and one between them stay, until the first is too old. */
  add(kept: KeptFrame): void {
    const all = [...this.#frames, kept]
    const dropped = all.length > MOST_FRAMES ? leastNeeded(all) : undefined
    dropped?.frame.close()
    this.#frames = all.filter((one) => one !== dropped)
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

/** The first where it is too old, else the one between others that are nearest to each other. */
function leastNeeded(frames: readonly KeptFrame[]): KeptFrame | undefined {
  const ageMs = (frames.at(-1)?.atMs ?? 0) - (frames[0]?.atMs ?? 0)
  if (ageMs > MOST_APART_MS) return frames[0]
  const between = frames.slice(1, -1).map((frame, i) => ({
    frame,
    gapMs: (frames[i + 2]?.atMs ?? 0) - (frames[i]?.atMs ?? 0),
  }))
  return between.toSorted((a, b) => a.gapMs - b.gapMs)[0]?.frame
}
