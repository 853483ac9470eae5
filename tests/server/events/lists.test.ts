import { afterEach, beforeEach, expect, test } from 'vitest'
import { addCamera, listEvents, listVideos, send } from '../support/calls'
import { postClip, webm } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

let hub: TestHub
let ann: SignedInUser
beforeEach(async () => {
  hub = await startTestHub()
  ann = await hub.signIn()
})
afterEach(() => hub.close())

/** Clips at 12:00, 12:01, ... in the order of their ids in the answer. */
async function recordClips(count: number): Promise<string[]> {
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  const ids: string[] = []
  for (let made = 0; made < count; made++) {
    ids.push((await postClip(hub.fastify, ann, { cameraId, bytes: webm(1000 + made) })).json().id)
    hub.clock.advance(60_000)
  }
  return ids
}
const read = (path: string) => send(hub.fastify, ann, 'GET', path)

test('an empty workspace has empty lists', async () => {
  expect(await listVideos(hub.fastify, ann)).toEqual({ videos: [], total: 0 })
  expect(await listEvents(hub.fastify, ann)).toEqual({ events: [], total: 0 })
  for (const path of ['/cameras', '/cameras/check-statuses', '/screenshots'])
    expect((await read(path)).json()).toEqual([])
})

test('videos come newest first, in pages from 0, with the total of all (HUB-03)', async () => {
  const newestFirst = (await recordClips(8)).reverse()
  const pages = []
  for (const page of [0, 1, 2]) pages.push(await listVideos(hub.fastify, ann, `?page=${page}&pageSize=6`))
  expect(pages.map(({ videos }) => videos.map(({ id }) => id))).toEqual([
    newestFirst.slice(0, 6),
    newestFirst.slice(6),
    [],
  ])
  expect(pages.map(({ total }) => total)).toEqual([8, 8, 8])
})

test('events come newest first, in pages from 0, with the total of all (HUB-03)', async () => {
  const newestFirst = (await recordClips(7)).reverse()
  const first = await listEvents(hub.fastify, ann, '?page=0&pageSize=5')
  const second = await listEvents(hub.fastify, ann, '?page=1&pageSize=5')
  expect([...first.events, ...second.events].map(({ videoId }) => videoId)).toEqual(newestFirst)
  expect([first.events.length, first.total, second.total]).toEqual([5, 7, 7])
})

test('clips of the same moment are paged without a gap or a double', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  for (let made = 0; made < 6; made++) await postClip(hub.fastify, ann, { cameraId })
  const seen = new Set<string>()
  for (const page of [0, 1, 2]) {
    for (const { id } of (await listVideos(hub.fastify, ann, `?page=${page}&pageSize=2`)).videos) seen.add(id)
  }
  expect(seen.size).toBe(6)
})

test('dateStart and dateEnd both belong to the period, for list and total (HUB-03)', async () => {
  const [, second, third] = await recordClips(4)
  const { events, total } = await listEvents(
    hub.fastify,
    ann,
    '?page=0&pageSize=100&dateStart=2026-03-10T12:01:00.000Z&dateEnd=2026-03-10T12:02:00.000Z',
  )
  expect(events.map(({ videoId }) => videoId)).toEqual([third, second])
  expect(total).toBe(2)
  const offset = encodeURIComponent('2026-03-10T13:03:00+01:00')
  expect((await listEvents(hub.fastify, ann, `?dateStart=${offset}`)).total).toBe(1)
})

test.each([
  '/videos?page=-1',
  '/videos?pageSize=0',
  '/videos?pageSize=101',
  '/videos?page=x',
  '/notifications?page=1.5',
  '/notifications?dateStart=yesterday',
])('refuses %s (HUB-03)', async (path) => {
  const answer = await read(path)
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-input'])
  expect(answer.json().message).toMatch(/^(page|pageSize|dateStart): \S/)
})

test('one video answers with a link to it, download with one to save it (API-28, API-29)', async () => {
  const [id] = await recordClips(1)
  const one = await read(`/videos/${id}`)
  expect([one.statusCode, Object.keys(one.json())]).toEqual([200, ['videoUrl']])
  const download = await read(`/videos/${id}/download`)
  expect([download.statusCode, Object.keys(download.json())]).toEqual([200, ['url']])
  for (const path of ['/videos/nonsense', '/videos/nonsense/download']) {
    const answer = await read(path)
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'There is no such video.'])
  }
})

test('usage counts the stored bytes and the cameras against the plan (KEEP-04)', async () => {
  await recordClips(2)
  const total = 200 * 1024 ** 2
  const storage = { used: 2001, total, percentage: (2001 / total) * 100 }
  expect((await read('/videos/storage-usage')).json()).toEqual(storage)
  expect((await read('/workspaces/usage')).json()).toEqual({
    storage,
    notifications: { used: 0, total: 10, percentage: 0 },
    aiChats: { used: 0, total: 5, percentage: 0 },
    cameras: { used: 1, total: 1, percentage: 100 },
    recordedMs: 0,
  })
  expect((await read('/notifications/usage')).json()).toEqual({ used: 0, total: 10, percentage: 0 })
})

test('the workspace tells its plan and the end of the month (BILL-13)', async () => {
  const answer = await read(`/workspaces/${ann.workspaceId}`)
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    {
      id: ann.workspaceId,
      stripeCustomer: { tier: 'FREE', billingPeriod: 'MONTHLY' },
      workspaceUsagePeriod: { tier: 'FREE', billingEnd: '2026-04-01T00:00:00.000Z' },
    },
  ])
  expect((await read('/workspaces/nonsense')).statusCode).toBe(404)
})

test('a new workspace is told by mail to the address of the sign-in (NOTIF-14)', async () => {
  expect((await read('/wsconfig')).json()).toEqual({
    notifyOnMotion: true,
    notifyOnPerson: true,
    notifyOnAlert: true,
    notifyOnError: false,
    notifyOnAnimal: true,
    notifyOnVehicle: true,
    emailEnabled: true,
    notifyEmail: 'ann@example.org',
    slackEnabled: false,
    notifySlackWebhook: null,
    discordEnabled: false,
    notifyDiscordWebhook: null,
    smsEnabled: false,
    notifySmsNumber: null,
    channelStatus: { email: null, slack: null, discord: null, isMailPrinted: true },
  })
})

test('refuses what the plan has no room for, also when two clips come together (KEEP-01)', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  const largest = webm(64 * 1024 ** 2)
  for (let made = 0; made < 3; made++) {
    expect((await postClip(hub.fastify, ann, { cameraId, bytes: largest })).statusCode).toBe(201)
  }
  const bytes = webm(6 * 1024 ** 2)
  const answers = await Promise.all([1, 2].map(() => postClip(hub.fastify, ann, { cameraId, bytes })))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 402])
  expect(answers.find(({ statusCode }) => statusCode === 402)?.json().code).toBe('recording-limit')
  expect((await read('/videos/storage-usage')).json().used).toBe(3 * largest.length + bytes.length)
  const { events } = await listEvents(hub.fastify, ann)
  expect(events.map(({ videoId }) => videoId !== null).sort()).toEqual([false, true, true, true, true])
  const tooLarge = await postClip(hub.fastify, ann, { cameraId, bytes: webm(64 * 1024 ** 2 + 1) })
  expect([tooLarge.statusCode, tooLarge.json().code]).toEqual([413, 'too-large'])
}, 60_000)
