import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { liveLimits } from '../../../server/live/limits'
import { LIVE_PROTOCOL } from '../../../src/contract/live/live'
import { makeToken } from '../support/api-tokens'
import { addCamera, send } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { LiveTab, look, lookThrough, openCamera, openTab, refusalOf } from '../support/live'

const MINUTE_MS = 60_000

let hub: TestHub
let ann: SignedInUser
let cameraId: string
let origin: string
beforeEach(async () => {
  hub = await startTestHub({
    tier: 'TEAM',
    deps: { liveLimits: { ...liveLimits, helloMs: 300, programAnswerMs: 300 } },
  })
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
  origin = await hub.listen()
})
afterEach(() => hub.close())

/** Somebody whom Ann invited. */
async function member(): Promise<SignedInUser> {
  const email = 'mia@example.org'
  await send(hub.fastify, ann, 'POST', '/members', { email })
  return hub.signIn(email)
}

async function opened(options: ConstructorParameters<typeof LiveTab>[1] = {}): Promise<LiveTab> {
  const tab = new LiveTab(origin, options)
  await once(tab.socket, 'open')
  return tab
}

const signOut = ({ refreshToken }: SignedInUser) => send(hub.fastify, null, 'POST', '/auth/sign-out', { refreshToken })

test('the first message says who is there; the hub answers with what live view needs (LIVE-20)', async () => {
  const tab = await opened()
  expect(tab.socket.protocol).toBe(LIVE_PROTOCOL)
  tab.send({ kind: 'hello', token: ann.token, workspaceId: null })
  await tab.hears('presence')
  expect(tab.heard).toEqual([
    { kind: 'welcome', iceServers: [] },
    { kind: 'presence', cameras: [] },
  ])
})

test('who is not signed in, or not in the workspace, is not let in (LIVE-20)', async () => {
  const bob = await hub.signIn('bob@example.org')
  const expired = ann.token
  const hellos = [
    { token: 'nonsense', workspaceId: null },
    { token: '', workspaceId: ann.workspaceId },
    { token: bob.token, workspaceId: ann.workspaceId },
    { token: ann.token, workspaceId: 'nonsense' },
    { token: ann.refreshToken, workspaceId: null },
  ]
  for (const hello of hellos) {
    const tab = await opened()
    tab.send({ kind: 'hello', ...hello })
    expect(await tab.closed).toEqual({ code: 4401, reason: 'Sign in to go on.' })
    expect(tab.heard).toEqual([])
  }
  hub.clock.advance(16 * MINUTE_MS)
  const late = await opened()
  late.send({ kind: 'hello', token: expired, workspaceId: null })
  expect((await late.closed).code).toBe(4401)
})

test('a session that was signed out, and an API token, whatever it may, open no line (LIVE-20)', async () => {
  const mia = await member()
  const { token: program } = await makeToken(hub.fastify, ann, ['read', 'live', 'write'])
  await signOut(mia)
  for (const token of [mia.token, program]) {
    const tab = await opened()
    tab.send({ kind: 'hello', token, workspaceId: ann.workspaceId })
    expect([await tab.closed, tab.heard]).toEqual([{ code: 4401, reason: 'Sign in to go on.' }, []])
  }
})

test('who says nothing is let go (LIVE-20)', async () => {
  const silent = await opened()
  expect(await silent.closed).toEqual({ code: 4401, reason: 'Nobody said hello.' })
  // Who was let in stays.
  const tab = await openTab(origin, ann)
  await new Promise((resolve) => setTimeout(resolve, 400))
  await tab.settled()
})

test('a page of somebody else gets no socket; programs and the hub’s own pages do (LIVE-21)', async () => {
  for (const foreign of ['https://evil.example', 'null', 'http://127.0.0.1:1', `${origin}.evil.example`])
    expect(await refusalOf(new LiveTab(origin, { headers: { origin: foreign } }))).toBe(403)
  await opened({ headers: { origin } })
  // A proxy that ended TLS in front.
  await opened({ headers: { origin: origin.replace('http:', 'https:') } })
  expect(await refusalOf(new LiveTab(origin, { protocols: [] }))).toBe(400)
  expect(await refusalOf(new LiveTab(origin, { protocols: ['chat'] }))).toBe(400)
  expect((await hub.fastify.inject({ url: '/v1/live' })).statusCode).toBe(404)
})

test('PUBLIC_URL is the hub’s own origin, whatever address a proxy asks by (LIVE-21)', async () => {
  const other = await startTestHub({ environment: { PUBLIC_URL: 'https://cam.example.org' } })
  try {
    const address = await other.listen()
    const tab = new LiveTab(address, { headers: { origin: 'https://cam.example.org' } })
    await once(tab.socket, 'open')
    expect(await refusalOf(new LiveTab(address, { headers: { origin: 'https://cam.example.com' } }))).toBe(403)
  } finally {
    await other.close()
  }
})

test('signing out ends what somebody looks through, and the camera is told why (LIVE-28)', async () => {
  const mia = await member()
  const camera = await openCamera(origin, ann, cameraId)
  const viewer = await openTab(origin, mia)
  const viewingId = await lookThrough(viewer, camera, cameraId)
  await hub.hub.live.checkAccess()
  await viewer.settled()
  await signOut(mia)
  await hub.hub.live.checkAccess()
  expect((await viewer.closed).code).toBe(4401)
  expect(viewer.all('end')).toEqual([{ kind: 'end', viewingId, reason: 'not-allowed' }])
  expect(await camera.hears('end')).toEqual({ kind: 'end', viewingId, reason: 'not-allowed' })
  await camera.hears('presence', () => camera.present[0]?.viewers.length === 0)
})

test('a member who is removed looks no more (LIVE-28)', async () => {
  const mia = await member()
  const camera = await openCamera(origin, ann, cameraId)
  const viewer = await openTab(origin, mia)
  await lookThrough(viewer, camera, cameraId)
  const { id } = (await send(hub.fastify, ann, 'GET', '/members'))
    .json()
    .find((row: { email: string }) => row.email === mia.email)
  await send(hub.fastify, ann, 'DELETE', `/members/${id}`)
  // Before the check comes round, too.
  const again = look(viewer, cameraId)
  expect(await viewer.hears('end', (news) => news.viewingId === again)).toMatchObject({ reason: 'not-allowed' })
  await hub.hub.live.checkAccess()
  expect((await viewer.closed).code).toBe(4401)
  expect(await camera.hears('end')).toMatchObject({ reason: 'not-allowed' })
})

test('when the camera’s own sign-in ends, its viewers hear that it is away (LIVE-28)', async () => {
  const mia = await member()
  const camera = await openCamera(origin, mia, cameraId)
  const viewer = await openTab(origin, ann)
  await lookThrough(viewer, camera, cameraId)
  await signOut(mia)
  await hub.hub.live.checkAccess()
  expect(await viewer.hears('end')).toMatchObject({ reason: 'camera-away' })
  expect((await camera.closed).code).toBe(4401)
  await viewer.hears('presence', () => viewer.present.length === 0)
})

test('a token that expires ends nothing that runs (LIVE-28)', async () => {
  const camera = await openCamera(origin, ann, cameraId)
  const viewer = await openTab(origin, ann)
  await lookThrough(viewer, camera, cameraId)
  hub.clock.advance(16 * MINUTE_MS)
  await hub.hub.live.checkAccess()
  await Promise.all([viewer.settled(), camera.settled()])
  expect(viewer.all('end')).toEqual([])
  await lookThrough(viewer, camera, cameraId)
})

test('by itself the hub notices within 5 s (LIVE-28)', async () => {
  const running = await startTestHub({ hasJobTimers: true })
  try {
    const user = await running.signIn()
    const tab = await openTab(await running.listen(), user)
    await send(running.fastify, null, 'POST', '/auth/sign-out', { refreshToken: user.refreshToken })
    const atMs = performance.now()
    expect((await tab.closed).code).toBe(4401)
    expect(performance.now() - atMs).toBeLessThan(5_000)
  } finally {
    await running.close()
  }
})

test('tabs of one workspace hear nothing of another (LIVE-20)', async () => {
  const bob = await hub.signIn('bob@example.org')
  const his = await addCamera(hub.fastify, bob)
  const stranger = await openCamera(origin, bob, his.id)
  const camera = await openCamera(origin, ann, cameraId)
  const viewer = await openTab(origin, ann)
  const viewingId = await lookThrough(viewer, camera, cameraId)
  stranger.send({ kind: 'answer', viewingId, sdp: 'v=0 forged' })
  stranger.send({ kind: 'candidate', viewingId, candidate: null })
  stranger.send({ kind: 'relay', viewingId, isWanted: true })
  stranger.send({ kind: 'act', viewingId, act: 'siren-begin' })
  stranger.send({ kind: 'end', viewingId, reason: 'left' })
  await stranger.settled()
  await Promise.all([viewer.settled(), camera.settled()])
  expect(viewer.all('answer')).toEqual([])
  expect(camera.heard.map(({ kind }) => kind).filter((kind) => kind !== 'presence')).toEqual([
    'welcome',
    'viewing',
    'ping',
  ])
  expect(stranger.present.map((one) => one.cameraId)).toEqual([his.id])
})
