import { emptyLedger, type Ledger } from './ledger'
import type { ClipEntry } from './waiting-clip'

type Known = Pick<ClipEntry, 'id' | 'workspaceId'>

/** What this tab last read of the disk, which says no more of what the browser threw away with all of it. */
export class KnownOnDisk {
  #clips: readonly Known[] = []
  readonly #ledgers = new Map<string, Ledger>()
  /** Delivered, or given up: they are no loss, though the disk may not have let them go. */
  readonly #leaving = new Set<string>()

  noteClips(clips: readonly Known[]): void {
    this.#clips = clips
  }

  noteLedger(ledger: Ledger): void {
    this.#ledgers.set(ledger.workspaceId, ledger)
  }

  noteLeaving(id: string): void {
    this.#leaving.add(id)
  }

  noteGone(id: string): void {
    this.#clips = this.#clips.filter((clip) => clip.id !== id)
    this.#leaving.delete(id)
  }

  /** The ledgers for a disk that begins anew: the clips that waited there were dropped. None in a browser's first tab. */
  ledgersAnew(): readonly Ledger[] {
    const anew = new Map(this.#ledgers)
    for (const { id, workspaceId } of this.#clips) {
      if (this.#leaving.has(id)) continue
      const ledger = anew.get(workspaceId) ?? emptyLedger(workspaceId)
      anew.set(workspaceId, { ...ledger, dropped: ledger.dropped + 1 })
    }
    return [...anew.values()]
  }

  /** The disk has begun anew, with these. */
  noteAnew(ledgers: readonly Ledger[]): void {
    this.#clips = []
    this.#leaving.clear()
    for (const ledger of ledgers) this.noteLedger(ledger)
  }
}
