import { createHmac } from 'node:crypto'
import { HOUR_MS } from '../../src/lib/durations'
import { type Attempt, giveBackAttempt, takeAttempt } from '../db/attempt-rows'
import type { Db } from '../db/schema'
import { tooManyRequests } from '../lib/errors'
import type { MemberServices } from './services'

/** From one workspace. */
const WORKSPACE_PER_HOUR = 30
/** From one workspace to one address, which did not ask for them. */
const ADDRESS_PER_HOUR = 5
/** To one address, from all workspaces together. */
const ALL_TO_ADDRESS_PER_HOUR = 30

interface Invited {
  readonly workspaceId: string
  readonly email: string
}

/**
 * Counts an invitation, or refuses it. Call it inside the transaction that stores it, as a refusal takes back what was counted.
 * The result takes it back later: it could not be mailed.
 */
export async function takeInvitation(
  { keys, clock }: Pick<MemberServices, 'keys' | 'clock'>,
  db: Db,
  { workspaceId, email }: Invited,
): Promise<(db: Db) => Promise<void>> {
  const nowMs = clock.now()
  // In hours of the clock, so that hubs agree which one it is.
  const windowStart = nowMs - (nowMs % HOUR_MS)
  const attemptOf = (...subject: readonly string[]): Attempt => ({
    kind: 'invitations',
    subject: createHmac('sha256', keys.signInCode)
      .update(['invitation', ...subject].join('\n'))
      .digest('base64url'),
    window_start: windowStart,
  })
  // What others wait for comes last.
  const counted = [
    { attempt: attemptOf('from', workspaceId), most: WORKSPACE_PER_HOUR },
    { attempt: attemptOf('from', workspaceId, email), most: ADDRESS_PER_HOUR },
    { attempt: attemptOf('to', email), most: ALL_TO_ADDRESS_PER_HOUR },
  ]
  for (const { attempt, most } of counted)
    if ((await takeAttempt(db, attempt)) > most) throw tooManyRequests(nowMs, windowStart + HOUR_MS)
  return async (later) => {
    for (const { attempt } of counted) await giveBackAttempt(later, attempt)
  }
}
