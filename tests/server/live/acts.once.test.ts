import { afterEach, expect, test } from 'vitest'
import type { Tier } from '../../../src/contract/plans'
import { addCamera } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { type LiveTab, lookThrough, openCamera, openTab } from '../support/live'
import { openHubDatabase } from '../support/webhook-worker'

let hub: TestHub
afterEach(() => hub.close())

interface Stage {
  readonly camera: LiveTab
  readonly viewer: LiveTab
  readonly viewingId: string
  readonly ann: SignedInUser
  readonly origin: string
}

async function stage(tier: Tier): Promise<Stage> {
  hub = await startTestHub({ tier })
  const ann = await hub.signIn()
  const { id } = await addCamera(hub.fastify, ann)
  const origin = await hub.listen()
  const camera = await openCamera(origin, ann, id)
  const viewer = await openTab(origin, ann)
  return { ann, origin, camera, viewer, viewingId: await lookThrough(viewer, camera, id) }
}

const viewerOf = ({ camera }: Stage) => camera.present[0]?.viewers[0]

test('acts reach the camera, and presence says who listens and talks (LIVE-30)', async () => {
  const on = await stage('PRO')
  const { viewer, camera, viewingId } = on
  for (const act of ['listen-begin', 'talk-begin', 'record', 'siren-begin', 'siren-end'] as const)
    viewer.send({ kind: 'act', viewingId, act })
  await camera.hears('act', ({ act }) => act === 'siren-end')
  expect(camera.all('act').map(({ act }) => act)).toEqual([
    'listen-begin',
    'talk-begin',
    'record',
    'siren-begin',
    'siren-end',
  ])
  await camera.hears('presence', () => viewerOf(on)?.isTalking === true)
  expect(viewerOf(on)).toMatchObject({ isListening: true, isTalking: true })
  viewer.send({ kind: 'act', viewingId, act: 'talk-end' })
  await camera.hears('presence', () => viewerOf(on)?.isTalking === false)
  expect(viewerOf(on)?.isListening).toBe(true)
  viewer.send({ kind: 'act', viewingId, act: 'listen-end' })
  await camera.hears('presence', () => viewerOf(on)?.isListening === false)
})

test.each(['FREE', 'BASIC'] as const)('%s has no live sound, and says what to do (LIVE-31)', async (tier) => {
  const on = await stage(tier)
  const { viewer, camera, viewingId } = on
  expect(camera.all('viewing')).toMatchObject([{ mayHear: false }])
  viewer.send({ kind: 'act', viewingId, act: 'talk-begin' })
  viewer.send({ kind: 'act', viewingId, act: 'listen-begin' })
  viewer.send({ kind: 'act', viewingId, act: 'record' })
  await camera.hears('act', ({ act }) => act === 'record')
  expect(camera.all('act')).toHaveLength(1)
  expect(viewer.all('act-refused')).toEqual([
    {
      kind: 'act-refused',
      viewingId,
      act: 'talk-begin',
      message: 'The plan has no live sound. Upgrade the plan to talk.',
    },
    {
      kind: 'act-refused',
      viewingId,
      act: 'listen-begin',
      message: 'The plan has no live sound. Upgrade the plan to listen.',
    },
  ])
  await camera.hears('presence', () => viewerOf(on) !== undefined)
  expect(viewerOf(on)).toMatchObject({ isListening: false, isTalking: false })
})

test.each(['PRO', 'TEAM'] as const)('%s has live sound (LIVE-31)', async (tier) => {
  expect((await stage(tier)).camera.all('viewing')).toMatchObject([{ mayHear: true }])
})

test('a plan that loses sound ends it while it runs (LIVE-31)', async () => {
  const on = await stage('PRO')
  const { viewer, camera, viewingId } = on
  viewer.send({ kind: 'act', viewingId, act: 'listen-begin' })
  viewer.send({ kind: 'act', viewingId, act: 'talk-begin' })
  await camera.hears('act', ({ act }) => act === 'talk-begin')
  const db = await openHubDatabase(hub)
  await db.updateTable('workspaces').set({ tier: 'FREE' }).execute()
  await db.destroy()
  await hub.hub.live.checkAccess()
  await camera.hears('act', ({ act }) => act === 'talk-end')
  await camera.hears('act', ({ act }) => act === 'listen-end')
  await viewer.hears('act-refused', ({ act }) => act === 'listen-begin')
  await viewer.hears('act-refused', ({ act }) => act === 'talk-begin')
  await camera.hears('presence', () => viewerOf(on)?.isTalking === false && viewerOf(on)?.isListening === false)
  // The picture goes on.
  expect([viewer.all('end'), camera.all('end')]).toEqual([[], []])
})

test('a camera that says that a program listens after the plan lost sound is told to end it (LIVE-101)', async () => {
  const on = await stage('PRO')
  const { camera, viewingId } = on
  const db = await openHubDatabase(hub)
  await db.updateTable('workspaces').set({ tier: 'FREE' }).execute()
  await db.destroy()
  await hub.hub.live.checkAccess()
  camera.send({ kind: 'act', viewingId, act: 'listen-begin' })
  expect(await camera.hears('act')).toMatchObject({ viewingId, act: 'listen-end' })
  await camera.hears('presence', () => viewerOf(on)?.isListening === false)
})

test('what the camera refuses, the viewer hears, and nobody is said to listen by it (LIVE-30)', async () => {
  const on = await stage('PRO')
  const { viewer, camera, viewingId } = on
  viewer.send({ kind: 'act', viewingId, act: 'listen-begin' })
  await camera.hears('presence', () => viewerOf(on)?.isListening === true)
  const refusal = {
    kind: 'act-refused',
    viewingId,
    act: 'listen-begin',
    message: 'Nobody listens in stealth mode.',
  } as const
  // Only the camera may.
  viewer.send({ ...refusal, message: 'forged' })
  camera.send(refusal)
  expect(await viewer.hears('act-refused')).toEqual(refusal)
  await camera.hears('presence', () => viewerOf(on)?.isListening === false)
})

test('that a siren sounds is told to all by its camera and nobody else, and goes with its tab (LIVE-97)', async () => {
  const on = await stage('FREE')
  const { viewer, camera } = on
  const cameraId = camera.present[0]?.cameraId ?? ''
  viewer.send({ kind: 'siren', cameraId, by: 'forged' })
  await viewer.settled()
  // What somebody who comes is told at once is as the hub has it.
  expect((await openTab(on.origin, on.ann)).present).toMatchObject([{ cameraId, sirenBy: null }])
  camera.send({ kind: 'siren', cameraId, by: on.ann.email })
  await viewer.hears('presence', ({ cameras }) => cameras[0]?.sirenBy === on.ann.email)
  camera.send({ kind: 'siren', cameraId, by: null })
  await viewer.hears('presence', () => viewer.present[0]?.sirenBy === null)
  camera.send({ kind: 'siren', cameraId, by: on.ann.email })
  await viewer.hears('presence', () => viewer.present[0]?.sirenBy === on.ann.email)
  camera.send({ kind: 'cameras', cameraIds: [] })
  camera.send({ kind: 'cameras', cameraIds: [cameraId] })
  await viewer.hears('presence', () => viewer.present[0]?.sirenBy === null)
})
