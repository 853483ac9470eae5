import type { DBSchema, IDBPDatabase } from 'idb'
import { reopenedDatabase } from '../reopened-database'

/** The key of one camera in this browser, and how far it has counted. */
export interface CameraKey {
  readonly cameraId: string
  /** Cannot be exported: the browser signs with it and gives it to nobody. */
  readonly privateKey: CryptoKey
  /** Raw, in base64url. */
  readonly publicKey: string
  readonly fingerprint: string
  /** How many statements it has signed. */
  readonly sequence: number
  /** SHA-256 of the last of them; null: it has signed none. */
  readonly previous: string | null
}

interface KeySchema extends DBSchema {
  keys: { key: string; value: CameraKey }
}

/** Keys of cameras on this browser's disk. Rejects where the disk does. */
export class KeyStore {
  readonly #database: () => Promise<IDBPDatabase<KeySchema>>

  constructor(name: string) {
    this.#database = reopenedDatabase<KeySchema>(
      name,
      1,
      (db) => void db.createObjectStore('keys', { keyPath: 'cameraId' }),
    )
  }

  async find(cameraId: string): Promise<CameraKey | null> {
    return (await (await this.#database()).get('keys', cameraId)) ?? null
  }

  /** Keeps a new key, unless another tab has just made one: then that one is the camera's. */
  async keepFirst(made: CameraKey): Promise<CameraKey> {
    const transaction = (await this.#database()).transaction('keys', 'readwrite', { durability: 'strict' })
    const there = await transaction.store.get(made.cameraId)
    if (there === undefined) await transaction.store.put(made)
    await transaction.done
    return there ?? made
  }

  /** Counts on; false: another tab has signed with it meanwhile. */
  async advance(from: CameraKey, previous: string): Promise<boolean> {
    // A number that is given twice would make a broken chain of an honest one.
    const transaction = (await this.#database()).transaction('keys', 'readwrite', { durability: 'strict' })
    const there = await transaction.store.get(from.cameraId)
    const isFirst = there?.fingerprint === from.fingerprint && there.sequence === from.sequence
    if (isFirst) await transaction.store.put({ ...there, sequence: there.sequence + 1, previous })
    await transaction.done
    return isFirst
  }

  /** The camera gets another the next time, unless it has one already. */
  async remove(cameraId: string, fingerprint: string): Promise<void> {
    const transaction = (await this.#database()).transaction('keys', 'readwrite')
    if ((await transaction.store.get(cameraId))?.fingerprint === fingerprint) await transaction.store.delete(cameraId)
    await transaction.done
  }
}
