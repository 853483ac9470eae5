import type { StorageServices } from '../storage/services'

/** What recordings come in with. */
export type RecordingServices = StorageServices & {
  /** Whether a language model takes pictures here: stills of clips are kept for it. */
  readonly hasVision: boolean
}
