import type { Box } from '../../lib/box'
import type { Cancel, Clock } from '../clock'
import { areaOf } from './box-overlap'

/** A frame in which something moved, and where. */
export interface KeptFrame {
  readonly frame: VideoFrame
  readonly atMs: number
  readonly moved: readonly Box[]
}

/**
 * Two looks that agree make a name, and who crosses the picture in two seconds must be in two of these, though the first often
 * shows half of somebody. A camera has few frames for all its readers: more would hold it up.
 */
const MOST_FRAMES = 4
const LEAST_FRAMES = 2
/** The share of what moved in the frame in which most did that is enough of it. */
const WHOLE_SHARE = 0.5
/** Longest time from the first frame to the last: what was there before may have gone, or be another (track.ts). */
const MOST_APART_MS = 1_800
/** How long frames are kept: whoever moved then is no news any more. */
const KEPT_MS = 15_000

/** Frames of one camera that wait for a detector that is loaded: who comes and goes meanwhile has a name all the same. */
export class KeptFrames {
  readonly #clock: Pick<Clock, 'after'>
  #frames: readonly KeptFrame[] = []
  #cancelLimit: Cancel = () => undefined

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  get isEmpty(): boolean {
    return this.#frames.length === 0
  }

  /** Takes the frame over. The first, the last and two between them stay, until the first is too old. */
  add(kept: KeptFrame): void {
    const all = [...this.#frames, kept]
    const dropped = all.length > MOST_FRAMES ? leastNeeded(all) : undefined
    dropped?.frame.close()
    this.#frames = all.filter((one) => one !== dropped)
    this.#cancelLimit()
    this.#cancelLimit = this.#clock.after(KEPT_MS, () => this.clear())
  }

  /**
   * Closes the first ones where less than half as much moved as in another: whoever comes in is cut off there, and each look
   * takes time. Two stay, as two looks make a name. Tracks go forward in time, and so do looks.
   */
  leaveOutEntering(): void {
    const areas = this.#frames.map(({ moved }) => moved.reduce((sum, place) => sum + areaOf(place), 0))
    const enough = WHOLE_SHARE * Math.max(0, ...areas)
    const whole = areas.findIndex((area) => area >= enough)
    const first = Math.max(0, Math.min(whole, areas.length - LEAST_FRAMES))
    for (const { frame } of this.#frames.slice(0, first)) frame.close()
    this.#frames = this.#frames.slice(first)
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
