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
