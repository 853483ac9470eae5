import { randomUUID } from 'node:crypto'
import type { TokenPair } from '../../src/contract/sign-in/auth'
import { DAY_MS, HOUR_MS } from '../../src/lib/durations'
import type { Db, SessionTable, UserTable } from '../db/schema'
import { refreshRejected } from '../lib/errors'
import { hashOfSecret, newSecret } from '../lib/random-secrets'
import { tellOfJoining } from '../members/member-mails'
import { type Choice, holdMembership, listChoices } from '../members/member-rows'
import { joinInvited } from '../members/members'
import { revokeSession } from '../members/open-session-rows'
import { findUser, findUserByEmail, insertWorkspace, putUser } from '../members/people-rows'
import { sendLastPushes } from '../notifications/push/last-push'
import { listPushesOf } from '../notifications/push/push-rows'
import type { NotificationServices } from '../notifications/services'
import { insertFirstConfig } from '../notifications/settings-rows'
import type { SignInServices } from './services'
import type { SessionOrigin } from './session-origin'
import {
  deleteOldTokens,
  deleteSessions,
  findLiveSession,
  findRefreshToken,
  insertRefreshToken,
  insertSession,
  listEndedSessions,
  markRotated,
  noteSessionsSeen,
} from './session-rows'

/** Without a refresh. */
const REFRESH_LIFETIME_MS = 90 * DAY_MS
/** With any number of refreshes: a device that nobody looks after signs in again once a year. */
const SESSION_LIFETIME_MS = 365 * DAY_MS
/** For the round of the hour, which tells the device: a tab that is refused first would take its pushes away, and say nothing. */
const ROUND_MS = 2 * HOUR_MS
/**
 * Two tabs that wake together send the same token (HUB-08), and so does a camera whose answer was lost on a bad line: it
 * gives a refresh up after 25 s (src/api/http.ts) and tries again. A minute later it is somebody else.
 */
const REUSABLE_MS = 55_000
/** Of a clock that has leapt, or of a pause, the believed time is a day behind at least; it misses no more than a round else. */
const LEAPT_MS = 12 * HOUR_MS
/** An exchanged token is remembered this long, so that its reuse ends the session. */
const ROTATED_KEPT_MS = 7 * DAY_MS

export interface SignedIn extends TokenPair {
  readonly workspaceId: string
}

/**
 * Starts a session for an address that was proven. The first sign-in makes the account; an invited person joins the
 * workspace, of which a mail tells, and gets one of their own only where they are in none. `admit` refuses in the same
 * transaction.
 */
export async function startSession(
  services: SignInServices,
  email: string,
  from: SessionOrigin,
  admit: (db: Db) => Promise<void> = async () => undefined,
): Promise<SignedIn> {
  const { signedIn, joined } = await services.db.transaction().execute(async (transaction) => {
    await admit(transaction)
    const user = await findOrCreateUser(transaction, email, services.clock.now())
    const taken = await joinInvited(services, transaction, user)
    const place = await placeOf(services, transaction, user)
    return { signedIn: await openSession(services, transaction, place, from), joined: taken }
  })
  void tellOfJoining(services, email, joined, signedIn.workspaceId)
  return signedIn
}

interface SessionPlace {
  readonly user: UserTable
  readonly workspaceId: string
}

/** Where a session begins. Who is removed there at this moment gets none that leads to nothing. */
async function placeOf(services: SignInServices, db: Db, user: UserTable): Promise<SessionPlace> {
  for (;;) {
    const workspaceId = chosenOf(await listChoices(db, user.id))
    if (workspaceId === undefined) break
    if (await holdMembership(db, workspaceId, user.id)) return { user, workspaceId }
  }
  // With the last workspace the account may have gone as well.
  const owner = await putUser(db, user)
  return { user: owner, workspaceId: await createWorkspace(services, db, owner) }
}

/** Starts a session of a user in a workspace of theirs. */
export async function openSession(
  services: SignInServices,
  db: Db,
  { user, workspaceId }: SessionPlace,
  from: SessionOrigin,
): Promise<SignedIn> {
  const session = {
    id: randomUUID(),
    user_id: user.id,
    workspace_id: workspaceId,
    created_at: services.clock.now(),
    device: from.device,
    network: from.network,
    started_by: from.startedBy,
  }
  await insertSession(db, session)
  return { ...(await issuePair(services, db, session, user)), workspaceId }
}

async function findOrCreateUser(db: Db, email: string, nowMs: number): Promise<UserTable> {
  const known = await findUserByEmail(db, email)
  const isMember = known !== undefined && (await listChoices(db, known.id)).length > 0
  return isMember ? known : putUser(db, { id: randomUUID(), email, created_at: nowMs })
}

/**
 * Own cameras first: an invitation must never move somebody's cameras into a workspace of others. Else the workspace
 * that the person was invited to last. All of theirs are reached by the header `x-workspace-id`.
 */
export function chosenOf(choices: readonly Choice[]): string | undefined {
  const ownWithCamera = choices.find(({ role, hasCamera }) => role === 'owner' && hasCamera)
  const joined = choices.findLast(({ role }) => role === 'member')
  return (ownWithCamera ?? joined ?? choices.at(-1))?.workspaceId
}

async function createWorkspace({ config, clock }: SignInServices, db: Db, owner: UserTable): Promise<string> {
  const workspaceId = randomUUID()
  await insertWorkspace(db, { workspaceId, owner, tier: config.defaultTier, nowMs: clock.now() })
  await insertFirstConfig(db, workspaceId, owner.email)
  return workspaceId
}

/** Exchanges a refresh token. One that was exchanged a while before ends its whole session, as a year does. */
export async function refreshSession(services: SignInServices, refreshToken: string): Promise<TokenPair> {
  // A browser that is refused throws its token away: the clock set right would not sign it in again.
  const byMs = await services.believedTime()
  const pair = await services.db
    .transaction()
    .execute((transaction) => exchange(services, transaction, { refreshToken, byMs }))
  // Refused out here: thrown inside, it would take the end of the session back.
  if (pair === null) throw refreshRejected()
  return pair
}

interface Exchange {
  readonly refreshToken: string
  /** The time by which tokens and sessions are too old. */
  readonly byMs: number
}

async function exchange(services: SignInServices, db: Db, { refreshToken, byMs }: Exchange): Promise<TokenPair | null> {
  const nowMs = services.clock.now()
  const tokenHash = hashOfSecret(refreshToken)
  await markRotated(db, tokenHash, nowMs)
  const token = await findRefreshToken(db, tokenHash)
  if (token === undefined || token.expires_at <= byMs) return null
  const session = await findLiveSession(db, token.session_id)
  const user = session && (await findUser(db, session.user_id))
  if (session === undefined || user === undefined) return null
  const rotatedAtMs = token.rotated_at ?? nowMs
  // Where the clock has leapt since, the answer may have been lost a second ago.
  const isSinceLeap = rotatedAtMs - byMs > LEAPT_MS
  // One of a clock that was ahead, and is set right: it would be taken again until then.
  const isAhead = rotatedAtMs - nowMs > LEAPT_MS
  const isReused = isAhead || (isSinceLeap ? nowMs : byMs) - rotatedAtMs > REUSABLE_MS
  if (isReused || byMs - session.created_at > SESSION_LIFETIME_MS + ROUND_MS) {
    await revokeSession(db, session.id, nowMs)
    return null
  }
  await noteSessionsSeen(db, [session.id], nowMs)
  await deleteOldTokens(db, session.id, byMs, byMs - ROTATED_KEPT_MS)
  return issuePair(services, db, session, user)
}

/** Ends the session of a refresh token; an unknown token ends nothing. */
export async function endSession(services: SignInServices, refreshToken: string): Promise<void> {
  const token = await findRefreshToken(services.db, hashOfSecret(refreshToken))
  if (token !== undefined) await revokeSession(services.db, token.session_id, services.clock.now())
}

type SessionIds = Pick<SessionTable, 'id' | 'workspace_id'>

async function issuePair(services: SignInServices, db: Db, session: SessionIds, user: UserTable): Promise<TokenPair> {
  const nowMs = services.clock.now()
  const refreshToken = newSecret()
  await insertRefreshToken(db, {
    token_hash: hashOfSecret(refreshToken),
    session_id: session.id,
    created_at: nowMs,
    expires_at: nowMs + REFRESH_LIFETIME_MS,
  })
  const holder = { sub: user.id, email: user.email, workspaceId: session.workspace_id, sid: session.id }
  return { token: services.accessTokens.issue(holder), refreshToken }
}

/** Sessions that one transaction takes. */
const BATCH = 100

/**
 * Forgets sessions that nobody can go on with: signed out, not refreshed for 90 days, or a year old; of these a device that
 * gets pushes is told with a last one. `byMs` is the time that retention believes, so that a clock that leaps ahead signs
 * nobody out for good.
 */
export async function forgetEndedSessions(
  services: Pick<NotificationServices, 'db' | 'push' | 'clock' | 'log'>,
  byMs: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const { count, devices } = await services.db.transaction().execute(async (transaction) => {
      const ids = await listEndedSessions(transaction, {
        byMs,
        begunBeforeMs: byMs - SESSION_LIFETIME_MS,
        limit: BATCH,
      })
      const told = ids.length === 0 ? [] : await listPushesOf(transaction, ids)
      await deleteSessions(transaction, ids)
      return { count: ids.length, devices: told }
    })
    await sendLastPushes(services, devices, signal)
    if (count < BATCH) return
  }
}
