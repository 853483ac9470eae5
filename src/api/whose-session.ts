import { jwtDecode } from 'jwt-decode'
import * as z from 'zod/mini'
import type { StoredSession } from './token-store'

const issued = z.object({ iat: z.number(), sub: z.string() })

/** To whom an access token was given (`sub`), and when (`iat`, in seconds since 1970); null where it does not tell. */
export function issuedBy(token: string): z.infer<typeof issued> | null {
  try {
    const payload = z.safeParse(issued, jwtDecode(token))
    return payload.success ? payload.data : null
  } catch {
    return null
  }
}

/** Members of one workspace are told apart by their tokens, where the provider's tell whose they are. */
export function isOfSameUser(a: StoredSession, b: StoredSession): boolean {
  return a.workspaceId === b.workspaceId && issuedBy(a.token)?.sub === issuedBy(b.token)?.sub
}
