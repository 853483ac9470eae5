import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { copyTables, firstFilledTable, type TableCopy } from '../db/copy-tables'
import { lockFolder } from '../db/folder-lock'
import { lookAt, openDatabase } from '../db/open'
import type { Db } from '../db/schema'
import { placeOf } from '../db/unreachable'
import type { OnProgress } from '../lib/progress'
import { StartupProblem } from '../lib/startup-problem'
import type { BlobKey, BlobStore, OpenBlob } from '../storage/blobs'
import { openFileBlobs } from '../storage/file-blobs'
import { confirmRowsMoved, markRowsMoved, requireRowsToMove } from '../storage/rows-mark'
import { openS3Blobs } from '../storage/s3/s3-blobs'
import { shareSecret } from '../storage/secret'
import { areRecordingsThere, moveOwnership, ownerIn, requireOwnStore, withoutRecordings } from '../storage/store-owner'
import type { S3Config } from '../storage/stores-config'
import { requireHub } from './require-hub'

export interface Migration {
  readonly dataDir: string
  /** An empty PostgreSQL. */
  readonly to: string
  /** null: recordings and pictures stay where they are. */
  readonly s3: S3Config | null
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  /** Gets the path of the copy that was made before the old rows were brought up to date. */
  readonly onUpgrade: (copy: string) => void
  /** Of the files for the bucket. */
  readonly onProgress?: OnProgress
}

export interface MigrationReport {
  readonly tables: readonly TableCopy[]
  /** null: they stayed. */
  readonly blobs: BlobCopy | null
}

export interface BlobCopy {
  readonly count: number
  readonly sizeBytes: number
  /** Found in the bucket already, from a try that was cut off. */
  readonly known: number
}

/**
 * Copies a hub from SQLite to an empty PostgreSQL, all rows or none. The old rows stay as they were, behind a mark that
 * keeps a hub from starting on them. Rejects with StartupProblem when either cannot be used or the two differ afterwards
 * (OPS-06).
 */
export async function migrateHub(migration: Migration): Promise<MigrationReport> {
  const { dataDir, to, s3, onUpgrade } = migration
  requireHub({ dataDir, databaseUrl: null })
  const unlock = await lockFolder(dataDir)
  try {
    // Whoever names another hub's must find it as it was: looked at first, changed where all is well.
    const filled = await lookAt(to, firstFilledTable)
    await requireRowsToMove(dataDir, placeOf(to), filled === null)
    requireEmpty(filled, to)
    const bucket = s3 === null ? null : await openOwnBucket(s3, migration)
    // Where they go first: until that is good the old rows are not even brought up to date.
    return await using(await openDatabase(dataDir, to), async (target) => {
      const source = await openDatabase(dataDir, null, { onUpgrade })
      return using(source, () => moveAll(migration, { source, target, bucket }))
    })
  } finally {
    unlock()
  }
}

function requireEmpty(filled: string | null, to: string): void {
  if (filled === null) return
  throw new StartupProblem(`The database ${placeOf(to)} is not empty: the table ${filled} has rows. Name an empty one.`)
}

async function openOwnBucket(s3: S3Config, { dataDir, to, log }: Migration): Promise<BlobStore> {
  const bucket = await openS3Blobs(s3, dataDir, log)
  const config = { dataDir, databaseUrl: to, s3 }
  await requireOwnStore({ config, owner: ownerIn(dataDir), blobs: bucket })
  return bucket
}

interface Ends {
  readonly source: Db
  readonly target: Db
  readonly bucket: BlobStore | null
}

/** Recordings go first: a row must never point at nothing. */
async function moveAll(migration: Migration, { source, target, bucket }: Ends): Promise<MigrationReport> {
  const { dataDir, to } = migration
  const blobs = bucket === null ? null : await fillBucket(bucket, source, migration)
  return { tables: await moveRows(source, target, dataDir, placeOf(to)), blobs }
}

/** A folder without the mark that a hub leaves may be that of an absent disk: then nothing came, and nothing may follow. */
async function fillBucket(bucket: BlobStore, source: Db, migration: Migration): Promise<BlobCopy> {
  const { dataDir } = migration
  const folder = await openFileBlobs(dataDir)
  const copy = await copyBlobs(folder, bucket, migration)
  const isMarked = (await folder.owner()) !== null || (await bucket.owner()) !== null
  if (!isMarked && !(await areRecordingsThere(source, bucket))) throw withoutRecordings({ dataDir, s3: null })
  return copy
}

/**
 * The mark is written before the rows are there for good: where it cannot be, none is moved, and where nobody knows whether
 * they were, nothing starts on the old ones without a word, and the same move once more finds out.
 */
async function moveRows(source: Db, target: Db, dataDir: string, place: string): Promise<TableCopy[]> {
  const moved = await target.transaction().execute(async (transaction) => {
    const copies = await copyTables(source, transaction)
    requireEqual(copies)
    await shareSecret(dataDir, transaction)
    await moveOwnership(source, transaction)
    await markRowsMoved(dataDir, place)
    return copies
  })
  await confirmRowsMoved(dataDir, place)
  return moved
}

function requireEqual(copies: readonly TableCopy[]): void {
  const differing = copies.filter(({ source, target }) => source.rows !== target.rows || source.hash !== target.hash)
  if (differing.length === 0) return
  const names = differing.map(({ name }) => name).join(', ')
  throw new StartupProblem(`The copy differs from the original in ${names}. Nothing was moved.`)
}

/** What the disk does not give keeps nothing else from the bucket: whoever runs this decides what becomes of it. */
async function copyBlobs(from: BlobStore, to: BlobStore, { dataDir, onProgress }: Migration): Promise<BlobCopy> {
  const keys = await from.list()
  const unread: BlobKey[] = []
  let sizeBytes = 0
  let known = 0
  for (const [done, key] of keys.entries()) {
    onProgress?.(done, keys.length)
    const blob = await from.open(key)
    if (blob === null) throw new StartupProblem(`The file ${key} went away while it was copied. Start again.`)
    sizeBytes += blob.sizeBytes
    if ((await to.stat(key))?.sizeBytes === blob.sizeBytes) {
      known += 1
      await blob.close()
      continue
    }
    if (!(await copyBlob(blob, to, key))) unread.push(key)
  }
  if (unread.length > 0) throw notGiven(unread, join(dataDir, 'blobs'))
  return { count: keys.length, sizeBytes, known }
}

/** false: it cannot be read. */
async function copyBlob(blob: OpenBlob, to: BlobStore, key: BlobKey): Promise<boolean> {
  let isRead = true
  const parts = async function* (): AsyncGenerator<Buffer> {
    try {
      yield* blob.stream(null)
    } catch (problem) {
      isRead = false
      throw problem
    }
  }
  const staged = await to.stage(parts()).catch((problem: unknown) => {
    if (isRead) throw problem
    return null
  })
  if (staged === null) return false
  await staged.commit(key, 'durable').finally(() => staged.discard())
  const stored = await to.stat(key)
  if (stored?.sizeBytes === blob.sizeBytes) return true
  throw new StartupProblem(`The copy of ${key} has not the size of the original. Start again; nothing is lost.`)
}

function notGiven(keys: readonly BlobKey[], folder: string): StartupProblem {
  const [paths, these] = [keys.map((key) => join(folder, key)).join(', '), keys.length === 1 ? 'this' : 'these']
  return new StartupProblem(
    `The disk does not give ${paths}. All else is in the bucket, and no row was moved. Take ${these} out of ${folder} and start again: what was in ${these} can then not be played.`,
  )
}

async function using<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** What people are told once all is there, and how they go on. */
export function movedText({ tables, blobs }: MigrationReport, dataDir: string): string {
  const lines = ['table                     rows  hash in SQLite    hash in PostgreSQL']
  for (const { name, source, target } of tables) {
    const hashes = [source, target].map(({ hash }) => hash.slice(0, 16)).join('  ')
    lines.push(`${name.padEnd(22)}${String(target.rows).padStart(8)}  ${hashes}`)
  }
  lines.push('', blobs === null ? `Recordings and pictures stay in ${dataDir}.` : blobLine(blobs))
  // What is copied lies in the folder too: without them a hub would go on there, and say nothing.
  const bucket = blobs === null ? '' : ', and S3_* as they were for this'
  lines.push(
    `The database was copied, and both sides are equal. Start the hub with DATABASE_URL set to the new one${bucket}:`,
  )
  lines.push('without it no hub starts on the old rows any more.')
  return lines.join('\n')
}

function blobLine({ count, sizeBytes, known }: BlobCopy): string {
  const size = `${(sizeBytes / 1024 ** 2).toFixed(1)} MB`
  return `${count} recordings and pictures (${size}) are in the bucket, ${known} of them from an earlier try.`
}
