import type { Clip } from './clip'

export interface Acknowledged {
  readonly videoId: string
  readonly sha256: string
}

/** What the hub has said that it has, kept outside of it. */
export class Ledger {
  readonly #clips = new Map<string, Acknowledged>()
  /** Clips whose repeat was answered with another recording. */
  readonly #renamed = new Set<string>()

  note({ clipId, sha256 }: Pick<Clip, 'clipId' | 'sha256'>, videoId: string): void {
    const known = this.#clips.get(clipId)
    if (known !== undefined && known.videoId !== videoId) this.#renamed.add(clipId)
    else this.#clips.set(clipId, { videoId, sha256 })
  }

  get size(): number {
    return this.#clips.size
  }

  get renamed(): number {
    return this.#renamed.size
  }

  all(): Acknowledged[] {
    return [...this.#clips.values()]
  }
}
