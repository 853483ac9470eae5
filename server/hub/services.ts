import type { AssistantServices } from '../assistant/services'
import type { BillingServices } from '../billing/services'
import type { CameraServices } from '../cameras/services'
import type { EvidenceServices } from '../evidence/services'
import type { Authentication } from '../http/auth'
import type { Reach } from '../http/reach'
import type { LiveServices } from '../live/services'
import type { MqttPublisher } from '../mqtt/publisher'
import type { NotificationServices } from '../notifications/services'
import type { Peers } from '../peers/peers'
import type { FilmReader } from '../recordings/facts/film-reader'
import type { RecordingServices } from '../recordings/services'
import type { ShareServices } from '../shares/services'
import type { SignInServices } from '../sign-in/services'
import type { SnapshotServices } from '../snapshots/services'
import type { WebhookServices } from '../webhooks/services'
import type { WorkspaceServices } from '../workspace/services'
import type { Config } from './config'
import type { Jobs } from './jobs'
import type { Metrics } from './metrics'
import type { OwnProcess } from './processes/own-process'

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
  WebhookServices &
  Authentication & {
    readonly config: Config
    /** null: nobody knows. */
    readonly version: string | null
    readonly reach: Reach
    readonly jobs: Jobs
    readonly metrics: Metrics
    readonly films: FilmReader
    /** null: there is no broker. */
    readonly mqtt: MqttPublisher | null
    readonly peers: Peers
    /** null: the hub has one. */
    readonly ownProcess: OwnProcess | null
  }
