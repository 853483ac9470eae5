import type { IDBPDatabase } from 'idb'
import { type ClipStore, LostRecording } from './clip-store'
import { type OutboxSchema, outboxDatabase, wholeClip } from './database'
import { KnownOnDisk } from './known-on-disk'
import { emptyLedger, entered, type Ledger, type Removal } from './ledger'
import { type Amendment, entryOfRecording, type Part, type Recording, type RecordingEntry } from './recording'
import { defaultRoomBytes, roomBytesOf } from './room'
import { type ClipEntry, entryOf, type WaitingClip } from './waiting-clip'

/** Keeps clips in IndexedDB. Rejects where the disk does. */
export function indexedDbClipStore(name = 'nightjar-outbox', space: DiskSpace = browserSpace()): ClipStore {
  return new IndexedDbClipStore(name, space)
}

class IndexedDbClipStore implements ClipStore {
  readonly #database: () => Promise<IDBPDatabase<OutboxSchema>>
  readonly #space: DiskSpace
  readonly #known = new KnownOnDisk()

  constructor(name: string, space: DiskSpace) {
    this.#database = outboxDatabase(name, this.#known)
    this.#space = space
  }

  async put(clip: WaitingClip): Promise<void> {
    const transaction = (await this.#database()).transaction(['clips', 'entries'], 'readwrite')
    const writes = [transaction.objectStore('clips').put(clip), transaction.objectStore('entries').put(entryOf(clip))]
    await Promise.all([...writes, transaction.done])
    this.#known.noteKept(clip)
  }

  async list(): Promise<readonly ClipEntry[]> {
    const entries = await (await this.#database()).getAllFromIndex('entries', 'startedAt')
    this.#known.noteClips(entries)
    return entries.map((entry) => ({ isRefusedForNow: false, ...entry }))
  }

  async get(id: string): Promise<WaitingClip | null> {
    const clip = await (await this.#database()).get('clips', id)
    return clip === undefined ? null : wholeClip(clip)
  }

  async remove({ id, workspaceId }: Pick<ClipEntry, 'id' | 'workspaceId'>, why: Removal): Promise<void> {
    if (why.kind !== 'dropped') this.#known.noteLeaving(id)
    const stores = ['clips', 'entries', 'recordings', 'parts', 'ledgers'] as const
    const transaction = (await this.#database()).transaction(stores, 'readwrite')
    const ledger = await transaction.objectStore('ledgers').get(workspaceId)
    // Two tabs may drop one clip: it counts once.
    const key =
      (await transaction.objectStore('entries').getKey(id)) ?? (await transaction.objectStore('recordings').getKey(id))
    const counts = why.kind !== 'dropped' || key !== undefined
    if (counts && why.kind !== 'discarded') {
      await transaction.objectStore('ledgers').put(entered(ledger ?? emptyLedger(workspaceId), why))
    }
    await transaction.objectStore('clips').delete(id)
    await transaction.objectStore('entries').delete(id)
    await transaction.objectStore('recordings').delete(id)
    await transaction.objectStore('parts').delete(partsOf(id))
    await transaction.done
    this.#known.noteGone(id)
  }

  async begin(recording: Recording): Promise<void> {
    const transaction = (await this.#database()).transaction(['recordings', 'ledgers'], 'readwrite')
    await transaction.objectStore('recordings').put(recording)
    const ledgers = transaction.objectStore('ledgers')
    if ((await ledgers.getKey(recording.workspaceId)) === undefined) {
      await ledgers.put(emptyLedger(recording.workspaceId))
    }
    await transaction.done
    this.#known.noteBegun(recording)
  }

  async append(part: Part): Promise<void> {
    const transaction = (await this.#database()).transaction(['recordings', 'parts'], 'readwrite')
    const isThere = (await transaction.objectStore('recordings').getKey(part.recordingId)) !== undefined
    // A part that no recording names would stay for ever.
    if (isThere) await transaction.objectStore('parts').put(part)
    await transaction.done
    if (!isThere) throw new LostRecording(part.recordingId)
  }

  async amend(recordingId: string, amendment: Amendment): Promise<void> {
    const transaction = (await this.#database()).transaction('recordings', 'readwrite')
    const recording = await transaction.store.get(recordingId)
    if (recording !== undefined) await transaction.store.put({ ...recording, ...amendment })
    await transaction.done
  }

  async recordings(): Promise<readonly RecordingEntry[]> {
    const transaction = (await this.#database()).transaction(['recordings', 'parts'])
    const recordings = await transaction.objectStore('recordings').getAll()
    const keys = await transaction.objectStore('parts').getAllKeys()
    const parts = keys.map(([recordingId, , sizeBytes, keptAtMs]) => ({ recordingId, sizeBytes, keptAtMs }))
    return recordings.map((recording) => {
      const own = parts.filter(({ recordingId }) => recordingId === recording.id)
      return entryOfRecording(recording, own)
    })
  }

  async recording(id: string): Promise<Recording | null> {
    const recording = await (await this.#database()).get('recordings', id)
    if (recording === undefined) this.#known.noteEnded(id)
    return recording === undefined ? null : { ...recording, detections: recording.detections ?? [] }
  }

  async parts(recordingId: string): Promise<readonly Part[]> {
    return (await this.#database()).getAll('parts', partsOf(recordingId))
  }

  async finish(clip: WaitingClip): Promise<'on-disk' | 'gone'> {
    this.#known.noteEnded(clip.id)
    const stores = ['clips', 'entries', 'recordings', 'parts'] as const
    // The one write that must survive a laptop whose battery ends; a part more or less does not matter.
    const transaction = (await this.#database()).transaction(stores, 'readwrite', { durability: 'strict' })
    if ((await transaction.objectStore('recordings').getKey(clip.id)) === undefined) {
      await transaction.done
      return 'gone'
    }
    const writes = [
      transaction.objectStore('clips').put(clip),
      transaction.objectStore('entries').put(entryOf(clip)),
      transaction.objectStore('recordings').delete(clip.id),
      transaction.objectStore('parts').delete(partsOf(clip.id)),
    ]
    await Promise.all([...writes, transaction.done])
    this.#known.noteKept(clip)
    return 'on-disk'
  }

  isDiskSilent(): boolean {
    return false
  }

  async remembered(): Promise<readonly string[]> {
    return []
  }

  async offerAgain(): Promise<readonly ClipEntry[]> {
    return []
  }

  async ledger(workspaceId: string): Promise<Ledger | null> {
    const ledger = await (await this.#database()).get('ledgers', workspaceId)
    if (ledger !== undefined) this.#known.noteLedger(ledger)
    return ledger ?? null
  }

  async dismissDropped(workspaceId: string, count: number): Promise<void> {
    const transaction = (await this.#database()).transaction('ledgers', 'readwrite')
    const ledger = await transaction.store.get(workspaceId)
    if (ledger !== undefined) await transaction.store.put({ ...ledger, dropped: Math.max(0, ledger.dropped - count) })
    await transaction.done
  }

  async room(): Promise<number> {
    return roomIn(this.#space)
  }

  async persist(): Promise<boolean> {
    return askToPersist(this.#space)
  }
}

function partsOf(recordingId: string): IDBKeyRange {
  // An array sorts after every number.
  return IDBKeyRange.bound([recordingId], [recordingId, []])
}

/** What the browser says of its disk; missing in old browsers and on insecure pages. */
type DiskSpace = Partial<Pick<StorageManager, 'estimate' | 'persisted' | 'persist'>>

/** How many bytes clips and recordings may take together. */
async function roomIn(space: DiskSpace): Promise<number> {
  const estimate = await space.estimate?.().catch(() => null)
  return estimate?.quota === undefined ? defaultRoomBytes : roomBytesOf(estimate.quota)
}

/** Asks the browser not to clear the disk by itself; false where it will not promise. */
async function askToPersist(space: DiskSpace): Promise<boolean> {
  if ((await space.persisted?.()) === true) return true
  return (await space.persist?.()) ?? false
}

function browserSpace(): DiskSpace {
  const { navigator } = globalThis as { navigator?: { storage?: StorageManager } }
  return navigator?.storage ?? {}
}
