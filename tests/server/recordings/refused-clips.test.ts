import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addMonthlyUsage, findMonthlyUsage } from '../../../server/billing/usage-rows'
import { openDatabase } from '../../../server/db/open'
import type { Db } from '../../../server/db/schema'
import { eventOfClip } from '../../../server/events/clip-event'
import { monthOf } from '../../../server/lib/month'
import { tellOfRefused } from '../../../server/recordings/refused-clips'
import { planLimits, retentionDays } from '../../../src/contract/plans'
import { addCamera, listEvents, listVideos, pathOf, send } from '../support/calls'
import { environmentOf, forgetDatabase } from '../support/database'
import { passTime } from '../support/days'
import { type ClipForm, postClip, postSnapshot } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver'
import { unzip } from '../support/zip'
import { makeWebhook } from '../webhooks/support/webhooks'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 3_600_000
const CLIP = '00000000-0000-4000-8000-000000000001'

let dataDir: string
let hub: TestHub
let ann: SignedInUser
let cameraId: string
let receiver: WebhookReceiver
let db: Db
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-refused-'))
  receiver = await startReceiver()
  hub = await startTestHub({ dataDir, environment: { WEBHOOK_HOSTS: receiver.host } })
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
  hub.mails.length = 0
  db = await openDatabase(dataDir, (await environmentOf(dataDir))['DATABASE_URL'] ?? null)
  const { fromMs } = monthOf(hub.clock.now())
  await addMonthlyUsage(db, ann.workspaceId, fromMs, { recordedBytes: planLimits.FREE.storageBytes, chats: 0 })
})
afterEach(async () => {
  await db.destroy()
  await hub.close()
  await receiver.close()
  await rm(dataDir, { recursive: true })
  await forgetDatabase(dataDir)
})

const seen = JSON.stringify([{ atMs: 500, box: { left: 0.2, top: 0.2, width: 0.2, height: 0.4 }, score: 0.9 }])
const post = (fields: ClipForm['fields'] = {}) =>
  postClip(hub.fastify, ann, { cameraId, fields: { clipId: CLIP, startedAt: '2026-03-10T11:59:00.000Z', ...fields } })
const events = async () => (await listEvents(hub.fastify, ann)).events
const mails = async () => {
  await hub.hub.jobs.runNow('notifications')
  return hub.mails.map(({ subject }) => subject)
}
/** The month is over, and its clips have room again. */
async function nextMonth() {
  await passTime(hub, 22 * DAY_MS)
  ann = await hub.signIn()
  hub.mails.length = 0
}

test('what a clip saw for which the plan has no room is told all the same, once however often it comes (KEEP-18)', async () => {
  await makeWebhook(hub.fastify, ann, { url: receiver.url })
  for (let sent = 0; sent < 2; sent++) {
    const answer = await post({ detections: seen })
    expect([answer.statusCode, answer.json().code]).toEqual([402, 'recording-limit'])
  }
  expect(await events()).toMatchObject([
    {
      type: 'PERSON',
      title: 'Person at Door',
      videoId: null,
      createdAt: '2026-03-10T11:59:00.000Z',
      message: 'A person was seen at Door (Hall). It was not recorded: the plan has no recorded video left for it.',
    },
  ])
  expect(await mails()).toEqual([expect.stringContaining('Person at Door')])
  // Nobody looks for a recording that is not there.
  expect(hub.mails[0]?.text).toMatch(/^A person was seen at Door \(Hall\)\. It was not recorded: the plan has no /)
  await hub.hub.jobs.runNow('webhooks')
  expect(receiver.posts.map(({ json }) => Object(json).type)).toEqual(['event.created'])
})

test('wakes who tells of it at once, and tells of no clip that was stored meanwhile (KEEP-18)', async () => {
  await makeWebhook(hub.fastify, ann, { url: receiver.url })
  const woken: string[] = []
  const services = {
    db,
    clock: hub.clock,
    jobs: { nudge: (name: string) => woken.push(name) },
    eventWatch: { noteEvent: (workspaceId: string) => woken.push(workspaceId) },
  }
  const camera = await db.selectFrom('cameras').selectAll().executeTakeFirstOrThrow()
  const tell = (clipId: string) => {
    const said = eventOfClip(camera, {})
    return tellOfRefused(services, { clipId, camera, said, startedAtMs: hub.clock.now() }, 'recording-limit')
  }
  await tell(CLIP)
  expect([(await events()).length, woken]).toEqual([1, [ann.workspaceId, 'notifications', 'webhooks']])
  await nextMonth()
  woken.length = 0
  const stored = CLIP.replace(/1$/, '2')
  expect((await post({ clipId: stored })).statusCode).toBe(201)
  await tell(stored)
  expect([(await events()).length, woken]).toEqual([2, []])
})

test('says so where the store is full of what is kept (KEEP-18)', async () => {
  await nextMonth()
  const full = planLimits.FREE.storageBytes
  expect((await post()).statusCode).toBe(201)
  await db.updateTable('videos').set({ size_bytes: full, is_kept: 1 }).execute()
  await db.updateTable('recording_days').set({ video_bytes: full }).execute()
  const answer = await post({ clipId: CLIP.replace(/1$/, '2'), startedAt: '2026-04-01T11:00:00.000Z' })
  expect(answer.json().code).toBe('storage-full')
  expect((await events())[0]?.message).toContain('the plan’s storage is full of recordings that are kept or shared.')
})

/** The plan has room again, as after an upgrade. */
async function makeRoom() {
  const { fromMs } = monthOf(hub.clock.now())
  await addMonthlyUsage(db, ann.workspaceId, fromMs, { recordedBytes: -planLimits.FREE.storageBytes, chats: 0 })
}
const clipOf = (last: number) => ({
  clipId: CLIP.replace(/1$/, String(last)),
  startedAt: `2026-03-10T11:59:0${last}.000Z`,
})

test('a message that waited says of a clip that came meanwhile nothing of no recording (KEEP-18)', async () => {
  await post()
  hub.mailer.isFailing = true
  await mails()
  await makeRoom()
  expect((await post()).statusCode).toBe(201)
  hub.mailer.isFailing = false
  hub.clock.advance(MINUTE_MS)
  await mails()
  expect(hub.mails.map(({ text }) => text.split('\n')[0])).toEqual(['Motion was detected at Door (Hall).'])
})

test('a digest says where not all that it counts was recorded, and why, as it is when it leaves (KEEP-18)', async () => {
  const limit = 'the plan has no recorded video left for it.'
  const said = async () => {
    await mails()
    hub.clock.advance(15 * MINUTE_MS)
    ann = await hub.signIn()
    hub.mails.length = 0
    await hub.hub.jobs.runNow('digests')
    await mails()
    return hub.mails.map(({ text }) => text.split('\n')[0]?.replace(/, the last at [^.]*/, ''))
  }
  for (const last of [1, 2]) await post(clipOf(last))
  expect(await said()).toEqual([`1 more motion at Door (Hall). It was not recorded: ${limit}`])
  for (const last of [3, 4, 5]) await post(clipOf(last))
  await makeRoom()
  expect((await post(clipOf(4))).statusCode).toBe(201)
  expect(await said()).toEqual([`2 more motions at Door (Hall). Not all that was seen was recorded: ${limit}`])
  for (const last of [6, 7]) expect((await post(clipOf(last))).statusCode).toBe(201)
  expect(await said()).toEqual(['1 more motion at Door (Hall).'])
})

test('a clip that comes after all joins its event, and nobody is told again (KEEP-18)', async () => {
  await makeWebhook(hub.fastify, ann, { url: receiver.url })
  await post()
  await mails()
  await hub.hub.jobs.runNow('webhooks')
  const [told] = await events()
  await nextMonth()
  const answer = await post()
  expect(answer.statusCode).toBe(201)
  const [video] = (await listVideos(hub.fastify, ann)).videos
  expect(await events()).toMatchObject([
    { id: told?.id, videoId: video?.id, message: 'Motion was detected at Door (Hall).' },
  ])
  expect(await mails()).toEqual([])
  await hub.hub.jobs.runNow('webhooks')
  expect(receiver.posts.map(({ json }) => Object(json).type)).toEqual(['event.created', 'clip.created'])
  await send(hub.fastify, ann, 'DELETE', `/videos/${video?.id}`)
  expect([(await post()).statusCode, (await events()).length]).toEqual([201, 1])
})

test('a clip that comes after all is of the moment that was told of, wherever that is said or counted (KEEP-18, KEEP-02, KEEP-05)', async () => {
  const [seen, noon] = ['2026-03-10T11:59:30.000Z', '2026-03-10T12:00:00.000Z']
  // A program that says no time, a camera's clock that was measured anew meanwhile, and one that was set right.
  const clips = [
    { clipId: CLIP, told: { startedAt: undefined }, later: { startedAt: undefined }, at: noon },
    { clipId: CLIP.replace(/1$/, '2'), told: { hubAheadMs: '30000' }, later: { hubAheadMs: '30034' }, at: seen },
    { clipId: CLIP.replace(/1$/, '3'), told: { hubAheadMs: '30000' }, later: {}, at: seen },
  ]
  for (const { clipId, told } of clips) expect((await post({ clipId, ...told })).statusCode).toBe(402)
  // A clip of another workspace that has the same id joins none of them.
  const bob = await hub.signIn('bob@example.org')
  const bobs = { cameraId: (await addCamera(hub.fastify, bob)).id, fields: { clipId: CLIP } }
  expect((await postClip(hub.fastify, bob, bobs)).statusCode).toBe(201)
  await nextMonth()
  await db.updateTable('workspaces').set({ tier: 'PRO' }).execute()
  await postSnapshot(hub.fastify, ann, cameraId)
  const ids = new Map<string, string>()
  for (const { clipId, later, at } of clips.toReversed()) ids.set((await post({ clipId, ...later })).json().id, at)
  expect(await db.selectFrom('refused_clips').selectAll().execute()).toEqual([])

  const { videos } = await listVideos(hub.fastify, ann)
  expect(videos.map(({ createdAt }) => createdAt)).toEqual([noon, seen, seen])
  expect(new Map(videos.map(({ id, createdAt }) => [id, createdAt]))).toEqual(ids)
  expect(new Map((await events()).map(({ videoId, createdAt }) => [videoId, createdAt]))).toEqual(ids)
  // What the camera sees now is no picture of it (PERSON-07).
  expect(videos.map(({ thumbnailUrl }) => thumbnailUrl)).toEqual([null, null, null])
  // The timeline finds films by their beginning.
  const review = (await send(hub.fastify, ann, 'GET', `/review/clips?from=${seen}&to=${noon}`)).json()
  expect(review.clips.map(({ startedAt }: { startedAt: string }) => startedAt)).toEqual([seen, seen, noon])

  const usedOf = async (month: number) =>
    (await findMonthlyUsage(db, ann.workspaceId, Date.UTC(2026, month - 1))).recordedBytes
  expect([await usedOf(3), await usedOf(4)]).toEqual([planLimits.FREE.storageBytes + 3_000, 0])

  const { url } = (await send(hub.fastify, ann, 'POST', `/workspaces/${ann.workspaceId}/export`)).json()
  const packed = unzip((await hub.fastify.inject(pathOf(url))).rawPayload)
  const said = JSON.parse(String(packed.get('workspace.json')))
  const timesOf = (all: readonly { createdAt: string }[]) => all.map(({ createdAt }) => createdAt)
  expect([timesOf(said.videos), timesOf(said.events)]).toEqual([
    [seen, seen, noon],
    [seen, seen, noon],
  ])
  const films = [...packed.keys()].filter((path) => path.endsWith('.webm')).map((path) => path.slice(7, 27))
  expect(films).toEqual(['2026-03-10T11-59-30Z', '2026-03-10T11-59-30Z', '2026-03-10T12-00-00Z'])

  await passTime(hub, (retentionDays('PRO') - 22) * DAY_MS + 1_000)
  await hub.hub.jobs.runNow('retention')
  expect(await db.selectFrom('videos').select('id').execute()).toEqual([])
})

test('of what was recorded by hand nobody is told (KEEP-18, LIVE-98)', async () => {
  await post({ isByHand: 'true' })
  expect([(await events()).map(({ title }) => title), await mails()]).toEqual([['Recorded by hand at Door'], []])
})

test('is forgotten after a year, which no plan keeps (KEEP-18)', async () => {
  await post()
  await passTime(hub, 366 * DAY_MS)
  await hub.hub.jobs.runNow('retention')
  expect(await db.selectFrom('refused_clips').selectAll().execute()).toEqual([])
})

test('the assistant says of it that it was not recorded, and nothing of a deletion (KEEP-18, ASK-02)', async () => {
  await post()
  const asked = { message: "Show me today's motion events", existingChatId: null }
  const { answer } = (await send(hub.fastify, ann, 'POST', '/ai/chat', asked)).json<{ answer: string }>()
  expect(answer).toMatch(/Motion at Door, it was not recorded$/m)
})
