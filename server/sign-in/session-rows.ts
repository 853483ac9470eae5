import { type Compilable, type RawBuilder, sql } from 'kysely'
import type { Role } from '../../src/contract/members'
import type { Tier } from '../../src/contract/plans'
import type { Db, RefreshTokenTable, SessionTable } from '../db/schema'
import { CLOCKS_APART_MS } from '../lib/clock'

export async function insertSession(db: Db, session: Omit<SessionTable, 'revoked_at' | 'last_seen_at'>): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ ...session, revoked_at: null, last_seen_at: session.created_at })
    .execute()
}

export async function findLiveSession(db: Db, sessionId: string): Promise<SessionTable | undefined> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

/** `condition` is that of `relaxed`. Two hubs may write at once, and one of them late: the later time stays. */
export async function noteSessionsSeen(
  db: Db,
  ids: readonly string[],
  atMs: number,
  condition: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: atMs })
    .where('id', 'in', ids)
    .where((row) => row.or([row('last_seen_at', '<', atMs), row('last_seen_at', '>', atMs + CLOCKS_APART_MS)]))
    .where(sql<boolean>`${condition}`)
    .execute()
}

/** Whose a session is, and what that user is in the workspace that was asked for; nulls: no member of it. */
export interface SessionMember {
  readonly user_id: string
  readonly tier: Tier | null
  readonly role: Role | null
}

/** Of live sessions. A row for each of the workspaces asked for that a session's user is a member of, or one without. */
export function findSessionMembers(
  db: Db,
  sessionIds: readonly string[],
  workspaceIds: readonly string[],
): Compilable<SessionMember & { readonly id: string; readonly workspace_id: string | null }> {
  return db
    .selectFrom('sessions')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.user_id', '=', 'sessions.user_id').on('memberships.workspace_id', 'in', workspaceIds),
    )
    .leftJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select(['sessions.id', 'sessions.user_id', 'memberships.workspace_id', 'workspaces.tier', 'memberships.role'])
    .where('sessions.id', 'in', sessionIds)
    .where('sessions.revoked_at', 'is', null)
}

/** Of a user, in all workspaces: what somebody could go on with. The last seen first. */
export async function listOpenSessions(db: Db, userId: string, byMs: number): Promise<SessionTable[]> {
  return db
    .selectFrom('sessions')
    .selectAll('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('refresh_tokens')
          .select('token_hash')
          .whereRef('refresh_tokens.session_id', '=', 'sessions.id')
          .where('refresh_tokens.expires_at', '>', byMs),
      ),
    )
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export interface EndedSessions {
  /** Refresh tokens that are good no longer by then count for nothing. */
  readonly byMs: number
  readonly begunBeforeMs: number
  readonly limit: number
}

/** Those that began before a time, and those without a token that is good: a revoked one has none. */
export async function listEndedSessions(
  db: Db,
  { byMs, begunBeforeMs, limit }: EndedSessions,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where(({ or, not, exists, eb, selectFrom }) =>
      or([
        eb('created_at', '<', begunBeforeMs),
        not(
          exists(
            selectFrom('refresh_tokens')
              .select('token_hash')
              .whereRef('refresh_tokens.session_id', '=', 'sessions.id')
              .where('refresh_tokens.expires_at', '>', byMs),
          ),
        ),
      ]),
    )
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** With their tokens. Call it inside a transaction. */
export async function deleteSessions(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('refresh_tokens').where('session_id', 'in', ids).execute()
  await db.deleteFrom('sessions').where('id', 'in', ids).execute()
}

export async function insertRefreshToken(db: Db, token: Omit<RefreshTokenTable, 'rotated_at'>): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .values({ ...token, rotated_at: null })
    .execute()
}

export async function findRefreshToken(db: Db, tokenHash: string): Promise<RefreshTokenTable | undefined> {
  return db.selectFrom('refresh_tokens').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Marks the first use of a token; later uses leave the mark as it is. */
export async function markRotated(db: Db, tokenHash: string, nowMs: number): Promise<void> {
  await db
    .updateTable('refresh_tokens')
    .set({ rotated_at: nowMs })
    .where('token_hash', '=', tokenHash)
    .where('rotated_at', 'is', null)
    .execute()
}

/** Forgets tokens of a session that expired, and those exchanged so long ago that a thief would have used them. */
export async function deleteOldTokens(db: Db, sessionId: string, byMs: number, rotatedBeforeMs: number): Promise<void> {
  await db
    .deleteFrom('refresh_tokens')
    .where('session_id', '=', sessionId)
    .where((token) => token.or([token('expires_at', '<=', byMs), token('rotated_at', '<=', rotatedBeforeMs)]))
    .execute()
}
