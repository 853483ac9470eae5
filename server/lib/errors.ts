import type { ErrorCode } from '../../src/contract/errors'
import { MINUTE_MS } from '../../src/lib/durations'
import { isAddressRefused } from './mail-failure'
import { utcDay, utcMonth } from './month'

/** When a refusal ends by waiting. */
export interface Retry {
  readonly atMs: number
  readonly afterSeconds: number
}

/** A refusal that was foreseen: its sentence is shown to the user. */
export class HubError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly retry: Retry | null

  constructor(status: number, code: ErrorCode, message: string, retry: Retry | null = null) {
    super(message)
    this.name = 'HubError'
    this.status = status
    this.code = code
    this.retry = retry
  }
}

export const invalidInput = (sentence: string) => new HubError(400, 'invalid-input', sentence)

export const unauthenticated = () => new HubError(401, 'unauthenticated', 'Sign in to go on.')

export const codeWrong = () =>
  new HubError(401, 'code-wrong', 'This code is wrong or no longer valid. Check it, or ask for a new code.')

export const refreshRejected = () => new HubError(401, 'refresh-rejected', 'The session has ended. Sign in again.')

export const cameraLimit = (limit: number) =>
  new HubError(
    402,
    'camera-limit',
    `The plan allows ${limit} ${limit === 1 ? 'camera' : 'cameras'}. Upgrade the plan to add more.`,
  )

export const audioNotInPlan = () =>
  new HubError(402, 'audio-not-in-plan', 'The plan has no audio. Upgrade the plan to record sound.')

/** Only recordings that are marked as kept, or shared, are left: all others went to make room. */
export const storageFull = () =>
  new HubError(
    402,
    'storage-full',
    "The plan's storage is full of recordings that are kept or shared. Let some of them go, or upgrade the plan.",
  )

export const recordingLimit = (limitBytes: number, untilMs: number) =>
  new HubError(
    402,
    'recording-limit',
    `The plan's ${Math.floor(limitBytes / 1024 ** 2)} MB of recorded video for this month are used. Upgrade the plan, or wait until ${utcDay(untilMs)}.`,
  )

/** A clip that came after the plan would have let it go. */
export const recordingTooOld = (keptDays: number, beganAtMs: number) =>
  new HubError(
    402,
    'recording-limit',
    `This recording is of ${utcDay(beganAtMs)}, and the plan keeps recordings for ${keptDays} days. Upgrade the plan to have it.`,
  )

/** The same for a clip of an earlier month, in which it began. */
export const earlierRecordingLimit = (limitBytes: number, beganAtMs: number) =>
  new HubError(
    402,
    'recording-limit',
    `The plan's ${Math.floor(limitBytes / 1024 ** 2)} MB of recorded video for ${utcMonth(beganAtMs)} are used. Its clips get what later months leave unused. Upgrade the plan to have them now.`,
  )

/** The sentence of CHAT-13. */
export const chatLimit = () =>
  new HubError(
    402,
    'chat-limit',
    "You've reached your chat limit for this month. Upgrade to continue chatting with your AI assistant.",
  )

export const userLimit = (limit: number) =>
  new HubError(
    402,
    'user-limit',
    `The plan allows ${limit} ${limit === 1 ? 'user' : 'users'}. Upgrade the plan, or remove somebody first.`,
  )

export const ownerOnly = () => new HubError(403, 'owner-only', 'Only the owner of the workspace may do this. Ask them.')

/** To a program; the sentence says what it would take. */
export const tokenNotAllowed = (sentence: string) => new HubError(403, 'token-not-allowed', sentence)

export const tokenLimit = (limit: number) =>
  new HubError(
    409,
    'token-limit',
    `A workspace has at most ${limit} API tokens. Revoke one that nothing uses any more.`,
  )

export const passkeyLimit = (limit: number) =>
  new HubError(409, 'passkey-limit', `A person has at most ${limit} passkeys. Remove one that you use no more.`)

export const shareLimit = (limit: number) =>
  new HubError(409, 'share-limit', `A workspace has at most ${limit} shares. Revoke one that nobody needs any more.`)

export const webhookLimit = (limit: number) =>
  new HubError(
    409,
    'webhook-limit',
    `A workspace has at most ${limit} webhooks. Remove one that nothing needs any more.`,
  )

export const noPasskeysHere = () =>
  new HubError(
    409,
    'no-passkeys-here',
    'Passkeys need an address with a name, such as localhost or cam.example.org. Open the hub by one.',
  )

/** To somebody who signs in; the sentence says what helps. */
export const passkeyRefused = (sentence: string) => new HubError(401, 'passkey-refused', sentence)

export const tokenUnknown = () =>
  new HubError(401, 'unauthenticated', 'This API token is unknown or was revoked. Make another one.')

/** The sentence says why the link signs nobody in, and what to do. */
export const pairingOver = (sentence: string) => new HubError(410, 'pairing-over', sentence)

export const subscriptionRuns = () =>
  new HubError(409, 'subscription-runs', 'The plan is still paid for. End the subscription under Billing first.')

export const pushLimit = (limit: number) =>
  new HubError(
    409,
    'push-limit',
    `A person gets pushes on at most ${limit} devices. Take one off the list that you use no more.`,
  )

/** The sentence says where pushes may go. */
export const pushNotAllowed = (sentence: string) => new HubError(400, 'push-not-allowed', sentence)

/** The sentence says why the link snoozes nothing any more. */
export const snoozeOver = (sentence: string) => new HubError(410, 'snooze-over', sentence)

export const alreadyMember = () =>
  new HubError(409, 'already-member', 'This person is already in the workspace. There is nothing to do.')

/** Also for what belongs to another workspace: nobody learns that it exists. */
export const notFound = (what: string) => new HubError(404, 'not-found', `There is no such ${what}.`)

export const tooLarge = (what: string, limitBytes: number) =>
  new HubError(413, 'too-large', `${what} is too large: at most ${limitInWords(limitBytes)} are taken.`)

export const unsupportedMedia = (sentence: string) => new HubError(415, 'unsupported-media', sentence)

export const sizeMismatch = (saidBytes: number, cameBytes: number) =>
  new HubError(422, 'size-mismatch', `The form says ${saidBytes} bytes, but ${cameBytes} came. Send the clip again.`)

/** The request is well formed, yet what it holds cannot be used. */
export const unusable = (sentence: string) => new HubError(422, 'invalid-input', sentence)

export const planNotSold = () => unusable('product: This plan is not sold yet. Choose another one.')

export const codeAlreadySent = (nowMs: number, retryAtMs: number) => {
  const retry = retryAfter(nowMs, retryAtMs)
  const sentence = `A code is already on its way. A new one can be asked for in ${retry.afterSeconds} s.`
  return new HubError(429, 'code-already-sent', sentence, retry)
}

export const tooManyRequests = (nowMs: number, retryAtMs: number) => {
  const retry = retryAfter(nowMs, retryAtMs)
  const sentence = `Too many requests. Try again in ${waitInWords(retry.afterSeconds)}.`
  return new HubError(429, 'too-many-requests', sentence, retry)
}

/** A program changes the mode again and again. */
export const tooManyChanges = (most: number, nowMs: number, retryAtMs: number) => {
  const retry = retryAfter(nowMs, retryAtMs)
  const sentence = `The modes were changed ${most} times within a day: see which automation does that. Try again in ${waitInWords(retry.afterSeconds)}.`
  return new HubError(429, 'too-many-requests', sentence, retry)
}

/** More is under way than can be done in time. */
export const tooBusy = (nowMs: number, retryAtMs: number) => {
  const retry = retryAfter(nowMs, retryAtMs)
  return new HubError(503, 'unavailable', `The hub is busy. Try again in ${waitInWords(retry.afterSeconds)}.`, retry)
}

export const mailFailed = (problem: unknown) => notMailed('The mail with the code', problem)

export const diskFull = () => new HubError(503, 'unavailable', "The hub's disk is full. Free some space on it.")

export const diskFails = () =>
  new HubError(503, 'unavailable', "The hub's disk cannot be written. Check the disk, then try again.")

export const billingUnavailable = () =>
  new HubError(502, 'billing-unavailable', 'The payment provider did not answer. Try again in a moment.')

export const assistantUnavailable = () =>
  new HubError(
    503,
    'unavailable',
    'The assistant could not answer, and the chat was not counted. Try again in a moment.',
  )

/** Somebody else's server did not take a message. */
export const channelFailed = (sentence: string) => new HubError(502, 'channel-failed', sentence)

export const invitationNotMailed = (problem: unknown) => notMailed('The mail with the invitation', problem)

/** A page of somebody else's. */
export const foreignOrigin = () =>
  new HubError(403, 'foreign-origin', 'Only pages of this hub may do this. Open it by its own address.')

export const noVision = () =>
  new HubError(
    409,
    'invalid-input',
    'This hub has no language model that takes pictures. Its operator sets LLM_VISION=1 where there is one.',
  )

export const liveOff = () =>
  new HubError(409, 'live-off', "This camera's live view is switched off. Switch it on in the camera's settings.")

/** Nobody is there to show anything, or not directly. */
export const cameraUnreachable = (sentence: string) => new HubError(503, 'unavailable', sentence)

export const noTrickle = () =>
  new HubError(405, 'invalid-input', 'This hub takes no candidates after the offer. Put all of them into it.')

/** The next try is as good as any: an export lasts as long as its download. */
const EXPORT_RETRY_MS = MINUTE_MS

export const exportRuns = (nowMs: number) =>
  new HubError(
    429,
    'too-many-requests',
    'An export is running already. Try again when its download has ended.',
    retryAfter(nowMs, nowMs + EXPORT_RETRY_MS),
  )

export const exportsOfOthers = (nowMs: number) =>
  new HubError(
    429,
    'too-many-requests',
    'The hub is exporting for others. Try again in a few minutes.',
    retryAfter(nowMs, nowMs + EXPORT_RETRY_MS),
  )

/** Two requests, perhaps to two hubs, made the same thing at the same moment. */
export const conflict = () =>
  new HubError(409, 'conflict', 'Somebody else has just made the same change. Reload to see it.')

/** What the request builds on was removed while it was under way. */
export const goneMeanwhile = () =>
  new HubError(404, 'not-found', 'This was removed a moment ago. Reload to see what is there.')

/** To somebody who may have mistyped the address, if that is what is wrong. */
function notMailed(mail: string, problem: unknown): HubError {
  const sentence = isAddressRefused(problem)
    ? 'The mail server refused this address. Check it.'
    : `${mail} could not be sent. Try again in a moment.`
  return new HubError(502, 'mail-failed', sentence)
}

function retryAfter(nowMs: number, retryAtMs: number): Retry {
  return { atMs: retryAtMs, afterSeconds: Math.max(1, Math.ceil((retryAtMs - nowMs) / 1000)) }
}

/** Fields have less than a megabyte. */
function limitInWords(bytes: number): string {
  return bytes < 1024 ** 2 ? `${bytes} bytes` : `${Math.floor(bytes / 1024 ** 2)} MB`
}

function waitInWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  return seconds < 7_200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3_600)} hours`
}
