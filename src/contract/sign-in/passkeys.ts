import * as z from 'zod/mini'
import { call } from '../call'
import { nameOf } from '../names'
import { ignored, isoTime, listOf, textOrEmpty } from '../wire'

/** Of one person. */
export const MAX_PASSKEYS = 20
/** How long the browser may ask somebody for a passkey, and the hub takes what comes of it. */
export const PASSKEY_CHALLENGE_MS = 5 * 60_000

const name = nameOf(100, {
  missing: 'Give the passkey a name.',
  tooLong: "The passkey's name has at most 100 characters.",
})

const passkey = z.object({
  id: z.string(),
  name: textOrEmpty,
  createdAt: isoTime,
  /** null: it has signed nobody in yet. */
  lastUsedAt: z.catch(z.nullable(z.string()), null),
  /** Host name that it is good for. */
  host: textOrEmpty,
  /** When it came with a counter that went back, as that of a copy would; null: never. */
  doubtedAt: z.catch(z.nullable(z.string()), null),
})
export type Passkey = z.infer<typeof passkey>

const BROKEN = { error: 'This is no answer of a passkey. Try again.' }
const base64url = (maxLength: number) =>
  z.string(BROKEN).check(z.maxLength(maxLength, BROKEN), z.regex(/^[A-Za-z0-9_-]+$/, BROKEN))
/** 1,023 bytes at most, by WebAuthn. */
const credentialId = base64url(1_364)
const transports = z.array(z.string(BROKEN).check(z.maxLength(32, BROKEN), z.regex(/^[a-z-]+$/, BROKEN)), BROKEN)
const common = { id: credentialId, rawId: credentialId, type: z.literal('public-key', BROKEN) }

/** What the browser says of a new passkey (WebAuthn's RegistrationResponseJSON, without what the hub does not read). */
const registered = z.object(
  {
    ...common,
    response: z.object(
      {
        clientDataJSON: base64url(8_192),
        // With room for an attestation that some authenticators add unasked.
        attestationObject: base64url(16_384),
        transports: z.optional(transports.check(z.maxLength(8, BROKEN))),
      },
      BROKEN,
    ),
  },
  BROKEN,
)
export type RegisteredCredential = z.infer<typeof registered>

/** What a passkey signed (AuthenticationResponseJSON, likewise). */
const signed = z.object(
  {
    ...common,
    response: z.object(
      {
        clientDataJSON: base64url(8_192),
        authenticatorData: base64url(8_192),
        signature: base64url(8_192),
        userHandle: z.optional(z.nullable(base64url(128))),
      },
      BROKEN,
    ),
  },
  BROKEN,
)
export type SignedCredential = z.infer<typeof signed>

const descriptor = z.object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) })
const preference = z.enum(['required', 'preferred', 'discouraged'])

/** What the browser makes a passkey by (PublicKeyCredentialCreationOptionsJSON). */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: preference,
    requireResidentKey: z.boolean(),
    userVerification: preference,
  }),
  excludeCredentials: z.array(descriptor),
})
export type CreationOptions = z.infer<typeof creationOptions>

/** What the browser asks for a passkey by (PublicKeyCredentialRequestOptionsJSON): any that it has for the hub. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: preference,
})
export type RequestOptions = z.infer<typeof requestOptions>

/** Extension `passkeys`: signing in by WebAuthn, without a mail. */
export const passkeyCalls = {
  list: call({
    method: 'GET',
    path: '/passkeys',
    signedIn: true,
    tokens: 'none',
    status: 200,
    answer: listOf(passkey),
  }),
  registrationOptions: call({
    method: 'POST',
    path: '/passkeys/registration/options',
    signedIn: true,
    tokens: 'none',
    status: 200,
    answer: creationOptions,
  }),
  register: call({
    method: 'POST',
    path: '/passkeys/registration',
    signedIn: true,
    tokens: 'none',
    status: 201,
    body: z.object({ name, credential: registered }),
    answer: passkey,
  }),
  rename: call({
    method: 'PATCH',
    path: '/passkeys/:passkeyId',
    signedIn: true,
    tokens: 'none',
    status: 200,
    body: z.object({ name }),
    answer: passkey,
  }),
  remove: call({
    method: 'DELETE',
    path: '/passkeys/:passkeyId',
    signedIn: true,
    tokens: 'none',
    status: 200,
    answer: ignored,
  }),
  signInOptions: call({
    method: 'POST',
    path: '/passkeys/sign-in/options',
    signedIn: false,
    status: 200,
    answer: requestOptions,
  }),
  signIn: call({
    method: 'POST',
    path: '/passkeys/sign-in',
    signedIn: false,
    status: 200,
    body: z.object({ credential: signed }),
    answer: z.object({ token: z.string(), refreshToken: z.string(), workspaceId: z.string() }),
  }),
}
