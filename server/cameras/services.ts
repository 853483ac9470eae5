import type { EventWatch } from '../events/event-watch'
import type { StorageServices } from '../storage/services'
import type { StatusSources } from './camera-status'
import type { LastSeen } from './last-seen'
import type { PersonModelShelf } from './person-model/person-model'

/** Whoever must know at once that a camera is another now: live view, and who has events described. */
export interface CameraWatch {
  /** After the commit; resolves when it was acted upon. Never rejects. */
  noteCameraChange(workspaceId: string, cameraId: string): Promise<void>
}

/** What cameras are shown and watched with. */
export type CameraServices = StorageServices &
  StatusSources & {
    /** null: cameras use the built-in detector. */
    readonly personModel: PersonModelShelf | null
    readonly cameraWatch: CameraWatch
    readonly eventWatch: EventWatch
    readonly lastSeen: LastSeen
    /** Whether a language model takes pictures here. */
    readonly hasVision: boolean
  }
