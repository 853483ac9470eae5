import type { Removal } from './ledger'
import type { ClipEntry } from './waiting-clip'

export interface RefusedRemoval {
  readonly clip: Pick<ClipEntry, 'id' | 'workspaceId'>
  readonly why: Removal
}

/** Removals that the disk refused: what they name has left for this tab, only the disk still has it. */
export class RefusedRemovals {
  /** Removals by clip, in the order in which they came. */
  readonly #removals = new Map<string, RefusedRemoval>()
  /** Refused again last. */
  #refusedId = ''

  add(removal: RefusedRemoval): void {
    this.#removals.set(removal.clip.id, removal)
  }

  has(id: string): boolean {
    return this.#removals.has(id)
  }

  /** Oldest first. */
  all(): readonly RefusedRemoval[] {
    return [...this.#removals.values()]
  }

  /** In the order in which they are tried again: those that were refused last come last. */
  inTurn(): readonly RefusedRemoval[] {
    const all = this.all()
    const next = all.findIndex(({ clip }) => clip.id === this.#refusedId) + 1
    return [...all.slice(next), ...all.slice(0, next)]
  }

  noteRefused({ clip }: RefusedRemoval): void {
    this.#refusedId = clip.id
  }

  /** The disk has entered this removal. */
  noteEntered({ clip: { id, workspaceId }, why }: RefusedRemoval): void {
    for (const [earlierId, earlier] of this.#removals) {
      if (earlierId === id) break
      const isOutdated = why.kind === 'delivered' && earlier.clip.workspaceId === workspaceId
      // Entered after a later delivery, it would be taken for the last one.
      if (isOutdated && earlier.why.kind === 'delivered') this.add({ clip: earlier.clip, why: { kind: 'discarded' } })
    }
    this.#removals.delete(id)
  }

  /** When the last clip was delivered whose delivery the disk did not enter; null where there is none. */
  lastDeliveredAtMs(workspaceId: string): number | null {
    const own = this.all().filter(({ clip }) => clip.workspaceId === workspaceId)
    return own.reduce<number | null>((last, { why }) => (why.kind === 'delivered' ? why.atMs : last), null)
  }
}
