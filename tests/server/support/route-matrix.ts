import type { FastifyInstance } from 'fastify'
import type { CreationOptions } from '../../../src/contract/sign-in/passkeys'
import { SoftwareAuthenticator } from '../../support/software-authenticator'
import { makeToken } from './api-tokens'
import { addCamera, send } from './calls'
import { type ClipForm, clipParts, FORM_TYPE, formOf, jpeg, type Part, postClip } from './forms'
import type { SignedInUser, TestHub } from './hub'
import { testBrowser } from './push-service'

/** Address of the hub that is asked. */
export const ORIGIN = 'https://cam.example.org'

/** Ann's workspace with one of everything, and who else is about. */
export interface World {
  readonly ann: SignedInUser
  /** Of a workspace of his own. */
  readonly bob: SignedInUser
  readonly cameraId: string
  readonly videoId: string
  readonly chatId: string
  /** Joined Ann's workspace and is still in it. */
  readonly memberId: string
  readonly memberEmail: string
  /** An API token of Ann's. */
  readonly tokenId: string
  /** A link of Ann's for another device. */
  readonly pairingId: string
  /** A share of Ann's. */
  readonly shareId: string
  /** A webhook of Ann's, to an address that no name leads to. */
  readonly webhookId: string
  /** Ann's own. */
  readonly sessionId: string
  /** Ann's own. */
  readonly passkeyId: string
  /** A browser of Ann's that gets pushes. */
  readonly pushId: string
}

export interface Asked {
  readonly url: string
  readonly payload?: object
  readonly parts?: readonly Part[]
  /** A session description (WHEP). */
  readonly sdp?: string
}

/**
 * One line per route of the hub. `guarded`: needs a session. `own` is the status that Ann gets, `foreign` what another
 * workspace gets for the same request: 404, or the status with nothing of Ann's in it. `public`: says what guards it.
 */
export type Row =
  | { readonly kind: 'guarded'; readonly own: number; readonly foreign: number; ask(world: World): Asked }
  | { readonly kind: 'public'; readonly guardedBy: string }

const guarded = (own: number, foreign: number, ask: (world: World) => Asked): Row => ({
  kind: 'guarded',
  own,
  foreign,
  ask,
})
const open = (guardedBy: string): Row => ({ kind: 'public', guardedBy })
/** The day on which the hub's clock stands. */
const reviewed = 'from=2026-03-10T00:00:00Z&to=2026-03-10T23:59:59Z'
const at = (url: string, payload?: object) => (): Asked => ({ url, ...(payload && { payload }) })

const pushElsewhere = testBrowser('https://push.example.org').subscription

const settings = {
  name: 'Stolen',
  location: 'Hall',
  deviceId: 'd',
  deviceLabel: 'l',
  isMotionEnabled: true,
  isAudioEnabled: true,
  motionSensitivity: 1,
}
const webhook = { name: 'Lights', url: 'https://hooks.example.org/anns-secret-path', kinds: ['event.created'] }
const clip = (form: ClipForm) => clipParts({ ...form, fileName: '00000000-0000-4000-8000-00000000000f.webm' })

/** A new route is added here with a line that begins with its method and pattern; until then the suite fails. */
export const matrix: Readonly<Record<string, Row>> = {
  'POST /v1/auth/request-otp': open('limits per address and client'),
  'POST /v1/auth/verify-otp': open('the code'),
  'POST /v1/auth/refresh': open('the refresh token'),
  'POST /v1/auth/sign-out': open('the refresh token'),
  'GET /v1/cameras': guarded(200, 200, at('/v1/cameras')),
  'GET /v1/cameras/check-statuses': guarded(200, 200, at('/v1/cameras/check-statuses')),
  'POST /v1/cameras': guarded(201, 201, at('/v1/cameras', { ...settings, name: 'Bobs' })),
  'PUT /v1/cameras/:cameraId': guarded(200, 404, ({ cameraId }) => ({
    url: `/v1/cameras/${cameraId}`,
    payload: settings,
  })),
  'PATCH /v1/cameras/:cameraId/motion-audio': guarded(200, 404, ({ cameraId }) => ({
    url: `/v1/cameras/${cameraId}/motion-audio`,
    payload: { isMotionEnabled: true, isAudioEnabled: true },
  })),
  'POST /v1/cameras/:cameraId/alerts': guarded(201, 404, ({ cameraId }) => ({
    url: `/v1/cameras/${cameraId}/alerts`,
    payload: {
      alertId: '00000000-0000-4000-8000-0000000000a1',
      kind: 'covered',
      occurredAt: '2026-03-10T11:59:00.000Z',
    },
  })),
  'DELETE /v1/cameras/:cameraId': guarded(200, 404, ({ cameraId }) => ({ url: `/v1/cameras/${cameraId}` })),
  // Whoever may look hears that the camera's tab is not there.
  'POST /v1/cameras/:cameraId/whep': guarded(503, 404, ({ cameraId }) => ({
    url: `/v1/cameras/${cameraId}/whep`,
    sdp: 'v=0',
  })),
  'DELETE /v1/cameras/:cameraId/whep/:viewingId': guarded(404, 404, ({ cameraId }) => ({
    url: `/v1/cameras/${cameraId}/whep/00000000-0000-4000-8000-0000000000b1`,
  })),
  'PATCH /v1/cameras/:cameraId/whep/:viewingId': guarded(405, 405, ({ cameraId }) => ({
    url: `/v1/cameras/${cameraId}/whep/00000000-0000-4000-8000-0000000000b1`,
  })),
  'GET /v1/live': open('the access token of the first message'),
  'GET /v1/screenshots': guarded(200, 200, at('/v1/screenshots')),
  'POST /v1/screenshots/:cameraId/upload': guarded(201, 404, ({ cameraId }) => ({
    url: `/v1/screenshots/${cameraId}/upload`,
    parts: [{ name: 'screenshot', fileName: 'blob', type: 'image/jpeg', bytes: jpeg(300, 9) }],
  })),
  'POST /v1/videos/upload': guarded(201, 404, ({ cameraId }) => ({
    url: '/v1/videos/upload',
    parts: clip({ cameraId }),
  })),
  'GET /v1/person-model': guarded(200, 200, at('/v1/person-model')),
  'GET /media/person-model/:name': open('the signed link'),
  'GET /v1/videos': guarded(200, 200, at('/v1/videos?page=0&pageSize=100')),
  'GET /v1/videos/storage-usage': guarded(200, 200, at('/v1/videos/storage-usage')),
  'GET /v1/videos/:videoId': guarded(200, 404, ({ videoId }) => ({ url: `/v1/videos/${videoId}` })),
  'GET /v1/videos/:videoId/download': guarded(200, 404, ({ videoId }) => ({ url: `/v1/videos/${videoId}/download` })),
  'DELETE /v1/videos/:videoId': guarded(200, 404, ({ videoId }) => ({ url: `/v1/videos/${videoId}` })),
  'PUT /v1/videos/:videoId/keep': guarded(200, 404, ({ videoId }) => ({
    url: `/v1/videos/${videoId}/keep`,
    payload: { isKept: true },
  })),
  'GET /v1/videos/:videoId/proof': guarded(200, 404, ({ videoId }) => ({ url: `/v1/videos/${videoId}/proof` })),
  'GET /v1/evidence/key': open('nothing: the key is public'),
  'GET /v1/notifications': guarded(200, 200, at('/v1/notifications?page=0&pageSize=100')),
  'GET /v1/notifications/usage': guarded(200, 200, at('/v1/notifications/usage')),
  'POST /v1/notifications/test': guarded(
    200,
    200,
    at('/v1/notifications/test', { type: 'email', connectionValue: 'test@example.org' }),
  ),
  'GET /v1/workspaces/usage': guarded(200, 200, at('/v1/workspaces/usage')),
  'GET /v1/workspaces/:workspaceId': guarded(200, 404, ({ ann }) => ({ url: `/v1/workspaces/${ann.workspaceId}` })),
  'DELETE /v1/workspaces/:workspaceId': guarded(200, 404, ({ ann }) => ({
    url: `/v1/workspaces/${ann.workspaceId}`,
    payload: { email: ann.email },
  })),
  'POST /v1/workspaces/:workspaceId/export': guarded(200, 404, ({ ann }) => ({
    url: `/v1/workspaces/${ann.workspaceId}/export`,
  })),
  'GET /export/:workspaceId': open('the signature of the link'),
  'GET /v1/wsconfig': guarded(200, 200, at('/v1/wsconfig')),
  'PUT /v1/wsconfig/notifications': guarded(
    200,
    200,
    at('/v1/wsconfig/notifications', {
      notifyOnMotion: false,
      notifyOnPerson: false,
      notifyOnAlert: false,
      notifyOnError: false,
    }),
  ),
  'PUT /v1/wsconfig/integrations': guarded(
    200,
    200,
    at('/v1/wsconfig/integrations', {
      emailEnabled: false,
      notifyEmail: null,
      slackEnabled: false,
      notifySlackWebhook: null,
      discordEnabled: false,
      notifyDiscordWebhook: null,
      smsEnabled: false,
    }),
  ),
  'GET /v1/notifications/search': guarded(200, 200, at('/v1/notifications/search?q=motion&page=0&pageSize=5')),
  'POST /v1/ai/chat': guarded(200, 404, ({ chatId }) => ({
    url: '/v1/ai/chat',
    payload: { message: 'Which cameras are there?', existingChatId: chatId },
  })),
  'GET /v1/chats/latest': guarded(200, 200, at('/v1/chats/latest')),
  'POST /v1/chats': guarded(201, 201, at('/v1/chats')),
  'POST /v1/billing/portal': guarded(200, 200, at('/v1/billing/portal', { returnUrl: `${ORIGIN}/billing` })),
  'POST /v1/billing/subscription/checkout': guarded(200, 404, ({ ann }) => ({
    url: '/v1/billing/subscription/checkout',
    payload: { workspaceId: ann.workspaceId, product: 'PRO', billingCycle: 'MONTHLY' },
  })),
  'GET /v1/billing/plan': open('the signature of the link'),
  'POST /v1/billing/plan': open('the signature of the link'),
  'GET /v1/members': guarded(200, 200, at('/v1/members')),
  'POST /v1/members': guarded(201, 201, at('/v1/members', { email: 'guest@example.org' })),
  'DELETE /v1/members/:userId': guarded(200, 404, ({ memberId }) => ({ url: `/v1/members/${memberId}` })),
  'GET /v1/modes': guarded(200, 200, at('/v1/modes')),
  'PUT /v1/modes': guarded(200, 404, ({ cameraId }) => ({
    url: '/v1/modes',
    payload: { rules: [{ cameraId, mode: 'home', records: false, notifies: true }] },
  })),
  'GET /v1/modes/history': guarded(
    200,
    200,
    at('/v1/modes/history?dateStart=2026-03-10T00:00:00Z&dateEnd=2026-03-11T00:00:00Z'),
  ),
  'GET /v1/tokens': guarded(200, 200, at('/v1/tokens')),
  'POST /v1/tokens': guarded(201, 201, at('/v1/tokens', { name: 'Backup', scopes: ['read'] })),
  'DELETE /v1/tokens/:tokenId': guarded(200, 404, ({ tokenId }) => ({ url: `/v1/tokens/${tokenId}` })),
  'POST /v1/pairings': guarded(201, 201, at('/v1/pairings')),
  'GET /v1/pairings/:pairingId': guarded(200, 404, ({ pairingId }) => ({ url: `/v1/pairings/${pairingId}` })),
  'DELETE /v1/pairings/:pairingId': guarded(200, 404, ({ pairingId }) => ({ url: `/v1/pairings/${pairingId}` })),
  // Nobody has used the link.
  'PUT /v1/pairings/:pairingId/camera': guarded(404, 404, ({ pairingId, cameraId }) => ({
    url: `/v1/pairings/${pairingId}/camera`,
    payload: { cameraId },
  })),
  'GET /v1/review': guarded(200, 200, at(`/v1/review?${reviewed}`)),
  'GET /v1/review/clips': guarded(200, 200, ({ cameraId }) => ({
    url: `/v1/review/clips?${reviewed}&cameraId=${cameraId}`,
  })),
  // These hubs have no language model.
  'GET /v1/descriptions': guarded(404, 404, at('/v1/descriptions')),
  'GET /v1/shares': guarded(200, 200, at('/v1/shares')),
  'POST /v1/shares': guarded(201, 404, ({ videoId }) => ({
    url: '/v1/shares',
    payload: { videoId, title: 'Stolen', isPublic: true, expiryDays: 1, password: null },
  })),
  'PATCH /v1/shares/:shareId': guarded(200, 404, ({ shareId }) => ({
    url: `/v1/shares/${shareId}`,
    payload: { isPublic: true },
  })),
  'DELETE /v1/shares/:shareId': guarded(200, 404, ({ shareId }) => ({ url: `/v1/shares/${shareId}` })),
  'POST /v1/shares/:shareId/pass': guarded(200, 404, ({ shareId }) => ({ url: `/v1/shares/${shareId}/pass` })),
  'GET /s/:token': open('the token of the link, a password, a membership'),
  'POST /s/:token': open('the token of the link, limits per share and client'),
  'GET /s/:token/clip': open('the token, the signature of the link, a password, a membership'),
  'GET /s/:token/poster': open('the token, the signature of the link, a password, a membership'),
  'POST /v1/pairings/redeem': open('the token of the link, once'),
  'GET /nightjar-ca.crt': open('nothing: certificates are public'),
  'GET /v1/webhooks': guarded(200, 200, at('/v1/webhooks')),
  'POST /v1/webhooks': guarded(201, 201, at('/v1/webhooks', { ...webhook, url: 'https://hooks.example.org/x' })),
  'PATCH /v1/webhooks/:webhookId': guarded(200, 404, ({ webhookId }) => ({
    url: `/v1/webhooks/${webhookId}`,
    payload: { isOn: false },
  })),
  'DELETE /v1/webhooks/:webhookId': guarded(200, 404, ({ webhookId }) => ({ url: `/v1/webhooks/${webhookId}` })),
  'GET /v1/webhooks/:webhookId/deliveries': guarded(200, 404, ({ webhookId }) => ({
    url: `/v1/webhooks/${webhookId}/deliveries`,
  })),
  // It answers how the call went, which is badly here.
  'POST /v1/webhooks/:webhookId/test': guarded(200, 404, ({ webhookId }) => ({
    url: `/v1/webhooks/${webhookId}/test`,
  })),
  'GET /v1/push/key': guarded(200, 200, at('/v1/push/key')),
  'GET /v1/push/subscriptions': guarded(200, 200, at('/v1/push/subscriptions')),
  'DELETE /v1/push/subscriptions/:pushId': guarded(200, 404, ({ pushId }) => ({
    url: `/v1/push/subscriptions/${pushId}`,
  })),
  'POST /v1/push/subscriptions': guarded(400, 400, at('/v1/push/subscriptions', pushElsewhere)),
  'DELETE /v1/push/subscriptions': guarded(200, 200, at('/v1/push/subscriptions')),
  'POST /v1/push/test': guarded(502, 404, at('/v1/push/test')),
  'POST /v1/push/renew': open('the secret of one subscription, which changes its address alone'),
  'POST /v1/push/snooze': open('the signed link of a notification, once'),
  'GET /v1/sessions': guarded(200, 200, at('/v1/sessions')),
  'DELETE /v1/sessions': guarded(200, 200, at('/v1/sessions')),
  'DELETE /v1/sessions/:sessionId': guarded(200, 404, ({ sessionId }) => ({ url: `/v1/sessions/${sessionId}` })),
  'GET /v1/passkeys': guarded(200, 200, at('/v1/passkeys')),
  'POST /v1/passkeys/registration/options': guarded(200, 200, at('/v1/passkeys/registration/options')),
  // The challenge was none of the hub's.
  'POST /v1/passkeys/registration': guarded(
    422,
    422,
    at('/v1/passkeys/registration', {
      name: 'Laptop',
      credential: new SoftwareAuthenticator({ origin: ORIGIN }).create({
        challenge: 'AAAA',
        rp: { id: 'cam.example.org', name: 'Nightjar' },
        user: { id: 'AAAA', name: 'ann', displayName: 'ann' },
      }),
    }),
  ),
  'PATCH /v1/passkeys/:passkeyId': guarded(200, 404, ({ passkeyId }) => ({
    url: `/v1/passkeys/${passkeyId}`,
    payload: { name: 'Mine' },
  })),
  'DELETE /v1/passkeys/:passkeyId': guarded(200, 404, ({ passkeyId }) => ({ url: `/v1/passkeys/${passkeyId}` })),
  'POST /v1/passkeys/sign-in/options': open('limits per client: it says nothing of anybody'),
  'POST /v1/passkeys/sign-in': open('the signature of the passkey'),
  'GET /media/*': open('the signature of the link'),
  'GET /v1/openapi.json': open('nothing: it describes the contract'),
  'GET /healthz': open('nothing: it says only whether the hub is well'),
  'GET /metrics': open('the network: this machine only'),
}

/** What inject needs beside method and headers. */
export function bodyOf({ payload, parts, sdp }: Asked): {
  payload?: object | Buffer | string
  headers: Record<string, string>
} {
  if (sdp !== undefined) return { payload: sdp, headers: { 'content-type': 'application/sdp' } }
  if (parts !== undefined) return { payload: formOf(parts), headers: { 'content-type': FORM_TYPE } }
  return { ...(payload && { payload }), headers: {} }
}

/** What of Ann's things people may see who belong to her workspace, and nobody else. */
export const annsNames = {
  camera: 'Anns secret door',
  token: 'Anns backup',
  passkey: 'Anns phone',
  clip: '00000000-0000-4000-8000-00000000000a',
} as const

/** Ann with one of everything, a member and Bob: people of a domain that no other world has. */
export async function makeWorld(hub: TestHub, domain: string): Promise<World> {
  const { fastify } = hub
  // Beyond the limits of codes.
  hub.clock.advance(3_600_000)
  const [ann, bob] = [await hub.signIn(`ann@${domain}`), await hub.signIn(`bob@${domain}`)]
  const { id: memberId, email: memberEmail } = await joinedBy(hub, ann, `dan@${domain}`)
  const { id: cameraId } = await addCamera(fastify, ann, annsNames.camera)
  const { id: videoId } = (await postClip(fastify, ann, { cameraId, fields: { clipId: annsNames.clip } })).json()
  const { id: chatId } = (await send(fastify, ann, 'POST', '/chats')).json()
  const { id: tokenId } = await makeToken(fastify, ann, ['read'], annsNames.token)
  const { id: pairingId } = (await send(fastify, ann, 'POST', '/pairings')).json()
  const shared = { videoId, title: 'Fox', isPublic: true, expiryDays: 7, password: null }
  const { id: shareId } = (await send(fastify, ann, 'POST', '/shares', shared)).json()
  const { id: webhookId } = (await send(fastify, ann, 'POST', '/webhooks', webhook)).json()
  const sessionId = await sessionIdOf(fastify, ann)
  const passkeyId = await passkeyIdOf(fastify, ann, annsNames.passkey)
  const pushId = await pushIdOf(fastify, ann)
  const own = { cameraId, videoId, chatId, memberId, memberEmail, tokenId, pairingId, shareId, webhookId }
  return { ann, bob, ...own, sessionId, passkeyId, pushId }
}

/** Who was invited into the owner's workspace and came, with their id there. */
export async function joinedBy(
  { fastify, signIn }: TestHub,
  owner: SignedInUser,
  email: string,
): Promise<SignedInUser & { readonly id: string }> {
  await send(fastify, owner, 'POST', '/members', { email })
  const user = await signIn(email)
  const people = (await send(fastify, owner, 'GET', '/members')).json<{ id: string; email: string }[]>()
  return { ...user, id: people.find((row) => row.email === email)?.id ?? '' }
}

/** A browser of somebody's session that gets pushes. */
async function pushIdOf(fastify: FastifyInstance, user: SignedInUser): Promise<string> {
  const { subscription } = testBrowser('https://fcm.googleapis.com')
  return (await send(fastify, user, 'POST', '/push/subscriptions', subscription)).json<{ id: string }>().id
}

/** A new passkey of somebody's, for the hub's own name. */
async function passkeyIdOf(fastify: FastifyInstance, user: SignedInUser, name: string): Promise<string> {
  const options = (await send(fastify, user, 'POST', '/passkeys/registration/options')).json<CreationOptions>()
  const credential = new SoftwareAuthenticator({ origin: ORIGIN }).create(options)
  return (await send(fastify, user, 'POST', '/passkeys/registration', { name, credential })).json<{ id: string }>().id
}

/** The session that somebody asks with. */
async function sessionIdOf(fastify: FastifyInstance, user: SignedInUser): Promise<string> {
  const devices = (await send(fastify, user, 'GET', '/sessions')).json<{ id: string; isCurrent: boolean }[]>()
  return devices.find(({ isCurrent }) => isCurrent)?.id ?? ''
}
