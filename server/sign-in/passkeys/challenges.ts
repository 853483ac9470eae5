import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { PASSKEY_CHALLENGE_MS } from '../../../src/contract/sign-in/passkeys'
import { jsonIn } from '../../../src/lib/json'
import type { Ground } from '../../db/ground'
import type { ChallengePurpose } from '../../db/passkey-tables'
import { consumeChallenge, insertChallenge } from './passkey-rows'

const CHALLENGE_BYTES = 32

interface Asked {
  readonly purpose: ChallengePurpose
  readonly userId: string | null
}

/** Gives one out, good once and for five minutes. */
export async function newChallenge(
  { db, clock }: Pick<Ground, 'db' | 'clock'>,
  { purpose, userId }: Asked,
): Promise<string> {
  const nowMs = clock.now()
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
  await insertChallenge(db, { challenge, purpose, user_id: userId, expires_at: nowMs + PASSKEY_CHALLENGE_MS }, nowMs)
  return challenge
}

const clientData = z.object({ challenge: z.string() })

/**
 * The challenge that was signed, used up; null: it is none of ours for this purpose, or no more. A refusal afterwards does
 * not bring it back: whoever tries again asks for another.
 */
export async function takeChallenge(
  { db, clock }: Pick<Ground, 'db' | 'clock'>,
  clientDataJson: string,
  asked: Asked,
): Promise<string | null> {
  const read = clientData.safeParse(jsonIn(Buffer.from(clientDataJson, 'base64url').toString('utf8')))
  if (!read.success) return null
  const { challenge } = read.data
  return (await consumeChallenge(db, { ...asked, challenge }, clock.now())) ? challenge : null
}
