import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { pageAfter, withinDiskLimit } from '../lib/disk-limit'
import type { StoredSession } from './token-store'
import { isOfSameUser, issueOf } from './whose-session'

/**
 * The newest token pair once more, on the disk as soon as there is one. Browsers write local storage out seconds late,
 * so a machine that loses its power right after a refresh would wake up with a token that was exchanged already, and the
 * hub ends a session for that (HUB-08): a camera that came back would be signed out (SESS-14).
 *
 * @see https://w3c.github.io/IndexedDB/#transaction-durability-hint
 */
export class KeptPair {
  readonly #name: string
  #last = Promise.resolve()

  constructor(name = 'nightjar-session') {
    this.#name = name
  }

  /** Keeps the pair of a session, or forgets it where there is none; never in the place of a newer one of the same user. */
  keep(session: StoredSession | null): Promise<void> {
    this.#last = this.#last.then(() => this.#write(session)).catch(() => undefined)
    return this.#last
  }

  /** The refresh token to send for a session: a newer one that was kept for the same user, else its own. */
  async newestFor(session: StoredSession): Promise<string | null> {
    const asked = this.#use((database) => database.get('pair', KEY))
    const kept = await withinDiskLimit(asked, pageAfter).catch(() => undefined)
    return kept !== undefined && isNewer(kept, session) ? kept.refreshToken : session.refreshToken
  }

  async #write(session: StoredSession | null): Promise<void> {
    await this.#use(async (database) => {
      const transaction = database.transaction('pair', 'readwrite', { durability: 'strict' })
      const kept = await transaction.store.get(KEY)
      if (session === null) await transaction.store.delete(KEY)
      else if (kept === undefined || !isNewer(kept, session)) await transaction.store.put(session, KEY)
      await transaction.done
    })
  }

  /** Opened for each use: a refresh comes every 15 minutes. */
  async #use<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    const database = await openDB<Schema>(this.#name, 1, { upgrade: (fresh) => void fresh.createObjectStore('pair') })
    try {
      return await work(database)
    } finally {
      database.close()
    }
  }
}

interface Schema extends DBSchema {
  pair: { key: string; value: StoredSession }
}

const KEY = 'newest'

/** Tokens of a provider that does not say whose they are and since when have no order. */
function isNewer(kept: StoredSession, session: StoredSession): boolean {
  const [a, b] = [issueOf(kept.token), issueOf(session.token)]
  if (a.person === undefined || a.atSec === undefined || b.atSec === undefined) return false
  return isOfSameUser(kept, session) && a.atSec > b.atSec
}
