import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Db } from '../db/schema'
import { secretIn } from '../db/sqlite-copy'
import { StartupProblem } from '../lib/startup-problem'
import type { BlobStore } from './blobs'
import { findSecret, keepSecret, replaceSecret } from './hub-secret-rows'
import type { StoreConfig } from './stores-config'

const NAME = 'installation'

interface Store {
  readonly config: StoreConfig
  readonly blobs: Pick<BlobStore, 'owner' | 'markAs'>
}

/**
 * Makes sure that the recordings belong to this database: to any other they are files without a row, and would be set
 * aside. Only SQLite with files takes over what it finds, as both lie in one folder that one hub holds: there, another
 * database means that the old one was lost. Rejects with StartupProblem.
 */
export async function claimStore({ config, db, blobs }: Store & { readonly db: Db }): Promise<void> {
  const owner = await ownerOf(db)
  const known = await blobs.owner()
  if (known === owner) return
  if (known !== null && !isTakenOver(config)) throw anothers(config)
  await blobs.markAs(owner)
}

/** For tools: refuses what the hub would refuse, and marks nothing. `owner`: of the database. */
export async function requireOwnStore({
  config,
  owner,
  blobs,
}: Store & { readonly owner: string | null }): Promise<void> {
  const known = await blobs.owner()
  if (known === null || isTakenOver(config)) return
  if (known !== owner) throw anothers(config)
}

/** By what its store is marked; null: it has had none yet. */
export function findOwner(db: Db): Promise<string | null> {
  return findSecret(db, NAME)
}

/** The same of the SQLite in a folder, whatever its version. */
export function ownerIn(dataDir: string): string | null {
  return secretIn(dataDir, NAME)
}

function isTakenOver({ databaseUrl, s3 }: StoreConfig): boolean {
  return databaseUrl === null && s3 === null
}

function anothers({ dataDir, s3 }: StoreConfig): StartupProblem {
  const lost = 'if that database is lost, delete “owner” there: its recordings are then moved to lost/'
  return new StartupProblem(
    s3 === null
      ? `The recordings in ${join(dataDir, 'blobs')} belong to another database. Move that one with npm run hub:migrate, or set another DATA_DIR; ${lost}.`
      : `The recordings in the bucket ${s3.bucket} belong to another database. Set another S3_BUCKET; ${lost}.`,
  )
}

/** The recordings of one database become those of its copy. */
export async function moveOwnership(from: Db, to: Db): Promise<void> {
  await replaceSecret(to, NAME, await ownerOf(from))
}

function ownerOf(db: Db): Promise<string> {
  return keepSecret(db, NAME, randomUUID())
}
