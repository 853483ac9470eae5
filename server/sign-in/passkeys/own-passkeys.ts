import { randomUUID } from 'node:crypto'
import {
  type CreationOptions,
  MAX_PASSKEYS,
  PASSKEY_CHALLENGE_MS,
  type Passkey,
  type RegisteredCredential,
} from '../../../src/contract/sign-in/passkeys'
import type { Ground } from '../../db/ground'
import type { PasskeyTable } from '../../db/passkey-tables'
import { notFound, passkeyLimit, unusable } from '../../lib/errors'
import { lockUser } from '../../members/people-rows'
import { newChallenge, takeChallenge } from './challenges'
import { deletePasskey, insertPasskey, listPasskeys, renamePasskey } from './passkey-rows'
import type { RelyingParty } from './relying-party'
import { ALGORITHMS, readRegistration } from './webauthn'

type Services = Pick<Ground, 'db' | 'clock'>

/** Who is signed in. */
export interface Person {
  readonly userId: string
  readonly email: string
}

export async function listOwnPasskeys({ db }: Services, { userId }: Person): Promise<Passkey[]> {
  return (await listPasskeys(db, userId)).map(presentPasskey)
}

/** What the browser makes a passkey by: one that is found without a name, and not a second one on the same device. */
export async function creationOptionsFor(
  services: Services,
  person: Person,
  party: RelyingParty,
): Promise<CreationOptions> {
  const own = await listPasskeys(services.db, person.userId)
  if (own.length >= MAX_PASSKEYS) throw passkeyLimit(MAX_PASSKEYS)
  const challenge = await newChallenge(services, { purpose: 'registration', userId: person.userId })
  return {
    challenge,
    rp: { id: party.id, name: 'Nightjar' },
    user: { id: userHandleOf(person.userId), name: person.email, displayName: person.email },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: PASSKEY_CHALLENGE_MS,
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
    excludeCredentials: own
      .filter(({ rp_id }) => rp_id === party.id)
      .map((row) => ({ type: 'public-key', id: row.credential_id, transports: transportsOf(row) })),
  }
}

/** Keeps a new passkey, if it was made for what this person was asked for a moment ago. */
export async function registerPasskey(
  services: Services,
  person: Person,
  party: RelyingParty,
  { name, credential }: { readonly name: string; readonly credential: RegisteredCredential },
): Promise<Passkey> {
  const { db, clock } = services
  const asked = { purpose: 'registration', userId: person.userId } as const
  const challenge = await takeChallenge(services, credential.response.clientDataJSON, asked)
  if (challenge === null) throw unusable('This took longer than 5 minutes, or was sent before. Try again.')
  const made = await readRegistration(credential, { challenge, party })
  if (made === null) throw unusable('The passkey could not be checked. Try again.')
  const row = await db.transaction().execute(async (transaction) => {
    // Two made at once count after each other.
    await lockUser(transaction, person.userId)
    if ((await listPasskeys(transaction, person.userId)).length >= MAX_PASSKEYS) throw passkeyLimit(MAX_PASSKEYS)
    return insertPasskey(transaction, {
      id: randomUUID(),
      user_id: person.userId,
      name,
      rp_id: party.id,
      created_at: clock.now(),
      credential_id: made.id,
      public_key: made.publicKey,
      counter: made.counter,
      transports: (credential.response.transports ?? []).join(' '),
    })
  })
  return presentPasskey(row)
}

export async function renameOwnPasskey(
  { db }: Services,
  { userId }: Person,
  id: string,
  name: string,
): Promise<Passkey> {
  const row = await renamePasskey(db, { id, userId }, name)
  if (row === undefined) throw notFound('passkey')
  return presentPasskey(row)
}

export async function removeOwnPasskey({ db }: Services, { userId }: Person, id: string): Promise<void> {
  if (!(await deletePasskey(db, { id, userId }))) throw notFound('passkey')
}

/** What an authenticator keeps of a person beside the address: a random id of ours. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url')
}

function transportsOf({ transports }: PasskeyTable): string[] {
  return transports.split(' ').filter(Boolean)
}

function presentPasskey(row: PasskeyTable): Passkey {
  return {
    id: row.id,
    name: row.name,
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
    host: row.rp_id,
    doubtedAt: row.doubted_at === null ? null : new Date(row.doubted_at).toISOString(),
  }
}
