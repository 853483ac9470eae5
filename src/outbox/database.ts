import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'
import { KnownOnDisk } from './known-on-disk'
import { emptyLedger, type Ledger } from './ledger'
import type { Part, Recording } from './recording'
import { reopenedDatabase } from './reopened-database'
import { type ClipEntry, entryOf, type WaitingClip } from './waiting-clip'

/** What an older version of the app kept: without what came later. */
type Kept<T, Later extends keyof T> = Omit<T, Later> & Partial<Pick<T, Later>>
export type KeptClip = Kept<WaitingClip, 'detections' | 'isRefusedForNow'>

/** One record a clip and one a part, so that a damaged record costs no other. */
export interface OutboxSchema extends DBSchema {
  clips: { key: string; value: KeptClip }
  /** What a list needs of each clip: reading every content to count them would take minutes after a long outage. */
  entries: { key: string; value: Kept<ClipEntry, 'isRefusedForNow'>; indexes: { startedAt: number } }
  recordings: { key: string; value: Kept<Recording, 'detections'> }
  /** Size and time stand in the key, so that they are read without the bytes. */
  parts: { key: [recordingId: string, number: number, sizeBytes: number, keptAtMs: number]; value: Part }
  ledgers: { key: string; value: Ledger }
}

type Upgrade = IDBPTransaction<OutboxSchema, StoreNames<OutboxSchema>[], 'versionchange'>

/** The database of what waits to be sent. Where the browser threw it away, the next one begins with what was lost. */
export function outboxDatabase(name: string, known = new KnownOnDisk()): () => Promise<IDBPDatabase<OutboxSchema>> {
  return reopenedDatabase<OutboxSchema>(name, 2, async (db, oldVersion, _newVersion, transaction) => {
    if (oldVersion < 1) db.createObjectStore('clips', { keyPath: 'id' })
    db.createObjectStore('entries', { keyPath: 'id' }).createIndex('startedAt', 'startedAtMs')
    db.createObjectStore('recordings', { keyPath: 'id' })
    db.createObjectStore('parts', { keyPath: ['recordingId', 'number', 'sizeBytes', 'keptAtMs'] })
    db.createObjectStore('ledgers', { keyPath: 'workspaceId' })
    if (oldVersion === 1) await enterOldClips(transaction)
    // Where this fails, so does the opening, which tells of it.
    if (oldVersion === 0) await enterLost(transaction, known).catch(() => undefined)
  })
}

/** What an older version did not know: nobody was named, and what was refused was so for good. */
export function wholeClip(clip: KeptClip): WaitingClip {
  return { detections: [], isRefusedForNow: false, ...clip }
}

/** Version 1 kept finished clips only: they stay where they are. */
async function enterOldClips(transaction: Upgrade): Promise<void> {
  for await (const { value: clip } of transaction.objectStore('clips')) {
    await transaction.objectStore('entries').put(entryOf(wholeClip(clip)))
    await transaction.objectStore('ledgers').put(emptyLedger(clip.workspaceId))
  }
}

/** A disk that is full may have no room for this either: then it is entered when the next one is opened. */
async function enterLost(transaction: Upgrade, known: KnownOnDisk): Promise<void> {
  const ledgers = known.ledgersAnew()
  for (const ledger of ledgers) await transaction.objectStore('ledgers').put(ledger)
  await transaction.done
  known.noteAnew(ledgers)
}
