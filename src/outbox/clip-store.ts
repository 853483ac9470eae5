import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { WaitingClip } from './waiting-clip'

/** Where waiting clips are kept. */
export interface ClipStore {
  put(clip: WaitingClip): Promise<void>
  /** Oldest first. */
  list(): Promise<WaitingClip[]>
  remove(id: string): Promise<void>
}

interface OutboxSchema extends DBSchema {
  clips: { key: string; value: WaitingClip; indexes: { startedAt: number } }
}

/** Keeps clips in IndexedDB: one record a clip, so that one damaged record costs no other. */
export function indexedDbClipStore(name = 'nightjar-outbox'): ClipStore {
  let opened: Promise<IDBPDatabase<OutboxSchema>> | null = null
  const database = () => {
    opened ??= openDB<OutboxSchema>(name, 1, {
      upgrade(db) {
        db.createObjectStore('clips', { keyPath: 'id' }).createIndex('startedAt', 'startedAtMs')
      },
      // Another tab upgrades: let it, and open anew when next asked.
      blocking(_current, _blocked, event) {
        ;(event.target as IDBDatabase).close()
        opened = null
      },
      terminated() {
        opened = null
      },
    }).catch((error: unknown) => {
      // Asked again next time: a disk may have room by then.
      opened = null
      throw error
    })
    return opened
  }
  return {
    async put(clip) {
      await (await database()).put('clips', clip)
    },
    async list() {
      return (await database()).getAllFromIndex('clips', 'startedAt')
    },
    async remove(id) {
      await (await database()).delete('clips', id)
    },
  }
}
