import { copyFingerprint, type Fingerprint, likenessOf, newFingerprint } from './fingerprint'

/** How long a picture must repeat to be frozen; with the checks around it that is told well within 10 s (TAMP-01). */
const FROZEN_MS = 7_500

/** How long a source must have had a sensor's noise before: a test picture or a shared screen is no frozen camera. */
const LIVELY_MS = 10_000

/** What repeats now and then loses its liveliness sooner than it gained it. */
const REPEATS_WEIGH = 3

/** Follows whether a live picture stands still. */
export class Repeats {
  /** For how long the picture changed, less what it stood still meanwhile; not of the repeats of now. */
  #livelyMs = 0
  #changedAtMs: number | null = null
  #checkedAtMs: number | null = null

  /** Takes a check; whether the picture stands still by now. */
  note(isRepeat: boolean, nowMs: number): boolean {
    const elapsedMs = nowMs - (this.#checkedAtMs ?? nowMs)
    const stoodMs = (this.#checkedAtMs ?? nowMs) - (this.#changedAtMs ?? nowMs)
    this.#checkedAtMs = nowMs
    if (!isRepeat) {
      this.#changedAtMs = nowMs
      this.#livelyMs = Math.min(2 * LIVELY_MS, Math.max(0, this.#livelyMs + elapsedMs - REPEATS_WEIGH * stoodMs))
      return false
    }
    this.#changedAtMs ??= nowMs
    return this.#livelyMs >= LIVELY_MS && nowMs - this.#changedAtMs >= FROZEN_MS
  }

  /** No check was made for a while. */
  forget(): void {
    this.#livelyMs = 0
    this.#changedAtMs = null
    this.#checkedAtMs = null
  }
}

/** How alike a picture must stay to stand still. */
const STILL_CORRELATION = 0.6

/** Follows for how long a picture has shown one thing: a camera that is being turned, and whoever walks before it, does not. */
export class Stillness {
  readonly #first: Fingerprint = newFingerprint()
  #sinceMs: number | null = null

  /** Takes a check; how long the picture has shown one thing by now. */
  note(fingerprint: Fingerprint, nowMs: number): number {
    if (this.#sinceMs === null || (likenessOf(this.#first, fingerprint)?.meanCorrelation ?? 0) < STILL_CORRELATION) {
      copyFingerprint(fingerprint, this.#first)
      this.#sinceMs = nowMs
    }
    return nowMs - this.#sinceMs
  }

  forget(): void {
    this.#sinceMs = null
  }
}

/** How far back a picture must have been all right for its loss to be sudden: paint takes seconds, dusk minutes. */
const SUDDEN_MS = 6_000

/** How much a picture showed lately. */
export class TextureLog {
  #entries: { readonly atMs: number; readonly texture: number }[] = []

  note(texture: number, nowMs: number): void {
    this.#entries.push({ atMs: nowMs, texture })
    while ((this.#entries[0]?.atMs ?? nowMs) < nowMs - SUDDEN_MS) this.#entries.shift()
  }

  /** The most of the last seconds. */
  get most(): number {
    return this.#entries.reduce((most, { texture }) => Math.max(most, texture), 0)
  }

  forget(): void {
    this.#entries = []
  }
}
