/** A stretch of sound and when it was heard, on the page's monotonic clock. */
export interface HeardSound {
  readonly atMs: number
  readonly data: AudioData
}

/** The last seconds of a microphone. Owns its sounds until they are taken. */
export class SoundRing {
  #reachMs: number
  #sounds: HeardSound[] = []

  constructor(reachMs: number) {
    this.#reachMs = reachMs
  }

  setReach(reachMs: number): void {
    this.#reachMs = reachMs
  }

  get newestAtMs(): number | null {
    return this.#sounds.at(-1)?.atMs ?? null
  }

  keep(sound: HeardSound): void {
    this.#sounds.push(sound)
    // One is always kept: it tells that there is sound.
    while (this.#sounds.length > 1 && (this.#sounds[0]?.atMs ?? 0) < sound.atMs - this.#reachMs) {
      this.#sounds.shift()?.data.close()
    }
  }

  /** Hands over what was heard from `fromMs` on, and is empty. */
  take(fromMs: number): HeardSound[] {
    const sounds = this.#sounds
    this.#sounds = []
    for (const { atMs, data } of sounds) if (atMs < fromMs) data.close()
    return sounds.filter(({ atMs }) => atMs >= fromMs)
  }

  clear(): void {
    for (const { data } of this.#sounds) data.close()
    this.#sounds = []
  }
}
