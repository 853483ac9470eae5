import { randomUUID } from 'node:crypto'
import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addMonthlyUsage } from '../../../server/billing/usage-rows'
import { listCameras } from '../../../server/cameras/camera-rows'
import { openDatabase } from '../../../server/db/open'
import type { CameraTable, Db } from '../../../server/db/schema'
import { recordAlertEvent } from '../../../server/events/alert-event'
import { monthOf } from '../../../server/lib/month'
import { EventFeed } from '../../../server/mqtt/event-feed'
import { planLimits } from '../../../src/contract/plans'
import { addCamera } from '../support/calls'
import { environmentOf } from '../support/database'
import { jpeg, postClip } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { later } from '../support/later'

let hub: TestHub
let ann: SignedInUser
let db: Db
let cameras: readonly CameraTable[]
let feed: EventFeed
/** Queries until the database goes away. */
let left: number

const breaking: KyselyPlugin = {
  transformQuery: ({ node }) => {
    left -= 1
    if (left < 0) throw new Error('the database is away')
    return node
  },
  transformResult: async ({ result }) => result,
}

beforeEach(async () => {
  left = Number.POSITIVE_INFINITY
  hub = await startTestHub()
  ann = await hub.signIn()
  await addCamera(hub.fastify, ann)
  db = await openDatabase(hub.dataDir, (await environmentOf(hub.dataDir))['DATABASE_URL'] ?? null)
  cameras = await listCameras(db, ann.workspaceId)
  feed = new EventFeed({ db: db.withPlugin(breaking), clock: hub.clock }, ann.workspaceId)
  await feed.begin()
  await postClip(hub.fastify, ann, { cameraId: cameras[0]?.id ?? '' })
})
afterEach(async () => {
  await db.destroy()
  await hub.close()
})

const read = async () => {
  const { fresh, dropped } = await feed.read(cameras)
  return { fresh, counts: [fresh.length, dropped] }
}

/** The one that is news is so once more after the broker has not taken it, and no longer then. */
async function readGivenBack() {
  const first = await read()
  expect(first.counts).toEqual([1, 0])
  feed.giveBack(first.fresh)
  const again = await read()
  expect([again.counts, again.fresh]).toEqual([[1, 0], first.fresh])
  expect((await read()).counts).toEqual([0, 0])
  return again
}

test('news that are given back are news again, and counted as left out once they are none any more (MQTT-05, MQTT-07)', async () => {
  const again = await readGivenBack()
  feed.giveBack(again.fresh)
  hub.clock.advance(5 * 60_000)
  expect((await read()).counts).toEqual([0, 1])
  expect((await read()).counts).toEqual([0, 0])
})

test('a feed that goes on where another ended tells what came between, and nothing twice (MQTT-05, MQTT-11)', async () => {
  const cameraId = cameras[0]?.id ?? ''
  const follow = async () => {
    const next = new EventFeed({ db, clock: hub.clock }, ann.workspaceId)
    await next.begin()
    return { next, ids: (await next.read(cameras)).fresh.map(({ id }) => id) }
  }
  // The first has begun, and ended before it read anything.
  expect((await follow()).ids).toHaveLength(1)
  expect((await read()).counts).toEqual([1, 0])
  await feed.note()
  expect((await follow()).ids).toEqual([])
  await postClip(hub.fastify, ann, { cameraId })
  const { next, ids } = await follow()
  expect(ids).toHaveLength(1)
  // The broker did not say that it has it.
  next.giveBack(next.recent.filter(({ id }) => ids.includes(id)))
  await next.note()
  const { next: last, ids: again } = await follow()
  expect(again).toEqual(ids)
  await last.note()
  expect((await follow()).ids).toEqual([])
  await postClip(hub.fastify, ann, { cameraId })
  hub.clock.advance(5 * 60_000)
  expect((await follow()).ids).toEqual([])
})

test('news stay news where the database goes away while they are read (MQTT-05)', async () => {
  left = 1
  await expect(read()).rejects.toThrow('away')
  left = Number.POSITIVE_INFINITY
  expect((await read()).counts).toEqual([1, 0])
})

test('a feed that cannot note what it knows begins all the same, says why, and notes it later (MQTT-02)', async () => {
  const next = new EventFeed({ db: db.withPlugin(breaking), clock: hub.clock }, ann.workspaceId)
  await db.deleteFrom('mqtt_told').execute()
  left = 2
  await next.begin()
  left = 0
  expect(await next.note()).toContain('the database is away')
  left = Number.POSITIVE_INFINITY
  expect(await next.note()).toBeNull()
  expect(await db.selectFrom('mqtt_told').selectAll().execute()).toHaveLength(1)
})

test('what is noted does not wait for the disk: an event may be heard twice (HUB-19, MQTT-11)', async () => {
  const statements: string[] = []
  const listening: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.push(JSON.stringify(node))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const next = new EventFeed({ db: db.withPlugin(listening), clock: hub.clock }, ann.workspaceId)
  await next.begin()
  const ids = async () => (await db.selectFrom('mqtt_told').select('event_ids').executeTakeFirstOrThrow()).event_ids
  const before = await ids()
  await next.read(cameras)
  statements.length = 0
  expect(await next.note()).toBeNull()
  expect(await ids()).not.toBe(before)
  expect(statements.join()).toMatch(/PRAGMA synchronous = NORMAL|synchronous_commit/)
})

test('a feed that begins finds the last picture of a camera, however many events without one came since (MQTT-04)', async () => {
  const [camera] = cameras
  if (camera === undefined) throw new Error('there is a camera')
  for (const filler of [1, 2]) {
    hub.clock.advance(60_000)
    const fields = { thumbnail: jpeg(200, filler).toString('base64') }
    await postClip(hub.fastify, ann, { cameraId: camera.id, fields })
  }
  const pictureIn = (told: EventFeed) => told.pictured.get(camera.id)
  await read()
  const shown = pictureIn(feed)
  expect(shown?.thumbnail_key).toEqual(expect.any(String))
  for (let count = 0; count < 12; count++) {
    hub.clock.advance(60_000)
    await recordAlertEvent(db, camera, 'offline', hub.clock.now(), hub.clock.now())
  }
  const anew = new EventFeed({ db, clock: hub.clock }, ann.workspaceId)
  await anew.read(cameras)
  expect(anew.last.get(camera.id)?.type).toBe('ALERT')
  expect(pictureIn(anew)).toEqual(shown)
})

test('what a camera delivers late is its last event all the same, and its last picture (MQTT-02, MQTT-04)', async () => {
  const [camera] = cameras
  if (camera === undefined) throw new Error('there is a camera')
  await read()
  ann = await later(hub, ann, 60 * 60_000)
  const clipAgo = async (agoMs: number) => {
    const startedAt = new Date(hub.clock.now() - agoMs).toISOString()
    const fields = { startedAt, thumbnail: jpeg(200, 1).toString('base64') }
    await postClip(hub.fastify, ann, { cameraId: camera.id, fields })
    hub.clock.advance(10_000)
    expect((await read()).fresh).toEqual([])
    return startedAt
  }
  const shown = ({ created_at }: { created_at: number }) => new Date(created_at).toISOString()
  const held = () => [feed.last, feed.pictured].map((of) => [...of.values()].map(shown))
  const late = await clipAgo(6 * 60_000)
  expect(held()).toEqual([[late], [late]])
  await clipAgo(20 * 60_000)
  expect(held()).toEqual([[late], [late]])
  const alertAtMs = hub.clock.now() - 5 * 60_000
  await recordAlertEvent(db, camera, 'offline', alertAtMs, hub.clock.now())
  const newest = await clipAgo(5 * 60_000 + 30_000)
  expect(held()).toEqual([[new Date(alertAtMs).toISOString()], [newest]])
})

test('what a camera with a clock that is six minutes slow sees is news (MQTT-05, SENSE-14)', async () => {
  await read()
  hub.clock.advance(60_000)
  const slowMs = 6 * 60_000
  const startedAt = new Date(hub.clock.now() - 20_000 - slowMs).toISOString()
  await postClip(hub.fastify, ann, {
    cameraId: cameras[0]?.id ?? '',
    fields: { startedAt, hubAheadMs: String(slowMs) },
  })
  expect((await read()).fresh.map(({ created_at }) => created_at)).toEqual([hub.clock.now() - 20_000])
})

test('an event came when its recording did, or was refused, else when it happened (KEEP-18, MQTT-02)', async () => {
  const [camera] = cameras
  if (camera === undefined) throw new Error('there is a camera')
  const postAgo = (clipId?: string) => {
    const startedAt = new Date(hub.clock.now() - 40_000).toISOString()
    return postClip(hub.fastify, ann, { cameraId: camera.id, fields: { clipId, startedAt } })
  }
  hub.clock.advance(60_000)
  await postAgo()
  const cameAtMs = hub.clock.now()
  hub.clock.advance(1_000)
  await addMonthlyUsage(db, ann.workspaceId, monthOf(cameAtMs).fromMs, {
    recordedBytes: planLimits.FREE.storageBytes,
    chats: 0,
  })
  expect((await postAgo(randomUUID())).statusCode).toBe(402)
  await recordAlertEvent(db, camera, 'offline', cameAtMs + 500, cameAtMs + 1_000)
  await read()
  const told = feed.recent.slice(0, 3).map(({ came_at, created_at }) => [came_at, created_at])
  expect(told).toEqual([
    [cameAtMs + 500, cameAtMs + 500],
    [cameAtMs + 1_000, cameAtMs - 39_000],
    [cameAtMs, cameAtMs - 40_000],
  ])
})

test('a clip that comes after all sets off nothing that its refusal set off before (KEEP-18, MQTT-02)', async () => {
  const spend = (recordedBytes: number) =>
    addMonthlyUsage(db, ann.workspaceId, monthOf(hub.clock.now()).fromMs, { recordedBytes, chats: 0 })
  const fields = { clipId: randomUUID(), startedAt: new Date(hub.clock.now() - 40_000).toISOString() }
  const post = () => postClip(hub.fastify, ann, { cameraId: cameras[0]?.id ?? '', fields })
  await spend(planLimits.FREE.storageBytes)
  expect((await post()).statusCode).toBe(402)
  const refusedAtMs = hub.clock.now()
  const cameAt = async () => {
    const { fresh } = await feed.read(cameras)
    return [fresh.length, feed.recent.find(({ created_at }) => created_at === refusedAtMs - 40_000)?.came_at]
  }
  expect(await cameAt()).toEqual([2, refusedAtMs])
  await spend(-planLimits.FREE.storageBytes)
  hub.clock.advance(120_000)
  expect((await post()).statusCode).toBe(201)
  for (let again = 0; again < 2; again++) expect(await cameAt()).toEqual([0, refusedAtMs])
})

test('a clock that is ahead for a moment has no event told twice once it is right (MQTT-05)', async () => {
  expect((await read()).counts).toEqual([1, 0])
  hub.clock.advance(3_600_000)
  expect([(await read()).counts, (await read()).counts]).toEqual([
    [0, 0],
    [0, 0],
  ])
  hub.clock.advance(-3_599_000)
  expect((await read()).counts).toEqual([0, 0])
})

test('what came while the clock was ahead sets off nothing once the time has come (MQTT-02)', async () => {
  const hourMs = 3_600_000
  ann = await later(hub, ann, hourMs)
  const cameMs = hub.clock.now()
  await postClip(hub.fastify, ann, { cameraId: cameras[0]?.id ?? '' })
  expect((await read()).counts).toEqual([1, 0])
  hub.clock.advance(-hourMs)
  const agoMs = async () => {
    await read()
    return feed.recent
      .filter(({ created_at }) => created_at > cameMs - 60_000)
      .map(({ came_at }) => hub.clock.now() - came_at)
  }
  const sensed = (await agoMs()).filter((ms) => Math.abs(ms) < 30_000)
  hub.clock.advance(hourMs)
  expect([sensed, (await agoMs()).filter((ms) => Math.abs(ms) < 30_000)]).toEqual([[], []])
  expect(await agoMs()).toHaveLength(1)
})

test('of hours by a clock that was ahead nothing is told again once it is right (MQTT-05)', async () => {
  for (let count = 0; count < 2; count++) {
    ann = await later(hub, ann, 10 * 60_000)
    await postClip(hub.fastify, ann, { cameraId: cameras[0]?.id ?? '' })
    await read()
  }
  hub.clock.advance(-3_600_000)
  expect((await read()).counts).toEqual([0, 0])
})

test('what came right before the clock was set back is news until the broker has it (MQTT-05)', async () => {
  hub.clock.advance(-3_600_000)
  await readGivenBack()
})

test('events of a clock that was ahead keep none of now from being told, however many they are (MQTT-02, MQTT-05)', async () => {
  await read()
  const one = await db.selectFrom('events').selectAll().executeTakeFirstOrThrow()
  const aheadMs = hub.clock.now() + 86_400_000
  const ahead = Array.from({ length: 600 }, (_, minute) => ({
    ...one,
    id: randomUUID(),
    created_at: aheadMs + minute * 60_000,
  }))
  await db.insertInto('events').values(ahead.slice(0, 300)).execute()
  await db.insertInto('events').values(ahead.slice(300)).execute()
  expect((await read()).counts).toEqual([0, 0])
  hub.clock.advance(60_000)
  await postClip(hub.fastify, ann, { cameraId: cameras[0]?.id ?? '' })
  expect((await read()).counts).toEqual([1, 0])
  // Nor are they told when their time has come.
  hub.clock.advance(aheadMs - hub.clock.now())
  for (let count = 0; count < 120; count++) {
    expect((await read()).fresh).toEqual([])
    hub.clock.advance(300_000)
  }
})

test('the last event and picture of a camera are those of now, not of a clock that was ahead (MQTT-04)', async () => {
  const cameraId = cameras[0]?.id ?? ''
  const fields = { thumbnail: jpeg(200, 1).toString('base64') }
  await postClip(hub.fastify, ann, { cameraId, fields })
  const firstMs = hub.clock.now()
  ann = await later(hub, ann, 3_600_000)
  await postClip(hub.fastify, ann, { cameraId, fields })
  const shown = async () => {
    await read()
    return [feed.last, feed.pictured].map((of) => of.get(cameraId)?.created_at)
  }
  expect(await shown()).toEqual([hub.clock.now(), hub.clock.now()])
  hub.clock.advance(-3_600_000 + 60_000)
  expect(await shown()).toEqual([firstMs, firstMs])
  await postClip(hub.fastify, ann, { cameraId, fields })
  expect(await shown()).toEqual([firstMs + 60_000, firstMs + 60_000])
})
