import { Batched } from '../db/batched'
import type { Db } from '../db/schema'
import { findSessionMembers, type SessionMember } from './session-rows'

interface Question {
  readonly sessionId: string
  readonly workspaceId: string
}

/** Who asks, which each request looks up, by the hundreds a second. */
export class SessionLookup {
  readonly #members: Batched<Question, SessionMember | null>

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
  }

  /** null: there is no such session any more. Without tier and role: its user is no member of the workspace. */
  member(sessionId: string, workspaceId: string): Promise<SessionMember | null> {
    return this.#members.ask({ sessionId, workspaceId })
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
