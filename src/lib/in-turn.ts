/** Works of one kind, one at a time, in the order in which they came. */
export class InTurn {
  #last: Promise<unknown> = Promise.resolve()

  /** Settles as the work does, once those before it are over; one that fails holds up none. */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    const running = this.#last.then(work)
    this.#last = running.catch(() => undefined)
    return running
  }
}
