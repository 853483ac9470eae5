import * as z from 'zod/mini'
import { call } from '../call'
import { flag, ignored, isoTime, listOf, numberOrZero, textOrEmpty } from '../wire'

/** How a session began. */
const sessionStart = z.enum(['code', 'passkey', 'pairing'])
export type SessionStart = z.infer<typeof sessionStart>

const signedInDevice = z.object({
  id: z.string(),
  /** In words, such as "Chrome on Windows". */
  device: textOrEmpty,
  /** Network address that it signed in from, without what an IPv6 address says beyond the household; empty: not known. */
  network: textOrEmpty,
  /** null: in a way that this app does not know. */
  startedBy: z.catch(z.nullable(sessionStart), null),
  startedAt: isoTime,
  /** To some minutes. */
  lastSeenAt: isoTime,
  /** The one that asks. */
  isCurrent: flag(false),
})
export type SignedInDevice = z.infer<typeof signedInDevice>

/** Extension `sessions`: where the person who asks is signed in, whatever the workspace. */
export const sessionCalls = {
  list: call({
    method: 'GET',
    path: '/sessions',
    signedIn: true,
    tokens: 'none',
    status: 200,
    answer: listOf(signedInDevice),
  }),
  end: call({
    method: 'DELETE',
    path: '/sessions/:sessionId',
    signedIn: true,
    tokens: 'none',
    status: 200,
    answer: ignored,
  }),
  /** All but the one that asks. */
  endOthers: call({
    method: 'DELETE',
    path: '/sessions',
    signedIn: true,
    tokens: 'none',
    status: 200,
    answer: z.object({ ended: numberOrZero }),
  }),
}
