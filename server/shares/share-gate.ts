import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { MINUTE_MS } from '../../src/lib/durations'
import type { ShareTable } from '../db/share-tables'
import { CLOCKS_APART_MS } from '../lib/clock'
import type { ShareServices } from './services'
import type { OpenShare } from './share-rows'

/** Of what a browser keeps that has passed; then it is asked again. */
export const COOKIE_LIFETIME_MS = 12 * 60 * MINUTE_MS
/** A pass is brought from the app to the page. */
const lifetimesMs = { pass: MINUTE_MS, member: COOKIE_LIFETIME_MS, password: COOKIE_LIFETIME_MS }
type Purpose = keyof typeof lifetimesMs

/** What a browser keeps, for the address of the share alone. */
export const cookieNames = { member: 'share-member', password: 'share-password', seen: 'share-seen' } as const

/** What opens a share, as text that only this hub can write. */
export interface ShareSignatures {
  /** For the address of the page. */
  signPass(shareId: string, sessionId: string): string
  /** The session that asked for it; null: damaged, another share's or too old. */
  readPass(shareId: string, text: string): string | null
  signMember(shareId: string, sessionId: string): string
  readMember(shareId: string, text: string): string | null
  signPassword(share: Pick<ShareTable, 'id' | 'password_hash'>): string
  isPassword(share: Pick<ShareTable, 'id' | 'password_hash'>, text: string): boolean
}

export function shareSignatures({ keys, clock }: Pick<ShareServices, 'keys' | 'clock'>): ShareSignatures {
  const signatureOf = (purpose: Purpose, expires: string, subject: string) =>
    createHmac('sha256', keys.shareLink).update(`${purpose}\n${expires}\n${subject}`).digest('base64url')
  const sign = (purpose: Purpose, subject: string) => {
    const expires = String(clock.now() + lifetimesMs[purpose])
    return `${expires}.${signatureOf(purpose, expires, subject)}`
  }
  const isValid = (purpose: Purpose, text: string, subject: string) => {
    const [expires = '', signature = '', ...more] = text.split('.')
    const leftMs = Number(expires) - clock.now()
    // One that ends later than any was signed by a clock that was ahead, and would be good until then.
    const isInTime = leftMs > 0 && leftMs <= lifetimesMs[purpose] + CLOCKS_APART_MS
    if (more.length > 0 || !/^\d{1,15}$/.test(expires) || !isInTime) return false
    const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(purpose, expires, subject))]
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  const signFor = (purpose: Purpose) => (shareId: string, sessionId: string) =>
    `${sessionId}.${sign(purpose, `${shareId}\n${sessionId}`)}`
  const readFor = (purpose: Purpose) => (shareId: string, text: string) => {
    const sessionId = text.slice(0, text.indexOf('.'))
    return isValid(purpose, text.slice(sessionId.length + 1), `${shareId}\n${sessionId}`) ? sessionId : null
  }
  const passwordOf = ({ id, password_hash }: Pick<ShareTable, 'id' | 'password_hash'>) => `${id}\n${password_hash}`
  return {
    signPass: signFor('pass'),
    readPass: readFor('pass'),
    signMember: signFor('member'),
    readMember: readFor('member'),
    signPassword: (share) => sign('password', passwordOf(share)),
    isPassword: (share, text) => isValid('password', text, passwordOf(share)),
  }
}

/** What keeps somebody from a share, and whether they are known to be of the workspace. */
export interface Gate {
  readonly state: 'open' | 'members-only' | 'password'
  readonly isMember: boolean
}

/**
 * Looked at anew on each request, so that a new password, a sign-out, a removed member or a share that is public no more
 * acts at once.
 */
export async function gateOf(services: ShareServices, share: OpenShare, request: FastifyRequest): Promise<Gate> {
  const signatures = shareSignatures(services)
  const cookies = cookiesOf(request)
  const sessionId = signatures.readMember(share.id, cookies.get(cookieNames.member) ?? '')
  const session = sessionId === null ? null : await services.sessionLookup.member(sessionId, share.workspace_id)
  const isMember = session !== null && session.role !== null
  if (share.is_public !== 1 && !isMember) return { state: 'members-only', isMember }
  const isKnown = share.password_hash === null || signatures.isPassword(share, cookies.get(cookieNames.password) ?? '')
  return { state: isKnown ? 'open' : 'password', isMember }
}

export function cookiesOf({ headers }: FastifyRequest): ReadonlyMap<string, string> {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}
