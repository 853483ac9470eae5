import type { LiveRequest } from '../../src/contract/live/live'
import type { Tier } from '../../src/contract/plans'
import type { FarPorts } from './far/far-ports'
import type { Viewer } from './tab'

/** Whether a camera may be looked through, as its row says. */
export type CameraState = 'open' | 'live-off' | 'no-camera'

export interface RoomPorts {
  /** Reads the camera's row. */
  readonly cameraState: (cameraId: string) => Promise<CameraState>
  /** For the answer about a look. */
  readonly lookLimitMs: number
  /** The database did not answer. */
  readonly noteUnread: (problem: unknown) => void
  readonly nextRelayId: () => number
  readonly nowMs: () => number
  /** Viewings that began, or (negative) ended. */
  readonly noteViewings: (more: number) => void
  readonly noteRelayed: (bytes: number) => void
  /** null: this hub is alone. */
  readonly far: FarPorts | null
}

/** What somebody asks to look through. */
export interface ViewRequest {
  readonly viewer: Viewer
  readonly request: Pick<Extract<LiveRequest, { kind: 'view' }>, 'viewingId' | 'cameraId' | 'size' | 'offer'>
  /** Another program: it takes one whole answer, and cannot say whether it listens. */
  readonly isProgram: boolean
  /** Reads their plan; null: they may look no more. */
  readonly tierNow: () => Promise<Tier | null>
}
