/** A frame's own time may be so far behind the clock's before it counts as wrong. */
const LONGEST_DELAY_MS = 250

/**
 * Says when frames were seen. Their own timestamps are evenly spaced, but count from anywhere and jump when a device
 * sleeps or is replaced; the clock is right, but late by whatever the page was busy with. So frames are spaced by their
 * timestamps for as long as these keep step with the clock, and the frame that came with the least delay says where
 * they begin.
 */
export class FrameTimeline {
  /** Clock minus timestamp. */
  #offsetMs = Number.NaN

  /** When the frame was seen, on the clock of `atMs`, which says when it was taken; never later than that. */
  place(timestampUs: number, atMs: number): number {
    const timestampMs = timestampUs / 1000
    const delayMs = atMs - (timestampMs + this.#offsetMs)
    if (delayMs >= 0 && delayMs <= LONGEST_DELAY_MS) return timestampMs + this.#offsetMs
    this.#offsetMs = atMs - timestampMs
    return atMs
  }
}
