import {
  PASSKEY_CHALLENGE_MS,
  type RequestOptions,
  type SignedCredential,
} from '../../../src/contract/sign-in/passkeys'
import { passkeyRefused } from '../../lib/errors'
import type { SignInServices } from '../services'
import type { SessionOrigin } from '../session-origin'
import { type SignedIn, startSession } from '../sessions'
import { takeClientAttempt } from '../sign-in-limits'
import { newChallenge, takeChallenge } from './challenges'
import { userHandleOf } from './own-passkeys'
import { findPasskey, type KnownPasskey, notePasskeyDoubted, notePasskeyUsed } from './passkey-rows'
import type { RelyingParty } from './relying-party'
import { readSignature } from './webauthn'

/** What the browser asks for a passkey by: any that it has for this host name, so that nothing says who has one. */
export async function requestOptionsFor(
  services: SignInServices,
  client: string,
  party: RelyingParty,
): Promise<RequestOptions> {
  await takeClientAttempt(services, 'passkey-challenges', client)
  const challenge = await newChallenge(services, { purpose: 'sign-in', userId: null })
  return { challenge, rpId: party.id, timeout: PASSKEY_CHALLENGE_MS, userVerification: 'preferred' }
}

export interface PasskeyTry {
  readonly credential: SignedCredential
  /** Network address, hashed. */
  readonly client: string
  readonly party: RelyingParty
  readonly from: SessionOrigin
}

/** Signs in whoever's passkey signed the challenge. A try counts as wrong before it is looked at, as codes do. */
export async function signInByPasskey(services: SignInServices, given: PasskeyTry): Promise<SignedIn> {
  const guess = await takeClientAttempt(services, 'wrong-passkeys', given.client)
  const { passkey, counter } = await readTry(services, given)
  await guess.giveBack()
  const nowMs = services.clock.now()
  if (!(await notePasskeyUsed(services.db, passkey.id, counter, nowMs))) {
    await notePasskeyDoubted(services.db, passkey.id, nowMs)
    throw passkeyRefused(
      'This passkey signed out of turn, as a copy of it would. Sign in by a code, and remove it under Billing.',
    )
  }
  return startSession(services, passkey.email, given.from)
}

async function readTry(
  services: SignInServices,
  { credential, party }: PasskeyTry,
): Promise<{ readonly passkey: KnownPasskey; readonly counter: number }> {
  const asked = { purpose: 'sign-in', userId: null } as const
  const challenge = await takeChallenge(services, credential.response.clientDataJSON, asked)
  if (challenge === null) throw passkeyRefused('This took longer than 5 minutes, or was sent before. Try again.')
  const passkey = await findPasskey(services.db, credential.id)
  const unknown = () => passkeyRefused('This hub does not know this passkey any more. Sign in by a code.')
  if (passkey === undefined || passkey.rp_id !== party.id) throw unknown()
  const { userHandle } = credential.response
  if (userHandle != null && userHandle !== userHandleOf(passkey.user_id)) throw unknown()
  const signed = await readSignature(credential, passkey, { challenge, party })
  if (signed === null) throw passkeyRefused('The passkey could not be checked. Try again, or sign in by a code.')
  return { passkey, counter: signed.counter }
}
