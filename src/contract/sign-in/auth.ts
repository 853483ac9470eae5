import * as z from 'zod/mini'
import { call } from '../call'
import { CODE_LENGTH } from '../limits'
import { flag, id, ignored, isoTimeOrNull } from '../wire'

export const emailField = z.string({ error: 'Give an e-mail address.' }).check(
  z.trim(),
  z.toLowerCase(),
  z.maxLength(254, { error: 'This e-mail address is too long.' }),
  // The browser's own rule for input type=email, so that both sides agree on what an address is (AUTH-23).
  z.regex(
    /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/,
    { error: 'This is not an e-mail address.' },
  ),
)

const codeField = z
  .string({ error: 'Give the code from the mail.' })
  .check(z.regex(new RegExp(`^[0-9]{${CODE_LENGTH}}$`), { error: `The code has exactly ${CODE_LENGTH} digits.` }))

const tokenPair = z.object({ token: z.string(), refreshToken: z.string() })
export type TokenPair = z.infer<typeof tokenPair>

export const authCalls = {
  requestOtp: call({
    method: 'POST',
    path: '/auth/request-otp',
    signedIn: false,
    status: 200,
    body: z.object({ email: emailField }),
    answer: z.object({ isNewUser: flag(false), retryAt: isoTimeOrNull }),
  }),
  verifyOtp: call({
    method: 'POST',
    path: '/auth/verify-otp',
    signedIn: false,
    status: 200,
    body: z.object({ email: emailField, otp: codeField }),
    answer: z.object({ token: z.string(), refreshToken: z.string(), workspaceId: id }),
  }),
  refresh: call({
    method: 'POST',
    path: '/auth/refresh',
    signedIn: false,
    status: 200,
    body: z.object({ refreshToken: z.string({ error: 'Give the refresh token.' }) }),
    answer: tokenPair,
  }),
  /** Extension `sign-out`. */
  signOut: call({
    method: 'POST',
    path: '/auth/sign-out',
    signedIn: false,
    status: 200,
    body: z.object({ refreshToken: z.string({ error: 'Give the refresh token.' }) }),
    answer: ignored,
  }),
}

/** What the app reads from an access token's payload (SESS-02); what another provider writes otherwise is as if it were not there. */
export const accessTokenPayload = z.object({
  email: z.string(),
  sub: z.catch(z.optional(id), undefined),
  workspaceId: z.catch(z.optional(id), undefined),
})

/** What the payloads of our hub have together, and no other provider's: their session, `sid`, is a claim of OpenID Connect. */
export const hubTokenPayload = z.object({ sub: z.uuid(), workspaceId: z.uuid(), sid: z.uuid() })
