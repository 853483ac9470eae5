import type { EventWatch } from '../events/event-watch'
import type { EvidenceServices } from '../evidence/services'
import type { StorageServices } from '../storage/services'

/** What stores and lists recordings. */
export type RecordingServices = StorageServices &
  EvidenceServices & {
    /** Whether a language model takes pictures here: stills of clips are kept for it. */
    readonly hasVision: boolean
    readonly eventWatch: EventWatch
  }
