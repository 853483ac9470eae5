import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb'

/** Opens a database, or opens it anew where it was closed; rejects where the browser has no room or no permission. */
export function reopenedDatabase<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
): () => Promise<IDBPDatabase<Schema>> {
  let opened: Promise<IDBPDatabase<Schema>> | null = null
  const forget = () => {
    opened = null
  }
  return () => {
    opened ??= openDB<Schema>(name, version, {
      upgrade,
      // Another tab upgrades: let it, and open anew when next asked.
      blocking(_current, _blocked, event) {
        ;(event.target as IDBDatabase).close()
        forget()
      },
      terminated: forget,
    }).catch((error: unknown) => {
      // Asked again next time: a disk may have room by then.
      forget()
      throw error
    })
    return opened
  }
}
