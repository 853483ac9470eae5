import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Clock } from '../lib/clock'

const LIFETIME_SECONDS = 15 * 60
/** A token of a camera comes hundreds of times before it is exchanged for another. */
const MOST_READ = 4_000

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

/**
 * Expiry is judged here and not by the library, which knows only the machine's clock. What a token says and who signed it
 * never changes, so that is checked once; whether it holds is asked each time (http/auth.ts).
 */
export function createAccessTokens(jwt: FastifyInstance['jwt'], clock: Clock): AccessTokens {
  const nowSeconds = () => Math.floor(clock.now() / 1000)
  /** The one that came first is first. */
  const known = new Map<string, AccessClaims>()
  const look = (token: string): AccessClaims | null => {
    const said = readSigned(jwt, token)
    if (said === null) return null
    const [oldest] = known.keys()
    if (known.size >= MOST_READ && oldest !== undefined) known.delete(oldest)
    known.set(token, said)
    return said
  }
  return {
    issue: (holder) => jwt.sign({ ...holder, iat: nowSeconds(), exp: nowSeconds() + LIFETIME_SECONDS }),
    read(token) {
      const said = known.get(token) ?? look(token)
      return said !== null && said.exp > nowSeconds() ? said : null
    },
  }
}

/** null: not ours or damaged, which is checked each time it comes. */
function readSigned(jwt: FastifyInstance['jwt'], token: string): AccessClaims | null {
  const checked = claims.safeParse(verified(jwt, token))
  return checked.success ? checked.data : null
}

function verified(jwt: FastifyInstance['jwt'], token: string): unknown {
  try {
    return jwt.verify(token)
  } catch {
    return null
  }
}
