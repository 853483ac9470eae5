interface EncodeJob {
  readonly send: () => Promise<Blob | null>
  /** Number of the last check that was asked before it. */
  readonly afterCheck: number
  readonly settle: (jpeg: Blob | null) => void
}

/** Lets pictures to the worker one at a time, each once the checks are answered that were asked before it (ENG-11). */
export class JpegLane {
  readonly #oldestOpenCheck: () => number | null
  readonly #waiting: EncodeJob[] = []
  #isEncoding = false

  constructor(oldestOpenCheck: () => number | null) {
    this.#oldestOpenCheck = oldestOpenCheck
  }

  /** `send` never rejects, and closes its frame whatever happens. */
  take(afterCheck: number, send: () => Promise<Blob | null>): Promise<Blob | null> {
    return new Promise((settle) => {
      this.#waiting.push({ send, afterCheck, settle })
      this.advance()
    })
  }

  /** Called when a check was answered. */
  advance(): void {
    const [next] = this.#waiting
    if (this.#isEncoding || next === undefined) return
    const openCheck = this.#oldestOpenCheck()
    if (openCheck !== null && openCheck <= next.afterCheck) return
    this.#waiting.shift()
    void this.#encode(next)
  }

  async #encode(job: EncodeJob): Promise<void> {
    this.#isEncoding = true
    const jpeg = await job.send()
    this.#isEncoding = false
    job.settle(jpeg)
    this.advance()
  }
}
