import type { AssistantServices } from '../assistant/services'
import type { BillingServices } from '../billing/services'
import type { CameraServices } from '../cameras/services'
import type { EvidenceServices } from '../evidence/services'
import type { Authentication } from '../http/auth'
import type { Reach } from '../http/reach'
import type { LiveServices } from '../live/services'
import type { NotificationServices } from '../notifications/services'
import type { FilmReader } from '../recordings/facts/film-reader'
import type { RecordingServices } from '../recordings/services'
import type { ShareServices } from '../shares/services'
import type { SignInServices } from '../sign-in/services'
import type { SnapshotServices } from '../snapshots/services'
import type { WorkspaceServices } from '../workspace/services'
import type { Config } from './config'
import type { Jobs } from './jobs'
import type { Metrics } from './metrics'

/** What a hub is made of: all that its subjects work with, and what is the hub's own. */
export type Services = SignInServices &
  BillingServices &
  NotificationServices &
  CameraServices &
  SnapshotServices &
  RecordingServices &
  WorkspaceServices &
  AssistantServices &
  LiveServices &
  ShareServices &
  EvidenceServices &
  Authentication & {
    readonly config: Config
    readonly reach: Reach
    readonly jobs: Jobs
    readonly metrics: Metrics
    readonly films: FilmReader
  }
