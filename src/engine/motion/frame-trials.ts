import { MINUTE_MS } from '../../lib/durations'

/** A camera that fell back to the canvas stays there for so long at first, then each time twice as long. */
const FIRST_STAY_MS = MINUTE_MS
const LONGEST_STAY_MS = 600_000

/** When frames that could not be measured are tried again: graphics that were reset are all right a second later. */
export class FrameTrials {
  #stayMs = FIRST_STAY_MS
  /** null: none is due. */
  #dueAtMs: number | null = null
  #isOn = false

  /** Whether it is not known yet if frames can be measured again. */
  get isOn(): boolean {
    return this.#isOn
  }

  isDue(nowMs: number): boolean {
    return this.#dueAtMs !== null && nowMs >= this.#dueAtMs
  }

  begin(): void {
    this.#dueAtMs = null
    this.#isOn = true
  }

  noteMeasured(): void {
    this.#isOn = false
  }

  noteFallenBack(nowMs: number): void {
    this.#isOn = false
    this.#dueAtMs = nowMs + this.#stayMs
    this.#stayMs = Math.min(2 * this.#stayMs, LONGEST_STAY_MS)
  }
}
