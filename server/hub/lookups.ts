import { findCameras } from '../cameras/camera-rows'
import { Batched } from '../db/batched'
import type { CameraTable, Db } from '../db/schema'
import { findSessionMembers, type SessionMember } from '../sign-in/session-rows'

interface MemberQuestion {
  readonly sessionId: string
  readonly workspaceId: string
}

interface CameraQuestion {
  readonly workspaceId: string
  readonly cameraId: string
}

/** What requests look up by the hundreds a second: who asks, and for which camera. */
export class Lookups {
  readonly #members: Batched<MemberQuestion, SessionMember | null>
  readonly #cameras: Batched<CameraQuestion, CameraTable | null>

  constructor(db: Db) {
    this.#members = new Batched(db, async (asked) => {
      const rows = await findSessionMembers(db, asked)
      return asked.map(({ sessionId, workspaceId }) =>
        memberOf(
          rows.filter((row) => row.id === sessionId),
          workspaceId,
        ),
      )
    })
    this.#cameras = new Batched(db, async (asked) => {
      const rows = await findCameras(db, asked)
      return asked.map(
        ({ workspaceId, cameraId }) =>
          rows.find((row) => row.id === cameraId && row.workspace_id === workspaceId) ?? null,
      )
    })
  }

  /** null: there is no such session any more. Without tier and role: its user is no member of the workspace. */
  member(sessionId: string, workspaceId: string): Promise<SessionMember | null> {
    return this.#members.ask({ sessionId, workspaceId })
  }

  /** null: the workspace has no such camera. */
  camera(workspaceId: string, cameraId: string): Promise<CameraTable | null> {
    return this.#cameras.ask({ workspaceId, cameraId })
  }
}

function memberOf(
  ofSession: readonly (SessionMember & { readonly workspace_id: string | null })[],
  workspaceId: string,
) {
  const [any] = ofSession
  if (any === undefined) return null
  return ofSession.find((row) => row.workspace_id === workspaceId) ?? { ...any, tier: null, role: null }
}
