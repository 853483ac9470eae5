import { outboxDatabase } from './database'
import { emptyLedger, entered, type Ledger, type Removal } from './ledger'
import { entryOfRecording, type Part, type Recording, type RecordingEntry } from './recording'
import { defaultRoomBytes, roomBytesOf } from './room'
import { type ClipDetection, type ClipEntry, entryOf, type WaitingClip } from './waiting-clip'

/** Where clips are kept: from their first bytes until the hub has acknowledged them. */
export interface ClipStore {
  /** Keeps a clip, or its new version. */
  put(clip: WaitingClip): Promise<void>
  /** Oldest first. */
  list(): Promise<readonly ClipEntry[]>
  get(id: string): Promise<WaitingClip | null>
  /** Takes a clip and what is left of its recording away, and enters why in the ledger of its workspace. */
  remove(clip: Pick<ClipEntry, 'id' | 'workspaceId'>, why: Removal): Promise<void>

  begin(recording: Recording): Promise<void>
  append(part: Part): Promise<void>
  illustrate(recordingId: string, thumbnail: Blob): Promise<void>
  /** Names who was seen in the recording so far. */
  describe(recordingId: string, detections: readonly ClipDetection[]): Promise<void>
  recordings(): Promise<readonly RecordingEntry[]>
  recording(id: string): Promise<Recording | null>
  parts(recordingId: string): Promise<readonly Part[]>
  /** Puts the clip in its recording's place, both or neither; 'gone' where another tab has done so before. */
  finish(clip: WaitingClip): Promise<'on-disk' | 'in-memory' | 'gone'>

  /** Ids of clips and recordings that end with this tab, at least in part: the disk refused them. */
  remembered(): Promise<readonly string[]>
  /** Offers the disk again what it refused; answers with the clip that it has no room for, if that is why. */
  offerAgain(): Promise<ClipEntry | null>

  /** null before the first recording of this workspace in this browser. */
  ledger(workspaceId: string): Promise<Ledger | null>
  /** A person has taken note of this many dropped clips. */
  dismissDropped(workspaceId: string, count: number): Promise<void>

  /** How many bytes clips and recordings may take together. */
  room(): Promise<number>
  /** Asks the browser not to clear the disk by itself; false where it will not promise. */
  persist(): Promise<boolean>
}

/** What the browser says of its disk; missing in old browsers and on insecure pages. */
export type DiskSpace = Partial<Pick<StorageManager, 'estimate' | 'persisted' | 'persist'>>

/** Keeps clips in IndexedDB. Rejects where the disk does. */
export function indexedDbClipStore(name = 'nightjar-outbox', space: DiskSpace = browserSpace()): ClipStore {
  const database = outboxDatabase(name)
  const change = async (id: string, changes: Partial<Pick<Recording, 'thumbnail' | 'detections'>>) => {
    const transaction = (await database()).transaction('recordings', 'readwrite')
    const recording = await transaction.store.get(id)
    if (recording !== undefined) await transaction.store.put({ ...recording, ...changes })
    await transaction.done
  }
  return {
    async put(clip) {
      const transaction = (await database()).transaction(['clips', 'entries'], 'readwrite')
      const writes = [transaction.objectStore('clips').put(clip), transaction.objectStore('entries').put(entryOf(clip))]
      await Promise.all([...writes, transaction.done])
    },
    async list() {
      return (await database()).getAllFromIndex('entries', 'startedAt')
    },
    async get(id) {
      const clip = await (await database()).get('clips', id)
      return clip === undefined ? null : { ...clip, detections: clip.detections ?? [] }
    },
    async remove({ id, workspaceId }, why) {
      const stores = ['clips', 'entries', 'recordings', 'parts', 'ledgers'] as const
      const transaction = (await database()).transaction(stores, 'readwrite')
      const ledger = await transaction.objectStore('ledgers').get(workspaceId)
      // Two tabs may drop one clip: it counts once.
      const key =
        (await transaction.objectStore('entries').getKey(id)) ??
        (await transaction.objectStore('recordings').getKey(id))
      const counts = why.kind !== 'dropped' || key !== undefined
      if (counts && why.kind !== 'discarded') {
        await transaction.objectStore('ledgers').put(entered(ledger ?? emptyLedger(workspaceId), why))
      }
      await transaction.objectStore('clips').delete(id)
      await transaction.objectStore('entries').delete(id)
      await transaction.objectStore('recordings').delete(id)
      await transaction.objectStore('parts').delete(partsOf(id))
      await transaction.done
    },
    async begin(recording) {
      const transaction = (await database()).transaction(['recordings', 'ledgers'], 'readwrite')
      await transaction.objectStore('recordings').put(recording)
      const ledgers = transaction.objectStore('ledgers')
      if ((await ledgers.getKey(recording.workspaceId)) === undefined) {
        await ledgers.put(emptyLedger(recording.workspaceId))
      }
      await transaction.done
    },
    async append(part) {
      await (await database()).put('parts', part)
    },
    illustrate: (recordingId, thumbnail) => change(recordingId, { thumbnail }),
    describe: (recordingId, detections) => change(recordingId, { detections }),
    async recordings() {
      const transaction = (await database()).transaction(['recordings', 'parts'])
      const recordings = await transaction.objectStore('recordings').getAll()
      const keys = await transaction.objectStore('parts').getAllKeys()
      const parts = keys.map(([recordingId, , sizeBytes, keptAtMs]) => ({ recordingId, sizeBytes, keptAtMs }))
      return recordings.map((recording) =>
        entryOfRecording(
          recording,
          parts.filter(({ recordingId }) => recordingId === recording.id),
        ),
      )
    },
    async recording(id) {
      const recording = await (await database()).get('recordings', id)
      return recording === undefined ? null : { ...recording, detections: recording.detections ?? [] }
    },
    async parts(recordingId) {
      return (await database()).getAll('parts', partsOf(recordingId))
    },
    async finish(clip) {
      const stores = ['clips', 'entries', 'recordings', 'parts'] as const
      // The one write that must survive a laptop whose battery ends; a part more or less does not matter.
      const transaction = (await database()).transaction(stores, 'readwrite', { durability: 'strict' })
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
      return 'on-disk'
    },
    remembered: async () => [],
    offerAgain: async () => null,
    async ledger(workspaceId) {
      return (await (await database()).get('ledgers', workspaceId)) ?? null
    },
    async dismissDropped(workspaceId, count) {
      const transaction = (await database()).transaction('ledgers', 'readwrite')
      const ledger = await transaction.store.get(workspaceId)
      if (ledger !== undefined) await transaction.store.put({ ...ledger, dropped: Math.max(0, ledger.dropped - count) })
      await transaction.done
    },
    async room() {
      const estimate = await space.estimate?.().catch(() => null)
      return estimate?.quota === undefined ? defaultRoomBytes : roomBytesOf(estimate.quota)
    },
    async persist() {
      if ((await space.persisted?.()) === true) return true
      return (await space.persist?.()) ?? false
    },
  }
}

function partsOf(recordingId: string): IDBKeyRange {
  // An array sorts after every number.
  return IDBKeyRange.bound([recordingId], [recordingId, []])
}

function browserSpace(): DiskSpace {
  const { navigator } = globalThis as { navigator?: { storage?: StorageManager } }
  return navigator?.storage ?? {}
}
