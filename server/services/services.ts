import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config'
import type { Db } from '../db/schema'
import type { AccessTokens } from './access-tokens'
import type { BlobStore } from './blobs'
import type { Clock } from './clock'
import type { Jobs } from './jobs'
import type { Mailer } from './mailer'
import type { MediaLinks } from './media-links'
import type { Keys } from './secret'
import type { SnapshotPace } from './snapshot-pace'

/** What routes work with. */
export interface Services {
  readonly config: Config
  readonly clock: Clock
  readonly mailer: Mailer
  readonly keys: Keys
  readonly db: Db
  readonly blobs: BlobStore
  readonly links: MediaLinks
  readonly accessTokens: AccessTokens
  readonly snapshotPace: SnapshotPace
  readonly jobs: Jobs
  readonly log: FastifyBaseLogger
}
