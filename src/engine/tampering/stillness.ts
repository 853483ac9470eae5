import { copyLook, type Look, newLook, recognisedShare } from './look'

/** Share of a picture that must stay the same for it to stand still. */
const STILL_SHARE = 0.6

/** Since when a picture shows one thing: a camera that is being turned, and whoever walks before it, does not. */
export class Stillness {
  readonly #first: Look = newLook()
  #sinceMs: number | null = null

  /** For how long by now. */
  note(look: Look, nowMs: number): number {
    if (this.#sinceMs === null || (recognisedShare(this.#first, look) ?? 0) < STILL_SHARE) {
      copyLook(look, this.#first)
      this.#sinceMs = nowMs
    }
    return nowMs - this.#sinceMs
  }

  forget(): void {
    this.#sinceMs = null
  }
}
