import * as z from 'zod/mini'

/** Every `code` our hub puts into an error answer. The message beside it is a sentence that says what to do. */
const errorCode = z.enum([
  'invalid-input',
  'unauthenticated',
  'not-found',
  'camera-limit',
  'audio-not-in-plan',
  'storage-full',
  'recording-limit',
  'chat-limit',
  'user-limit',
  'already-member',
  'conflict',
  'owner-only',
  'token-not-allowed',
  'token-limit',
  'pairing-over',
  'passkey-limit',
  'share-limit',
  'webhook-limit',
  'no-passkeys-here',
  'passkey-refused',
  'push-limit',
  'push-not-allowed',
  'snooze-over',
  'subscription-runs',
  'too-large',
  'unsupported-media',
  'size-mismatch',
  'code-already-sent',
  'code-wrong',
  'refresh-rejected',
  'too-many-requests',
  'mail-failed',
  'billing-unavailable',
  'channel-failed',
  'foreign-origin',
  'live-off',
  'unavailable',
  'internal',
])
export type ErrorCode = z.infer<typeof errorCode>

/** Body of every error answer. `retryAt` (ISO time) comes with refusals that a wait cures. */
export const errorBody = z.object({ code: errorCode, message: z.string(), retryAt: z.optional(z.string()) })
export type ErrorBody = z.infer<typeof errorBody>

/** How the client reads an error answer of any provider: only the message may matter. */
export const foreignErrorBody = z.object({
  code: z.catch(z.optional(z.string()), undefined),
  message: z.catch(z.optional(z.string()), undefined),
  retryAt: z.catch(z.optional(z.string()), undefined),
})
