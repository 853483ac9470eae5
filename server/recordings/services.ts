import type { EvidenceServices } from '../evidence/services'
import type { StorageServices } from '../storage/services'

/** What stores and lists recordings. */
export type RecordingServices = StorageServices & EvidenceServices
