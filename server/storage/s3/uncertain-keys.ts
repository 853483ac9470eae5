import type { BlobKey, UncertainBlobs } from '../blobs'

/** What is beyond waits for the next start, which compares everything. */
const MOST_KEYS = 10_000

/** Of one process; what it forgets the next start finds. */
export class UncertainKeys implements UncertainBlobs {
  #young = new Set<BlobKey>()
  #old = new Set<BlobKey>()

  note(key: BlobKey): void {
    if (this.#young.size + this.#old.size < MOST_KEYS) this.#young.add(key)
  }

  settle(key: BlobKey): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  ripe(): BlobKey[] {
    const ripe = [...this.#old]
    for (const key of this.#young) this.#old.add(key)
    this.#young = new Set()
    return ripe
  }

  has(key: BlobKey): boolean {
    return this.#young.has(key) || this.#old.has(key)
  }
}
