import type { LastSeen } from '../cameras/last-seen'
import type { CameraServices } from '../cameras/services'
import type { Assistant } from './assistant'
import type { Describer } from './descriptions/describer'
import type { LlmConfig } from './model/llm-config'

/** What answering questions, and describing events, works with. */
export type AssistantServices = CameraServices & {
  readonly assistant: Assistant
  /** The language model that takes pictures; null: there is none. */
  readonly vision: LlmConfig | null
  /** null where `vision` is. */
  readonly describer: Describer | null
}

/** What a search reads with. */
export type SearchSources = Pick<AssistantServices, 'db' | 'clock' | 'snapshotPace'> & {
  readonly lastSeen: Pick<LastSeen, 'over'>
}
