import { queryClientAtom } from 'jotai-tanstack-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DIRECT_FIRST_RETRY_MS } from '../../../src/engine/live/live-receiver'
import { captureStatesAtom } from '../../../src/state/cameras/capture-states'
import { ANEW_AFTER_MS, TRY_AGAIN_MS } from '../../../src/state/live/camera-viewer'
import { viewCamera, viewingAtomOf } from '../../../src/state/live/camera-viewers'
import { liveSentences } from '../../../src/state/live/live-sentences'
import { isPresenceKnownAtom, presenceAtom } from '../../../src/state/live/presence'
import { send } from '../../server/support/calls'
import { postSnapshot } from '../../server/support/forms'
import { type LiveTab, openCamera } from '../../server/support/live'
import { runningState } from '../../support/browser/fake-cameras'
import { cameraOnHub, userOf } from '../support/hub-data'
import { flowDirectly, heardViewing, lookAt, shows, size, startWatching, viewingAtom, type Watching } from './support'

let watching: Watching
beforeEach(async () => {
  watching = await startWatching()
})
afterEach(() => watching.close())

/** The camera is there and its picture comes directly. */
async function lookDirectly(): Promise<{
  camera: LiveTab
  viewingId: string
  end(): void
  resize: (of: typeof size) => void
}> {
  const camera = await watching.offer()
  const look = lookAt(watching)
  const viewingId = await flowDirectly(watching, camera)
  await shows(watching, 'live')
  return { camera, viewingId, ...look }
}

/** By its owner, under Settings. */
async function setLive(isLiveAllowed: boolean) {
  const { backend, app, camera } = watching
  const { deviceId, deviceLabel, name, location, id } = camera
  const switches = { isMotionEnabled: false, isAudioEnabled: false, motionSensitivity: 50, isLiveAllowed }
  const body = { name, location, deviceId, deviceLabel, ...switches }
  const answer = await send(backend.hub.fastify, userOf(app), 'PUT', `/cameras/${id}`, body)
  expect(answer.statusCode).toBe(200)
}

describe('looking through a camera', () => {
  it('connects, and is live with its way, delay and frames a second once a picture is there (LIVE-71, LIVE-74)', async () => {
    const camera = await watching.offer()
    lookAt(watching)
    expect(watching.app.store.get(viewingAtom)).toEqual({ phase: 'connecting' })
    const viewing = await heardViewing(camera)
    expect(viewing).toMatchObject({ cameraId: watching.camera.id, size, offer: 'the offer' })
    await camera.hears('candidate', ({ candidate }) => candidate?.candidate === 'here')
    await flowDirectly(watching, camera)
    watching.viewer.latest.framesDecoded = 16
    await watching.clock.advance(500)
    const live = await shows(watching, 'live')
    expect([live.way, live.note, live.delayMs !== null, (live.framesPerSecond ?? 0) > 0]).toEqual([
      'direct',
      null,
      true,
      true,
    ])
  })

  it('tells no figures, twice a second, to a place that shows none (LIVE-74)', async () => {
    const { app, clock, viewer } = watching
    const camera = await watching.offer()
    const place = viewingAtomOf('tile')
    viewCamera(app.store, { place: 'tile', cameraId: watching.camera.id }, size)
    await flowDirectly(watching, camera)
    await app.until(place, ({ phase }) => phase === 'live')
    const told = vi.fn()
    const end = app.store.sub(place, told)
    for (let second = 0; second < 5; second++) {
      viewer.latest.framesDecoded = (viewer.latest.framesDecoded ?? 0) + 15
      await clock.advance(1_000)
    }
    expect([told.mock.calls.length, app.store.get(place)]).toEqual([
      0,
      expect.objectContaining({ way: 'direct', delayMs: null, framesPerSecond: null }),
    ])
    end()
  })

  it('shows a camera of this very tab as it is, without the network (LIVE-76)', async () => {
    const camera = await watching.offer()
    const own = runningState()
    watching.app.store.set(captureStatesAtom, new Map([[watching.camera.id, own]]))
    lookAt(watching)
    expect(watching.app.store.get(viewingAtom)).toMatchObject({ phase: 'live', way: 'here', stream: own.stream })
    await camera.settled()
    expect([camera.all('viewing'), watching.viewer.connections]).toEqual([[], []])
  })

  it('tells the camera of another size, once it stays, and of the end (LIVE-77)', async () => {
    const { camera, viewingId, resize, end } = await lookDirectly()
    resize({ width: 700, height: 394 })
    resize({ width: 1280, height: 720 })
    await watching.clock.advance(300)
    await camera.hears('size', (news) => news.viewingId === viewingId)
    expect(camera.all('size').map((news) => news.size)).toEqual([{ width: 1280, height: 720 }])
    end()
    await camera.hears('end', (news) => news.viewingId === viewingId)
    expect([watching.app.store.get(viewingAtom), watching.viewer.latest.isClosed]).toEqual([{ phase: 'closed' }, true])
  })

  it('goes by the hub where the camera has no direct way left, and says why (LIVE-74)', async () => {
    const camera = await watching.offer()
    lookAt(watching)
    const { viewingId } = await heardViewing(camera)
    camera.send({ kind: 'no-direct', viewingId, reason: 'full' })
    const { relayId } = await camera.hears('relay-begin')
    camera.send({ kind: 'relay-format', relayId, format: { codec: 'vp8', width: 640, height: 360 } })
    camera.sendChunk({ type: 'key', relayId, takenAtMs: watching.clock.nowMs() }, 20)
    const live = await shows(watching, 'live')
    expect([live.way, live.note]).toEqual(['relay', liveSentences.noDirect.full])
    // Another relay's are not this one's.
    camera.sendChunk({ type: 'key', relayId: relayId + 1, takenAtMs: watching.clock.nowMs() }, 20)
    camera.sendChunk({ type: 'delta', relayId, takenAtMs: watching.clock.nowMs() }, 20)
    await vi.waitFor(() => expect(watching.viewer.decoders[0]?.decoded.length).toBe(2))
    expect(watching.viewer.decoders[0]?.decoded.map(({ type, data }) => [type, data.length])).toEqual([
      ['key', 20],
      ['delta', 20],
    ])
  })

  it('that has only the direct way is told that none is left, and begins once one is (LIVE-53, LIVE-73)', async () => {
    const { clock, viewer } = watching
    viewer.hasWebCodecs = false
    const camera = await watching.offer()
    lookAt(watching)
    const { viewingId } = await heardViewing(camera)
    camera.send({ kind: 'no-direct', viewingId, reason: 'full' })
    expect((await shows(watching, 'ended')).sentence).toBe(liveSentences.ends.full)
    await clock.advance(TRY_AGAIN_MS)
    await flowDirectly(watching, camera, 1)
    expect(await shows(watching, 'live')).toMatchObject({ way: 'direct', note: null })
  })

  it('says how old the hub’s picture is also where its clock is an hour behind (LIVE-95)', async () => {
    const { backend, clock, viewer, app } = watching
    const bothPass = async (ms: number) => {
      backend.hub.clock.advance(ms)
      await watching.pass(ms)
    }
    const camera = await watching.offer()
    backend.hub.clock.advance(3_600_000)
    for (let second = 0; second < 15; second++) await bothPass(1_000)
    lookAt(watching)
    const { viewingId } = await heardViewing(camera)
    camera.send({ kind: 'no-direct', viewingId, reason: 'full' })
    const { relayId } = await camera.hears('relay-begin')
    camera.send({ kind: 'relay-format', relayId, format: { codec: 'vp8', width: 640, height: 360 } })
    for (let count = 1; count <= 12; count++) {
      camera.sendChunk({ type: 'key', relayId, takenAtMs: backend.hub.clock.now() - 180 }, 20)
      await vi.waitFor(() => expect(viewer.decoders[0]?.decoded.length).toBe(count))
      await bothPass(100)
    }
    expect(backend.hub.clock.now() - clock.nowMs()).toBe(3_600_000)
    expect(app.store.get(viewingAtom)).toMatchObject({ way: 'relay', delayMs: 180 })
  })

  it('keeps the relays of two cameras apart, which come on one line (LIVE-71)', async () => {
    const { app, origin, viewer } = watching
    const other = await cameraOnHub(app, 'Garage')
    const cameras = [await watching.offer(), await openCamera(origin, userOf(app), other.id)] as const
    lookAt(watching)
    const second = viewCamera(app.store, { place: 'tile', cameraId: other.id }, size)
    for (const [index, camera] of cameras.entries()) {
      const { viewingId } = await heardViewing(camera)
      camera.send({ kind: 'no-direct', viewingId, reason: 'full' })
      const { relayId } = await camera.hears('relay-begin')
      camera.send({ kind: 'relay-format', relayId, format: { codec: `codec-${index}`, width: 640, height: 360 } })
      camera.sendChunk({ type: 'key', relayId, takenAtMs: watching.clock.nowMs() }, 20 + index)
    }
    await vi.waitFor(() => expect(viewer.decoders.length).toBe(2))
    await watching.clock.advance(0)
    expect(viewer.decoders.map(({ codec, decoded }) => [codec, decoded.map(({ data }) => data.length)])).toEqual([
      ['codec-0', [20]],
      ['codec-1', [21]],
    ])
    second.end()
  })
})

describe('a viewing that breaks off', () => {
  it('tries a direct way again while it goes by the hub, and drops the hub’s then (LIVE-94)', async () => {
    const { camera, viewingId } = await lookDirectly()
    camera.send({ kind: 'no-direct', viewingId, reason: 'failed' })
    const { relayId } = await camera.hears('relay-begin')
    camera.send({ kind: 'relay-format', relayId, format: { codec: 'vp8', width: 640, height: 360 } })
    camera.sendChunk({ type: 'key', relayId, takenAtMs: watching.clock.nowMs() }, 20)
    await vi.waitFor(() => expect(watching.app.store.get(viewingAtom)).toMatchObject({ way: 'relay' }))
    for (let passed = 0; passed < 10; passed++) {
      camera.sendChunk({ type: 'key', relayId, takenAtMs: watching.clock.nowMs() }, 20)
      await vi.waitFor(() => expect(watching.viewer.decoders[0]?.decoded.length).toBe(passed + 2))
      await watching.clock.advance(1_000)
    }
    expect(await camera.hears('offer')).toMatchObject({ viewingId, sdp: 'the offer' })
    camera.send({ kind: 'answer', viewingId, sdp: 'the second answer' })
    await vi.waitFor(() => expect(watching.viewer.latest.answerSdp).toBe('the second answer'))
    watching.viewer.latest.flow()
    await watching.clock.advance(100)
    expect(await shows(watching, 'live')).toMatchObject({ way: 'direct', note: null })
    await camera.hears('relay-end')
    expect(camera.all('viewing')).toHaveLength(1)
  })

  it('gives no reason for the hub’s picture that was true of an earlier one only (LIVE-74)', async () => {
    const { app, clock, viewer } = watching
    const { camera, viewingId } = await lookDirectly()
    const relay = async (count: number) => {
      const { relayId } = await camera.hears('relay-begin', (news) => camera.all('relay-begin').indexOf(news) === count)
      camera.send({ kind: 'relay-format', relayId, format: { codec: 'vp8', width: 640, height: 360 } })
      camera.sendChunk({ type: 'key', relayId, takenAtMs: clock.nowMs() }, 20)
      await app.until(viewingAtom, (viewing) => viewing.phase === 'live' && viewing.way === 'relay')
    }
    camera.send({ kind: 'no-direct', viewingId, reason: 'full' })
    await relay(0)
    expect(app.store.get(viewingAtom)).toMatchObject({ note: liveSentences.noDirect.full })
    await clock.advance(DIRECT_FIRST_RETRY_MS)
    await camera.hears('offer')
    camera.send({ kind: 'answer', viewingId, sdp: 'the second answer' })
    await vi.waitFor(() => expect(viewer.latest.answerSdp).toBe('the second answer'))
    viewer.latest.flow()
    await clock.advance(100)
    expect(await shows(watching, 'live')).toMatchObject({ way: 'direct', note: null })
    // It stands still, and the camera, whose connection holds, says nothing.
    await clock.advance(2_000)
    await relay(1)
    expect(app.store.get(viewingAtom)).toMatchObject({ note: null })
  })

  it('says when the camera was seen last, and comes back by itself with it (LIVE-72)', async () => {
    lookAt(watching)
    expect(await shows(watching, 'away')).toEqual({ phase: 'away', lastSeenMs: null })
    const camera = await watching.offer()
    await flowDirectly(watching, camera)
    await shows(watching, 'live')
    await camera.leave()
    expect(await shows(watching, 'away')).toEqual({ phase: 'away', lastSeenMs: watching.clock.nowMs() })
    expect(watching.viewer.latest.isClosed).toBe(true)
    await flowDirectly(watching, await watching.offer())
    await shows(watching, 'live')
  })

  it('says when a camera was there last that this tab never saw, as the hub knows it (LIVE-93)', async () => {
    const { app, backend, camera } = watching
    await postSnapshot(backend.hub.fastify, userOf(app), camera.id)
    const seenMs = Math.floor(backend.hub.clock.now() / 60_000) * 60_000
    await app.store.get(queryClientAtom).invalidateQueries()
    lookAt(watching)
    await vi.waitFor(() => expect(app.store.get(viewingAtom)).toEqual({ phase: 'away', lastSeenMs: seenMs }))
    // One that it sees go, it knows better.
    await watching.clock.advance(5 * 60_000)
    await (await watching.offer()).leave()
    await vi.waitFor(() =>
      expect(app.store.get(viewingAtom)).toEqual({ phase: 'away', lastSeenMs: watching.clock.nowMs() }),
    )
  })

  it('knows when it was there last from the hub, and not from when the line was lost (LIVE-93)', async () => {
    const { app, backend, camera } = watching
    const tab = await watching.offer()
    await app.until(presenceAtom, (present) => present.has(camera.id))
    await postSnapshot(backend.hub.fastify, userOf(app), camera.id)
    const seenMs = Math.floor(backend.hub.clock.now() / 60_000) * 60_000
    for (const line of backend.hub.fastify.websocketServer.clients) line.terminate()
    await tab.closed
    await app.until(isPresenceKnownAtom, (isKnown) => !isKnown)
    await app.store.get(queryClientAtom).invalidateQueries()
    await watching.clock.advance(3_000)
    await app.until(isPresenceKnownAtom, (isKnown) => isKnown)
    lookAt(watching)
    await vi.waitFor(() => expect(app.store.get(viewingAtom)).toEqual({ phase: 'away', lastSeenMs: seenMs }))
  })

  it('says that the hub is away, and comes back by itself with it (LIVE-72)', async () => {
    const { camera } = await lookDirectly()
    for (const line of watching.backend.hub.fastify.websocketServer.clients) line.terminate()
    expect((await shows(watching, 'reconnecting')).why).toBe('hub')
    await camera.closed
    const back = await watching.offer()
    await watching.clock.advance(3_000)
    await flowDirectly(watching, back)
    await shows(watching, 'live')
  })

  it('is begun anew where no picture comes for long, and where the camera could not begin (LIVE-72)', async () => {
    const camera = await watching.offer()
    lookAt(watching)
    await heardViewing(camera)
    await watching.pass(ANEW_AFTER_MS)
    const second = await heardViewing(camera, 1)
    expect((await shows(watching, 'reconnecting')).why).toBe('picture')
    camera.send({ kind: 'end', viewingId: second.viewingId, reason: 'failed' })
    await vi.waitFor(() => expect(watching.viewer.latest.isClosed).toBe(true))
    await watching.clock.advance(TRY_AGAIN_MS)
    await flowDirectly(watching, camera, 2)
    await shows(watching, 'live')
  })

  it('says so while the picture stands still, and goes on when it comes again (LIVE-72)', async () => {
    await lookDirectly()
    await watching.clock.advance(2_000)
    expect((await shows(watching, 'reconnecting')).why).toBe('picture')
    watching.viewer.latest.framesDecoded = 40
    await watching.clock.advance(600)
    await shows(watching, 'live')
  })

  it('says in a sentence why there is none, and begins nothing (LIVE-73)', async () => {
    const { camera } = await lookDirectly()
    await setLive(false)
    expect((await shows(watching, 'ended')).sentence).toBe(liveSentences.ends['live-off'])
    await watching.clock.advance(60_000)
    await camera.settled()
    expect(camera.all('viewing').length).toBe(1)
    // That the camera offers itself no more comes after that.
    await vi.waitFor(() => expect(watching.app.store.get(presenceAtom).size).toBe(0))
    expect(watching.app.store.get(viewingAtom)).toEqual({ phase: 'ended', sentence: liveSentences.ends['live-off'] })
    // What the hub said before it offered the camera again counts no more.
    await setLive(true)
    await flowDirectly(watching, camera, 1)
    await shows(watching, 'live')
    await camera.leave()
    await watching.app.until(presenceAtom, (present) => present.size === 0)
    expect(watching.app.store.get(viewingAtom).phase).toBe('away')
  })

  it('says of a camera whose owner switched it off that it is off, not that it is away (LIVE-73)', async () => {
    const { app } = watching
    await setLive(false)
    await app.store.get(queryClientAtom).invalidateQueries()
    await app.settle()
    lookAt(watching)
    expect((await shows(watching, 'ended')).sentence).toBe(liveSentences.ends['live-off'])
  })

  it('says so until the list of cameras says that it is on again, also while the camera is not there (LIVE-73)', async () => {
    const { app } = watching
    const { camera } = await lookDirectly()
    await setLive(false)
    await shows(watching, 'ended')
    await app.until(presenceAtom, (present) => present.size === 0)
    camera.socket.close()
    await camera.closed
    await setLive(true)
    await app.store.get(queryClientAtom).invalidateQueries()
    await shows(watching, 'away')
  })

  it('is begun anew by the list of cameras where it was off for too short a time to be told of (LIVE-73)', async () => {
    const { app } = watching
    const { camera } = await lookDirectly()
    await setLive(false)
    await setLive(true)
    await shows(watching, 'ended')
    await app.store.get(queryClientAtom).invalidateQueries()
    await flowDirectly(watching, camera, 1)
    await shows(watching, 'live')
  })

  it('ends with the session of whoever looks (LIVE-73)', async () => {
    const { camera, viewingId } = await lookDirectly()
    watching.app.services.session.clear()
    await camera.hears('end', (news) => news.viewingId === viewingId)
    expect(watching.viewer.latest.isClosed).toBe(true)
  })
})
