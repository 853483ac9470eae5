/** Lets one round wait until there is something to do. A ring that nobody waits for is heard by the next wait. */
export class Bell {
  #wake: (() => void) | null = null
  #hasRung = false

  ring(): void {
    this.#hasRung = true
    this.#wake?.()
  }

  /** Resolves with a ring, or after the time. */
  async wait(limitMs: number): Promise<void> {
    if (!this.#hasRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, limitMs)
        timer.unref()
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#wake = null
    this.#hasRung = false
  }
}
