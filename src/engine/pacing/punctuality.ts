/** So many checks in a row the other way turn the judgement: a single hiccup says nothing about a machine. */
const CHECKS_TO_TURN = 3

/** Whether the checks of one camera are on time, and for how long on end. */
export class Punctuality {
  #phase: 'on-time' | 'late' = 'on-time'
  #sinceMs: number
  /** Checks in a row that speak against the phase, and when the first of them was. */
  #contraryChecks = 0
  #contrarySinceMs = 0

  constructor(nowMs: number) {
    this.#sinceMs = nowMs
  }

  get isLate(): boolean {
    return this.#phase === 'late'
  }

  note(isOnTime: boolean, nowMs: number): void {
    if (isOnTime === (this.#phase === 'on-time')) {
      this.#contraryChecks = 0
      return
    }
    if (this.#contraryChecks === 0) this.#contrarySinceMs = nowMs
    if (++this.#contraryChecks < CHECKS_TO_TURN) return
    this.#phase = isOnTime ? 'on-time' : 'late'
    this.#sinceMs = this.#contrarySinceMs
    this.#contraryChecks = 0
  }

  /** Counts from now on: something was changed, and must show first. */
  restart(nowMs: number): void {
    this.#sinceMs = nowMs
  }

  lateForMs(nowMs: number): number {
    return this.#phase === 'late' ? nowMs - this.#sinceMs : 0
  }

  onTimeForMs(nowMs: number): number {
    return this.#phase === 'on-time' ? nowMs - this.#sinceMs : 0
  }
}
