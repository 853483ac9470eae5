import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { uniformNumbers } from '../../../scripts/footage/random.mjs'
import { addMonthlyUsage } from '../../../server/billing/usage-rows'
import { monthOf } from '../../../server/lib/month'
import { planLimits } from '../../../src/contract/plans'
import { addCamera, door, listVideos, send } from '../support/calls'
import { openTestDatabase } from '../support/database'
import { clipParts, postClip, postForm, webm } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { writeRecorded } from '../support/recorded'

const MB = 1024 ** 2
const DAY_MS = 24 * 3_600_000

let hub: TestHub
let ann: SignedInUser
beforeEach(async () => {
  hub = await startTestHub()
  ann = await hub.signIn()
})
afterEach(() => hub.close())

const read = async (path: string) => (await send(hub.fastify, ann, 'GET', path)).json()
const say = (message: string) => send(hub.fastify, ann, 'POST', '/ai/chat', { message, existingChatId: null })

/** Three of the largest clips: 8 MB of the month are left. */
async function fillMonth(cameraId: string) {
  for (let made = 0; made < 3; made++) await postClip(hub.fastify, ann, { cameraId, bytes: webm(64 * MB) })
}

/** The same without their bytes, where nothing but their rows matters. */
async function writeFullMonth(cameraId: string) {
  const clip = { cameraId, type: 'MOTION', title: 'Motion', sizeBytes: 64 * MB } as const
  const nowMs = hub.clock.now()
  await writeRecorded(
    hub.dataDir,
    ann,
    [3, 2, 1].map((agoMs) => ({ ...clip, atMs: nowMs - agoMs })),
  )
  const db = await openTestDatabase(hub.dataDir)
  await addMonthlyUsage(db, ann.workspaceId, monthOf(nowMs).fromMs, { recordedBytes: 192 * MB, chats: 0 })
  await db.destroy()
}

test('a clip beyond the recorded video of a month is refused with what to do (KEEP-02)', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await fillMonth(cameraId)
  const answer = await postClip(hub.fastify, ann, { cameraId, bytes: webm(8 * MB + 1) })
  expect([answer.statusCode, answer.json()]).toEqual([
    402,
    {
      code: 'recording-limit',
      message:
        "The plan's 200 MB of recorded video for this month are used. Upgrade the plan, or wait until 2026-04-01 (UTC).",
    },
  ])
  expect((await postClip(hub.fastify, ann, { cameraId, bytes: webm(8 * MB) })).statusCode).toBe(201)
})

describe('recorded video of a month (KEEP-02)', () => {
  let cameraId: string
  beforeEach(async () => {
    cameraId = (await addCamera(hub.fastify, ann)).id
    await writeFullMonth(cameraId)
  })

  test('the workspace tells of it from nine tenths on, and no more in the next month (KEEP-19, EXT-26)', async () => {
    const told = async () => (await read(`/workspaces/${ann.workspaceId}`)).recordedMonth
    const spent = { totalBytes: 200 * MB, endsAt: '2026-04-01T00:00:00.000Z' }
    expect(await told()).toEqual({ usedBytes: 192 * MB, ...spent })
    const [newest] = (await listVideos(hub.fastify, ann)).videos
    await send(hub.fastify, ann, 'DELETE', `/videos/${newest?.id}`)
    expect((await told()).usedBytes).toBe(192 * MB)
    hub.clock.advance(22 * DAY_MS)
    ann = await hub.signIn()
    await postClip(hub.fastify, ann, { cameraId, bytes: webm(64 * MB) })
    expect(await told()).toBeUndefined()
    for (const sizeMb of [64, 51]) await postClip(hub.fastify, ann, { cameraId, bytes: webm(sizeMb * MB) })
    expect(await told()).toBeUndefined()
    await postClip(hub.fastify, ann, { cameraId, bytes: webm(MB) })
    expect((await told()).usedBytes).toBe(180 * MB)
  })

  test('deleting recordings frees the store and not the month', async () => {
    const [newest] = (await listVideos(hub.fastify, ann)).videos
    await send(hub.fastify, ann, 'DELETE', `/videos/${newest?.id}`)
    expect((await read('/videos/storage-usage')).used).toBe(128 * MB)
    expect((await postClip(hub.fastify, ann, { cameraId, bytes: webm(9 * MB) })).json().code).toBe('recording-limit')
  })

  test('a clip that came before is answered like the first time and not counted again (KEEP-02)', async () => {
    const form = { cameraId, bytes: webm(8 * MB), fields: { clipId: '00000000-0000-4000-8000-000000000001' } }
    const first = await postClip(hub.fastify, ann, form)
    const second = await postClip(hub.fastify, ann, form)
    expect([second.statusCode, second.json()]).toEqual([201, first.json()])
  })

  test('the next month begins anew, and its clips take the place of the oldest (KEEP-06)', async () => {
    const before = await listVideos(hub.fastify, ann)
    hub.clock.advance(22 * DAY_MS)
    ann = await hub.signIn()
    const answer = await postClip(hub.fastify, ann, { cameraId, bytes: webm(20 * MB) })
    expect(answer.statusCode).toBe(201)
    const after = await listVideos(hub.fastify, ann)
    expect(after.videos.map(({ id }) => id)).toEqual([
      answer.json().id,
      ...before.videos.slice(0, 2).map(({ id }) => id),
    ])
    expect(await read('/videos/storage-usage')).toEqual({ used: 148 * MB, total: 200 * MB, percentage: 74 })
  })
})

test('uploads, cameras and chats in any order never pass a limit, and usage is the sum of what was accepted (KEEP-04)', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await fillMonth(cameraId)
  const random = uniformNumbers(20260310)
  let acceptedBytes = 192 * MB
  let acceptedChats = 0
  for (let round = 0; round < 4; round++) {
    const actions = Array.from({ length: 10 }, async () => {
      const kind = random()
      if (kind < 0.2) {
        const answer = await send(hub.fastify, ann, 'POST', '/cameras', door)
        return expect(answer.json().code).toBe('camera-limit')
      }
      if (kind < 0.5) {
        const answer = await say('Which cameras are online?')
        if (answer.statusCode === 200) acceptedChats += 1
        else expect([answer.statusCode, answer.json().code]).toEqual([402, 'chat-limit'])
        return
      }
      const bytes = webm(100_000 + Math.floor(random() * 1_500_000))
      const answer = await postForm(hub.fastify, ann, '/v1/videos/upload', clipParts({ cameraId, bytes }))
      if (answer.statusCode === 201) acceptedBytes += bytes.length
      else expect([answer.statusCode, answer.json().code]).toEqual([402, 'recording-limit'])
    })
    await Promise.all(actions)
    const usage = await read('/workspaces/usage')
    expect(usage.storage.used).toBe(acceptedBytes)
    expect(usage.storage).toEqual(await read('/videos/storage-usage'))
    expect(usage.aiChats.used).toBe(acceptedChats)
    expect(usage.cameras.used).toBe(1)
  }
  const { storageBytes, chatsPerMonth } = planLimits.FREE
  expect(acceptedBytes).toBeLessThanOrEqual(storageBytes)
  expect(acceptedBytes).toBeGreaterThan(storageBytes - 2 * MB)
  expect(acceptedChats).toBe(chatsPerMonth)
}, 120_000)
