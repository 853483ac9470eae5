/** How many moments in a row must speak against the phase to turn it: a single hiccup says nothing about a machine. */
const MOMENTS_TO_TURN = 3

/** Whether something that comes again and again, such as the checks of one camera, is on time. */
export class Punctuality {
  #phase: 'on-time' | 'late' = 'on-time'
  /** How many moments in a row spoke against the phase. */
  #contrary = 0

  get isLate(): boolean {
    return this.#phase === 'late'
  }

  note(isOnTime: boolean): void {
    if (isOnTime === (this.#phase === 'on-time')) {
      this.#contrary = 0
      return
    }
    if (++this.#contrary < MOMENTS_TO_TURN) return
    this.#phase = isOnTime ? 'on-time' : 'late'
    this.#contrary = 0
  }
}
