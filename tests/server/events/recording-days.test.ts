import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { uniformNumbers } from '../../../scripts/footage/random.mjs'
import type { Db } from '../../../server/db/schema'
import { listDayDifferences, repairDays, sumVideos } from '../../../server/events/day-rows'
import { FACTS_JOB } from '../../../server/recordings/facts/facts-job'
import { RETENTION_JOB } from '../../../server/recordings/retention'
import { addCamera, listEvents, listVideos, send } from '../support/calls'
import { forgetDatabase, openTestDatabase } from '../support/database'
import { postClip, webm } from '../support/forms'
import { type ManualClock, manualClock, type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { type Recorded, writeRecorded } from '../support/recorded'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let dataDir: string
let clock: ManualClock
let hub: TestHub
let ann: SignedInUser
let cameraId: string
let db: Db
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-days-'))
  clock = manualClock()
  hub = await startTestHub({ dataDir, clock, tier: 'TEAM' })
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
  db = await openTestDatabase(dataDir)
})
afterEach(async () => {
  await db.destroy()
  await hub.close()
  await rm(dataDir, { recursive: true })
  await forgetDatabase(dataDir)
})

/** Events, two of three with a recording, spread over the days before now. */
function spread(count: number, days: number, random: () => number): Recorded[] {
  return Array.from({ length: count }, (_, index) => ({
    cameraId,
    type: 'MOTION',
    title: `Motion ${index}`,
    atMs: clock.now() - Math.floor(random() * days * DAY_MS),
    sizeBytes: index % 3 === 0 ? null : Math.floor(random() * 1000),
  }))
}

/** By counting, of all workspaces. */
async function counted() {
  const videos = await db.selectFrom('videos').select(['workspace_id', 'size_bytes', 'duration_ms']).execute()
  const events = await db.selectFrom('events').select('workspace_id').execute()
  return (workspaceId: string) => {
    const own = videos.filter((video) => video.workspace_id === workspaceId)
    const sizeBytes = own.reduce((sum, video) => sum + video.size_bytes, 0)
    const durationMs = own.reduce((sum, video) => sum + (video.duration_ms ?? 0), 0)
    return {
      videos: own.length,
      sizeBytes,
      durationMs,
      events: events.filter((event) => event.workspace_id === workspaceId).length,
    }
  }
}

async function kept(user: SignedInUser) {
  const { count, sizeBytes, durationMs } = await sumVideos(db, user.workspaceId)
  const { total: videos } = await listVideos(hub.fastify, user)
  const { total: events } = await listEvents(hub.fastify, user)
  expect(videos).toBe(count)
  return { videos, sizeBytes, durationMs, events }
}

test.each([1, 2, 3])(
  'whatever is recorded and deleted, kept counts are those of the rows (KEEP-12), run %i',
  async (seed) => {
    const random = uniformNumbers(seed)
    const bob = await hub.signIn('bob@example.org')
    const bobsCamera = (await addCamera(hub.fastify, bob)).id
    const users = [ann, bob]
    const sign = async (user: SignedInUser) => Object.assign(user, await hub.signIn(user.email))
    const deeds: readonly (() => Promise<unknown>)[] = [
      () => postClip(hub.fastify, ann, { cameraId, bytes: webm(500 + Math.floor(random() * 500)) }),
      () => Promise.all([1, 2, 3].map(() => postClip(hub.fastify, bob, { cameraId: bobsCamera }))),
      () => writeRecorded(dataDir, ann, spread(5, 40, random)),
      () => hub.hub.jobs.runNow(FACTS_JOB),
      async () => {
        const { videos } = await listVideos(hub.fastify, ann, '?pageSize=100')
        const some = videos.filter(() => random() < 0.3).slice(0, 4)
        // Each twice, side by side: only one of both takes it.
        await Promise.all([...some, ...some].map(({ id }) => send(hub.fastify, ann, 'DELETE', `/videos/${id}`)))
      },
      async () => {
        clock.advance(Math.floor(random() * 3 * DAY_MS))
        for (const user of users) await sign(user)
      },
      async () => {
        clock.advance(200 * DAY_MS)
        for (const user of users) await sign(user)
        await hub.hub.jobs.runNow(RETENTION_JOB)
      },
      // What is taken back was never counted.
      () =>
        db
          .transaction()
          .execute(async (transaction) => {
            await transaction.deleteFrom('events').where('workspace_id', '=', ann.workspaceId).execute()
            throw new Error('no')
          })
          .catch(() => undefined),
    ]
    for (let round = 0; round < 14; round++) {
      await deeds[Math.floor(random() * deeds.length)]?.()
      const byCounting = await counted()
      for (const user of users) expect(await kept(user)).toEqual(byCounting(user.workspaceId))
      expect(await listDayDifferences(db)).toEqual([])
    }
    await send(hub.fastify, ann, 'DELETE', `/workspaces/${ann.workspaceId}`, { email: ann.email })
    const left = await db.selectFrom('recording_days').select('workspace_id').distinct().execute()
    expect(left.filter(({ workspace_id }) => workspace_id === ann.workspaceId)).toEqual([])
    expect(await listDayDifferences(db)).toEqual([])
  },
  60_000,
)

test('every page and total of every period is the one that sorting and cutting gives (HUB-03)', async () => {
  const random = uniformNumbers(7)
  const rows = spread(60, 5, random)
  // At the very ends of a day, and several at one moment.
  const midnightMs = Math.floor(clock.now() / DAY_MS) * DAY_MS
  const edges = [-1, 0, 0, 1, -DAY_MS, -DAY_MS - 1].map((ms) => ({ ...spread(1, 1, random)[0], atMs: midnightMs + ms }))
  await writeRecorded(dataDir, ann, [...rows, ...(edges as Recorded[])])
  const times = [...rows, ...edges].map(({ atMs }) => Number(atMs)).sort((a, b) => b - a)
  const periods = [
    [null, null],
    [midnightMs - 2 * DAY_MS, midnightMs - 1],
    [midnightMs - DAY_MS, null],
    [null, midnightMs],
    [midnightMs, midnightMs],
    [midnightMs + DAY_MS, midnightMs - DAY_MS],
    ...Array.from({ length: 12 }, () => {
      const fromMs = clock.now() - Math.floor(random() * 6 * DAY_MS)
      return [fromMs, fromMs + Math.floor(random() * 3 * DAY_MS)]
    }),
  ] as const
  for (const [fromMs = null, toMs = null] of periods) {
    const wanted = times.filter((ms) => ms >= (fromMs ?? 0) && ms <= (toMs ?? Number.POSITIVE_INFINITY))
    const period = [['dateStart', fromMs] as const, ['dateEnd', toMs] as const]
      .flatMap(([name, ms]) => (ms === null ? [] : [`&${name}=${new Date(ms).toISOString()}`]))
      .join('')
    const found: number[] = []
    for (let page = 0; page <= Math.ceil(wanted.length / 7); page++) {
      const { events, total } = await listEvents(hub.fastify, ann, `?page=${page}&pageSize=7${period}`)
      expect(total).toBe(wanted.length)
      found.push(...events.map(({ createdAt }) => Date.parse(createdAt)))
    }
    expect(found).toEqual(wanted)
  }
}, 60_000)

test('a count that is wrong is found and set right, also where its row is gone (KEEP-12)', async () => {
  await writeRecorded(dataDir, ann, spread(30, 4, uniformNumbers(1)))
  const [day, other] = await db.selectFrom('recording_days').selectAll().orderBy('day').execute()
  const { workspaceId } = ann
  await db.updateTable('recording_days').set({ videos: 99 }).where('day', '=', Number(day?.day)).execute()
  await db.deleteFrom('recording_days').where('day', '=', Number(other?.day)).execute()
  const empty = { workspace_id: workspaceId, day: 1, videos: 0, video_bytes: 7, video_ms: 3, events: 2 }
  await db.insertInto('recording_days').values(empty).execute()
  expect(await listDayDifferences(db)).toEqual([
    { workspace_id: workspaceId, day: 1, videos: 0, video_bytes: -7, video_ms: -3, events: -2 },
    { ...empty, day: day?.day, videos: Number(day?.videos) - 99, video_bytes: 0, video_ms: 0, events: 0 },
    other,
  ])
  await repairDays(db)
  expect(await listDayDifferences(db)).toEqual([])
  expect(await kept(ann)).toEqual((await counted())(workspaceId))
})

test('many rows that one statement writes or deletes are counted each on its day', async () => {
  const atMs = (index: number) => clock.now() - index * 5 * HOUR_MS
  const events = Array.from({ length: 50 }, (_, index) => ({
    id: randomUUID(),
    workspace_id: ann.workspaceId,
    camera_id: cameraId,
    video_id: null,
    type: 'ALERT' as const,
    title: 'Alert',
    message: 'Alert',
    created_at: atMs(index),
    is_by_hand: 0,
  }))
  await db.insertInto('events').values(events).execute()
  expect(await listDayDifferences(db)).toEqual([])
  await db.deleteFrom('events').where('created_at', '<', atMs(20)).execute()
  expect(await listDayDifferences(db)).toEqual([])
  expect((await listEvents(hub.fastify, ann)).total).toBe(21)
})
