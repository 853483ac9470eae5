import * as z from 'zod/mini'
import { call } from '../call'
import { ignored, isoTime, textOrEmpty, textOrNull } from '../wire'

/** A link is good once, and this long. */
export const PAIRING_LIFETIME_MS = 10 * 60_000
/** Links that a workspace may ask for. */
export const PAIRINGS_PER_HOUR = 10
/** The page that a link opens; the token stands behind a `#`, which no browser sends and no log holds. */
export const PAIRING_PAGE = '/pair'
/** Where every hub with a certificate of its own gives out the certificate of its authority. */
export const AUTHORITY_PATH = '/nightjar-ca.crt'

const madePairing = z.object({
  id: z.string(),
  /** null: no other device can open this hub; `reason` says why, and what to do. */
  url: textOrNull,
  reason: textOrNull,
  /** SHA-256 of the hub's own certificate, which browsers of other devices warn of; null: they know its certificate. */
  fingerprint: textOrNull,
  expiresAt: isoTime,
})
export type MadePairing = z.infer<typeof madePairing>

/** `opened`: the other device is signed in. `watching`: it is a camera. */
const pairingPhase = z.enum(['waiting', 'opened', 'watching', 'expired'])

const pairing = z.object({
  phase: z.catch(pairingPhase, 'waiting'),
  /** The other device, as in 'Chrome on Android'; null: it has not opened the link yet. */
  device: textOrNull,
  cameraName: textOrNull,
})
export type Pairing = z.infer<typeof pairing>

const token = z
  .string({ error: 'Give the token of the link.' })
  .check(
    z.minLength(1, { error: 'Give the token of the link.' }),
    z.maxLength(200, { error: 'This is no such token.' }),
  )

/** Extension `pairing`: a link for one more device. Only who is signed in makes one. */
export const pairingCalls = {
  create: call({ method: 'POST', path: '/pairings', signedIn: true, tokens: 'none', status: 201, answer: madePairing }),
  one: call({
    method: 'GET',
    path: '/pairings/:pairingId',
    signedIn: true,
    tokens: 'none',
    status: 200,
    answer: pairing,
  }),
  /** The link is good no more; the device that used it stays signed in. */
  end: call({
    method: 'DELETE',
    path: '/pairings/:pairingId',
    signedIn: true,
    tokens: 'none',
    status: 200,
    answer: ignored,
  }),
  /** Signs the device in for the member who made the link: a session of its own. */
  redeem: call({
    method: 'POST',
    path: '/pairings/redeem',
    signedIn: false,
    status: 200,
    body: z.object({ token }),
    answer: z.object({
      token: z.string(),
      refreshToken: z.string(),
      workspaceId: z.string(),
      pairingId: textOrEmpty,
    }),
  }),
  /** The other device tells which camera it has become. */
  watch: call({
    method: 'PUT',
    path: '/pairings/:pairingId/camera',
    signedIn: true,
    tokens: 'none',
    status: 200,
    body: z.object({ cameraId: z.string({ error: 'Give the id of the camera.' }) }),
    answer: ignored,
  }),
}
