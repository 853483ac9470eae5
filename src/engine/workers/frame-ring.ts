/** Checks come at least every second: a frame that is older than that was followed by a pause, and is not of this clip. */
const LONGEST_HOLE_MS = 2_000

/** A frame's pixels, copied out of the camera's small pool of buffers. */
export interface KeptFrame {
  /** When it was seen, on the page's monotonic clock. */
  readonly atMs: number
  readonly data: ArrayBuffer
  readonly init: Omit<VideoFrameBufferInit, 'timestamp'>
}

/** Copies a frame, into `spare` where that has its size, and closes it; null where its format cannot be read. */
export async function copyFrame(frame: VideoFrame, atMs: number, spare?: ArrayBuffer): Promise<KeptFrame | null> {
  try {
    const { format, visibleRect, displayWidth, displayHeight, colorSpace } = frame
    if (format === null || visibleRect === null) return null
    const sizeBytes = frame.allocationSize()
    const data = spare?.byteLength === sizeBytes ? spare : new ArrayBuffer(sizeBytes)
    const layout = await frame.copyTo(data)
    const { width: codedWidth, height: codedHeight } = visibleRect
    return {
      atMs,
      data,
      init: { format, codedWidth, codedHeight, displayWidth, displayHeight, layout, colorSpace: colorSpace.toJSON() },
    }
  } catch {
    return null
  } finally {
    frame.close()
  }
}

/**
 * The last frames of a camera, as they were sampled for detection: 1.4 MB each at 720p, 3.3 a second. Nothing is
 * encoded before motion comes (README, "Pre-roll"). The memory of the frame that leaves serves the one that comes.
 */
export class FrameRing {
  #reachMs: number
  #frames: KeptFrame[] = []
  #spare: ArrayBuffer | undefined
  /** Counts up when the ring was emptied: a copy that began before is not kept after. */
  #generation = 0

  constructor(reachMs: number) {
    this.#reachMs = reachMs
  }

  /** Milliseconds before the newest frame; 0 keeps none. */
  setReach(reachMs: number): void {
    this.#reachMs = reachMs
    this.#drop()
  }

  /** Closes the frame. */
  async keep(frame: VideoFrame, atMs: number): Promise<void> {
    if (this.#reachMs === 0) return frame.close()
    const generation = this.#generation
    const spare = this.#spare
    this.#spare = undefined
    const kept = await copyFrame(frame, atMs, spare)
    if (kept === null || generation !== this.#generation || this.#reachMs === 0) return
    this.#frames.push(kept)
    this.#drop()
  }

  /** Hands over the frames from the newest at or before `fromMs` on, oldest first, and is empty. */
  take(fromMs: number): KeptFrame[] {
    const frames = this.#frames
    this.clear()
    const first = frames.findLastIndex(({ atMs }) => atMs <= fromMs)
    const isStale = (frames[first]?.atMs ?? fromMs) < fromMs - LONGEST_HOLE_MS
    return frames.slice(isStale ? first + 1 : Math.max(0, first))
  }

  clear(): void {
    this.#generation++
    this.#frames = []
    this.#spare = undefined
  }

  /** Keeps one frame at or before the reach, so that a take begins no later than asked. */
  #drop(): void {
    const newest = this.#frames.at(-1)
    if (newest === undefined) return
    if (this.#reachMs === 0) return this.clear()
    for (;;) {
      const second = this.#frames[1]
      if (second === undefined || second.atMs > newest.atMs - this.#reachMs) return
      this.#spare = this.#frames.shift()?.data
    }
  }
}
