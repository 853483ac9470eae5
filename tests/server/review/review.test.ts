import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OutageTable } from '../../../server/db/notification-tables'
import { calls } from '../../../src/contract/calls'
import type { Camera } from '../../../src/contract/camera'
import { MAX_REVIEW_CLIPS, MAX_REVIEW_EVENTS, MAX_REVIEW_UNRECORDED } from '../../../src/contract/review'
import { reviewTimeOf } from '../../../src/state/review/lanes'
import { addCamera, type Caller, pathOf, send } from '../support/calls'
import { jpeg, postClip, postSnapshot, webm } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { writeRecorded } from '../support/recorded'
import { openHubDatabase } from '../support/webhook-worker'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The hub's clock stands at noon of that day. */
const dayMs = Date.parse('2026-03-10T00:00:00Z')
const noonMs = dayMs + 12 * HOUR_MS

let hub: TestHub
let users = 0
beforeAll(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
})
afterAll(() => hub.close())

/** Somebody with a workspace and a camera that is on. */
async function somebody(): Promise<{ ann: SignedInUser; door: Camera }> {
  const ann = await hub.signIn(`ann${++users}@example.org`)
  const door = await addCamera(hub.fastify, ann)
  await change(door, { created_at: dayMs - HOUR_MS })
  await postSnapshot(hub.fastify, ann, door.id)
  return { ann, door }
}
async function change({ id }: Camera, columns: { readonly created_at?: number; readonly removed_at?: number }) {
  const db = await openHubDatabase(hub)
  await db.updateTable('cameras').set(columns).where('id', '=', id).execute()
  await db.destroy()
}
const time = (atMs: number) => new Date(atMs).toISOString()
const ask = (by: Caller | null, fromMs = dayMs, toMs = dayMs + 24 * HOUR_MS - 1) =>
  send(hub.fastify, by, 'GET', `/review?from=${time(fromMs)}&to=${time(toMs)}`)
const read = async (by: Caller, fromMs?: number) => calls.review.read.answer.parse((await ask(by, fromMs)).json())
const clips = async (by: Caller, query = '') => {
  const url = `/review/clips?from=${time(dayMs)}&to=${time(noonMs)}${query}`
  const answer = await send(hub.fastify, by, 'GET', url)
  return calls.review.clips.answer.parse(answer.json())
}

async function outage(ann: SignedInUser, { id }: Camera, change: Partial<OutageTable>): Promise<void> {
  const db = await openHubDatabase(hub)
  await db
    .insertInto('outages')
    .values({
      id: crypto.randomUUID(),
      workspace_id: ann.workspaceId,
      camera_id: id,
      seen_at: 0,
      started_at: 0,
      stay_ms: 0,
      back_since: null,
      ended_at: null,
      is_told: 0,
      ...change,
    })
    .execute()
  await db.destroy()
}

describe('a day of all cameras', () => {
  test('is a lane a camera, with what each event shows and how long it was recorded (REV-02)', async () => {
    const { ann, door } = await somebody()
    const garage = await addCamera(hub.fastify, ann, 'Garage')
    const of = (type: 'PERSON' | 'MOTION' | 'ALERT', atMs: number, sizeBytes: number | null) => {
      return { cameraId: door.id, type, title: 'x', atMs: dayMs + atMs, sizeBytes }
    }
    await writeRecorded(hub.dataDir, ann, [
      of('MOTION', 1_000, 500),
      {
        ...of('PERSON', 9_000, 500),
        seen: [
          { label: 'person', count: 2 },
          { label: 'dog', count: 1 },
        ],
      },
      of('ALERT', 60_000, null),
      { ...of('MOTION', 120_000, 500), durationMs: 22_400 },
    ])
    const { lanes, isCut, from, until } = await read(ann)
    expect({ isCut, from, until }).toEqual({ isCut: false, from: time(dayMs), until: time(noonMs) })
    // The first clip ends where the next begins, the second after its 15 s, the last as its film says.
    expect(lanes[0]).toMatchObject({ cameraId: door.id, name: 'Door', at: [1_000, 9_000, 60_000, 120_000] })
    expect(lanes[0]).toMatchObject({ lengthMs: [8_000, 15_000, 0, 22_400], sees: [0, 3, 8, 0], off: [], unarmed: [] })
    expect(lanes[1]).toMatchObject({ cameraId: garage.id, at: [], off: [[0, 12 * HOUR_MS]] })
  })

  test('tells when a camera was off: before it was added, while it was silent, after it was removed (REV-03)', async () => {
    const { ann, door } = await somebody()
    await change(door, { created_at: dayMs + HOUR_MS, removed_at: dayMs + 9 * HOUR_MS })
    const at = (hours: number) => dayMs + hours * HOUR_MS
    await outage(ann, door, { seen_at: at(2), back_since: at(3), ended_at: at(3) + 30_000 })
    // Two that overlap are one.
    await outage(ann, door, { seen_at: at(5), back_since: null, ended_at: at(6) })
    await outage(ann, door, { seen_at: at(5.5), back_since: at(7), ended_at: at(7) })
    const { lanes } = await read(ann)
    const hours = lanes[0]?.off.map(([from, until]) => [from / HOUR_MS, until / HOUR_MS])
    expect(hours).toEqual([
      [0, 1],
      [2, 3],
      [5, 7],
      [9, 12],
    ])
  })

  test('tells when the mode began no clip (REV-03)', async () => {
    const { ann } = await somebody()
    await send(hub.fastify, ann, 'PUT', '/modes', { choice: { mode: 'off', lasts: 'for-good' } })
    hub.clock.advance(10 * MINUTE_MS)
    const { lanes } = await read(ann)
    expect(lanes[0]?.unarmed).toEqual([[12 * HOUR_MS, 12 * HOUR_MS + 10 * MINUTE_MS]])
    hub.clock.advance(-10 * MINUTE_MS)
  })

  test('of another workspace holds nothing of this one, and strangers get none (REV-01)', async () => {
    const { ann, door } = await somebody()
    const bob = await hub.signIn(`bob${++users}@example.org`)
    await writeRecorded(hub.dataDir, ann, [
      { cameraId: door.id, type: 'MOTION', title: 'x', atMs: dayMs + 1, sizeBytes: 5 },
      { cameraId: door.id, type: 'ALERT', title: 'x', atMs: dayMs + 2, sizeBytes: null },
    ])
    expect((await read(bob)).lanes).toEqual([])
    expect((await clips(bob)).clips).toEqual([])
    expect(await clips(bob, `&cameraId=${door.id}`)).toMatchObject({ clips: [], unrecorded: [] })
    expect((await ask(null)).statusCode).toBe(401)
  })

  test('is at most 26 hours, and has an end after its beginning (REV-01)', async () => {
    const { ann } = await somebody()
    const tooLong = await ask(ann, dayMs, dayMs + 26 * HOUR_MS + 1)
    expect([tooLong.statusCode, tooLong.json().message]).toEqual([400, 'Ask for at most 26 hours at once.'])
    expect((await ask(ann, dayMs, dayMs - 1)).json().message).toBe('to is before from.')
    expect((await ask(ann, dayMs, dayMs + 26 * HOUR_MS)).statusCode).toBe(200)
    const noTime = await send(hub.fastify, ann, 'GET', '/review?from=yesterday&to=today')
    expect([noTime.statusCode, noTime.json().message]).toEqual([400, expect.stringContaining('ISO 8601')])
  })
})

describe('a crowded day', () => {
  test(`of 10,000 events is one answer of at most 250 kB; past ${MAX_REVIEW_EVENTS} it ends early and says so (REV-04)`, async () => {
    const { ann, door } = await somebody()
    const garage = await addCamera(hub.fastify, ann, 'Garage')
    const db = await openHubDatabase(hub)
    const many = async (count: number, fromMs: number, stepMs: number) => {
      const rows = Array.from({ length: count }, (_, index) => ({
        id: crypto.randomUUID(),
        workspace_id: ann.workspaceId,
        video_id: null,
        title: 'x',
        message: '',
        camera_id: index % 2 ? door.id : garage.id,
        type: 'PERSON' as const,
        labels: '[{"label":"person","count":1}]',
        created_at: fromMs + index * stepMs,
        is_by_hand: 0,
      }))
      for (let at = 0; at < rows.length; at += 1_000) {
        await db
          .insertInto('events')
          .values(rows.slice(at, at + 1_000))
          .execute()
      }
    }
    await many(10_000, dayMs, 4_000)
    const answer = await ask(ann)
    expect(Buffer.byteLength(answer.body)).toBeLessThan(250_000)
    const { isCut, lanes } = reviewTimeOf(calls.review.read.answer.parse(answer.json()), dayMs)
    expect([isCut, lanes.map(({ startsMs }) => startsMs.length)]).toEqual([false, [5_000, 5_000]])
    expect(lanes[1]?.startsMs[0]).toBe(dayMs)
    await many(MAX_REVIEW_EVENTS - 9_999, dayMs + 11 * HOUR_MS + 30 * MINUTE_MS, 100)
    await db.destroy()
    const cut = await read(ann)
    const told = cut.lanes.flatMap(({ at }) => at)
    expect([cut.isCut, told.length]).toEqual([true, MAX_REVIEW_EVENTS])
    // Nothing that was left out is before the moment up to which all is told.
    expect(Math.max(...told)).toBeLessThan(Date.parse(cut.until) - dayMs)
    const rest = await read(ann, Date.parse(cut.until))
    expect([rest.isCut, rest.lanes.flatMap(({ at }) => at).length]).toEqual([false, 1])
  })
})

describe('recordings of a moment', () => {
  test('come the oldest first with links that open, of all cameras or of one (REV-05)', async () => {
    const { ann, door } = await somebody()
    const garage = await addCamera(hub.fastify, ann, 'Garage')
    const post = (cameraId: string, atMs: number, filler: number) =>
      postClip(hub.fastify, ann, {
        cameraId,
        bytes: webm(800, filler),
        fields: { startedAt: time(dayMs + atMs), thumbnail: jpeg().toString('base64') },
      })
    for (const [cameraId, atMs] of [
      [door.id, 50_000],
      [garage.id, 20_000],
      [door.id, 10_000],
    ] as const) {
      expect((await post(cameraId, atMs, atMs % 251)).statusCode).toBe(201)
    }
    const all = await clips(ann)
    expect(all.clips.map(({ cameraId, startedAt }) => [cameraId, Date.parse(startedAt) - dayMs])).toEqual([
      [door.id, 10_000],
      [garage.id, 20_000],
      [door.id, 50_000],
    ])
    const [first] = all.clips
    for (const url of [first?.videoUrl, first?.thumbnailUrl]) {
      expect((await hub.fastify.inject({ url: pathOf(url) })).statusCode).toBe(200)
    }
    expect(first).toMatchObject({ size: 800, lengthMs: 15_000, type: 'MOTION' })
    expect((await clips(ann, `&cameraId=${garage.id}`)).clips.map(({ cameraId }) => cameraId)).toEqual([garage.id])
  })

  test(`are at most ${MAX_REVIEW_CLIPS} in one answer, which says that there are more (REV-05)`, async () => {
    const { ann, door } = await somebody()
    const of = (index: number) => ({ type: 'MOTION' as const, title: 'x', atMs: dayMs + index * 20_000, sizeBytes: 5 })
    const all = Array.from({ length: MAX_REVIEW_CLIPS + 1 }, (_, index) => ({ cameraId: door.id, ...of(index) }))
    await writeRecorded(hub.dataDir, ann, all)
    const found = await clips(ann)
    expect([found.clips.length, found.isCut]).toEqual([MAX_REVIEW_CLIPS, true])
  })

  test(`of one camera come its last ${MAX_REVIEW_UNRECORDED} events without a recording too (REV-05)`, async () => {
    const { ann, door } = await somebody()
    const garage = await addCamera(hub.fastify, ann, 'Garage')
    const event = { cameraId: door.id, type: 'ALERT' as const, title: 'x', sizeBytes: null }
    const all = Array.from({ length: MAX_REVIEW_UNRECORDED }, (_, index) => ({ ...event, atMs: dayMs + index }))
    await writeRecorded(hub.dataDir, ann, [
      ...all,
      { ...event, atMs: dayMs - 1 },
      { ...event, atMs: noonMs + 1 },
      { ...event, atMs: dayMs + 40, cameraId: garage.id },
      { ...event, atMs: dayMs + 50, sizeBytes: 5 },
      { ...event, atMs: noonMs, type: 'PERSON', title: 'Person at Front Door' },
    ])
    const { unrecorded } = await clips(ann, `&cameraId=${door.id}`)
    const latestFirst = all.map(({ atMs }) => time(atMs)).reverse()
    expect(unrecorded.map(({ createdAt }) => createdAt)).toEqual([time(noonMs), ...latestFirst.slice(0, -1)])
    const seen = { type: 'PERSON', title: 'Person at Front Door', labels: [{ label: 'person', count: 1 }] }
    expect(unrecorded[0]).toMatchObject({ ...seen, videoId: null, video: { camera: { name: door.name } } })
    expect((await clips(ann)).unrecorded).toEqual([])
  })
})
