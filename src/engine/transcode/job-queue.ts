/** Runs jobs one at a time, in the order in which they came. */
export class JobQueue {
  #last: Promise<unknown> = Promise.resolve()

  /** Settles as the job does, once those before it are over. */
  run<T>(job: () => Promise<T>): Promise<T> {
    const running = this.#last.then(job)
    this.#last = running.catch(() => undefined)
    return running
  }
}
