import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { addCameraAtom, saveCameraAtom, setMotionAtom } from '../../../src/state/cameras/cameras'
import { captureStatesAtom, differencesAtom } from '../../../src/state/cameras/capture-states'
import { localCamerasAtom } from '../../../src/state/cameras/local-cameras'
import { isMotionUnusableAtom } from '../../../src/state/capture/capture'
import { isCaptureWantedAtom } from '../../../src/state/capture/wished-captures'
import { outboxStateAtom } from '../../../src/state/recordings/delivery'
import { signOutAtom } from '../../../src/state/sign-in/session'
import { door, listEvents, listVideos, pathOf, send } from '../../server/support/calls'
import { jpeg, webm } from '../../server/support/forms'
import { startApp, type TestApp } from '../../support/app'
import { measurement, runningState, webcam, webcamListed } from '../../support/browser/fake-cameras'
import { mapStorage } from '../../support/ports'
import { only, slow, withoutExtensions } from '../../support/scenarios'
import { cameraOnHub, userOf } from '../support/hub-data'

const STARTED_AT = Date.parse('2026-03-10T11:59:40Z')
const watching = {
  deviceId: webcam.id,
  isMotionEnabled: true,
  isAudioEnabled: false,
  sensitivityPercent: 50,
  detectionMethod: 'adaptive',
  ignoredZones: [],
  isHeatWanted: false,
  isNamingWanted: true,
  keepClipsOf: null,
  isMotionRecorded: true,
  longestClipMs: 15_000,
  isMp4Taken: true,
  snapshotIntervalMs: null,
}
const resting = { ...watching, isMotionEnabled: false }

let app: TestApp
beforeEach(async () => {
  app = await startApp({ tier: 'PRO' })
})
afterEach(() => app.close())

/** A signed-in camera laptop with one local camera, motion on. */
async function startCamera(): Promise<string> {
  await app.signIn()
  app.cameras.plug(webcamListed)
  const { id } = await cameraOnHub(app)
  app.store.set(isCaptureWantedAtom, true)
  app.cameras.permit({ phase: 'granted' })
  await app.settle()
  await toggle(id, true)
  return id
}

async function toggle(id: string, isOn: boolean): Promise<void> {
  const camera = app.store.get(localCamerasAtom).find((other) => other.id === id)
  if (camera === undefined) throw new Error('The camera is not local.')
  await app.store.set(setMotionAtom, camera, isOn)
  await app.settle()
}

/** The engine records a clip of 5,000 bytes, from its beginning to its end; by hand where motion may come into it. */
function tellClip(cameraId: string, byHand?: { readonly hasMoved: boolean }): void {
  const id = crypto.randomUUID()
  const content = new Uint8Array(webm(5000))
  const { cameras } = app
  cameras.tell({
    kind: 'clip-begun',
    cameraId,
    clip: { id, startedAtMs: STARTED_AT, mediaType: 'video/webm', hasAudio: false, ...(byHand && { isByHand: true }) },
  })
  if (byHand?.hasMoved) cameras.tell({ kind: 'clip-moved', clipId: id })
  cameras.tell({ kind: 'clip-part', clipId: id, bytes: content.slice(0, 2_000) })
  const jpegOfMotion = new Blob([new Uint8Array(jpeg(300, 3))], { type: 'image/jpeg' })
  cameras.tell({ kind: 'clip-thumbnail', clipId: id, jpeg: jpegOfMotion })
  cameras.tell({ kind: 'clip-part', clipId: id, bytes: content.slice(2_000) })
  cameras.tell({ kind: 'clip-ended', clipId: id })
}

describe('cameras run', () => {
  test('where they are wanted, the user is signed in and the browser allows it (CAM-42, SESS-11)', async () => {
    const id = await startCamera()
    expect(app.cameras.running).toEqual(new Map([[id, watching]]))
    expect(app.cameras.startedEngines).toBe(1)
  })

  test('without looking for people, or MP4, where the provider is not told of them (EXT-02, EXT-04, CODEC-01)', async () => {
    app.backend.play(withoutExtensions)
    const id = await startCamera()
    expect(app.cameras.running?.get(id)).toEqual({ ...watching, isNamingWanted: false, isMp4Taken: false })
  })

  test('not before the cameras screen was opened: then nothing is even asked', async () => {
    await app.signIn()
    app.cameras.plug(webcamListed)
    app.cameras.permit({ phase: 'granted' })
    await cameraOnHub(app)
    await app.settle()
    expect(app.cameras.startedEngines).toBe(0)
    expect(app.backend.sent).toEqual([])
  })

  test('not while the permission is denied', async () => {
    await startCamera()
    app.cameras.permit({ phase: 'denied' })
    expect(app.cameras.running).toEqual(new Map())
    app.cameras.permit({ phase: 'granted' })
    expect(app.cameras.running?.size).toBe(1)
  })

  test('without asking where the browser prompts, as long as it names its devices', async () => {
    await startCamera()
    app.cameras.permit({ phase: 'prompt' })
    expect(app.cameras.running?.size).toBe(1)
    app.cameras.plug({ kind: 'fallback', devices: [] })
    await app.settle()
    expect(app.cameras.running?.size).toBe(0)
  })

  test('at sensitivity 50 where they have none, else at their own, 0 too (REC-07, X-55)', async () => {
    const id = await startCamera()
    const settings = { name: 'Door', location: 'Hall', deviceId: webcam.id, deviceLabel: webcam.label }
    const sensitivities: unknown[] = [app.cameras.running?.get(id)?.sensitivityPercent]
    for (const motionSensitivity of [80, 0, null]) {
      const saved = { ...settings, isMotionEnabled: true, isAudioEnabled: false, motionSensitivity }
      await app.store.set(saveCameraAtom, id, saved)
      await app.settle()
      sensitivities.push(app.cameras.running?.get(id)?.sensitivityPercent)
    }
    expect(sensitivities).toEqual([50, 80, 0, 50])
  })

  test('only on the machine of their device: no other records them or sends their snapshots (REC-15)', async () => {
    await startCamera()
    const { token, refreshToken, workspaceId } = userOf(app)
    const elsewhere = await startApp({ backend: app.backend })
    elsewhere.services.session.signIn(token, refreshToken, workspaceId)
    // A webcam of the same make, which is another device.
    elsewhere.cameras.plug({ kind: 'listed', devices: [{ id: 'device-9', label: door.deviceLabel }] })
    elsewhere.cameras.permit({ phase: 'granted' })
    elsewhere.store.set(isCaptureWantedAtom, true)
    await elsewhere.settle()
    expect(elsewhere.store.get(camerasQueryAtom).data?.length).toBe(1)
    expect([elsewhere.cameras.startedEngines, elsewhere.cameras.running]).toEqual([0, null])
    elsewhere.cameras.plug(webcamListed)
    await elsewhere.settle()
    expect(elsewhere.cameras.running?.size).toBe(1)
    await elsewhere.close()
  })

  test('each whose device is here, and none whose device is not (REC-15)', async () => {
    const id = await startCamera()
    const { fastify } = app.backend.hub
    await send(fastify, userOf(app), 'POST', '/cameras', { name: 'B', location: 'B', deviceId: 'x', deviceLabel: '' })
    await app.store.set(addCameraAtom, { name: 'C', location: 'C', deviceId: webcam.id, deviceLabel: '' })
    await app.settle()
    expect([...(app.cameras.running ?? [])].map(([, options]) => options)).toEqual([watching, resting])
    expect(app.cameras.running?.has(id)).toBe(true)
  })

  test('until sign-out', async () => {
    await startCamera()
    app.store.set(signOutAtom)
    expect(app.cameras.running).toEqual(new Map())
    await app.settle()
    expect(app.cameras.isAwake).toBe(false)
  })

  test('on every signed-in screen of a machine where one ran before', async () => {
    const id = await startCamera()
    app.cameras.tell({ kind: 'state', cameraId: id, state: runningState() })
    const next = await startApp({ backend: app.backend, storage: app.storage })
    next.cameras.plug(webcamListed)
    next.cameras.permit({ phase: 'granted' })
    await next.settle()
    expect(next.cameras.running).toEqual(new Map([[id, watching]]))
    await next.close()
    const elsewhere = await startApp({ backend: app.backend, storage: mapStorage() })
    expect(elsewhere.store.get(isCaptureWantedAtom)).toBe(false)
    await elsewhere.close()
  })

  test('again when devices or the permission changed', async () => {
    await startCamera()
    const before = app.cameras.retries
    app.cameras.plug(webcamListed)
    await app.settle()
    expect(app.cameras.retries).toBe(before + 1)
  })
})

describe('the wake lock (CAM-30, CAM-32)', () => {
  test('is held while a local camera watches, released when none does (CAM-30, CAM-32)', async () => {
    const id = await startCamera()
    await app.store.set(addCameraAtom, { name: 'C', location: 'C', deviceId: webcam.id, deviceLabel: '' })
    await app.settle()
    const other = [...(app.cameras.running?.keys() ?? [])].find((key) => key !== id) ?? ''
    await toggle(other, true)
    await toggle(id, false)
    expect(app.cameras.isAwake).toBe(true)
    await toggle(other, false)
    expect(app.cameras.isAwake).toBe(false)
    expect([...(app.cameras.running?.values() ?? [])]).toEqual([resting, resting])
  })

  test('is given back when the app closes', async () => {
    await startCamera()
    expect(app.cameras.isAwake).toBe(true)
    const tab = app
    app = await startApp()
    await tab.close()
    expect([tab.cameras.isAwake, tab.cameras.closedEngines]).toEqual([false, 1])
  })
})

describe('what the engine tells', () => {
  test('states and differences show, and a stopped camera has none', async () => {
    const id = await startCamera()
    app.cameras.tell({ kind: 'state', cameraId: id, state: { phase: 'failed', reason: 'device-busy' } })
    app.cameras.tell({ kind: 'measured', cameraId: id, measurement: measurement(0.03) })
    expect(app.store.get(captureStatesAtom)).toEqual(new Map([[id, { phase: 'failed', reason: 'device-busy' }]]))
    expect(app.store.get(differencesAtom)).toEqual(new Map([[id, 0.03]]))
    app.cameras.tell({ kind: 'state', cameraId: id, state: { phase: 'stopped' } })
    expect(app.store.get(captureStatesAtom)).toEqual(new Map())
  })

  test('a refused microphone only warns (CAM-44)', async () => {
    const id = await startCamera()
    app.cameras.tell({ kind: 'warning', cameraId: id, message: 'The microphone was refused.' })
    expect([app.reports, app.toasts]).toEqual([['The microphone was refused.'], []])
  })

  test('a browser that cannot measure motion says so', async () => {
    await startCamera()
    app.cameras.tellWorkerState({ phase: 'ready', memory: 'shared' })
    expect(app.store.get(isMotionUnusableAtom)).toBe(false)
    app.cameras.tellWorkerState({ phase: 'unusable', message: 'No WebAssembly.' })
    expect(app.store.get(isMotionUnusableAtom)).toBe(true)
    expect(app.reports).toEqual(['Motion cannot be measured in this browser.'])
  })

  test('a snapshot goes to the hub as screenshot, a JPEG, and makes the camera online (API-13, REC-13)', async () => {
    const cameraId = await startCamera()
    const picture = new Blob([new Uint8Array(jpeg(400))], { type: 'image/jpeg' })
    app.cameras.tell({ kind: 'snapshot', cameraId, jpeg: picture })
    await app.settle()
    const [sent] = app.backend.sentTo(`POST /screenshots/${cameraId}/upload`)
    expect([...(sent?.form?.keys() ?? [])]).toEqual(['screenshot'])
    expect(sent?.form?.get('screenshot')).toMatchObject({ type: 'image/jpeg', size: 400 })
    const { fastify } = app.backend.hub
    const [shot] = (await send(fastify, userOf(app), 'GET', '/screenshots')).json()
    expect(shot.cameraId).toBe(cameraId)
    const stored = await fastify.inject({ url: pathOf(shot.screenshotUrl) })
    expect(stored.rawPayload.equals(jpeg(400))).toBe(true)
    expect((await send(fastify, userOf(app), 'GET', '/cameras/check-statuses')).json()[0].status).toBe('ONLINE')
  })

  test('the first snapshot makes an open camera list say online at once (HUB-10)', async () => {
    const cameraId = await startCamera()
    app.watch(camerasQueryAtom)
    const status = () => app.store.get(camerasQueryAtom).data?.[0]?.status
    expect(status()).toBe('OFFLINE')
    app.cameras.tell({ kind: 'snapshot', cameraId, jpeg: new Blob([new Uint8Array(jpeg())]) })
    await app.settle()
    expect(status()).toBe('ONLINE')
  })

  test('the hub may ask a camera for a slower pace while nobody watches (EXT-09)', async () => {
    const cameraId = await startCamera()
    const paceOf = () => app.cameras.running?.get(cameraId)?.snapshotIntervalMs
    expect(paceOf()).toBe(null)
    app.cameras.tell({ kind: 'snapshot', cameraId, jpeg: new Blob([new Uint8Array(jpeg())]) })
    await app.settle()
    expect(paceOf()).toBe(10_000)
  })

  test('a snapshot waits for no other: while one is on its way the next is dropped', async () => {
    const cameraId = await startCamera()
    const line = slow()
    const undo = app.backend.play(only(`POST /screenshots/${cameraId}/upload`, line.scenario))
    const tell = () => app.cameras.tell({ kind: 'snapshot', cameraId, jpeg: new Blob([new Uint8Array(jpeg())]) })
    const uploads = () => app.backend.sentTo(`POST /screenshots/${cameraId}/upload`).length
    tell()
    await line.arrived()
    tell()
    expect(uploads()).toBe(1)
    line.letGo()
    undo()
    await app.settle()
    tell()
    await app.settle()
    expect(uploads()).toBe(2)
  })

  test('a clip becomes one video and one event on the hub, with its picture and its time (HUB-11, EXT-03)', async () => {
    const cameraId = await startCamera()
    tellClip(cameraId)
    await app.settle()
    const { fastify } = app.backend.hub
    const { videos, total } = await listVideos(fastify, userOf(app))
    expect(total).toBe(1)
    expect(videos[0]).toMatchObject({
      size: 5000,
      type: 'video/webm',
      notificationType: 'MOTION',
      createdAt: new Date(STARTED_AT).toISOString(),
      camera: { name: 'Door' },
    })
    const { events } = await listEvents(fastify, userOf(app))
    expect(events).toMatchObject([{ type: 'MOTION', videoId: videos[0]?.id }])
    const picture = await fastify.inject({ url: pathOf(events[0]?.video?.thumbnailUrl) })
    expect(picture.rawPayload.equals(jpeg(300, 3))).toBe(true)
    expect(app.store.get(outboxStateAtom)).toMatchObject({ waiting: 0, refused: 0, isStalled: false })
  })

  test('a clip by hand says so to the hub, but where something moved in it (LIVE-98)', async () => {
    const cameraId = await startCamera()
    for (const hasMoved of [false, true]) {
      tellClip(cameraId, { hasMoved })
      await app.settle()
    }
    const { events } = await listEvents(app.backend.hub.fastify, userOf(app))
    expect(events.map(({ title }) => title).toSorted()).toEqual(['Motion at Door', 'Recorded by hand at Door'])
  })

  test('a clip that ends with a sign-out waits for its workspace (OUT-01)', async () => {
    const cameraId = await startCamera()
    app.store.set(signOutAtom)
    tellClip(cameraId)
    await app.settle()
    expect(app.backend.sentTo('POST /videos/upload')).toEqual([])
    await app.signIn()
    await app.settle()
    expect((await listVideos(app.backend.hub.fastify, userOf(app))).total).toBe(1)
  })
})
