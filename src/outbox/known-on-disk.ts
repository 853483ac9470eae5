import { emptyLedger, type Ledger } from './ledger'
import type { ClipEntry } from './waiting-clip'

type Known = Pick<ClipEntry, 'id' | 'workspaceId'>

/** What this tab last read of the disk, which says no more of what the browser threw away with all of it. */
export class KnownOnDisk {
  /** Workspaces by clip. */
  #clips = new Map<string, string>()
  /** Workspaces by recording that grows there for this tab. */
  readonly #growing = new Map<string, string>()
  readonly #ledgers = new Map<string, Ledger>()
  /** Delivered, or given up: they are no loss, though the disk may not have let them go. */
  readonly #leaving = new Set<string>()

  noteClips(clips: readonly Known[]): void {
    this.#clips = new Map(clips.map(({ id, workspaceId }) => [id, workspaceId]))
  }

  noteKept({ id, workspaceId }: Known): void {
    this.#clips.set(id, workspaceId)
  }

  noteBegun({ id, workspaceId }: Known): void {
    this.#growing.set(id, workspaceId)
  }

  /** This tab has all of it, whatever becomes of the disk; or the disk has it no more. */
  noteEnded(id: string): void {
    this.#growing.delete(id)
  }

  noteLedger(ledger: Ledger): void {
    this.#ledgers.set(ledger.workspaceId, ledger)
  }

  noteLeaving(id: string): void {
    this.#leaving.add(id)
  }

  noteGone(id: string): void {
    this.#clips.delete(id)
    this.#growing.delete(id)
    this.#leaving.delete(id)
  }

  /** The ledgers for a disk that begins anew: what waited and grew there was dropped. None where nothing was there. */
  ledgersAnew(): readonly Ledger[] {
    const anew = new Map(this.#ledgers)
    for (const [id, workspaceId] of [...this.#clips, ...this.#growing]) {
      if (this.#leaving.has(id)) continue
      const ledger = anew.get(workspaceId) ?? emptyLedger(workspaceId)
      anew.set(workspaceId, { ...ledger, dropped: ledger.dropped + 1 })
    }
    return [...anew.values()]
  }

  /** The disk has begun anew, with these. */
  noteAnew(ledgers: readonly Ledger[]): void {
    this.#clips.clear()
    this.#growing.clear()
    this.#leaving.clear()
    for (const ledger of ledgers) this.noteLedger(ledger)
  }
}
