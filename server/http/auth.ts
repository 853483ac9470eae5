import type { FastifyRequest } from 'fastify'
import type { TokenRule } from '../../src/contract/call'
import type { Role } from '../../src/contract/members'
import type { Tier } from '../../src/contract/plans'
import { API_TOKEN_PREFIX } from '../../src/contract/sign-in/api-tokens'
import { notFound, tokenUnknown, unauthenticated } from '../lib/errors'

/** Who asks, and for which workspace. */
export interface Member {
  readonly userId: string
  readonly email: string
  readonly workspaceId: string
  readonly tier: Tier
  readonly role: Role
  /** null: a program. */
  readonly sessionId: string | null
  /** Of the session, or of a program's API token. */
  readonly accessId: string
}

/** Who can tell whose a token is. Sign-in can. */
export interface Authentication {
  readonly accessTokens: { read(token: string): TokenClaims | null }
  readonly sessionLookup: { member(sessionId: string, workspaceId: string): Promise<FoundMember | null> }
  /** Told of each call; writes seldom, and never rejects. */
  readonly sessionUse: { note(sessionId: string): Promise<void> }
  readonly apiTokens: {
    read(token: string, rule: TokenRule, address: string): Promise<Program | null>
    /** Of one that was read; null: it may do that no more. */
    tierNow(tokenId: string, scope: Exclude<TokenRule, 'none'>): Promise<Tier | null>
  }
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

/** For whom an API token acts. */
interface Program {
  readonly tokenId: string
  readonly userId: string
  /** Address of that member. */
  readonly who: string
  readonly workspaceId: string
  readonly tier: Tier
  readonly role: Role
}

/** Looks everything up anew, so that a sign-out, a removed membership or a revoked token acts at once. */
export async function authenticate(
  services: Authentication,
  request: FastifyRequest,
  rule: TokenRule,
): Promise<Member> {
  const token = bearerToken(request)
  const asked = request.headers['x-workspace-id']
  const workspaceId = typeof asked === 'string' && asked !== '' ? asked : null
  return token.startsWith(API_TOKEN_PREFIX)
    ? memberOfProgram(await services.apiTokens.read(token, rule, request.ip), workspaceId)
    : memberOfSession(services, token, workspaceId)
}

/** Looks once more after whoever asked, whose body was long in coming. Counts as no further call. */
export async function authenticateAgain(services: Authentication, member: Member, rule: TokenRule): Promise<Member> {
  const { userId, workspaceId, sessionId, accessId } = member
  if (sessionId !== null) return { ...member, ...(await standingOf(services, sessionId, userId, workspaceId)) }
  const tier = rule === 'none' ? null : await services.apiTokens.tierNow(accessId, rule)
  if (tier === null) throw tokenUnknown()
  return { ...member, tier }
}

async function memberOfSession(services: Authentication, token: string, asked: string | null): Promise<Member> {
  const claims = services.accessTokens.read(token)
  if (claims === null) throw unauthenticated()
  const { sub: userId, email, sid: sessionId } = claims
  const workspaceId = asked ?? claims.workspaceId
  const standing = await standingOf(services, sessionId, userId, workspaceId)
  await services.sessionUse.note(sessionId)
  return { userId, email, workspaceId, ...standing, sessionId, accessId: sessionId }
}

/** What a session's user is in a workspace; refused where it is over, or its user no member. */
async function standingOf(
  { sessionLookup }: Authentication,
  sessionId: string,
  userId: string,
  workspaceId: string,
): Promise<Pick<Member, 'tier' | 'role'>> {
  const session = await sessionLookup.member(sessionId, workspaceId)
  if (session === null || session.user_id !== userId) throw unauthenticated()
  const { tier, role } = session
  if (tier === null || role === null) throw notFound('workspace')
  return { tier, role }
}

/** An API token is one workspace's, however many its maker is in. */
function memberOfProgram(program: Program | null, asked: string | null): Member {
  if (program === null) throw tokenUnknown()
  const { tokenId, userId, who, workspaceId, tier, role } = program
  if (asked !== null && asked !== workspaceId) throw notFound('workspace')
  return { userId, email: who, workspaceId, tier, role, sessionId: null, accessId: tokenId }
}

function bearerToken(request: FastifyRequest): string {
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  return token ?? ''
}
