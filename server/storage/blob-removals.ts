import { randomBytes } from 'node:crypto'
import { appendFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR_MS } from '../../src/lib/durations'
import { isDiskFull } from '../db/failures'
import type { Job } from '../lib/job'
import { type BlobRemoval, deleteBlobRemoval, listBlobRemovals } from './blob-rows'
import type { BlobKey, BlobStore } from './blobs'
import type { StorageServices } from './services'

/** Nudged after an upload that made room for itself; by the hour for what a store that was away left. */
export const BLOB_REMOVAL_JOB = 'blob-removals'
const BATCH = 100
/** What failures of one round may take together: a store that is silent is left for the next. */
export const PATIENCE_MS = 30_000
/** In the data folder, and in no backup of it. */
const ROOM_FILE = 'room-to-remove'
/** What the rows of a hundred recordings take of SQLite's log when they go, and more. */
const ROOM_BYTES = 4 * 1024 ** 2

type RemovalServices = Pick<StorageServices, 'db' | 'blobs' | 'log'>
type RoomServices = Pick<StorageServices, 'config'>

export function blobRemovalJob(services: RemovalServices & RoomServices): Job {
  return {
    name: BLOB_REMOVAL_JOB,
    everyMs: HOUR_MS,
    async run(signal) {
      const failed = await removeBlobs(services, signal)
      await keepRoomToRemove(services)
      if (failed > 0) throw new Error(`${failed} files of deleted recordings could not be removed`)
    },
  }
}

/**
 * Runs a transaction that removes recordings, or what a hub needs to come to that. Where SQLite finds no room for it on its
 * disk, it is run once more with what is kept for that alone: else a disk that recordings have filled would never have room again.
 */
export async function withRoomToRemove<Result>(
  { config }: RoomServices,
  remove: () => Promise<Result>,
): Promise<Result> {
  try {
    return await remove()
  } catch (problem) {
    if (!isDiskFull(problem)) throw problem
    await rm(join(config.dataDir, ROOM_FILE), { force: true })
    return remove()
  }
}

/** Call it after files went, so that what they took is kept for the next. PostgreSQL's disk is another. */
export async function keepRoomToRemove({ config: { dataDir, databaseUrl } }: RoomServices): Promise<void> {
  if (databaseUrl !== null) return
  const path = join(dataDir, ROOM_FILE)
  try {
    const keptBytes = (await stat(path).catch(() => null))?.size ?? 0
    // Nothing that the file system could make smaller.
    if (keptBytes < ROOM_BYTES) await appendFile(path, randomBytes(ROOM_BYTES - keptBytes), { mode: 0o600 })
  } catch {
    // What was written of it is kept.
  }
}

/**
 * Removes the files of recordings whose rows are gone; how many could not be, which is logged. These are passed over until
 * the next round, so that they keep no other from going. The note goes after the file, so that a crash between costs a
 * second try at most; what is noted is no stray where files are compared with the rows.
 */
export async function removeBlobs({ db, blobs, log }: RemovalServices, signal: AbortSignal): Promise<number> {
  const failures: Failure[] = []
  let failingMs = 0
  let last: BlobRemoval | undefined
  do {
    const page = await listBlobRemovals(db, BATCH, last)
    for (const { blob_key } of page) {
      if (signal.aborted || failingMs > PATIENCE_MS) return report(log, failures)
      const startMs = performance.now()
      const problem = await problemOf(blobs, blob_key)
      if (problem === null) await deleteBlobRemoval(db, blob_key)
      else {
        failures.push({ key: blob_key, problem })
        failingMs += performance.now() - startMs
      }
    }
    last = page.at(-1)
  } while (last !== undefined)
  return report(log, failures)
}

interface Failure {
  readonly key: BlobKey
  readonly problem: string
}

/** null: the file is gone. */
function problemOf(blobs: Pick<BlobStore, 'remove'>, key: BlobKey): Promise<string | null> {
  return blobs.remove(key).then(() => null, String)
}

/** One line for all: a store that refuses one often refuses many. */
function report(log: RemovalServices['log'], failures: readonly Failure[]): number {
  const [first] = failures
  if (first !== undefined) {
    log.warn({ failed: failures.length, ...first }, 'files of deleted recordings could not be removed')
  }
  return failures.length
}
