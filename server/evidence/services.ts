import type { Ground } from '../db/ground'
import type { HubKey } from './hub-key'

/** What works with proofs of recordings. */
export type EvidenceServices = Ground & { readonly hubKey: HubKey }
