import type { FastifyBaseLogger } from 'fastify'
import type { Assistant } from '../assistant/assistant'
import type { Billing } from '../billing/billing'
import type { PersonModelShelf } from '../cameras/person-model/person-model'
import type { Db } from '../db/schema'
import type { Clock } from '../lib/clock'
import type { Mailer } from '../lib/mailer'
import type { Webhooks } from '../notifications/sending/webhooks'
import type { AccessTokens } from '../sign-in/access-tokens'
import type { SnapshotNotes } from '../snapshots/snapshot-notes'
import type { SnapshotPace } from '../snapshots/snapshot-pace'
import type { BlobStore } from '../storage/blobs'
import type { MediaLinks } from '../storage/media-links'
import type { Keys } from '../storage/secret'
import type { ExportLinks } from '../workspace/export-links'
import type { ExportPlaces } from '../workspace/export-places'
import type { Config } from './config'
import type { Jobs } from './jobs'
import type { Lookups } from './lookups'
import type { Metrics } from './metrics'

/** What routes work with. */
export interface Services {
  readonly config: Config
  readonly clock: Clock
  readonly mailer: Mailer
  readonly keys: Keys
  readonly db: Db
  readonly blobs: BlobStore
  readonly links: MediaLinks
  readonly exportLinks: ExportLinks
  readonly exportPlaces: ExportPlaces
  readonly accessTokens: AccessTokens
  readonly snapshotPace: SnapshotPace
  readonly snapshotNotes: SnapshotNotes
  readonly lookups: Lookups
  readonly billing: Billing
  readonly assistant: Assistant
  readonly webhooks: Webhooks
  /** null: cameras use the built-in detector. */
  readonly personModel: PersonModelShelf | null
  readonly jobs: Jobs
  readonly metrics: Metrics
  readonly log: FastifyBaseLogger
}
