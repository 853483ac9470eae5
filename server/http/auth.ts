import type { FastifyRequest } from 'fastify'
import type { Role } from '../../src/contract/members'
import type { Tier } from '../../src/contract/plans'
import type { Services } from '../hub/services'
import { notFound, unauthenticated } from '../lib/errors'

/** Who asks, and for which workspace. */
export interface Member {
  readonly userId: string
  readonly email: string
  readonly workspaceId: string
  readonly tier: Tier
  readonly role: Role
}

/** Looks everything up anew, so that a sign-out or a removed membership acts at once. */
export async function authenticate(services: Services, request: FastifyRequest): Promise<Member> {
  const claims = services.accessTokens.read(bearerToken(request))
  if (claims === null) throw unauthenticated()
  const asked = request.headers['x-workspace-id']
  const workspaceId = typeof asked === 'string' && asked !== '' ? asked : claims.workspaceId
  const session = await services.lookups.member(claims.sid, workspaceId)
  if (session === null || session.user_id !== claims.sub) throw unauthenticated()
  const { tier, role } = session
  if (tier === null || role === null) throw notFound('workspace')
  return { userId: claims.sub, email: claims.email, workspaceId, tier, role }
}

function bearerToken(request: FastifyRequest): string {
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  return token ?? ''
}
