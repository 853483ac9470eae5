import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { MINUTE_MS } from '../../../src/lib/durations'
import type { Db } from '../../db/schema'
import type { Job } from '../../lib/job'
import { StartupProblem } from '../../lib/startup-problem'
import type { BlobStore } from '../blobs'
import { hasCode } from '../move-file'
import type { StoreConfig } from '../stores-config'
import { findPostgresInstance } from './instance-rows'

/** In the data folder, and in no backup of it. */
const FILE = 'instance'
const NOTED_EVERY_MS = 5 * MINUTE_MS
/** A hub that has said nothing for so long is gone. */
const SILENT_MS = 3 * NOTED_EVERY_MS
/** A store that is away must not keep a hub from its end. */
const END_LIMIT_MS = 1_000

export interface StoreUseServices {
  readonly config: StoreConfig
  readonly db: Db
  readonly blobs: Pick<BlobStore, 'uses'>
}

/**
 * Keeps a copy of a hub, as a backup that is tried out, from the bucket that the hub uses: of what came after the copy
 * was made it has no rows, and would set it aside, and what it deletes would be gone from the hub. Whoever makes one calls
 * `end`.
 */
export class StoreUse {
  readonly #services: StoreUseServices
  #claimed: string | null = null

  constructor(services: StoreUseServices) {
    this.#services = services
  }

  /** Rejects with StartupProblem while another copy uses the store. */
  async claim(): Promise<void> {
    const { config, blobs } = this.#services
    const instance = await instanceOf(this.#services)
    if (blobs.uses === null || instance === null) return
    // One that is refused again and again must not keep the other from its next start.
    if (await blobs.uses.hasOther(instance, SILENT_MS)) throw inUse(config)
    // Without room for that it goes on: what is too old goes from the bucket only while a hub runs.
    await blobs.uses.note(instance)
    this.#claimed = instance
    // Of two that start at once none must pass the other by.
    if (await blobs.uses.hasOther(instance, SILENT_MS)) throw inUse(config)
  }

  /** With it a copy may start at once, unless others on the same PostgreSQL go on. */
  async end(): Promise<void> {
    const { uses } = this.#services.blobs
    if (uses === null || this.#claimed === null) return
    const limit = new AbortController()
    const ended = uses.end(this.#claimed).catch(() => undefined)
    await Promise.race([ended, delay(END_LIMIT_MS, undefined, { signal: limit.signal }).catch(() => undefined)])
    limit.abort()
  }
}

/** A hub that runs says so from time to time. */
export function storeUseJob(services: StoreUseServices): Job {
  return {
    name: 'store-use',
    everyMs: NOTED_EVERY_MS,
    async run() {
      const instance = await instanceOf(services)
      if (instance === null || services.blobs.uses === null) return
      if (!(await services.blobs.uses.note(instance)))
        throw new Error('there is no room to say that this hub uses the bucket')
    },
  }
}

/** null: nothing tells a copy from this one. */
async function instanceOf({ config, db }: StoreUseServices): Promise<string | null> {
  return config.databaseUrl === null ? folderInstance(config.dataDir) : findPostgresInstance(db)
}

async function folderInstance(dataDir: string): Promise<string> {
  const path = join(dataDir, FILE)
  const kept = await readFile(path, 'utf8').catch((problem: unknown) => {
    if (hasCode(problem, 'ENOENT')) return ''
    throw problem
  })
  if (kept !== '') return kept
  const instance = randomUUID()
  await writeFile(path, instance, { mode: 0o600, flush: true })
  return instance
}

function inUse({ s3 }: StoreConfig): StartupProblem {
  return new StartupProblem(
    `Another copy of this hub uses the bucket ${s3?.bucket ?? ''}, or did within the last 15 minutes. Stop that one, or name a copy of the bucket with S3_BUCKET. Where that one is gone, wait: after 15 minutes this one starts.`,
    'time',
  )
}
