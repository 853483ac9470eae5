import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changePlan } from '../../../server/billing/plan-changes'
import { openDatabase } from '../../../server/db/open'
import type { Db } from '../../../server/db/schema'
import { PushSender } from '../../../server/notifications/push/push-sender'
import { nodeNetwork } from '../../../server/notifications/sending/outside-network'
import { retentionJob } from '../../../server/recordings/retention'
import { listOldestVideos, removeVideos } from '../../../server/recordings/retention-rows'
import { openFileBlobs } from '../../../server/storage/file-blobs'
import { deleteWorkspace } from '../../../server/workspace/removal-rows'
import type { Tier } from '../../../src/contract/plans'
import { addCamera, listEvents, listVideos, pathOf, send } from '../support/calls'
import { environmentOf, forgetDatabase } from '../support/database'
import { passTime } from '../support/days'
import { postClip, postSnapshot, webm } from '../support/forms'
import { manualClock, type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { writeRecorded } from '../support/recorded'

/** No device is told in these tests. */
const push = new PushSender({
  hosts: [],
  network: nodeNetwork(),
  key: { publicKey: '', privateKey: '' },
  subject: 'mailto:nobody@example.org',
})

const MB = 1024 ** 2
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let dataDir: string
let clock: ReturnType<typeof manualClock>
let hub: TestHub
let ann: SignedInUser
let cameraId: string

async function start(tier: Tier = 'FREE') {
  hub = await startTestHub({ dataDir, clock, tier, logLevel: 'info' })
  ann = await hub.signIn()
}
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-retention-'))
  clock = manualClock()
})
afterEach(async () => {
  await hub.close()
  await rm(dataDir, { recursive: true })
  await forgetDatabase(dataDir)
})

/** Signed in anew: after days the access token has run out. */
async function pass(days: number) {
  await passTime(hub, days * DAY_MS)
  ann = await hub.signIn()
}
const record = async (bytes = webm()) => (await postClip(hub.fastify, ann, { cameraId, bytes })).json().id as string
/** Rows of recordings of so many MB, where their bytes do not matter. */
const writeClips = (...sizesMb: readonly number[]) => {
  const clip = { cameraId, type: 'MOTION', title: 'Motion', atMs: clock.now() } as const
  return writeRecorded(
    dataDir,
    ann,
    sizesMb.map((sizeMb) => ({ ...clip, sizeBytes: sizeMb * MB })),
  )
}
const videoIds = async () => (await listVideos(hub.fastify, ann)).videos.map(({ id }) => id)
const filesIn = (kind: string) => readdir(join(dataDir, 'blobs', ann.workspaceId, kind))

/** Works on the hub's rows beside it. */
async function onDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase(dataDir, (await environmentOf(dataDir))['DATABASE_URL'] ?? null)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

test.each([
  ['FREE', 30],
  ['BASIC', 30],
  ['PRO', 90],
  ['TEAM', 365],
] as const)(
  '%s keeps a recording for %i days, marked or not, then row, clip and picture go and the event stays (X-18, KEEP-05)',
  async (tier, days) => {
    await start(tier)
    cameraId = (await addCamera(hub.fastify, ann)).id
    await postSnapshot(hub.fastify, ann, cameraId)
    const old = await record()
    await onDatabase((db) => db.updateTable('videos').set({ is_kept: 1 }).execute())
    await pass(1)
    const young = await record()
    const link = pathOf((await listVideos(hub.fastify, ann)).videos[1]?.videoUrl)
    await pass(days - 1)
    await hub.hub.jobs.runNow('retention')
    expect(await videoIds()).toEqual([young, old])
    clock.advance(1)
    await hub.hub.jobs.runNow('retention')
    expect(await videoIds()).toEqual([young])
    expect([await filesIn('clips'), await filesIn('thumbnails')]).toEqual([[`${young}.webm`], [`${young}.jpg`]])
    expect((await hub.fastify.inject({ url: link })).statusCode).toBe(404)
    const { events } = await listEvents(hub.fastify, ann)
    expect(events.map(({ videoId, video }) => [videoId, video?.thumbnailUrl != null])).toEqual([
      [young, true],
      [null, false],
    ])
    await hub.hub.jobs.runNow('retention')
    expect(await videoIds()).toEqual([young])
  },
)

test('old recordings of every workspace go, more than one transaction takes', async () => {
  await start('TEAM')
  const bob = await hub.signIn('bob@example.org')
  for (const [person, count] of [
    [ann, 105],
    [bob, 2],
  ] as const) {
    const camera = await addCamera(hub.fastify, person)
    for (let made = 0; made < count; made++)
      await postClip(hub.fastify, person, { cameraId: camera.id, bytes: webm(250) })
  }
  await pass(366)
  await hub.hub.jobs.runNow('retention')
  expect(await videoIds()).toEqual([])
  expect(await filesIn('clips')).toEqual([])
  expect((await listVideos(hub.fastify, await hub.signIn('bob@example.org'))).total).toBe(0)
}, 60_000)

test('a full store lets the oldest go, but none that is kept (KEEP-06)', async () => {
  await start()
  cameraId = (await addCamera(hub.fastify, ann)).id
  const ids = [await record(webm(64 * MB)), await record(webm(64 * MB)), await record(webm(64 * MB))]
  const [first = '', second = '', third = ''] = (await videoIds()).reverse()
  expect([first, second, third].toSorted()).toEqual(ids.toSorted())
  await onDatabase((db) => db.updateTable('videos').set({ is_kept: 1 }).where('id', '=', first).execute())
  await pass(22)
  const fourth = await record(webm(64 * MB))
  expect(await videoIds()).toEqual([fourth, third, first])
  await onDatabase((db) => db.updateTable('videos').set({ is_kept: 1 }).execute())
  const refused = await postClip(hub.fastify, ann, { cameraId, bytes: webm(20 * MB) })
  expect([refused.statusCode, refused.json()]).toEqual([
    402,
    {
      code: 'storage-full',
      message:
        "The plan's storage is full of recordings that are kept or shared. Let some of them go, or upgrade the plan.",
    },
  ])
  expect(await videoIds()).toEqual([fourth, third, first])
  // The refused clip took nothing of the month.
  expect((await postClip(hub.fastify, ann, { cameraId, bytes: webm(8 * MB) })).statusCode).toBe(201)
  await hub.hub.jobs.runNow('blob-removals')
  expect(await filesIn('clips')).toHaveLength(4)
}, 30_000)

test('a crash between rows and files leaves nothing: the next start removes the files (KEEP-07)', async () => {
  await start()
  cameraId = (await addCamera(hub.fastify, ann)).id
  const [gone, left] = [await record(), await record(webm(1001))]
  await hub.close()
  await onDatabase(async (db) => {
    const videos = await listOldestVideos(db, { workspaceId: ann.workspaceId, limit: 10, byMs: clock.now() })
    const doomed = videos.filter(({ id }) => id === gone)
    await db.transaction().execute((transaction) => removeVideos(transaction, doomed, clock.now()))
  })
  expect(await filesIn('clips')).toHaveLength(2)
  await start()
  expect(await filesIn('clips')).toEqual([`${left}.webm`])
  expect(await readdir(dataDir)).not.toContain('lost')
  expect(hub.logLines.join('')).not.toMatch(/missing|lost/)
})

test('expired recordings go at the start too (KEEP-05)', async () => {
  await start()
  cameraId = (await addCamera(hub.fastify, ann)).id
  await record()
  await pass(29.5)
  await hub.hub.jobs.runNow('retention')
  await hub.close()
  clock.advance(DAY_MS)
  hub = await startTestHub({ dataDir, clock, hasJobTimers: true })
  ann = await hub.signIn()
  await expect.poll(videoIds).toEqual([])
})

test('a recording that is deleted twice at the same moment is deleted once', async () => {
  await start()
  cameraId = (await addCamera(hub.fastify, ann)).id
  const id = await record()
  const answers = await Promise.all([1, 2].map(() => send(hub.fastify, ann, 'DELETE', `/videos/${id}`)))
  // The second may find it gone already.
  for (const { statusCode } of answers) expect([200, 404]).toContain(statusCode)
  await hub.hub.jobs.runNow('blob-removals')
  expect([await videoIds(), await filesIn('clips')]).toEqual([[], []])
})

test('usage says how full the store is, at most 100 percent (API-30)', async () => {
  await start()
  cameraId = (await addCamera(hub.fastify, ann)).id
  await writeClips(64, 64, 64, 8)
  const usage = (await send(hub.fastify, ann, 'GET', '/videos/storage-usage')).json()
  expect(usage).toEqual({ used: 200 * MB, total: 200 * MB, percentage: 100 })
}, 30_000)

const configOf = (folder: string) => ({ publicOrigin: null, dataDir: folder, databaseUrl: null })

test('a workspace that is removed during a round keeps no other from its turn (OPS-11)', async () => {
  await start()
  const users = [ann, await hub.signIn('bob@example.org'), await hub.signIn('eve@example.org')]
  for (const user of users) {
    const { id } = await addCamera(hub.fastify, user)
    await postClip(hub.fastify, user, { cameraId: id })
  }
  const [, gone = ''] = users.map(({ workspaceId }) => workspaceId).sort()
  await passTime(hub, 30 * DAY_MS)
  clock.advance(HOUR_MS)
  await onDatabase(async (db) => {
    let isListRead = false
    const racing = db.withPlugin({
      transformQuery: ({ node }) => node,
      // The first answer of a round is the list of workspaces.
      async transformResult({ result }) {
        if (!isListRead) await onDatabase((other) => deleteWorkspace(other, gone))
        isListRead = true
        return result
      },
    })
    const blobs = await openFileBlobs(dataDir)
    const services = { config: configOf(dataDir), db: racing, blobs, clock, log: hub.fastify.log, push }
    await retentionJob(services).run(new AbortController().signal)
    expect(await db.selectFrom('videos').select('workspace_id').execute()).toEqual([])
  })
  expect(hub.logLines.filter((line) => line.includes('a job left out a workspace'))).toHaveLength(1)
})

test('a store that is away is tried once a round, not once for every workspace (OPS-11)', async () => {
  await start()
  for (const user of [ann, await hub.signIn('bob@example.org'), await hub.signIn('eve@example.org')]) {
    const { id } = await addCamera(hub.fastify, user)
    await postClip(hub.fastify, user, { cameraId: id })
  }
  await passTime(hub, 31 * DAY_MS)
  const tried: string[] = []
  await onDatabase(async (db) => {
    const blobs = await openFileBlobs(dataDir)
    blobs.remove = async (key) => {
      tried.push(key)
      throw new Error('The store does not answer.')
    }
    await retentionJob({ config: configOf(dataDir), db, blobs, clock, log: hub.fastify.log, push }).run(
      new AbortController().signal,
    )
    expect(await db.selectFrom('videos').select('id').execute()).toEqual([])
  })
  expect(tried).toHaveLength(3)
})

test.each(['retention_clock', 'removed_clips'])(
  'a disk that is full as %s is written takes what is too old with the room that is kept for that (OPS-16)',
  async (table) => {
    await start()
    const { id } = await addCamera(hub.fastify, ann)
    await postClip(hub.fastify, ann, { cameraId: id })
    await passTime(hub, 31 * DAY_MS)
    const room = join(dataDir, 'room-to-remove')
    await writeFile(room, '')
    await onDatabase(async (db) => {
      const full = db.withPlugin({
        transformQuery: ({ node }) => {
          if (existsSync(room) && node.kind === 'InsertQueryNode' && node.into?.table.identifier.name === table)
            throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
          return node
        },
        transformResult: async ({ result }) => result,
      })
      const blobs = await openFileBlobs(dataDir)
      const services = { config: configOf(dataDir), db: full, blobs, clock, log: hub.fastify.log, push }
      await retentionJob(services).run(new AbortController().signal)
      expect(await db.selectFrom('videos').select('id').execute()).toEqual([])
    })
    expect((await stat(room)).size).toBe(4 * MB)
  },
)

test('what a round still forgets on a full disk has the room of the files that it took (OPS-16)', async () => {
  await start()
  const { id } = await addCamera(hub.fastify, ann)
  await postClip(hub.fastify, ann, { cameraId: id })
  await passTime(hub, 31 * DAY_MS)
  await onDatabase(async (db) => {
    const clips = join(dataDir, 'blobs', ann.workspaceId, 'clips')
    const blobs = await openFileBlobs(dataDir)
    const full = db.withPlugin({
      transformQuery: ({ node }) => {
        const isForgetting = node.kind === 'DeleteQueryNode' && JSON.stringify(node.from).includes('"code_mails"')
        if (isForgetting && readdirSync(clips).length > 0) throw new Error('database or disk is full')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await retentionJob({ config: configOf(dataDir), db: full, blobs, clock, log: hub.fastify.log, push }).run(
      new AbortController().signal,
    )
  })
  expect(await filesIn('clips')).toEqual([])
})

test('a clock that leaps ahead costs no recording until it has gone on for a day; the hub says so (KEEP-08)', async () => {
  await start()
  cameraId = (await addCamera(hub.fastify, ann)).id
  await record()
  await hub.hub.jobs.runNow('retention')
  await hub.close()
  clock.advance(400 * DAY_MS)
  await start()
  const young = await record()
  for (let hours = 0; hours < 24; hours += 2) {
    await hub.hub.jobs.runNow('retention')
    clock.advance(2 * HOUR_MS)
  }
  ann = await hub.signIn()
  expect(await videoIds()).toHaveLength(2)
  const warnings = hub.logLines.filter((line) => line.includes('the clock has leapt ahead'))
  expect(warnings.map((line) => JSON.parse(line).hoursLeft)).toEqual(Array.from({ length: 12 }, (_, n) => 24 - 2 * n))
  await hub.hub.jobs.runNow('retention')
  expect(await videoIds()).toEqual([young])
})

test('a clock that leapt and is set right costs nothing, and the next leap counts anew (KEEP-08)', async () => {
  await start()
  cameraId = (await addCamera(hub.fastify, ann)).id
  await pass(20)
  const kept = await record()
  await hub.hub.jobs.runNow('retention')
  for (const leapDays of [400, 3_000]) {
    clock.advance(leapDays * DAY_MS)
    for (let hours = 0; hours < 12; hours += 4) {
      await hub.hub.jobs.runNow('retention')
      clock.advance(4 * HOUR_MS)
    }
    clock.advance(-leapDays * DAY_MS)
    await hub.hub.jobs.runNow('retention')
  }
  ann = await hub.signIn()
  expect(await videoIds()).toEqual([kept])
})

test('a hub that runs for hours once a week believes its clock when they are a day together', async () => {
  await start()
  cameraId = (await addCamera(hub.fastify, ann)).id
  await record()
  await hub.hub.jobs.runNow('retention')
  for (let week = 0; week < 6; week++) {
    clock.advance(7 * DAY_MS)
    for (let hours = 0; hours <= 4; hours += 2) {
      ann = await hub.signIn()
      expect(await videoIds()).toHaveLength(1)
      await hub.hub.jobs.runNow('retention')
      if (hours < 4) clock.advance(2 * HOUR_MS)
    }
  }
  expect(await videoIds()).toEqual([])
})

test('while a leap is looked at, what was too old before goes on going (KEEP-08)', async () => {
  await start()
  cameraId = (await addCamera(hub.fastify, ann)).id
  await record()
  await pass(29.5)
  const young = await record()
  await hub.hub.jobs.runNow('retention')
  clock.advance(400 * DAY_MS)
  for (let hours = 0; hours < 16; hours += 2) {
    await hub.hub.jobs.runNow('retention')
    clock.advance(2 * HOUR_MS)
  }
  ann = await hub.signIn()
  expect(await videoIds()).toEqual([young])
})

test('a hub that has no round behind it goes by its newest recording (KEEP-08)', async () => {
  await start()
  cameraId = (await addCamera(hub.fastify, ann)).id
  await record()
  await onDatabase((db) => db.deleteFrom('retention_clock').execute())
  clock.advance(400 * DAY_MS)
  await hub.hub.jobs.runNow('retention')
  ann = await hub.signIn()
  expect(await videoIds()).toHaveLength(1)
})

test('a clip that comes after a leap takes nothing that the former plan keeps (KEEP-05, KEEP-08)', async () => {
  await start('TEAM')
  cameraId = (await addCamera(hub.fastify, ann)).id
  await writeClips(60, 60, 60, 60)
  const change = { tier: 'FREE', billingPeriod: 'MONTHLY', periodEndMs: null, isDeferred: false } as const
  const time = { nowMs: clock.now(), byMs: clock.now() }
  await onDatabase((db) =>
    db.transaction().execute((transaction) => changePlan(transaction, ann.workspaceId, change, time)),
  )
  await hub.hub.jobs.runNow('retention')
  clock.advance(25 * DAY_MS)
  ann = await hub.signIn()
  await record()
  expect(await videoIds()).toHaveLength(5)
}, 30_000)

test('a clip that comes after a leap leaves what was shared before (KEEP-08, SHARE-22)', async () => {
  await start()
  cameraId = (await addCamera(hub.fastify, ann)).id
  const shared = await record(webm(64 * MB))
  const share = { videoId: shared, title: 'Fox', isPublic: true, expiryDays: 7, password: null }
  expect((await send(hub.fastify, ann, 'POST', '/shares', share)).statusCode).toBe(201)
  clock.advance(1000)
  await record(webm(64 * MB))
  clock.advance(1000)
  const third = await record(webm(64 * MB))
  await hub.hub.jobs.runNow('retention')
  clock.advance(25 * DAY_MS)
  ann = await hub.signIn()
  const fourth = await record(webm(64 * MB))
  expect(await videoIds()).toEqual([fourth, third, shared])
}, 30_000)

describe('a clip that finds far too much stored, as after a step down', () => {
  beforeEach(async () => {
    await start('TEAM')
    cameraId = (await addCamera(hub.fastify, ann)).id
    const old = { cameraId, type: 'MOTION', title: 'Motion', sizeBytes: MB } as const
    const all = Array.from({ length: 1_500 }, (_, number) => ({ ...old, atMs: clock.now() - DAY_MS + number }))
    await writeRecorded(dataDir, ann, all)
    await onDatabase((db) => db.updateTable('workspaces').set({ tier: 'FREE' }).execute())
  })
  const count = async () => (await listVideos(hub.fastify, ann)).total

  test('is taken, and takes no more with it than others can wait for: the rest goes in the next round (KEEP-06)', async () => {
    const newest = await record()
    expect(await count()).toBe(501)
    await hub.hub.jobs.runNow('retention')
    expect(await count()).toBe(200)
    expect((await videoIds())[0]).toBe(newest)
  }, 30_000)

  test('leaves the store no fuller than it was, where what goes with it is smaller than the clip (KEEP-06)', async () => {
    const smallBytes = 10_000
    const fullBytes = 1_200 * smallBytes + 300 * MB
    await onDatabase(async (db) => {
      const old = db.updateTable('videos').set({ size_bytes: smallBytes })
      await old.where('created_at', '<', clock.now() - DAY_MS + 1_200).execute()
      await db.updateTable('recording_days').set({ video_bytes: fullBytes }).execute()
    })
    await record(webm(20 * MB))
    const { used } = (await send(hub.fastify, ann, 'GET', '/videos/storage-usage')).json<{ used: number }>()
    expect([used > 200 * MB, used <= fullBytes]).toEqual([true, true])
  }, 30_000)

  test('is refused where the rest is kept, and takes nothing (KEEP-06)', async () => {
    await onDatabase((db) =>
      db
        .updateTable('videos')
        .set({ is_kept: 1 })
        .where('created_at', '>=', clock.now() - DAY_MS + 1_200)
        .execute(),
    )
    expect((await postClip(hub.fastify, ann, { cameraId })).json().code).toBe('storage-full')
    expect(await count()).toBe(1_500)
  }, 30_000)
})
