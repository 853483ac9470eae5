import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Clock } from '../lib/clock'

const LIFETIME_SECONDS = 15 * 60

const claims = z.object({
  sub: z.string(),
  email: z.string(),
  workspaceId: z.string(),
  /** Session that the token belongs to. */
  sid: z.string(),
  iat: z.number(),
  exp: z.number(),
})
export type AccessClaims = z.infer<typeof claims>
export type Holder = Pick<AccessClaims, 'sub' | 'email' | 'workspaceId' | 'sid'>

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: AccessClaims
  }
}

export interface AccessTokens {
  issue(holder: Holder): string
  /** null: not ours, damaged or expired. */
  read(token: string): AccessClaims | null
}

/** Expiry is judged here and not by the library, which knows only the machine's clock. */
export function createAccessTokens(jwt: FastifyInstance['jwt'], clock: Clock): AccessTokens {
  const nowSeconds = () => Math.floor(clock.now() / 1000)
  return {
    issue: (holder) => jwt.sign({ ...holder, iat: nowSeconds(), exp: nowSeconds() + LIFETIME_SECONDS }),
    read(token) {
      const checked = claims.safeParse(verified(jwt, token))
      return checked.success && checked.data.exp > nowSeconds() ? checked.data : null
    },
  }
}

function verified(jwt: FastifyInstance['jwt'], token: string): unknown {
  try {
    return jwt.verify(token)
  } catch {
    return null
  }
}
