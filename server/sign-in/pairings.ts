import { randomBytes, randomUUID } from 'node:crypto'
import {
  type MadePairing,
  PAIRING_LIFETIME_MS,
  PAIRING_PAGE,
  PAIRINGS_PER_HOUR,
  type Pairing,
} from '../../src/contract/sign-in/pairings'
import { HOUR_MS, MINUTE_MS } from '../../src/lib/durations'
import type { Db } from '../db/schema'
import { Brake } from '../lib/brake'
import type { Clock } from '../lib/clock'
import { notFound, pairingOver, tooManyRequests } from '../lib/errors'
import { hashOfSecret } from '../lib/random-secrets'
import { findUser, lockWorkspace } from '../members/people-rows'
import type { CountOfAll } from '../peers/peers'
import type { PairingPlace } from './pairing-place'
import {
  deleteOldPairings,
  endPairing,
  findPairing,
  findPairingByToken,
  insertPairing,
  isOpen,
  listPairingTimes,
  notePairedCamera,
  type PairingOwner,
  redeemPairing,
} from './pairing-rows'
import type { SignInServices } from './services'
import type { SessionOrigin } from './session-origin'
import { openSession, type SignedIn } from './sessions'

/** Used and expired ones are told apart from wrong ones this long. */
const KEPT_MS = 24 * HOUR_MS
/** 128 bits: nobody guesses them, and the code on the screen stays coarse enough for old telephones. */
const TOKEN_BYTES = 16
/** Of one network address. */
const TRIES_PER_MINUTE = 30

const ANOTHER = 'Have a new one shown under Cameras, Add another device.'

/** What stops floods of tries. Nothing can be guessed; it spares the database. */
export function pairingBrake(clock: Clock, countOfAll: CountOfAll): Brake {
  return new Brake(clock, { name: 'pairings', max: TRIES_PER_MINUTE, windowMs: MINUTE_MS }, countOfAll)
}

type Maker = Omit<PairingOwner, 'id'>

/** Makes a link; its answer is the only thing that ever holds the token. */
export async function makePairing(
  { db, clock }: Pick<SignInServices, 'db' | 'clock'>,
  { workspaceId, userId }: Maker,
  place: PairingPlace,
): Promise<MadePairing> {
  const nowMs = clock.now()
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const row = {
    id: randomUUID(),
    workspace_id: workspaceId,
    user_id: userId,
    token_hash: hashOfSecret(token),
    created_at: nowMs,
    expires_at: nowMs + PAIRING_LIFETIME_MS,
  }
  await db.transaction().execute(async (transaction) => {
    await lockWorkspace(transaction, workspaceId)
    await requirePlace(transaction, workspaceId, nowMs)
    await deleteOldPairings(transaction, nowMs - KEPT_MS)
    await insertPairing(transaction, row)
  })
  return {
    id: row.id,
    url: place.kind === 'open' ? `${place.origin}${PAIRING_PAGE}#${token}` : null,
    reason: place.kind === 'open' ? null : place.reason,
    fingerprint: place.kind === 'open' ? place.fingerprint : null,
    expiresAt: new Date(row.expires_at).toISOString(),
  }
}

async function requirePlace(db: Db, workspaceId: string, nowMs: number): Promise<void> {
  const times = await listPairingTimes(db, workspaceId, nowMs - HOUR_MS)
  // Those of a clock that was set back since do not count.
  const [oldest, ...others] = times.filter((atMs) => atMs <= nowMs)
  if (oldest !== undefined && others.length + 1 >= PAIRINGS_PER_HOUR) throw tooManyRequests(nowMs, oldest + HOUR_MS)
}

/** What has happened on the other side. */
export async function readPairing({ db, clock }: SignInServices, owner: PairingOwner): Promise<Pairing> {
  const found = await findPairing(db, owner)
  if (found === undefined) throw notFound('link')
  const { device, camera_name: cameraName } = found
  if (cameraName !== null) return { phase: 'watching', device, cameraName }
  if (found.redeemed_at !== null) return { phase: 'opened', device, cameraName }
  return { phase: isOpen(found, clock.now()) ? 'waiting' : 'expired', device, cameraName }
}

export async function stopPairing({ db, clock }: SignInServices, owner: PairingOwner): Promise<void> {
  if (!(await endPairing(db, owner, clock.now()))) throw notFound('link')
}

/** Signs a device in for the member who made the link, once. */
export async function redeem(
  services: SignInServices,
  token: string,
  from: SessionOrigin,
): Promise<SignedIn & { readonly pairingId: string }> {
  const { db, clock } = services
  const pairing = await findPairingByToken(db, hashOfSecret(token))
  if (pairing === undefined) {
    throw pairingOver(`This link is not whole, or it is another hub's. Scan the code again. ${ANOTHER}`)
  }
  return db.transaction().execute(async (transaction) => {
    const { id, user_id, workspace_id: workspaceId } = pairing
    if (!(await redeemPairing(transaction, id, from.device, clock.now()))) {
      const wasUsed = pairing.redeemed_at !== null || isOpen(pairing, clock.now())
      throw pairingOver(
        wasUsed ? `This link was used already: it is good once. ${ANOTHER}` : `This link has run out. ${ANOTHER}`,
      )
    }
    const user = await findUser(transaction, user_id)
    if (user === undefined) throw pairingOver(`Whoever made this link has left. ${ANOTHER}`)
    return { ...(await openSession(services, transaction, { user, workspaceId }, from)), pairingId: id }
  })
}

/** The device tells which camera it has become. */
export async function noteCamera({ db }: SignInServices, owner: PairingOwner, cameraId: string): Promise<void> {
  if (!(await notePairedCamera(db, owner, cameraId))) throw notFound('link or camera')
}
