import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addMonthlyUsage, findMonthlyUsage } from '../../../server/billing/usage-rows'
import type { Db } from '../../../server/db/schema'
import { planLimits, type Tier } from '../../../src/contract/plans'
import { addCamera, listEvents, listVideos } from '../support/calls'
import { passTime } from '../support/days'
import { postClip, webm } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { writeRecorded } from '../support/recorded'
import { openHubDatabase } from '../support/webhook-worker'

const MB = 1024 ** 2
const MARCH_MS = Date.UTC(2026, 2, 1)
const APRIL_MS = Date.UTC(2026, 3, 1)
const MAY_MS = Date.UTC(2026, 4, 1)

let hub: TestHub
let ann: SignedInUser
let cameraId: string
let db: Db
beforeEach(async () => {
  hub = await startTestHub()
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
  hub.mails.length = 0
  db = await openHubDatabase(hub)
})
afterEach(async () => {
  await db.destroy()
  await hub.close()
})

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const post = (number: number, startedAt: string, sizeBytes = 1000) =>
  postClip(hub.fastify, ann, {
    cameraId,
    bytes: webm(sizeBytes),
    fields: { clipId: idOf(number), startedAt: `${startedAt}:00.000Z` },
  })
const statusOf = async (...clip: Parameters<typeof post>) => (await post(...clip)).statusCode
const spend = (monthStartMs: number, recordedBytes = planLimits.FREE.storageBytes) =>
  addMonthlyUsage(db, ann.workspaceId, monthStartMs, { recordedBytes, chats: 0 })
const usedOf = async (monthStartMs: number) => (await findMonthlyUsage(db, ann.workspaceId, monthStartMs)).recordedBytes
const changeTo = (tier: Tier) => db.updateTable('workspaces').set({ tier }).execute()
const mails = async () => {
  await hub.hub.jobs.runNow('notifications')
  return hub.mails.map(({ subject }) => subject)
}
async function passTo(iso: string) {
  await passTime(hub, Date.parse(iso) - hub.clock.now())
  ann = await hub.signIn()
  hub.mails.length = 0
}

describe('a clip of an earlier month (KEEP-02)', () => {
  test('is counted to that month while it has room there, and takes nothing of this one', async () => {
    await passTo('2026-04-01T12:00:00Z')
    await spend(APRIL_MS)
    expect(await statusOf(1, '2026-03-20T12:00', MB)).toBe(201)
    expect(await statusOf(2, '2026-04-01T11:00')).toBe(402)
    expect([await usedOf(MARCH_MS), await usedOf(APRIL_MS)]).toEqual([MB, planLimits.FREE.storageBytes])
  })

  test('that is spent gets of this one only what has gone by unused, however little is used of it', async () => {
    await spend(MARCH_MS)
    await passTo('2026-04-04T00:00:00Z')
    const fits = Math.floor(planLimits.FREE.storageBytes / 10)
    const refused = await post(1, '2026-03-20T12:00', fits + 1)
    expect([refused.statusCode, refused.json()]).toEqual([
      402,
      {
        code: 'recording-limit',
        message:
          "The plan's 200 MB of recorded video for 2026-03 are used. Its clips get what later months leave unused. Upgrade the plan to have them now.",
      },
    ])
    expect(await statusOf(2, '2026-03-20T12:00', fits - MB)).toBe(201)
    expect(await statusOf(3, '2026-03-21T12:00', MB + 1)).toBe(402)
    // What is seen in April has all of it.
    expect(await statusOf(4, '2026-04-03T23:00', 2 * MB)).toBe(201)
    expect(await statusOf(5, '2026-03-21T12:00')).toBe(402)
    expect(await usedOf(APRIL_MS)).toBe(fits + MB)
  })

  test('takes nothing of this one once the plan would not keep it, and comes in with a plan that has room', async () => {
    await spend(MARCH_MS)
    expect(await statusOf(1, '2026-03-10T12:00')).toBe(402)
    await passTo('2026-04-09T12:01:00Z')
    expect(await statusOf(2, '2026-03-10T12:01')).toBe(201)
    expect(await statusOf(1, '2026-03-10T12:00')).toBe(402)
    await changeTo('PRO')
    expect(await statusOf(1, '2026-03-10T12:00')).toBe(201)
    expect([await usedOf(MARCH_MS), await usedOf(APRIL_MS)]).toEqual([planLimits.FREE.storageBytes + 1000, 1000])
  })
})

describe('a clip that is older than the plan keeps recordings (KEEP-02)', () => {
  test('is refused by any month, takes no newer recording with it, and comes in with a plan that keeps it', async () => {
    await passTo('2026-04-20T12:00:00Z')
    const days = ['15', '16', '17', '18']
    const clip = { cameraId, type: 'MOTION', title: 'Motion', sizeBytes: 49 * MB } as const
    const full = days.map((day) => ({ ...clip, atMs: Date.parse(`2026-04-${day}T11:00Z`) }))
    await writeRecorded(hub.dataDir, ann, full)
    const refused = await post(1, '2026-03-12T11:00', 20 * MB)
    expect([refused.statusCode, refused.json().message]).toEqual([
      402,
      'This recording is of 2026-03-12 (UTC), and the plan keeps recordings for 30 days. Upgrade the plan to have it.',
    ])
    await hub.hub.jobs.runNow('retention')
    expect((await listVideos(hub.fastify, ann)).videos).toHaveLength(days.length)
    expect(await usedOf(MARCH_MS)).toBe(0)
    await changeTo('PRO')
    expect(await statusOf(1, '2026-03-12T11:00', 20 * MB)).toBe(201)
    await hub.hub.jobs.runNow('retention')
    expect((await listVideos(hub.fastify, ann)).videos).toHaveLength(days.length + 1)
  })

  test('has an event that says no wrong month', async () => {
    await spend(MARCH_MS)
    await passTo('2026-04-01T00:00:00Z')
    expect(await statusOf(1, '2026-03-31T23:50')).toBe(402)
    const [event] = (await listEvents(hub.fastify, ann)).events
    expect(event?.message).toMatch(/ It was not recorded: the plan has no recorded video left for it\.$/)
  })
})

describe('a clip that waited for longer than 30 days', () => {
  test('is of when it began, joins the event that told of it, and is told to nobody again (KEEP-18)', async () => {
    await spend(MARCH_MS)
    expect(await statusOf(1, '2026-03-10T11:59')).toBe(402)
    expect(await mails()).toEqual(['Motion at Door'])
    await passTo('2026-04-25T12:00:00Z')
    await hub.hub.jobs.runNow('retention')
    await changeTo('PRO')
    expect(await statusOf(1, '2026-03-10T11:59')).toBe(201)
    const [video] = (await listVideos(hub.fastify, ann)).videos
    expect(video?.createdAt).toBe('2026-03-10T11:59:00.000Z')
    expect((await listEvents(hub.fastify, ann)).events).toMatchObject([
      { videoId: video?.id, createdAt: '2026-03-10T11:59:00.000Z' },
    ])
    expect(await mails()).toEqual([])
  })

  test.each<[string, Tier, number]>([
    ['taken', 'PRO', 201],
    ['refused', 'FREE', 402],
  ])('and is %s has an event of its time, of which nobody is told as news (MSG-03)', async (_name, tier, status) => {
    await changeTo(tier)
    await spend(MARCH_MS)
    await passTo('2026-04-20T12:00:00Z')
    expect(await statusOf(1, '2026-03-21T11:59')).toBe(status)
    expect(await mails()).toEqual([])
    expect(await statusOf(2, '2026-03-21T12:00')).toBe(201)
    expect(await mails()).toEqual(['Motion at Door'])
    const times = (await listEvents(hub.fastify, ann)).events.map(({ createdAt }) => createdAt)
    expect(times).toEqual(['2026-03-21T12:00:00.000Z', '2026-03-21T11:59:00.000Z'])
  })

  test('by a clock that says so of before the camera was added is of now (KEEP-18)', async () => {
    await changeTo('PRO')
    await passTo('2026-06-01T12:00:00Z')
    expect([await statusOf(1, '2026-03-10T11:59'), await statusOf(2, '2026-03-10T12:00')]).toEqual([201, 201])
    const times = (await listEvents(hub.fastify, ann)).events.map(({ createdAt }) => createdAt)
    expect(times).toEqual(['2026-06-01T12:00:00.000Z', '2026-03-10T12:00:00.000Z'])
  })
})

test('each month keeps what is seen in it, whatever the months before left at a camera (KEEP-02)', async () => {
  for (const month of [MARCH_MS, APRIL_MS, MAY_MS]) await spend(month, 195 * MB)
  const keptOf: number[] = []
  const backlog: [number, string][] = []
  for (const month of ['03', '04', '05']) {
    let kept = 0
    for (let day = 11; day <= 18; day++) {
      const at = `2026-${month}-${day}T12:00`
      await passTo(`${at}:00Z`)
      for (const [number, startedAt] of backlog) expect(await statusOf(number, startedAt, MB)).toBe(402)
      const number = Number(month) * 100 + day
      if ((await statusOf(number, at, MB)) === 201) kept++
      else backlog.push([number, at])
    }
    keptOf.push(kept)
  }
  expect(keptOf).toEqual([5, 5, 5])
})
