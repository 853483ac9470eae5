import type { FastifyRequest } from 'fastify'
import type { Role } from '../../src/contract/members'
import type { Tier } from '../../src/contract/plans'
import { notFound, unauthenticated } from '../lib/errors'

/** Who asks, and for which workspace. */
export interface Member {
  readonly userId: string
  readonly email: string
  readonly workspaceId: string
  readonly tier: Tier
  readonly role: Role
}

/** Who can tell whose a token is. Sign-in can. */
export interface Authentication {
  readonly accessTokens: { read(token: string): TokenClaims | null }
  readonly sessionLookup: { member(sessionId: string, workspaceId: string): Promise<FoundMember | null> }
}

interface TokenClaims {
  readonly sub: string
  readonly email: string
  readonly workspaceId: string
  /** Session that the token belongs to. */
  readonly sid: string
}

interface FoundMember {
  readonly user_id: string
  /** null, like the role: its user is no member of the workspace. */
  readonly tier: Tier | null
  readonly role: Role | null
}

/** Looks everything up anew, so that a sign-out or a removed membership acts at once. */
export async function authenticate(services: Authentication, request: FastifyRequest): Promise<Member> {
  const claims = services.accessTokens.read(bearerToken(request))
  if (claims === null) throw unauthenticated()
  const asked = request.headers['x-workspace-id']
  const workspaceId = typeof asked === 'string' && asked !== '' ? asked : claims.workspaceId
  const session = await services.sessionLookup.member(claims.sid, workspaceId)
  if (session === null || session.user_id !== claims.sub) throw unauthenticated()
  const { tier, role } = session
  if (tier === null || role === null) throw notFound('workspace')
  return { userId: claims.sub, email: claims.email, workspaceId, tier, role }
}

function bearerToken(request: FastifyRequest): string {
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  return token ?? ''
}
