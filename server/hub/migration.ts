import type { FastifyBaseLogger } from 'fastify'
import { copyTables, firstFilledTable, type TableCopy } from '../db/copy-tables'
import { lockFolder } from '../db/folder-lock'
import { lookAt, openDatabase } from '../db/open'
import type { Db } from '../db/schema'
import { placeOf } from '../db/unreachable'
import type { OnProgress } from '../lib/progress'
import { StartupProblem } from '../lib/startup-problem'
import type { BlobStore } from '../storage/blobs'
import {
  confirmRowsMoved,
  forgetRowsMoved,
  markRowsMoved,
  requireRowsHere,
  requireRowsToMove,
} from '../storage/rows-mark'
import { type BlobCopy, blobLine, fillBucket } from '../storage/s3/bucket-copy'
import { markRecordingsMoved, recordingsMovedTo, requireRecordingsHere } from '../storage/s3/recordings-mark'
import { openS3Blobs } from '../storage/s3/s3-blobs'
import { shareSecret } from '../storage/secret'
import { claimStore, moveOwnership, ownerIn, ownerNoted, requireOwnStore } from '../storage/store-owner'
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

/**
 * Copies a hub from SQLite to an empty PostgreSQL, all rows or none. The old rows stay as they were, behind a mark that
 * keeps a hub from starting on them. Rejects with StartupProblem when either cannot be used or the two differ afterwards
 * (OPS-06).
 */
export async function migrateHub(migration: Migration): Promise<MigrationReport> {
  const { dataDir, to, s3, onUpgrade } = migration
  requireHub({ dataDir, databaseUrl: null })
  if (s3 === null) await requireRecordingsHere(dataDir)
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
  const { dataDir, s3 } = migration
  // Those that were moved before are there, and what was deleted since must not come back from the files that were left.
  const isFilled = (await recordingsMovedTo(dataDir)) !== null
  const blobs = bucket === null || isFilled ? null : await fillBucket(bucket, source, migration)
  return { tables: await moveRows(migration, { source, target }, isFilled ? null : s3), blobs }
}

/**
 * The marks are written before the rows are there for good: where they cannot be, none is moved, and where nobody knows whether
 * they were, nothing starts on the old ones, or the old files, without a word, and the same move once more finds out.
 */
async function moveRows(
  { dataDir, to }: Migration,
  { source, target }: Omit<Ends, 'bucket'>,
  filled: S3Config | null,
): Promise<TableCopy[]> {
  const place = placeOf(to)
  const moved = await target.transaction().execute(async (transaction) => {
    const copies = await copyTables(source, transaction)
    requireEqual(copies)
    await shareSecret(dataDir, transaction)
    await moveOwnership(source, transaction)
    await markRowsMoved(dataDir, place)
    if (filled !== null)
      await markRecordingsMoved(dataDir, filled.bucket).catch(async (problem: unknown) => {
        await forgetRowsMoved(dataDir)
        throw problem
      })
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

async function using<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** What people are told once all is there, and how they go on. */
export function movedText({ tables, blobs }: MigrationReport): string {
  const lines = ['table                     rows  hash in SQLite    hash in PostgreSQL']
  for (const { name, source, target } of tables) {
    const hashes = [source, target].map(({ hash }) => hash.slice(0, 16)).join('  ')
    lines.push(`${name.padEnd(22)}${String(target.rows).padStart(8)}  ${hashes}`)
  }
  lines.push('', blobs === null ? 'Recordings and pictures stay where they are.' : blobLine(blobs))
  // What is copied lies in the folder too: without them a hub would go on there, and say nothing.
  const bucket = blobs === null ? '' : ', and S3_* as they were for this'
  lines.push(
    `The database was copied, and both sides are equal. Start the hub with DATABASE_URL set to the new one${bucket}:`,
  )
  lines.push('without it no hub starts on the old rows any more.')
  return lines.join('\n')
}

export interface RecordingsMove {
  readonly dataDir: string
  /** null: SQLite, in the folder. */
  readonly databaseUrl: string | null
  readonly s3: S3Config
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  /** Gets the path of the copy that was made before the rows were brought up to date. */
  readonly onUpgrade: (copy: string) => void
  readonly onProgress?: OnProgress
}

/**
 * Copies the recordings and pictures of a stopped hub into a bucket; its rows stay where they are. The folder's stay as well,
 * behind a mark that keeps a hub from going on with them. What was cut off goes on where it was. Rejects with StartupProblem
 * (OPS-06).
 */
export async function moveRecordings(move: RecordingsMove): Promise<BlobCopy> {
  const { dataDir, databaseUrl, s3, log, onUpgrade } = move
  requireHub(move)
  await requireRowsHere(move)
  // What was deleted since would come back from the files that were left.
  await requireRecordingsHere(dataDir)
  const unlock = await lockFolder(dataDir)
  try {
    const config = { dataDir, databaseUrl, s3 }
    const bucket = await openS3Blobs(s3, dataDir, log)
    // Whoever names another hub's bucket, or database, must find it as it was.
    const owner = databaseUrl === null ? ownerIn(dataDir) : await lookAt(databaseUrl, ownerNoted)
    await requireOwnStore({ config, owner, blobs: bucket })
    return await using(await openDatabase(dataDir, databaseUrl, { onUpgrade }), async (db) => {
      const copy = await fillBucket(bucket, db, move)
      await claimStore({ config, db, blobs: bucket })
      await markRecordingsMoved(dataDir, s3.bucket)
      return copy
    })
  } finally {
    unlock()
  }
}

/** What people are told once all is there, and how they go on. */
export function recordingsMovedText(copy: BlobCopy, dataDir: string): string {
  return [
    blobLine(copy),
    'Start the hub with S3_* as they were for this: without them no hub starts on the old files any more.',
    `Once it runs, what lies in ${dataDir}/blobs is not used any more.`,
  ].join('\n')
}
