import type { Authentication } from '../http/auth'
import type { Pass } from './line'

/**
 * What an access token lets its holder see. Looked up by session and membership whenever it is asked: a token that
 * expires meanwhile ends nothing, a session that ends does. `asked`: null for the workspace of the sign-in.
 */
export async function passOfAccessToken(
  { accessTokens, sessionLookup }: Authentication,
  token: string,
  asked: string | null,
): Promise<Pass | null> {
  const claims = accessTokens.read(token)
  if (claims === null) return null
  const workspaceId = asked || claims.workspaceId
  const tierNow = async () => {
    const member = await sessionLookup.member(claims.sid, workspaceId)
    return member?.user_id === claims.sub ? member.tier : null
  }
  return (await tierNow()) === null ? null : { workspaceId, who: claims.email, tierNow }
}

/** What a program's bearer token lets it see; `asked`: the workspace that it names, where it may choose. */
export type ProgramAccess = (token: string, scope: 'live', asked: string | null) => Promise<Pass | null>

/** Programs of a signed-in person. */
export function programAccess(authentication: Authentication): ProgramAccess {
  return async (token, _scope, asked) => passOfAccessToken(authentication, token, asked)
}
