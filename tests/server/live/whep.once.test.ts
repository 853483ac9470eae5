import { afterEach, beforeEach, expect, test } from 'vitest'
import { liveLimits } from '../../../server/live/limits'
import { makeToken } from '../support/api-tokens'
import { addCamera, door, send } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { ANSWER, type LiveTab, OFFER, openCamera, openTab } from '../support/live'

let hub: TestHub
let ann: SignedInUser
let cameraId: string
let origin: string
async function begin(started: Promise<TestHub>): Promise<void> {
  hub = await started
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
  origin = await hub.listen()
}
beforeEach(async () => {
  const environment = { ICE_SERVERS: 'stun:stun.example.org:3478,turn:ann:pa%22ss@turn.example.org' }
  await begin(startTestHub({ tier: 'PRO', environment }))
})
afterEach(() => hub.close())

interface Asked {
  readonly path?: string
  readonly method?: string
  readonly body?: string | null
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
}

/** As a player asks: nothing but a token and a session description. */
function ask({ path = `/v1/cameras/${cameraId}/whep`, method = 'POST', body = OFFER, headers, signal }: Asked = {}) {
  const type = { 'content-type': 'application/sdp', authorization: `Bearer ${ann.token}` }
  return fetch(origin + path, {
    method,
    headers: { ...(body === null ? { authorization: type.authorization } : type), ...headers },
    body,
    ...(signal && { signal }),
  })
}

/** What the hub refused with. */
async function refusal(asked: Asked = {}): Promise<[number, string]> {
  const answer = await ask(asked)
  return [answer.status, (await answer.json()).message]
}

/** A camera that answers each offer. */
async function answering(): Promise<LiveTab> {
  const camera = await openCamera(origin, ann, cameraId)
  camera.socket.on('message', () => {
    for (const { viewingId } of camera.all('viewing').splice(0)) camera.send({ kind: 'answer', viewingId, sdp: ANSWER })
  })
  return camera
}

test('an offer gets the camera’s answer and an address of its own, which ends it (LIVE-40, EXT-20)', async () => {
  const camera = await answering()
  const answer = await ask()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([201, 'application/sdp'])
  expect(await answer.text()).toBe(ANSWER)
  const [viewing] = camera.all('viewing')
  expect(viewing).toMatchObject({ cameraId, who: ann.email, offer: OFFER, isComplete: true, mayHear: true })
  const location = answer.headers.get('location') ?? ''
  expect(location).toBe(`/v1/cameras/${cameraId}/whep/${viewing?.viewingId}`)
  // A player cannot say whether it plays the sound: the camera says that it is sent some, and nobody else can.
  const isListening = () => camera.present[0]?.viewers[0]?.isListening
  await camera.hears('presence', () => isListening() === false)
  const listens = { kind: 'act', viewingId: viewing?.viewingId ?? '', act: 'listen-begin' } as const
  const other = await openTab(origin, ann)
  other.send(listens)
  await other.settled()
  expect(isListening()).toBe(false)
  camera.send(listens)
  await camera.hears('presence', () => isListening() === true)
  camera.send({ ...listens, kind: 'act-refused', message: 'Nobody listens in stealth mode.' })
  await camera.hears('presence', () => isListening() === false)
  expect((await ask({ path: location, method: 'PATCH' })).status).toBe(405)
  expect((await ask({ path: location, method: 'DELETE', body: null })).status).toBe(200)
  expect(await camera.hears('end')).toMatchObject({ viewingId: viewing?.viewingId, reason: 'left' })
  expect((await ask({ path: location, method: 'DELETE', body: null })).status).toBe(404)
})

test('tells players of STUN and TURN, and tabs too (LIVE-40, ENV-15)', async () => {
  const camera = await answering()
  expect((await ask()).headers.get('link')).toBe(
    '<stun:stun.example.org:3478>; rel="ice-server", <turn:turn.example.org>; rel="ice-server"; username="ann"; credential="pa\\"ss"; credential-type="password"',
  )
  expect(camera.all('welcome')).toEqual([
    {
      kind: 'welcome',
      iceServers: [
        { urls: 'stun:stun.example.org:3478' },
        { urls: 'turn:turn.example.org', username: 'ann', credential: 'pa"ss' },
      ],
    },
  ])
})

test('tells players of no server whose password no header carries, and answers them (LIVE-40, ENV-15)', async () => {
  await hub.close()
  const environment = { ICE_SERVERS: 'stun:stun.example.org,turn:ann:%D0%BF%D0%B0%D1%80@turn.example.org' }
  await begin(startTestHub({ tier: 'PRO', environment, logLevel: 'warn' }))
  await answering()
  const answer = await ask()
  expect([answer.status, answer.headers.get('link')]).toEqual([201, '<stun:stun.example.org>; rel="ice-server"'])
  expect(hub.logLines.filter((line) => line.includes('players are not told of a server of ICE_SERVERS'))).toHaveLength(
    1,
  )
  const tab = await openTab(origin, ann)
  expect(tab.all('welcome')[0]?.iceServers).toHaveLength(2)
})

test('needs a token that is good (LIVE-41)', async () => {
  await answering()
  const bob = await hub.signIn('bob@example.org')
  const none = await ask({ headers: { authorization: '' } })
  expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  expect((await ask({ headers: { authorization: 'Bearer nonsense' } })).status).toBe(401)
  const foreign = { authorization: `Bearer ${bob.token}` }
  expect(await refusal({ headers: foreign })).toEqual([404, 'There is no such camera.'])
  expect(await refusal({ headers: { ...foreign, 'x-workspace-id': ann.workspaceId } })).toEqual([
    404,
    'There is no such workspace.',
  ])
  const location = (await ask()).headers.get('location') ?? ''
  expect((await ask({ path: location, method: 'DELETE', body: null, headers: foreign })).status).toBe(404)
})

test('takes the token as the password of Basic, as go2rtc sends it from an address (LIVE-41)', async () => {
  await answering()
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
  expect((await ask({ headers: basic(`nightjar:${ann.token}`) })).status).toBe(201)
  expect((await ask({ headers: basic(`${ann.token}:nightjar`) })).status).toBe(401)
})

test('an API token looks for as long as it may, by its own name and without anybody’s session (LIVE-41, LIVE-28, LIVE-104)', async () => {
  const camera = await answering()
  const { id, headers } = await makeToken(hub.fastify, ann, ['live'])
  const answer = await ask({ headers })
  expect(answer.status).toBe(201)
  expect(camera.all('viewing')).toMatchObject([{ who: `${ann.email} (token Backup script)`, mayHear: true }])
  await hub.hub.live.checkAccess()
  await camera.settled()
  expect(camera.all('end')).toEqual([])
  expect((await send(hub.fastify, ann, 'DELETE', `/tokens/${id}`)).statusCode).toBe(200)
  await hub.hub.live.checkAccess()
  expect(await camera.hears('end')).toMatchObject({ reason: 'not-allowed' })
  expect((await refusal({ headers }))[0]).toBe(401)
})

test('an API token needs the scope for it, and is one workspace’s (LIVE-41)', async () => {
  await answering()
  const reader = await makeToken(hub.fastify, ann, ['read', 'write'])
  expect(await refusal({ headers: reader.headers })).toEqual([
    403,
    'This API token may not look through cameras. Make one with the scope live.',
  ])
  const bob = await hub.signIn('bob@example.org')
  const his = await makeToken(hub.fastify, bob, ['live'])
  expect((await refusal({ headers: his.headers }))[0]).toBe(404)
  expect((await refusal({ headers: { ...his.headers, 'x-workspace-id': ann.workspaceId } }))[0]).toBe(404)
})

test('slows down whoever tries tokens (LIVE-41)', async () => {
  const tried = () =>
    hub.fastify.inject({
      method: 'POST',
      url: `/v1/cameras/${cameraId}/whep`,
      headers: { authorization: 'Bearer nonsense', 'content-type': 'application/sdp' },
      payload: OFFER,
    })
  for (let count = 0; count < 300; count++) expect((await tried()).statusCode).toBe(401)
  expect((await tried()).statusCode).toBe(429)
})

test('takes session descriptions alone (LIVE-42)', async () => {
  await answering()
  expect((await refusal({ body: '{}', headers: { 'content-type': 'application/json' } }))[0]).toBe(415)
  expect((await refusal({ body: OFFER, headers: { 'content-type': 'text/plain' } }))[0]).toBe(415)
  expect(await refusal({ body: 'hello' })).toEqual([400, 'The offer is no session description: it begins with v=0.'])
  expect((await refusal({ body: OFFER + 'a=x\r\n'.repeat(10_000) }))[0]).toBe(413)
  expect((await refusal({ path: '/v1/cameras/nonsense/whep' }))[0]).toBe(404)
  expect((await refusal({ path: '/v1/cameras/a%00b/whep' }))[0]).toBe(404)
})

test('says why there is no picture (LIVE-42)', async () => {
  expect(await refusal()).toEqual([503, "The camera's tab is not there. Open it on the camera's laptop."])
  const camera = await openCamera(origin, ann, cameraId)
  const full = refusal()
  const { viewingId } = await camera.hears('viewing')
  camera.send({ kind: 'no-direct', viewingId, reason: 'full' })
  expect(await full).toEqual([
    503,
    'As many look through this camera directly as it can serve. Try again when one of them has gone.',
  ])
  const settings = { ...door, isMotionEnabled: true, isAudioEnabled: false, motionSensitivity: 50 }
  await send(hub.fastify, ann, 'PUT', `/cameras/${cameraId}`, { ...settings, isLiveAllowed: false })
  expect(await refusal()).toEqual([
    409,
    "This camera's live view is switched off. Switch it on in the camera's settings.",
  ])
})

test('a camera that does not answer in time is told that nobody waits any more (LIVE-42)', async () => {
  await hub.close()
  await begin(startTestHub({ tier: 'PRO', deps: { liveLimits: { ...liveLimits, programAnswerMs: 400 } } }))
  const camera = await openCamera(origin, ann, cameraId)
  const late = await refusal()
  expect(late).toEqual([503, "The camera's tab did not answer. Look whether it is open and its laptop awake."])
  expect(await camera.hears('end')).toMatchObject({ reason: 'left' })
})

test('a player that hangs up before the answer leaves nothing behind (LIVE-43)', async () => {
  await hub.close()
  // Without an answer it would wait for 10 s.
  await begin(startTestHub({ tier: 'PRO' }))
  const camera = await openCamera(origin, ann, cameraId)
  const hangUp = new AbortController()
  const asked = ask({ signal: hangUp.signal }).catch(() => null)
  await camera.hears('viewing')
  hangUp.abort()
  await asked
  expect(await camera.hears('end')).toMatchObject({ reason: 'left' })
})

test('a player’s viewing ends with its session, as any does (LIVE-28, LIVE-43)', async () => {
  const camera = await answering()
  const location = (await ask()).headers.get('location') ?? ''
  await hub.hub.live.checkAccess()
  await camera.settled()
  expect(camera.all('end')).toEqual([])
  await send(hub.fastify, null, 'POST', '/auth/sign-out', { refreshToken: ann.refreshToken })
  // The camera's tab is somebody else's here.
  await hub.hub.live.checkAccess()
  expect((await ask({ path: location, method: 'DELETE', body: null })).status).toBe(401)
})

test('a player’s viewing ends when the camera gives up, switches off or goes (LIVE-43)', async () => {
  const camera = await answering()
  const look = async () => {
    const location = (await ask()).headers.get('location') ?? ''
    return { location, viewingId: location.split('/').at(-1) ?? '' }
  }
  const isOver = async ({ location }: { location: string }) =>
    (await ask({ path: location, method: 'DELETE', body: null })).status === 404
  const failed = await look()
  camera.send({ kind: 'no-direct', viewingId: failed.viewingId, reason: 'failed' })
  expect(await camera.hears('end')).toMatchObject({ viewingId: failed.viewingId })
  expect(await isOver(failed)).toBe(true)
  const ended = await look()
  camera.send({ kind: 'end', viewingId: ended.viewingId, reason: 'failed' })
  await camera.settled()
  expect(await isOver(ended)).toBe(true)
  const left = await look()
  await camera.leave()
  const watcher = await openTab(origin, ann)
  await watcher.hears('presence', () => watcher.present.length === 0)
  expect(await isOver(left)).toBe(true)
})

test('a plan without sound lets a player see (LIVE-31)', async () => {
  await hub.close()
  await begin(startTestHub({ tier: 'FREE' }))
  const camera = await answering()
  expect((await ask()).status).toBe(201)
  expect(camera.all('viewing')).toMatchObject([{ mayHear: false }])
  await camera.hears('presence', () => camera.present[0]?.viewers.length === 1)
  expect(camera.present[0]?.viewers[0]?.isListening).toBe(false)
})
