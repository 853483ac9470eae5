import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addMonthlyUsage } from '../../../server/billing/usage-rows'
import type { Db } from '../../../server/db/schema'
import { planLimits, type Tier } from '../../../src/contract/plans'
import { addCamera, listEvents, listVideos } from '../support/calls'
import { passTime } from '../support/days'
import { postClip, webm } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { openHubDatabase } from '../support/webhook-worker'

const MARCH_MS = Date.UTC(2026, 2, 1)

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

describe('a clip that waited for longer than 30 days', () => {
  test('is of when it began, joins the event that told of it, and is told to nobody again (KEEP-18)', async () => {
    await spend(MARCH_MS)
    expect(await statusOf(1, '2026-03-10T11:59')).toBe(402)
    expect(await mails()).toEqual(['Motion at Door'])
    await passTo('2026-04-25T12:00:00Z')
    await hub.hub.jobs.runNow('retention')
    await changeTo('PRO')
    expect(await statusOf(1, '2026-03-10T12:00')).toBe(201)
    const [video] = (await listVideos(hub.fastify, ann)).videos
    expect(video?.createdAt).toBe('2026-03-10T12:00:00.000Z')
    expect((await listEvents(hub.fastify, ann)).events).toMatchObject([
      { videoId: video?.id, createdAt: '2026-03-10T11:59:00.000Z' },
    ])
    expect(await mails()).toEqual([])
  })

  test.each<[string, Tier, number]>([['taken', 'PRO', 201]])(
    'and is %s has an event of its time, of which nobody is told as news (MSG-03)',
    async (_name, tier, status) => {
      await changeTo(tier)
      await spend(MARCH_MS)
      await passTo('2026-04-20T12:00:00Z')
      expect(await statusOf(1, '2026-03-21T11:59')).toBe(status)
      expect(await mails()).toEqual([])
      expect(await statusOf(2, '2026-03-21T12:00')).toBe(201)
      expect(await mails()).toEqual(['Motion at Door'])
      const times = (await listEvents(hub.fastify, ann)).events.map(({ createdAt }) => createdAt)
      expect(times).toEqual(['2026-03-21T12:00:00.000Z', '2026-03-21T11:59:00.000Z'])
    },
  )

  test('by a clock that says so of before the camera was added is of now (KEEP-18)', async () => {
    await passTo('2026-06-01T12:00:00Z')
    expect([await statusOf(1, '2026-03-10T11:59'), await statusOf(2, '2026-03-10T12:00')]).toEqual([201, 201])
    const times = (await listEvents(hub.fastify, ann)).events.map(({ createdAt }) => createdAt)
    expect(times).toEqual(['2026-06-01T12:00:00.000Z', '2026-03-10T12:00:00.000Z'])
  })
})
