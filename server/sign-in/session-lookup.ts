import { Batched } from '../db/batched'
import { CompiledByIds, type IdInWorkspace } from '../db/compiled-by-ids'
import type { Db } from '../db/schema'
import { findSessionMembers, type SessionMember } from './session-rows'

/** Who asks, which each request looks up, by the hundreds a second. */
export class SessionLookup {
  readonly #members: Batched<IdInWorkspace, SessionMember | null>

  constructor(db: Db) {
    const find = new CompiledByIds(db, findSessionMembers)
    this.#members = new Batched(db, async (asked) => {
      const rows = await find.run(asked)
      return asked.map(({ id, workspaceId }) =>
        memberOf(
          rows.filter((row) => row.id === id),
          workspaceId,
        ),
      )
    })
  }

  /** null: there is no such session any more. Without tier and role: its user is no member of the workspace. */
  member(sessionId: string, workspaceId: string): Promise<SessionMember | null> {
    return this.#members.ask({ id: sessionId, workspaceId })
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
