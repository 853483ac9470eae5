import { API_TOKEN_PREFIX } from '../../src/contract/sign-in/api-tokens'
import type { Authentication } from '../http/auth'
import { notFound, tokenUnknown } from '../lib/errors'
import type { ApiTokens } from '../sign-in/api-tokens'
import type { Pass } from './tab'

type Sessions = Pick<Authentication, 'accessTokens' | 'sessionLookup'>

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
  { accessTokens, sessionLookup }: Sessions,
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

/** From where a program asks. */
export interface Asked {
  /** The workspace that it names; null: none. */
  readonly workspaceId: string | null
  /** Its network address. */
  readonly address: string
}

/**
 * What a program's bearer token lets it see; null: nothing. Throws the refusal where the token is good, but not for this,
 * or tried too often.
 */
export type ProgramAccess = (token: string, scope: 'live', asked: Asked) => Promise<Pass | null>

/** Programs with a token of their own, and those of a signed-in person. */
export function programAccess(services: Sessions & { readonly apiTokens: ProgramTokens }): ProgramAccess {
  return async (token, scope, asked) => {
    if (token.startsWith(API_TOKEN_PREFIX)) return passOfApiToken(services.apiTokens, token, scope, asked)
    const admission = await admissionOf(services, token, asked.workspaceId)
    if (admission.kind === 'no-member') throw notFound('workspace')
    return admission.kind === 'pass' ? admission.pass : null
  }
}

type ProgramTokens = Pick<ApiTokens, 'read' | 'tierNow'>

async function passOfApiToken(
  apiTokens: ProgramTokens,
  token: string,
  scope: 'live',
  asked: Asked,
): Promise<Pass | null> {
  const found = await apiTokens.read(token, scope, asked.address)
  if (found === null) throw tokenUnknown()
  const { tokenId, workspaceId, who, name } = found
  if (asked.workspaceId !== null && asked.workspaceId !== workspaceId) throw notFound('workspace')
  // A program is not the person who made its token.
  return { workspaceId, who: `${who} (token ${name})`, tierNow: () => apiTokens.tierNow(tokenId, scope) }
}
