import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { TokenPair } from '../../src/contract/auth'
import type { Db, SessionTable, UserTable } from '../db/schema'
import { refreshRejected } from '../errors'
import { findFirstWorkspaceId, findUser, findUserByEmail, insertAccount } from '../repositories/people'
import {
  deleteOldTokens,
  findLiveSession,
  findRefreshToken,
  insertRefreshToken,
  insertSession,
  markRotated,
  revokeSession,
} from '../repositories/sessions'
import type { Services } from './services'

const REFRESH_LIFETIME_MS = 90 * 24 * 3_600_000
/** Two tabs that wake together send the same token (design 7.3). */
const RACE_MS = 10_000
/** An exchanged token is remembered this long, so that its reuse ends the session. */
const ROTATED_KEPT_MS = 7 * 24 * 3_600_000
const TOKEN_BYTES = 32

export interface SignedIn extends TokenPair {
  readonly workspaceId: string
}

/** Starts a session for an address that was proven, creating its account at the first sign-in. */
export async function startSession(services: Services, db: Db, email: string): Promise<SignedIn> {
  const nowMs = services.clock.now()
  const user = await findOrCreateUser(services, db, email)
  const workspaceId = await findFirstWorkspaceId(db, user.id)
  if (workspaceId === undefined) throw new Error('a user has no workspace')
  const session = { id: randomUUID(), user_id: user.id, workspace_id: workspaceId, created_at: nowMs }
  await insertSession(db, session)
  return { ...(await issuePair(services, db, session, user)), workspaceId }
}

async function findOrCreateUser(services: Services, db: Db, email: string): Promise<UserTable> {
  const known = await findUserByEmail(db, email)
  if (known !== undefined) return known
  const nowMs = services.clock.now()
  const userId = randomUUID()
  await insertAccount(db, { userId, workspaceId: randomUUID(), email, tier: services.config.defaultTier, nowMs })
  return { id: userId, email, created_at: nowMs }
}

/** Exchanges a refresh token. One that was exchanged before, beyond a race, ends its whole session. */
export async function refreshSession(services: Services, refreshToken: string): Promise<TokenPair> {
  const pair = await services.db.transaction().execute((transaction) => exchange(services, transaction, refreshToken))
  // Refused out here: thrown inside, it would take the end of the session back.
  if (pair === null) throw refreshRejected()
  return pair
}

async function exchange(services: Services, db: Db, refreshToken: string): Promise<TokenPair | null> {
  const nowMs = services.clock.now()
  const tokenHash = hashOf(refreshToken)
  await markRotated(db, tokenHash, nowMs)
  const token = await findRefreshToken(db, tokenHash)
  if (token === undefined || token.expires_at <= nowMs) return null
  const session = await findLiveSession(db, token.session_id)
  const user = session && (await findUser(db, session.user_id))
  if (session === undefined || user === undefined) return null
  if (nowMs - (token.rotated_at ?? nowMs) > RACE_MS) {
    await revokeSession(db, session.id, nowMs)
    return null
  }
  return issuePair(services, db, session, user)
}

/** Ends the session of a refresh token; an unknown token ends nothing. */
export async function endSession(services: Services, refreshToken: string): Promise<void> {
  const token = await findRefreshToken(services.db, hashOf(refreshToken))
  if (token !== undefined) await revokeSession(services.db, token.session_id, services.clock.now())
}

type SessionIds = Pick<SessionTable, 'id' | 'workspace_id'>

async function issuePair(services: Services, db: Db, session: SessionIds, user: UserTable): Promise<TokenPair> {
  const nowMs = services.clock.now()
  const refreshToken = randomBytes(TOKEN_BYTES).toString('base64url')
  await deleteOldTokens(db, session.id, nowMs, nowMs - ROTATED_KEPT_MS)
  await insertRefreshToken(db, {
    token_hash: hashOf(refreshToken),
    session_id: session.id,
    created_at: nowMs,
    expires_at: nowMs + REFRESH_LIFETIME_MS,
  })
  const holder = { sub: user.id, email: user.email, workspaceId: session.workspace_id, sid: session.id }
  return { token: services.accessTokens.issue(holder), refreshToken }
}

function hashOf(refreshToken: string): string {
  return createHash('sha256').update(refreshToken).digest('base64url')
}
