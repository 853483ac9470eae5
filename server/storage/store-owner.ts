import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Db } from '../db/schema'
import { secretIn } from '../db/sqlite-copy'
import { StartupProblem } from '../lib/startup-problem'
import { listLatestBlobKeys } from './blob-rows'
import type { BlobStore } from './blobs'
import { findSecret, keepSecret, replaceSecret } from './hub-secret-rows'
import type { StoreConfig } from './stores-config'

const NAME = 'installation'
/** A few recordings may be lost, and a start is not to look for all. */
const LOOKED_FOR = 20

interface Store {
  readonly config: StoreConfig
  readonly db: Db
  readonly blobs: Pick<BlobStore, 'owner' | 'markAs' | 'stat' | 'listSetAside'>
}

/** A loss of power, or a store whose writes can be seen half done, leaves it. A hand does where recordings are lost. */
const EMPTY = ''

/**
 * Makes sure that the recordings belong to this database: to any other they are files without a row, and would be set
 * aside. Only SQLite with files takes over what it finds, as both lie in one folder that one hub holds: there, another
 * database means that the old one was lost. Nor is a store marked that has none of the recordings, as the folder of a
 * disk that is not mounted. Rejects with StartupProblem.
 */
export async function claimStore(store: Store): Promise<void> {
  const owner = await ownerOf(store.db)
  if (!(await isMarkedAs(owner, store))) await store.blobs.markAs(owner)
}

/** null: the database has had none yet. */
export function ownerNoted(db: Db): Promise<string | null> {
  return findSecret(db, NAME)
}

/** For tools: refuses what the hub would refuse, and marks nothing. */
export async function requireStore(store: Store): Promise<void> {
  await isMarkedAs(await ownerNoted(store.db), store)
}

/** `owner`: of the database; null: it has had none yet. false: the store may be marked so. */
async function isMarkedAs(owner: string | null, { config, db, blobs }: Store): Promise<boolean> {
  const known = await blobs.owner()
  if (known !== null && known === owner) return true
  if (known !== null && known !== EMPTY && !isTakenOver(config)) throw anothers(config)
  if (known !== EMPTY && !(await areRecordingsThere(db, blobs))) throw withoutRecordings(config)
  return false
}

/**
 * Whether a store holds any of the latest recordings, or has set it aside; true where there are none. An absent disk
 * leaves an empty folder in its place, and a bucket may be named that has none of them.
 */
export async function areRecordingsThere(db: Db, blobs: Pick<BlobStore, 'stat' | 'listSetAside'>): Promise<boolean> {
  const keys = await listLatestBlobKeys(db, LOOKED_FOR)
  for (const key of keys) if ((await blobs.stat(key)) !== null) return true
  if (keys.length === 0) return true
  const aside = new Set(await blobs.listSetAside())
  return keys.some((key) => aside.has(key))
}

/** Refuses a bucket of another database before the own one is opened. `owner`: by what that is marked; null: nothing yet. */
export async function requireOwnStore({
  config,
  owner,
  blobs,
}: Pick<Store, 'config'> & {
  readonly owner: string | null
  readonly blobs: Pick<BlobStore, 'owner'>
}): Promise<void> {
  const known = await blobs.owner()
  if (known === null || known === EMPTY || isTakenOver(config)) return
  if (known !== owner) throw anothers(config)
}

/** By what the store of the SQLite in a folder is marked, whatever its version; null: it has had none yet. */
export function ownerIn(dataDir: string): string | null {
  return secretIn(dataDir, NAME)
}

function isTakenOver({ databaseUrl, s3 }: StoreConfig): boolean {
  return databaseUrl === null && s3 === null
}

function anothers({ dataDir, s3 }: StoreConfig): StartupProblem {
  const owner = 'delete “owner” there: recordings without a row are then moved to lost/'
  return new StartupProblem(
    s3 === null
      ? `The recordings in ${join(dataDir, 'blobs')} belong to another database. Move that one with npm run hub:migrate, or set another DATA_DIR; if that database is lost, or a hub was started here without DATABASE_URL, ${owner}, and those with one come back from there.`
      : `The recordings in the bucket ${s3.bucket} belong to another database. Set another S3_BUCKET; if that database is lost, ${owner}.`,
  )
}

/** Of time: a disk may be mounted after the hub's start. */
export function withoutRecordings({ dataDir, s3 }: Pick<StoreConfig, 'dataDir' | 's3'>): StartupProblem {
  const none = 'None of the latest recordings that the database names is in'
  return new StartupProblem(
    s3 === null
      ? `${none} ${join(dataDir, 'blobs')} (is its disk mounted?). If they are lost, make an empty file “owner” there: the hub then goes on without them.`
      : `${none} the bucket ${s3.bucket}. Set the S3_BUCKET that has them; if they are lost, put an empty object “owner” there: the hub then goes on without them.`,
    'time',
  )
}

/** The recordings of one database become those of its copy. */
export async function moveOwnership(from: Db, to: Db): Promise<void> {
  await replaceSecret(to, NAME, await ownerOf(from))
}

function ownerOf(db: Db): Promise<string> {
  return keepSecret(db, NAME, randomUUID())
}
