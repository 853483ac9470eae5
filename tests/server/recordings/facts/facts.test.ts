import { readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../../server/db/schema'
import { listDayDifferences } from '../../../../server/events/day-rows'
import { BATCH, FACTS_JOB, factsJob } from '../../../../server/recordings/facts/facts-job'
import { countFilms, listUnreadVideos } from '../../../../server/recordings/facts/facts-rows'
import { FilmReader, filmLimits } from '../../../../server/recordings/facts/film-reader'
import { openFileBlobs } from '../../../../server/storage/file-blobs'
import { padded, webmFilm } from '../../../support/films'
import { recordingOf } from '../../../support/recordings'
import { addCamera, listVideos, pathOf, send } from '../../support/calls'
import { openTestDatabase } from '../../support/database'
import { mp4, postClip, webm } from '../../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../../support/hub'
import { unzip } from '../../support/zip'

let hub: TestHub
let ann: SignedInUser
let cameraId: string
const databases: Db[] = []
beforeEach(async () => {
  hub = await startTestHub({ logLevel: 'warn' })
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
})
afterEach(async () => {
  for (const db of databases.splice(0)) await db.destroy()
  await hub.close()
})

async function database(): Promise<Db> {
  const db = await openTestDatabase(hub.dataDir)
  databases.push(db)
  return db
}
const clip = (bytes: Buffer) => postClip(hub.fastify, ann, { cameraId, bytes })
const read = () => hub.hub.jobs.runNow(FACTS_JOB)
const videos = async () => (await listVideos(hub.fastify, ann)).videos
const factsOf = async () => {
  const { durationMs, width, height, codec, hasSound, startsOnKeyframe, isPlayable } = (await videos())[0] ?? {}
  return { durationMs, width, height, codec, hasSound, startsOnKeyframe, isPlayable }
}
const unread = { durationMs: null, width: null, height: null, codec: null, hasSound: null, startsOnKeyframe: null }

/** Pictures of a webm come, then the file ends. */
const headAlone = webmFilm().subarray(0, 185)

describe('what is no film', () => {
  test.each([
    ['a webm', padded(Buffer.from('1a45dfa3', 'hex'), 1_000, 7)],
    ['an mp4', Buffer.concat([mp4().subarray(0, 24), Buffer.alloc(900, 9)])],
  ])('what only begins like %s is refused with 422 and a sentence, and nothing is stored (FACT-02)', async (...row) => {
    const answer = await clip(row[1])
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      {
        code: 'invalid-input',
        message: 'The clip is no film: its file holds no picture that could be played. It was not stored.',
      },
    ])
    expect((await videos()).length).toBe(0)
    expect(await readdir(join(hub.dataDir, 'incoming'))).toEqual([])
  })

  test.each(['webm', 'mp4'] as const)('a %s that a power cut ended is taken, and read (FACT-02)', async (container) => {
    const whole = Buffer.from(await (await recordingOf({ container, frames: 45 })).arrayBuffer())
    expect((await clip(whole.subarray(0, Math.round(whole.length * 0.7)))).statusCode).toBe(201)
    await read()
    expect(await factsOf()).toMatchObject({ isPlayable: true, durationMs: expect.any(Number), startsOnKeyframe: true })
  })
})

describe('facts (FACT-03)', () => {
  test('of a clip are told once it was read, and nothing of them before (FACT-06)', async () => {
    const facts = { durationMs: 15_000, width: 1280, height: 720, hasSound: true, startsOnKeyframe: true }
    await clip(padded(webmFilm(facts), 5_000, 7))
    expect(await factsOf()).toEqual({ ...unread, isPlayable: null })
    await read()
    expect(await factsOf()).toEqual({ ...facts, codec: 'vp8', isPlayable: true })
  })

  test('name the quality of a picture by its shorter side, and HD until it was measured (VID-08)', async () => {
    const sizes = [
      [640, 480],
      [720, 1280],
      [1280, 720],
      [1920, 1080],
      [3840, 2160],
    ] as const
    for (const [width, height] of sizes) {
      hub.clock.advance(1_000)
      await clip(webmFilm({ width, height }))
    }
    const qualities = async () => (await videos()).map(({ quality }) => quality).reverse()
    expect(await qualities()).toEqual(sizes.map(() => 'HD'))
    await read()
    expect(await qualities()).toEqual(['SD', 'HD', 'HD', 'Full HD', '4K'])
  })

  test('what cannot be played is told, and stays as it came (FACT-04)', async () => {
    await clip(headAlone)
    await read()
    expect(await factsOf()).toEqual({ ...unread, isPlayable: false })
    const [video] = await videos()
    expect((await hub.fastify.inject({ url: pathOf(video?.videoUrl) })).rawPayload.equals(headAlone)).toBe(true)
    expect(hub.logLines.some((line) => line.includes('cannot be played; it stays as it is'))).toBe(true)
    await read()
    expect(await countFilms(await database())).toEqual({ unread: 0, unplayable: 1 })
  })

  test('of clips of before are read too, the newest first, and go on after a stop where they were (FACT-08)', async () => {
    for (const second of [1, 2, 3]) {
      hub.clock.advance(1_000)
      await clip(webmFilm({ durationMs: second * 1_000 }))
    }
    const db = await database()
    const abort = new AbortController()
    const films = new FilmReader()
    const blobs = await openFileBlobs(hub.dataDir)
    const stopping = {
      read: async (film: Parameters<FilmReader['read']>[0]) => {
        abort.abort()
        return films.read(film)
      },
    }
    const log = hub.fastify.log
    await factsJob({ db, clock: hub.clock, log, blobs, films: stopping }).run(abort.signal)
    expect((await videos()).map(({ durationMs }) => durationMs)).toEqual([3_000, null, null])
    await films.close()
    await read()
    expect((await videos()).map(({ durationMs }) => durationMs)).toEqual([3_000, 2_000, 1_000])
  })

  test('a clip that breaks its reader is tried three times, never in one round, and then given up (FACT-05)', async () => {
    await clip(webmFilm())
    const db = await database()
    const films = new FilmReader({ ...filmLimits, silenceMs: 100 }, '')
    const job = factsJob({ db, clock: hub.clock, log: hub.fastify.log, blobs: await openFileBlobs(hub.dataDir), films })
    for (const expected of [null, null, false]) {
      await job.run(new AbortController().signal)
      expect((await factsOf()).isPlayable).toBe(expected)
    }
    await films.close()
  })

  test('clips that were tried in a round are passed over: more of them than are asked for at once keep no older one waiting (FACT-08)', async () => {
    await clip(webmFilm({ durationMs: 1_000 }))
    hub.clock.advance(1_000)
    for (let count = 0; count <= BATCH; count++) await clip(webmFilm({ durationMs: 2_000 }))
    const db = await database()
    const newest = (await listUnreadVideos(db, BATCH + 1)).map(({ id }) => id)
    await db
      .updateTable('videos')
      .set((columns) => ({ blob_key: columns('blob_key', '||', '.away') }))
      .where('id', 'in', newest)
      .execute()
    await read()
    expect((await countFilms(db)).unread).toBe(newest.length)
    expect((await listUnreadVideos(db, BATCH + 2)).map(({ id }) => id).toSorted()).toEqual(newest.toSorted())
  })

  test('what cannot be noted, as the disk is full, is read once a round and not without end (FACT-08)', async () => {
    await clip(webmFilm())
    const full: KyselyPlugin = {
      transformQuery({ node }) {
        if (node.kind === 'UpdateQueryNode') throw new Error('database or disk is full')
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const db = (await database()).withPlugin(full)
    const films = new FilmReader()
    const stop = new AbortController()
    let reads = 0
    const counting = {
      read: async (film: Parameters<FilmReader['read']>[0]) => {
        reads += 1
        if (reads > 3) stop.abort()
        return films.read(film)
      },
    }
    const services = { db, clock: hub.clock, log: hub.fastify.log, blobs: await openFileBlobs(hub.dataDir) }
    await factsJob({ ...services, films: counting }).run(stop.signal)
    await films.close()
    expect(reads).toBe(1)
    await read()
    expect((await factsOf()).isPlayable).toBe(true)
  })

  test('a file that cannot be opened keeps no older clip waiting, and is left for another time (FACT-08)', async () => {
    for (const second of [1, 2, 3]) {
      hub.clock.advance(1_000)
      await clip(webmFilm({ durationMs: second * 1_000 }))
    }
    const [, second] = await listUnreadVideos(await database(), BATCH)
    const file = join(hub.dataDir, 'blobs', second?.blob_key ?? '')
    await rm(file)
    // A link to itself: no user, root included, can open it.
    await symlink(file, file)
    await read()
    expect((await videos()).map(({ durationMs }) => durationMs)).toEqual([3_000, null, 1_000])
    expect(hub.logLines.filter((line) => line.includes('the file of a recording could not be read'))).toHaveLength(1)
    await rm(file)
    await writeFile(file, webmFilm({ durationMs: 2_000 }))
    await read()
    expect((await videos()).map(({ durationMs }) => durationMs)).toEqual([3_000, 2_000, 1_000])
  })

  test('a clip whose file is not there is left for another time', async () => {
    await clip(webmFilm())
    const db = await database()
    const { blob_key } = await db.selectFrom('videos').select('blob_key').executeTakeFirstOrThrow()
    await db
      .updateTable('videos')
      .set({ blob_key: `${blob_key}.away` })
      .execute()
    for (let round = 0; round < 4; round++) await read()
    expect((await factsOf()).isPlayable).toBe(null)
    await db.updateTable('videos').set({ blob_key }).execute()
    await read()
    expect((await factsOf()).isPlayable).toBe(true)
  })
})

describe('the sum of all (FACT-09)', () => {
  const recordedMs = async () => (await send(hub.fastify, ann, 'GET', '/workspaces/usage')).json().recordedMs

  test('is what the rows say, whatever is read and deleted', async () => {
    const db = await database()
    for (const seconds of [15, 60, 5]) await clip(webmFilm({ durationMs: seconds * 1_000 }))
    await clip(headAlone)
    expect(await recordedMs()).toBe(0)
    await read()
    expect(await recordedMs()).toBe(80_000)
    const longest = (await videos()).find(({ durationMs }) => durationMs === 60_000)
    await send(hub.fastify, ann, 'DELETE', `/videos/${longest?.id}`)
    expect(await recordedMs()).toBe(20_000)
    expect(await listDayDifferences(db)).toEqual([])
  })

  test('an export has the facts too', async () => {
    await clip(webm(1_000))
    await read()
    const { url } = (await send(hub.fastify, ann, 'POST', `/workspaces/${ann.workspaceId}/export`)).json()
    const files = await unzip((await hub.fastify.inject({ url: pathOf(url) })).rawPayload)
    expect(JSON.parse(String(files.get('workspace.json'))).videos[0]).toMatchObject({
      durationMs: 1_000,
      width: 64,
      isPlayable: true,
    })
  })
})
