import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MAX_VIEWINGS } from '../../../src/contract/live/live'
import { addCamera, door, send } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { ANSWER, look, lookThrough, OFFER, openCamera, openTab, size } from '../support/live'
import { openHubDatabase } from '../support/webhook-worker'

let hub: TestHub
let ann: SignedInUser
let cameraId: string
let origin: string
beforeEach(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
  origin = await hub.listen()
})
afterEach(() => hub.close())

const settings = { ...door, isMotionEnabled: true, isAudioEnabled: false, motionSensitivity: 50 }
const allowLive = (isLiveAllowed: boolean, by = ann) =>
  send(hub.fastify, by, 'PUT', `/cameras/${cameraId}`, { ...settings, isLiveAllowed })

test('a camera that a tab offers is present for the whole workspace, until the tab goes (LIVE-22)', async () => {
  const viewer = await openTab(origin, ann)
  expect(viewer.present).toEqual([])
  const camera = await openCamera(origin, ann, cameraId)
  await viewer.hears('presence', ({ cameras }) => cameras[0]?.cameraId === cameraId)
  camera.socket.terminate()
  await viewer.hears('presence', () => viewer.present.length === 0)
})

test('an offer, its answer and candidates reach the other end and nobody else (LIVE-23)', async () => {
  const camera = await openCamera(origin, ann, cameraId)
  const [viewer, other] = [await openTab(origin, ann), await openTab(origin, ann)]
  const viewingId = await lookThrough(viewer, camera, cameraId)
  expect(camera.all('viewing')).toEqual([
    { kind: 'viewing', viewingId, cameraId, who: ann.email, size, offer: OFFER, isComplete: false, mayHear: true },
  ])
  const candidate = { candidate: 'candidate:1 1 udp 1 10.0.0.1 1 typ host', sdpMid: '0' }
  viewer.send({ kind: 'candidate', viewingId, candidate })
  viewer.send({ kind: 'size', viewingId, size: { width: 1280, height: 720 } })
  viewer.send({ kind: 'offer', viewingId, sdp: 'v=0 again' })
  camera.send({ kind: 'answer', viewingId, sdp: ANSWER })
  camera.send({ kind: 'candidate', viewingId, candidate: null })
  camera.send({ kind: 'no-direct', viewingId, reason: 'full' })
  await viewer.hears('no-direct')
  expect(viewer.all('answer')).toEqual([{ kind: 'answer', viewingId, sdp: ANSWER }])
  expect(viewer.all('candidate')).toEqual([{ kind: 'candidate', viewingId, candidate: null }])
  await camera.hears('size', (news) => news.size.width === 1280)
  expect(camera.all('candidate')).toEqual([{ kind: 'candidate', viewingId, candidate }])
  expect(camera.all('offer')).toEqual([{ kind: 'offer', viewingId, sdp: 'v=0 again' }])
  // A stranger to the viewing is heard by neither end.
  other.send({ kind: 'offer', viewingId, sdp: 'v=0 forged' })
  other.send({ kind: 'answer', viewingId, sdp: 'v=0 forged' })
  other.send({ kind: 'candidate', viewingId, candidate })
  other.send({ kind: 'act', viewingId, act: 'siren-begin' })
  other.send({ kind: 'end', viewingId, reason: 'left' })
  await other.settled()
  await viewer.settled()
  expect([viewer.all('answer').length, viewer.all('candidate').length, viewer.all('end').length]).toEqual([1, 1, 0])
  expect([camera.all('act').length, camera.all('end').length, camera.all('offer').length]).toEqual([0, 0, 1])
  expect(other.heard.filter(({ kind }) => kind !== 'presence' && kind !== 'ping')).toMatchObject([{ kind: 'welcome' }])
})

test('presence says who looks (LIVE-22)', async () => {
  const camera = await openCamera(origin, ann, cameraId)
  const viewer = await openTab(origin, ann)
  const viewingId = await lookThrough(viewer, camera, cameraId)
  const viewers = [{ viewingId, who: ann.email, isListening: false, isTalking: false }]
  await camera.hears('presence', ({ cameras }) => cameras[0]?.viewers.length === 1)
  expect(camera.present).toEqual([{ cameraId, viewers, sirenBy: null }])
  viewer.send({ kind: 'end', viewingId, reason: 'left' })
  await camera.hears('end', (news) => news.viewingId === viewingId && news.reason === 'left')
  await camera.hears('presence', () => camera.present[0]?.viewers.length === 0)
})

test('changes of presence that come together are told together (LIVE-22)', async () => {
  const camera = await openCamera(origin, ann, cameraId)
  const viewer = await openTab(origin, ann)
  const before = viewer.all('presence').length
  for (let count = 0; count < 30; count++) look(viewer, cameraId)
  await viewer.hears('presence', ({ cameras }) => cameras[0]?.viewers.length === 30)
  expect(viewer.all('presence').length - before).toBeLessThanOrEqual(4)
  await camera.settled()
  expect(camera.all('viewing')).toHaveLength(30)
})

test('a viewing ends with the socket of either side, and the other is told (LIVE-24)', async () => {
  const camera = await openCamera(origin, ann, cameraId)
  const [first, second] = [await openTab(origin, ann), await openTab(origin, ann)]
  const ofFirst = await lookThrough(first, camera, cameraId)
  const ofSecond = await lookThrough(second, camera, cameraId)
  first.socket.terminate()
  expect(await camera.hears('end')).toMatchObject({ viewingId: ofFirst, reason: 'left' })
  camera.socket.terminate()
  expect(await second.hears('end')).toMatchObject({ viewingId: ofSecond, reason: 'camera-away' })
})

test('either side may end a viewing; why is the hub’s to say (LIVE-24)', async () => {
  const camera = await openCamera(origin, ann, cameraId)
  const viewer = await openTab(origin, ann)
  const first = await lookThrough(viewer, camera, cameraId)
  const second = await lookThrough(viewer, camera, cameraId)
  viewer.send({ kind: 'end', viewingId: first, reason: 'not-allowed' })
  expect(await camera.hears('end')).toMatchObject({ viewingId: first, reason: 'left' })
  camera.send({ kind: 'end', viewingId: second, reason: 'not-allowed' })
  expect(await viewer.hears('end')).toMatchObject({ viewingId: second, reason: 'failed' })
})

test('the later of two tabs that offer a camera has it, and after it the one before (LIVE-25)', async () => {
  const early = await openCamera(origin, ann, cameraId)
  const viewer = await openTab(origin, ann)
  const first = await lookThrough(viewer, early, cameraId)
  const late = await openTab(origin, ann)
  late.send({ kind: 'cameras', cameraIds: [cameraId] })
  expect(await viewer.hears('end')).toMatchObject({ viewingId: first, reason: 'camera-away' })
  expect(await early.hears('end')).toMatchObject({ viewingId: first })
  // Said again, it stays the earlier one.
  early.send({ kind: 'cameras', cameraIds: [cameraId] })
  await early.settled()
  const second = await lookThrough(viewer, late, cameraId)
  await late.leave()
  await viewer.hears('end', (news) => news.viewingId === second)
  await lookThrough(viewer, early, cameraId)
})

test('a camera that its tab offers no more is away (LIVE-24)', async () => {
  const camera = await openCamera(origin, ann, cameraId)
  const viewer = await openTab(origin, ann)
  await lookThrough(viewer, camera, cameraId)
  camera.send({ kind: 'cameras', cameraIds: [] })
  expect(await viewer.hears('end')).toMatchObject({ reason: 'camera-away' })
  await viewer.hears('presence', () => viewer.present.length === 0)
  const again = look(viewer, cameraId)
  expect(await viewer.hears('end', (news) => news.viewingId === again)).toMatchObject({ reason: 'camera-away' })
})

test('who asks for a camera that is not theirs or not there is told so (LIVE-20)', async () => {
  const bob = await hub.signIn('bob@example.org')
  await openCamera(origin, ann, cameraId)
  const stranger = await openTab(origin, bob)
  for (const asked of [cameraId, 'nonsense']) {
    const viewingId = look(stranger, asked)
    expect(await stranger.hears('end', (news) => news.viewingId === viewingId)).toMatchObject({ reason: 'no-camera' })
  }
  // Nor can he offer it in her name.
  stranger.send({ kind: 'cameras', cameraIds: [cameraId] })
  await stranger.settled()
  expect(stranger.present).toEqual([])
})

test('live view that is switched off ends at once, and is offered to nobody until it is on again (LIVE-26)', async () => {
  const camera = await openCamera(origin, ann, cameraId)
  const viewer = await openTab(origin, ann)
  const viewingId = await lookThrough(viewer, camera, cameraId)
  expect((await allowLive(false)).json()).toMatchObject({ isLiveAllowed: false })
  expect(await viewer.hears('end')).toMatchObject({ viewingId, reason: 'live-off' })
  expect(await camera.hears('end')).toMatchObject({ viewingId, reason: 'live-off' })
  await viewer.hears('presence', () => viewer.present.length === 0)
  const again = look(viewer, cameraId)
  expect(await viewer.hears('end', (news) => news.viewingId === again)).toMatchObject({ reason: 'live-off' })
  await allowLive(true)
  await viewer.hears('presence', () => viewer.present.length === 1)
  await lookThrough(viewer, camera, cameraId)
})

test('any member switches live view off, and only the owner of the workspace on again (LIVE-26)', async () => {
  await send(hub.fastify, ann, 'POST', '/members', { email: 'bob@example.org' })
  const bob = await hub.signIn('bob@example.org')
  expect((await allowLive(true, bob)).json()).toMatchObject({ isLiveAllowed: true })
  expect((await allowLive(false, bob)).json()).toMatchObject({ isLiveAllowed: false })
  const refused = await allowLive(true, bob)
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'owner-only'])
  expect((await send(hub.fastify, bob, 'PUT', `/cameras/${cameraId}`, settings)).json()).toMatchObject({
    isLiveAllowed: false,
  })
  expect((await allowLive(true)).json()).toMatchObject({ isLiveAllowed: true })
})

test('a setting that was changed at another hub acts with the next check (LIVE-26)', async () => {
  const camera = await openCamera(origin, ann, cameraId)
  const viewer = await openTab(origin, ann)
  await lookThrough(viewer, camera, cameraId)
  const db = await openHubDatabase(hub)
  await db.updateTable('cameras').set({ is_live_allowed: 0 }).execute()
  await db.destroy()
  await hub.hub.live.checkAccess()
  expect(await viewer.hears('end')).toMatchObject({ reason: 'live-off' })
})

test('a camera that is removed ends its viewings (LIVE-26)', async () => {
  const camera = await openCamera(origin, ann, cameraId)
  const viewer = await openTab(origin, ann)
  await lookThrough(viewer, camera, cameraId)
  await send(hub.fastify, ann, 'DELETE', `/cameras/${cameraId}`)
  expect(await viewer.hears('end')).toMatchObject({ reason: 'no-camera' })
  expect(await camera.hears('end')).toMatchObject({ reason: 'no-camera' })
})

test('left out of a change, the setting stays as it is; cameras begin with live view on (LIVE-26, EXT-20)', async () => {
  const listed = async () => (await send(hub.fastify, ann, 'GET', '/cameras')).json()[0].isLiveAllowed
  expect(await listed()).toBe(true)
  await allowLive(false)
  await send(hub.fastify, ann, 'PUT', `/cameras/${cameraId}`, settings)
  expect(await listed()).toBe(false)
  const bad = await send(hub.fastify, ann, 'PUT', `/cameras/${cameraId}`, { ...settings, isLiveAllowed: 'no' })
  expect([bad.statusCode, bad.json().message]).toEqual([400, 'isLiveAllowed: isLiveAllowed is true or false.'])
})

test('a camera has so many viewings, and the next one is told (LIVE-27)', async () => {
  const camera = await openCamera(origin, ann, cameraId)
  const viewer = await openTab(origin, ann)
  for (let count = 0; count < MAX_VIEWINGS; count++) look(viewer, cameraId)
  const next = look(viewer, cameraId)
  expect(await viewer.hears('end')).toMatchObject({ viewingId: next, reason: 'full' })
  await camera.settled()
  expect(camera.all('viewing')).toHaveLength(MAX_VIEWINGS)
})

test('a viewing’s id is its own: nobody takes it over (LIVE-23)', async () => {
  const camera = await openCamera(origin, ann, cameraId)
  const [viewer, thief] = [await openTab(origin, ann), await openTab(origin, ann)]
  const viewingId = await lookThrough(viewer, camera, cameraId)
  look(thief, cameraId, viewingId)
  expect(await thief.hears('end')).toMatchObject({ viewingId, reason: 'failed' })
  camera.send({ kind: 'answer', viewingId, sdp: ANSWER })
  await viewer.hears('answer')
  expect(thief.all('answer')).toEqual([])
})

test('a tab does not look through its own camera by the hub', async () => {
  const camera = await openCamera(origin, ann, cameraId)
  look(camera, cameraId, randomUUID())
  expect(await camera.hears('end')).toMatchObject({ reason: 'failed' })
})
