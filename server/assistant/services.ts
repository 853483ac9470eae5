import type { CameraServices } from '../cameras/services'
import type { Assistant } from './assistant'

/** What answering questions works with. */
export type AssistantServices = CameraServices & { readonly assistant: Assistant }

/** What a search reads with. */
export type SearchSources = Pick<AssistantServices, 'db' | 'clock' | 'snapshotPace'>
