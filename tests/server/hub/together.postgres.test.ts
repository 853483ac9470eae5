import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readChunkHead } from '../../../src/contract/live/live-chunk'
import { addCamera, door, pathOf, send } from '../support/calls'
import { jpeg, postSnapshot } from '../support/forms'
import type { SignedInUser, TestHub } from '../support/hub'
import { ANSWER, type LiveTab, look, lookThrough, OFFER, openCamera, openTab } from '../support/live'
import { meetingKinds } from '../support/together/meetings'
import { healthOf, PATIENCE, startTwoHubs, type TwoHubs } from '../support/together/two-hubs'

const format = { codec: 'vp8', width: 640, height: 360 }

describe.each(meetingKinds.filter(({ isThere }) => isThere))(
  'two hubs, or processes of one, that reach each other by $name (SCALE-16)',
  (kind) => {
    let hubs: TwoHubs
    let a: TestHub
    let b: TestHub
    let ann: SignedInUser
    let cameraId: string

    beforeAll(async () => {
      hubs = await startTwoHubs(kind)
      ;({ a, b } = hubs)
    })
    afterAll(() => hubs.close())
    beforeEach(async () => {
      ann = await a.signIn(`${crypto.randomUUID()}@example.org`)
      cameraId = (await addCamera(a.fastify, ann)).id
    })

    const pictureAt = async (hub: TestHub) => {
      const [{ screenshotUrl }] = (await send(hub.fastify, ann, 'GET', '/screenshots')).json()
      return hub.fastify.inject({ url: pathOf(screenshotUrl) })
    }

    test('each shows what came to the other once somebody watches, and speeds its cameras up (SCALE-07, SCALE-08)', async () => {
      await postSnapshot(a.fastify, ann, cameraId, jpeg(200, 1))
      expect((await postSnapshot(a.fastify, ann, cameraId, jpeg(200, 2))).json()).toEqual({
        snapshotIntervalMs: 10_000,
      })
      // The one that the store has is the first, and nobody has handed on the other. Watching brings it.
      expect(await hubs.meeting.pictureNames(cameraId)).toEqual([])
      await vi.waitFor(async () => expect((await pictureAt(b)).rawPayload.equals(jpeg(200, 2))).toBe(true), PATIENCE)
      expect((await postSnapshot(a.fastify, ann, cameraId, jpeg(200, 3))).json()).toEqual({ snapshotIntervalMs: 2_500 })
      await vi.waitFor(async () => expect((await pictureAt(b)).rawPayload.equals(jpeg(200, 3))).toBe(true), PATIENCE)
    })

    test('a removed camera’s picture goes from both, whichever removed it (SCALE-03)', async () => {
      await postSnapshot(a.fastify, ann, cameraId)
      const [{ screenshotUrl }] = (await send(a.fastify, ann, 'GET', '/screenshots')).json()
      const url = pathOf(screenshotUrl)
      expect((await a.fastify.inject({ url })).statusCode).toBe(200)
      await send(b.fastify, ann, 'DELETE', `/cameras/${cameraId}`)
      await b.hub.jobs.runNow('blob-removals')
      await vi.waitFor(async () => {
        for (const hub of [a, b]) expect((await hub.fastify.inject({ url })).statusCode).toBe(404)
      }, PATIENCE)
    })

    describe('live view (SCALE-10)', () => {
      let camera: LiveTab
      let viewer: LiveTab
      const tabs: LiveTab[] = []
      const kept = <Tab extends LiveTab>(tab: Tab) => {
        tabs.push(tab)
        return tab
      }
      beforeEach(async () => {
        for (const tab of tabs.splice(0)) await tab.leave()
        camera = kept(await openCamera(hubs.origins[0], ann, cameraId))
        viewer = kept(await openTab(hubs.origins[1], ann))
        await viewer.hears('presence', ({ cameras }) => cameras.length === 1)
      })

      test('offer, answer and candidates cross, both see who looks, and both hear the end', async () => {
        const viewingId = await lookThrough(viewer, camera, cameraId)
        const asked = await camera.hears('viewing')
        expect(asked).toMatchObject({ cameraId, offer: OFFER, who: ann.email, mayHear: true })
        camera.send({ kind: 'answer', viewingId, sdp: ANSWER })
        expect((await viewer.hears('answer')).sdp).toBe(ANSWER)
        const candidate = { candidate: 'candidate:1 1 udp 1 127.0.0.1 9 typ host' }
        camera.send({ kind: 'candidate', viewingId, candidate })
        viewer.send({ kind: 'candidate', viewingId, candidate })
        expect((await viewer.hears('candidate')).candidate).toEqual(candidate)
        expect((await camera.hears('candidate')).candidate).toEqual(candidate)
        viewer.send({ kind: 'act', viewingId, act: 'listen-begin' })
        expect((await camera.hears('act')).act).toBe('listen-begin')
        for (const tab of [camera, viewer]) {
          const isSeen = (cameras: LiveTab['present']) => cameras[0]?.viewers[0]?.isListening === true
          expect(await tab.hears('presence', ({ cameras }) => isSeen(cameras))).toBeDefined()
        }
        camera.send({ kind: 'act-refused', viewingId, act: 'listen-begin', message: 'No microphone.' })
        expect((await viewer.hears('act-refused')).message).toBe('No microphone.')
        await viewer.leave()
        expect((await camera.hears('end')).reason).toBe('left')
        await vi.waitFor(() => expect(camera.present).toMatchObject([{ cameraId, viewers: [] }]), PATIENCE)
      })

      test('the camera sends one relay for all hubs, and each viewer gets it under its own number', async () => {
        const here = kept(await openTab(hubs.origins[0], ann))
        const ids = [await lookThrough(viewer, camera, cameraId), await lookThrough(here, camera, cameraId)]
        for (const [n, tab] of [viewer, here].entries())
          tab.send({ kind: 'relay', viewingId: ids[n] ?? '', isWanted: true })
        const { relayId } = await camera.hears('relay-begin')
        camera.send({ kind: 'relay-format', relayId, format })
        for (const tab of [viewer, here]) expect((await tab.hears('relay-format')).format).toEqual(format)
        await viewer.settled()
        await vi.waitFor(() => {
          camera.sendChunk({ type: 'key', relayId, takenAtMs: 7 }, 1_000)
          expect([viewer.chunks.length, here.chunks.length].every((count) => count > 0)).toBe(true)
        }, PATIENCE)
        for (const tab of [viewer, here]) {
          const named = (await tab.hears('relay-format')).relayId
          const [chunk] = tab.chunks
          expect(readChunkHead(chunk ?? Buffer.alloc(0))).toEqual({ type: 'key', relayId: named, takenAtMs: 7 })
          expect(chunk?.length).toBe(1_016)
        }
        expect(new Set(camera.all('relay-begin').map((news) => news.relayId)).size).toBe(1)
        for (const [n, tab] of [viewer, here].entries())
          tab.send({ kind: 'relay', viewingId: ids[n] ?? '', isWanted: false })
        expect((await camera.hears('relay-end')).relayId).toBe(relayId)
      })

      test('a camera’s tab that goes, or may not be looked through any more, ends it at both hubs', async () => {
        const first = await lookThrough(viewer, camera, cameraId)
        await camera.leave()
        expect((await viewer.hears('end')).viewingId).toBe(first)
        expect((await viewer.hears('end')).reason).toBe('camera-away')
        const again = kept(await openCamera(hubs.origins[0], ann, cameraId))
        await vi.waitFor(() => expect(viewer.present).toMatchObject([{ cameraId }]), PATIENCE)
        const second = await lookThrough(viewer, again, cameraId)
        const settings = { ...door, isMotionEnabled: true, isAudioEnabled: false, motionSensitivity: 50 }
        await send(a.fastify, ann, 'PUT', `/cameras/${cameraId}`, { ...settings, isLiveAllowed: false })
        await viewer.hears('end', (news) => news.viewingId === second && news.reason === 'live-off')
        await again.hears('end', (news) => news.viewingId === second)
      })

      test('tabs at both hubs that offer a camera at once do not take it from each other without end', async () => {
        const { id } = await addCamera(a.fastify, ann)
        const both = [kept(await openTab(hubs.origins[0], ann)), kept(await openTab(hubs.origins[1], ann))]
        const viewersOf = (tab: LiveTab, id: string) => tab.present.find((one) => one.cameraId === id)?.viewers ?? []
        for (const tab of both) {
          tab.send({ kind: 'cameras', cameraIds: [id] })
          look(tab, cameraId)
        }
        // Each hub has heard of the look at the other, and so of what was offered before it.
        await vi.waitFor(() => {
          for (const tab of both) expect(viewersOf(tab, cameraId)).toHaveLength(2)
        }, PATIENCE)
        const viewingId = look(viewer, id)
        const isAsked = (tab: LiveTab) => tab.all('viewing').some((news) => news.viewingId === viewingId)
        await vi.waitFor(() => expect(both.filter(isAsked)).toHaveLength(1), PATIENCE)
        await vi.waitFor(() => {
          for (const tab of both) expect(viewersOf(tab, id)).toHaveLength(1)
        }, PATIENCE)
        expect(viewer.all('end')).toEqual([])
      })

      test('a player’s viewing ends by DELETE at either, and one of a tab by none (LIVE-40)', async () => {
        const path = `/v1/cameras/${cameraId}/whep`
        const ask = (origin: string, url: string, method: 'POST' | 'DELETE', user = ann) => {
          const headers = { ...user.headers, ...(method === 'POST' && { 'content-type': 'application/sdp' }) }
          return fetch(origin + url, { method, headers, ...(method === 'POST' && { body: OFFER }) })
        }
        const asked = ask(hubs.origins[0], path, 'POST')
        const { viewingId } = await camera.hears('viewing')
        camera.send({ kind: 'answer', viewingId, sdp: ANSWER })
        const location = (await asked).headers.get('location') ?? ''
        const byTab = await lookThrough(viewer, camera, cameraId)
        await vi.waitFor(() => expect(viewer.present[0]?.viewers).toHaveLength(2), PATIENCE)
        const bob = await b.signIn(`${crypto.randomUUID()}@example.org`)
        expect((await ask(hubs.origins[1], location, 'DELETE', bob)).status).toBe(404)
        for (const origin of hubs.origins) expect((await ask(origin, `${path}/${byTab}`, 'DELETE')).status).toBe(404)
        expect(camera.all('end')).toEqual([])
        expect((await ask(hubs.origins[1], location, 'DELETE')).status).toBe(200)
        expect(await camera.hears('end')).toEqual({ kind: 'end', viewingId, reason: 'left' })
        await vi.waitFor(() => expect(viewer.present[0]?.viewers).toMatchObject([{ viewingId: byTab }]), PATIENCE)
        expect((await ask(hubs.origins[0], location, 'DELETE')).status).toBe(404)
      })

      test('a camera of another workspace stays unknown', async () => {
        const bob = await b.signIn(`${crypto.randomUUID()}@example.org`)
        const stranger = kept(await openTab(hubs.origins[1], bob))
        const viewingId = look(stranger, cameraId)
        expect(await stranger.hears('end')).toEqual({ kind: 'end', viewingId, reason: 'no-camera' })
        expect(stranger.present).toEqual([])
      })

      test('a hub that closes takes its tabs with it, and one that comes hears of all that is there (SCALE-11)', async () => {
        const c = await hubs.start()
        await hubs.together(c)
        const late = kept(await openTab(await c.listen(), ann))
        await late.hears('presence', ({ cameras }) => cameras.length === 1)
        const viewingId = await lookThrough(late, camera, cameraId)
        await c.close()
        await camera.hears('end', (news) => news.viewingId === viewingId)
      })
    })

    test('who goes while that server is away for less than it takes to miss a hub is gone at all (SCALE-06)', async () => {
      const [camera, viewer] = [await openCamera(hubs.origins[0], ann, cameraId), await openTab(hubs.origins[1], ann)]
      const shed = await openCamera(hubs.origins[1], ann, (await addCamera(a.fastify, ann)).id)
      await camera.hears('presence', ({ cameras }) => cameras.length === 2)
      await viewer.hears('presence', ({ cameras }) => cameras.length === 2)
      const viewingId = await lookThrough(viewer, camera, cameraId)
      viewer.send({ kind: 'relay', viewingId, isWanted: true })
      await camera.hears('relay-begin')
      await hubs.meeting.leave()
      for (const tab of [shed, viewer]) await tab.leave()
      await hubs.meeting.comeBack()
      await camera.hears('end', (news) => news.viewingId === viewingId)
      await camera.hears('relay-end')
      await vi.waitFor(() => expect(camera.present).toMatchObject([{ cameraId, viewers: [] }]), PATIENCE)
      await hubs.together(a, b)
      await camera.leave()
    })

    test('while the server between them is away each goes on alone, and says so; then they are together again (SCALE-06)', async () => {
      const camera = await openCamera(hubs.origins[0], ann, cameraId)
      const viewer = await openTab(hubs.origins[1], ann)
      await viewer.hears('presence', ({ cameras }) => cameras.length === 1)
      await postSnapshot(a.fastify, ann, cameraId, jpeg(200, 1))
      await hubs.meeting.leave()
      await vi.waitFor(async () => expect(await healthOf(a)).toMatchObject({ status: 'ok', pubsub: 'away' }), PATIENCE)
      expect((await postSnapshot(a.fastify, ann, cameraId, jpeg(200, 2))).statusCode).toBe(201)
      expect((await pictureAt(a)).rawPayload.equals(jpeg(200, 2))).toBe(true)
      // The other falls back to the one that was written.
      expect((await pictureAt(b)).rawPayload.equals(jpeg(200, 1))).toBe(true)
      const here = await openTab(hubs.origins[0], ann)
      await lookThrough(here, camera, cameraId)
      await vi.waitFor(() => expect(viewer.present).toEqual([]), PATIENCE)
      await hubs.meeting.comeBack()
      await hubs.together(a, b)
      await vi.waitFor(() => expect(viewer.present).toMatchObject([{ cameraId }]), PATIENCE)
      await lookThrough(viewer, camera, cameraId)
      for (const tab of [camera, viewer, here]) await tab.leave()
    })
  },
)
