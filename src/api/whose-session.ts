import { jwtDecode } from 'jwt-decode'
import * as z from 'zod/mini'
import { accessTokenPayload } from '../contract/sign-in/auth'
import type { StoredSession } from './token-store'

const issued = z.extend(accessTokenPayload, {
  email: z.catch(z.optional(z.string()), undefined),
  iat: z.catch(z.optional(z.number()), undefined),
})

/** What an access token tells of itself. */
interface Issue {
  /** By the provider's id, else by the e-mail address (SESS-02). */
  readonly person: string | undefined
  /** Seconds since 1970. */
  readonly atSec: number | undefined
}

export function issueOf(token: string): Issue {
  try {
    const { data } = z.safeParse(issued, jwtDecode(token))
    return { person: data?.sub ?? data?.email, atSec: data?.iat }
  } catch {
    return { person: undefined, atSec: undefined }
  }
}

/** Members of one workspace are told apart by their tokens, where the provider's tell whose they are. */
export function isOfSameUser(a: StoredSession, b: StoredSession): boolean {
  return a.workspaceId === b.workspaceId && issueOf(a.token).person === issueOf(b.token).person
}
