import { send } from './calls'
import type { SignedInUser, TestHub } from './hub'

/** Lets time pass and renews the user's session as the app does, whose access token lives for minutes only. */
export async function later(hub: TestHub, user: SignedInUser, ms: number): Promise<SignedInUser> {
  hub.clock.advance(ms)
  const answer = await send(hub.fastify, null, 'POST', '/auth/refresh', { refreshToken: user.refreshToken })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const { token, refreshToken } = answer.json<{ token: string; refreshToken: string }>()
  return { ...user, token, refreshToken, headers: { ...user.headers, authorization: `Bearer ${token}` } }
}
