import type { StorageServices } from '../storage/services'
import type { StatusSources } from './camera-status'
import type { PersonModelShelf } from './person-model/person-model'

/** What cameras are shown and watched with. */
export type CameraServices = StorageServices &
  StatusSources & {
    /** null: cameras use the built-in detector. */
    readonly personModel: PersonModelShelf | null
  }
