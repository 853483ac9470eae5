import type { RegisteredCredential, SignedCredential } from '../../../src/contract/sign-in/passkeys'
import type { RelyingParty } from './relying-party'

/** Of COSE, in the order that we like best: EdDSA, ES256, and RS256 for older Windows. */
export const ALGORITHMS = [-8, -7, -257]

interface Expected {
  readonly challenge: string
  readonly party: RelyingParty
}

export interface NewCredential {
  readonly id: string
  /** COSE key in base64url. */
  readonly publicKey: string
  readonly counter: number
}

/** What a new passkey is; null: the answer is not that of an authenticator which was asked for this. */
export async function readRegistration(
  { id, rawId, type, response }: RegisteredCredential,
  { challenge, party }: Expected,
): Promise<NewCredential | null> {
  // Comes with the first passkey: a hub that sees none does without its memory.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { clientDataJSON } = response
  const result = await attempt(async () => {
    const attestationObject = await unattested(response.attestationObject)
    return verifyRegistrationResponse({
      response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      // Preferred, not required: a security key without a PIN is better than a code in a mail.
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    })
  })
  if (!result?.verified) return null
  const { credential } = result.registrationInfo
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
  }
}

/**
 * The key alone. An attestation, which no browser was asked for, goes unread: the library calls the addresses in its
 * certificates, inside ones too, and waits and reads without end, while whoever sends it has chosen them.
 */
async function unattested(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers')
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
  const keyAlone = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(keyAlone))
}

export interface StoredKey {
  readonly credential_id: string
  readonly public_key: string
}

/** The counter that it signed; null: the passkey did not sign this. Whether the counter went on is for the caller. */
export async function readSignature(
  { id, rawId, type, response }: SignedCredential,
  key: StoredKey,
  { challenge, party }: Expected,
): Promise<{ readonly counter: number } | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { clientDataJSON, authenticatorData, signature } = response
  const result = await attempt(() =>
    verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      // The counter of the database is compared where it is written, in one statement.
      credential: { id: key.credential_id, publicKey: bytesOf(key.public_key), counter: 0 },
    }),
  )
  return result?.verified ? { counter: result.authenticationInfo.newCounter } : null
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(base64url, 'base64url')
  const copy = new Uint8Array(new ArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}

/** The library throws at whatever it cannot read; strangers send that. */
async function attempt<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work()
  } catch {
    return null
  }
}
