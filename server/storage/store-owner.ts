import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Db } from '../db/schema'
import { StartupProblem } from '../lib/startup-problem'
import type { BlobStore } from './blobs'
import { keepSecret, replaceSecret } from './hub-secret-rows'
import type { StoreConfig } from './stores-config'

const NAME = 'installation'

/**
 * Makes sure that the recordings belong to this database: to any other they are files without a row, and would be set
 * aside. Only SQLite with files takes over what it finds, as both lie in one folder that one hub holds: there, another
 * database means that the old one was lost.
 */
export async function claimStore({
  config,
  db,
  blobs,
}: {
  readonly config: StoreConfig
  readonly db: Db
  readonly blobs: BlobStore
}): Promise<void> {
  const owner = await ownerOf(db)
  const isTakenOver = config.databaseUrl === null && config.s3 === null
  if (await blobs.claim(owner, isTakenOver)) return
  const lost = 'if that database is lost, delete “owner” there: its recordings are then moved to lost/'
  throw new StartupProblem(
    config.s3 === null
      ? `The recordings in ${join(config.dataDir, 'blobs')} belong to another database. Move that one with npm run hub:migrate, or set another DATA_DIR; ${lost}.`
      : `The recordings in the bucket ${config.s3.bucket} belong to another database. Set another S3_BUCKET; ${lost}.`,
  )
}

/** The recordings of one database become those of its copy. */
export async function moveOwnership(from: Db, to: Db): Promise<void> {
  await replaceSecret(to, NAME, await ownerOf(from))
}

function ownerOf(db: Db): Promise<string> {
  return keepSecret(db, NAME, randomUUID())
}
