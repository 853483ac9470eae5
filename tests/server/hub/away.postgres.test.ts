import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addCamera, listEvents, listVideos, pathOf, send } from '../support/calls'
import { jpeg, postClip, postSnapshot, webm } from '../support/forms'
import type { SignedInUser, TestHub } from '../support/hub'
import { lookThrough, openCamera, openTab } from '../support/live'
import { redisProgram } from '../support/redis/redis'
import { PATIENCE, startTwoHubs, type TwoHubs } from '../support/together/two-hubs'

describe.skipIf(redisProgram === null)(
  'two hubs whose database or store is away (skipped where there is no redis-server)',
  () => {
    let hubs: TwoHubs
    let both: readonly TestHub[]
    let ann: SignedInUser
    let cameraId: string
    beforeAll(async () => {
      hubs = await startTwoHubs()
      both = [hubs.a, hubs.b]
    })
    afterAll(() => hubs.close())
    beforeEach(async () => {
      ann = await hubs.a.signIn(`${crypto.randomUUID()}@example.org`)
      cameraId = (await addCamera(hubs.a.fastify, ann)).id
    })

    const clipFor = (clipId: string) => ({ cameraId, fields: { clipId } })

    test('PostgreSQL: each answers 503 and a sentence; then the clip that waited is there once (OPS-09, SCALE-13)', async () => {
      const clipId = crypto.randomUUID()
      hubs.door.shut()
      for (const hub of both) {
        const refused = await send(hub.fastify, ann, 'GET', '/cameras')
        expect([refused.statusCode, refused.json().message]).toEqual([
          503,
          "The hub's database does not answer. Try again in a moment.",
        ])
        expect((await postClip(hub.fastify, ann, clipFor(clipId))).statusCode).toBe(503)
        expect((await hub.fastify.inject({ url: '/healthz' })).statusCode).toBe(503)
      }
      hubs.door.open()
      await hubs.together(...both)
      for (const hub of both) expect((await postClip(hub.fastify, ann, clipFor(clipId))).statusCode).toBe(201)
      for (const hub of both) expect((await listVideos(hub.fastify, ann)).total).toBe(1)
    })

    test('S3: lists, events, live view and the latest pictures go on; clips wait (OPS-10, SCALE-13)', async () => {
      const [first = hubs.a, second = hubs.b] = both
      expect((await postClip(first.fastify, ann, { cameraId, bytes: webm(5_000) })).statusCode).toBe(201)
      // A camera's first picture is stored before its row names it (SCALE-02).
      expect((await postSnapshot(first.fastify, ann, cameraId, jpeg(200, 7))).statusCode).toBe(201)
      const clipId = crypto.randomUUID()
      hubs.s3.moodOf = () => 'failing'
      for (const hub of both) {
        const { videos } = await listVideos(hub.fastify, ann)
        expect(videos).toHaveLength(1)
        expect((await listEvents(hub.fastify, ann)).total).toBe(1)
        expect((await hub.fastify.inject({ url: pathOf(videos[0]?.videoUrl) })).statusCode).toBe(503)
        expect((await postClip(hub.fastify, ann, clipFor(clipId))).statusCode).toBe(503)
      }
      expect((await postSnapshot(first.fastify, ann, cameraId, jpeg(200, 1))).statusCode).toBe(201)
      await vi.waitFor(async () => {
        const [picture] = (await send(second.fastify, ann, 'GET', '/screenshots')).json()
        const shown = await second.fastify.inject({ url: pathOf(picture?.screenshotUrl) })
        expect(shown.rawPayload.equals(jpeg(200, 1))).toBe(true)
      }, PATIENCE)
      const camera = await openCamera(hubs.origins[0], ann, cameraId)
      const viewer = await openTab(hubs.origins[1], ann)
      await viewer.hears('presence', ({ cameras }) => cameras.length === 1)
      await lookThrough(viewer, camera, cameraId)
      for (const tab of [camera, viewer]) await tab.leave()
      hubs.s3.moodOf = () => 'well'
      for (const hub of both) expect((await postClip(hub.fastify, ann, clipFor(clipId))).statusCode).toBe(201)
      expect((await listVideos(second.fastify, ann)).total).toBe(2)
    })
  },
)
