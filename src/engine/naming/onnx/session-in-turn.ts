import type * as Ort from 'onnxruntime-web/wasm'
import { InTurn } from '../../../lib/in-turn'

/** A session of the runtime, which takes one picture at a time: whoever asks waits for those before. */
export class SessionInTurn {
  readonly #session: Ort.InferenceSession
  readonly #turns = new InTurn()
  #isReleased = false

  constructor(session: Ort.InferenceSession) {
    this.#session = session
  }

  /** Rejects where the work does, and once it is released. */
  run<Result>(work: (session: Ort.InferenceSession) => Promise<Result>): Promise<Result> {
    return this.#turns.run(() => {
      if (this.#isReleased) throw new Error('The person detector is closed.')
      return work(this.#session)
    })
  }

  /** After the run that is going on. */
  async release(): Promise<void> {
    if (this.#isReleased) return
    this.#isReleased = true
    await this.#turns.run(() => this.#session.release())
  }
}
