import { createHmac } from 'node:crypto'
import { RESEND_WAIT_MS } from '../../src/contract/limits'
import { HOUR_MS } from '../../src/lib/durations'
import { type Attempt, deleteOldAttempts, giveBackAttempt, takeAttempt } from '../db/attempt-rows'
import type { Ground } from '../db/ground'
import type { AttemptKind, Db } from '../db/schema'
import { tooManyRequests } from '../lib/errors'
import type { SignInServices } from './services'
import { type Asker, deleteOldCodes, findCodeMails, findKnownClients } from './sign-in-code-rows'

/** To one address, asked for by one client. */
const CODES_PER_HOUR = 10
/** To one address, asked for by all clients together that it has not signed in from. */
const STRANGERS_CODES_PER_HOUR = 30
/** Asked for by one client, to all addresses together that have not signed in from it: mails that strangers get. */
const CLIENT_CODES_PER_HOUR = 60
/** Wrong codes and other tries of one client. A whole office or school may be one. */
const CLIENT_ATTEMPTS_PER_HOUR = 600
/** A client counts as known to an address this long after its last sign-in there. */
const KNOWN_MS = 90 * 24 * HOUR_MS

/** Forgets what no limit looks at any more. */
export async function forgetOldSignIns(db: Db, nowMs: number): Promise<void> {
  await deleteOldCodes(db, nowMs - HOUR_MS, nowMs - KNOWN_MS)
  // The clock of another hub may be behind.
  await deleteOldAttempts(db, nowMs - 2 * HOUR_MS)
}

/**
 * Counts a code, or refuses it. Call it inside the transaction that stores the code: until its end other hubs wait with codes
 * for the same address, and a refusal takes back what was counted. The result takes it back later: it could not be mailed.
 */
export async function takeCode(
  db: Db,
  { keys }: Pick<SignInServices, 'keys'>,
  { email, client }: Asker,
  nowMs: number,
): Promise<(later: Db) => Promise<void>> {
  const addressHash = createHmac('sha256', keys.signInCode).update(`address\n${email}`).digest('base64url')
  await takeAttempt(db, attemptOf('address-codes', addressHash, nowMs))
  // Mails of a clock that was set back since do not count; clocks of hubs side by side differ a little.
  const period = { sinceMs: nowMs - HOUR_MS, untilMs: nowMs + RESEND_WAIT_MS }
  const mails = await findCodeMails(db, email, period)
  const own = mails.filter((mail) => mail.client === client)
  if (own.length >= CODES_PER_HOUR) throw tooManyRequests(nowMs, endOf(own, nowMs))
  const known = await findKnownClients(db, email, nowMs - KNOWN_MS)
  if (known.has(client)) return async () => undefined
  const strangers = mails.filter((mail) => !known.has(mail.client))
  if (strangers.length >= STRANGERS_CODES_PER_HOUR) throw tooManyRequests(nowMs, endOf(strangers, nowMs))
  const attempt = attemptOf('codes', client, nowMs)
  const attempts = await takeAttempt(db, attempt)
  if (attempts > CLIENT_CODES_PER_HOUR) throw tooManyRequests(nowMs, attempt.window_start + HOUR_MS)
  return (later) => giveBackAttempt(later, attempt)
}

/**
 * Counts a code as a wrong one of the client before it is looked at, so that no two are tried in the place of one; the
 * answer takes that back where it was right. A client that the address has signed in from before has no such limit:
 * strangers behind the same network address do not keep anybody out, and each code has its own five tries.
 */
export async function takeGuess({ db, clock }: Pick<Ground, 'db' | 'clock'>, asker: Asker): Promise<Guess> {
  const nowMs = clock.now()
  const known = await findKnownClients(db, asker.email, nowMs - KNOWN_MS)
  if (known.has(asker.client)) return { wasRight: async () => undefined }
  const attempt = attemptOf('wrong-codes', asker.client, nowMs)
  const attempts = await takeAttempt(db, attempt)
  if (attempts > CLIENT_ATTEMPTS_PER_HOUR) throw tooManyRequests(nowMs, attempt.window_start + HOUR_MS)
  return { wasRight: () => giveBackAttempt(db, attempt) }
}

/** Counts one try of a client's among those of this hour; refuses more than it may have. */
export async function takeClientAttempt(
  { db, clock }: Pick<Ground, 'db' | 'clock'>,
  kind: AttemptKind,
  client: string,
): Promise<ClientAttempt> {
  const nowMs = clock.now()
  await deleteOldAttempts(db, nowMs - 2 * HOUR_MS)
  const attempt = attemptOf(kind, client, nowMs)
  const attempts = await takeAttempt(db, attempt)
  if (attempts > CLIENT_ATTEMPTS_PER_HOUR) throw tooManyRequests(nowMs, attempt.window_start + HOUR_MS)
  return { giveBack: () => giveBackAttempt(db, attempt) }
}

export interface ClientAttempt {
  /** It counts no more. */
  giveBack(): Promise<void>
}

export interface Guess {
  /** The code was no guess. */
  wasRight(): Promise<void>
}

/** In hours of the clock, so that hubs agree which one it is. */
function attemptOf(kind: AttemptKind, subject: string, nowMs: number): Attempt {
  return { kind, subject, window_start: nowMs - (nowMs % HOUR_MS) }
}

/** Of those that are as many as there may be. */
function endOf([oldest]: readonly { sent_at: number }[], nowMs: number): number {
  return (oldest?.sent_at ?? nowMs) + HOUR_MS
}
