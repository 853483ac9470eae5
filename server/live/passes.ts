import type { Authentication } from '../http/auth'
import { notFound } from '../lib/errors'
import type { Pass } from './line'

/** What an access token is good for. */
export type Admission =
  | { readonly kind: 'pass'; readonly pass: Pass }
  /** No such session, or it ended. */
  | { readonly kind: 'unknown' }
  /** Its user is no member of the workspace that was asked for. */
  | { readonly kind: 'no-member' }

/**
 * What an access token lets its holder see. Looked up by session and membership whenever it is asked: a token that
 * expires meanwhile ends nothing, a session that ends does. `asked`: null for the workspace of the sign-in.
 */
export async function admissionOf(
  { accessTokens, sessionLookup }: Authentication,
  token: string,
  asked: string | null,
): Promise<Admission> {
  const claims = accessTokens.read(token)
  if (claims === null) return { kind: 'unknown' }
  const workspaceId = asked || claims.workspaceId
  const memberNow = async () => {
    const member = await sessionLookup.member(claims.sid, workspaceId)
    return member?.user_id === claims.sub ? member : null
  }
  const member = await memberNow()
  if (member === null) return { kind: 'unknown' }
  if (member.tier === null) return { kind: 'no-member' }
  const tierNow = async () => (await memberNow())?.tier ?? null
  return { kind: 'pass', pass: { workspaceId, who: claims.email, tierNow } }
}

/**
 * What a program's bearer token lets it see; null: nothing. Throws the refusal where the token is good, but not for this.
 * `asked`: the workspace that the program names, where its token leaves the choice.
 */
export type ProgramAccess = (token: string, scope: 'live', asked: string | null) => Promise<Pass | null>

/** Programs of a signed-in person. */
export function programAccess(authentication: Authentication): ProgramAccess {
  return async (token, _scope, asked) => {
    const admission = await admissionOf(authentication, token, asked)
    if (admission.kind === 'no-member') throw notFound('workspace')
    return admission.kind === 'pass' ? admission.pass : null
  }
}
