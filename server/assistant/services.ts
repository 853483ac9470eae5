import type { CameraServices } from '../cameras/services'
import type { Assistant } from './assistant'

/** What answering questions works with. */
export type AssistantServices = CameraServices & { readonly assistant: Assistant }
