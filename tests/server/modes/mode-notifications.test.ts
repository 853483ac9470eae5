import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Camera } from '../../../src/contract/camera'
import { CLIP_PRE_ROLL_MS } from '../../../src/contract/limits'
import type { ModeChange } from '../../../src/contract/modes/modes'
import { addCamera, listEvents, send } from '../support/calls'
import { postClip, postSnapshot } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { later } from '../support/later'

const MINUTE_MS = 60_000

let hub: TestHub
let ann: SignedInUser
let door: Camera
beforeEach(async () => {
  hub = await startTestHub({ tier: 'PRO' })
  ann = await hub.signIn()
  door = await addCamera(hub.fastify, ann)
  hub.mails.length = 0
})
afterEach(() => hub.close())

const subjects = () => hub.mails.map(({ subject }) => subject)
async function change(wanted: ModeChange) {
  const answer = await send(hub.fastify, ann, 'PUT', '/modes', wanted)
  if (answer.statusCode !== 200) throw new Error(answer.body)
}
const choose = (mode: NonNullable<ModeChange['choice']>['mode']) => change({ choice: { mode, lasts: 'for-good' } })
async function clip(startedAt?: string, hubAheadMs?: number) {
  const answer = await postClip(hub.fastify, ann, {
    cameraId: door.id,
    fields: { startedAt, hubAheadMs: hubAheadMs?.toString() },
  })
  expect(answer.statusCode).toBe(201)
}
async function cover() {
  const occurredAt = new Date(hub.clock.now()).toISOString()
  const body = { alertId: randomUUID(), kind: 'covered', occurredAt }
  expect((await send(hub.fastify, ann, 'POST', `/cameras/${door.id}/alerts`, body)).statusCode).toBe(201)
}
const round = async (passMs = 0) => {
  ann = await later(hub, ann, passMs)
  await hub.hub.jobs.runNow('notifications')
}

describe('what is told in a mode (MODE-06)', () => {
  test.each([
    ['armed', true],
    ['away', true],
    ['night', true],
    ['home', false],
    ['off', false],
  ] as const)('of what a camera sees in %s: %s', async (mode, isTold) => {
    await choose(mode)
    await clip()
    await round()
    expect(subjects()).toEqual(isTold ? ['Motion at Door'] : [])
    expect((await listEvents(hub.fastify, ann)).total).toBe(1)
  })

  test('a cell of the table decides for its camera alone', async () => {
    const yard = await addCamera(hub.fastify, ann, 'Yard')
    await change({ rules: [{ cameraId: door.id, mode: 'home', records: true, notifies: true }] })
    await choose('home')
    await clip()
    await postClip(hub.fastify, ann, { cameraId: yard.id })
    await round()
    expect(subjects()).toEqual(['Motion at Door'])
  })

  test('an alert of tampering passes every mode but Off, unless Off says otherwise', async () => {
    await choose('home')
    await cover()
    await round()
    expect(subjects()).toEqual(['Lens covered at Door'])
    await choose('off')
    await cover()
    await round()
    expect(subjects()).toHaveLength(1)
    await change({ rules: [{ cameraId: door.id, mode: 'off', records: false, notifies: true }] })
    await cover()
    await round()
    expect(subjects()).toHaveLength(2)
    expect((await listEvents(hub.fastify, ann)).total).toBe(3)
  })

  test('what waited in a camera’s outbox is told by the mode of its own time', async () => {
    // Away from 12:00, Home from 12:10, Armed from 13:00.
    await choose('away')
    const away = new Date(hub.clock.now() + MINUTE_MS).toISOString()
    ann = await later(hub, ann, 10 * MINUTE_MS)
    const atTen = hub.clock.now()
    await choose('home')
    ann = await later(hub, ann, 50 * MINUTE_MS)
    await clip(new Date(atTen + 5 * MINUTE_MS).toISOString())
    await round()
    expect(subjects()).toEqual([])
    await choose('armed')
    await clip(new Date(atTen + 6 * MINUTE_MS).toISOString())
    await round()
    expect(subjects()).toEqual([])
    await clip(away)
    await round()
    expect(subjects()).toEqual(['Motion at Door'])
  })

  test.each([
    ['home', 'away', ['Motion at Door']],
    ['away', 'home', []],
  ] as const)('of who comes 2 s after a switch from %s to %s: %j', async (before, after, told) => {
    await choose(before)
    hub.clock.advance(MINUTE_MS)
    await choose(after)
    // The clip begins with the 5 s before the motion.
    const startedAt = new Date(hub.clock.now() + 2_000 - CLIP_PRE_ROLL_MS).toISOString()
    hub.clock.advance(20_000)
    await clip(startedAt)
    await round()
    expect(subjects()).toEqual(told)
  })

  test.each([
    ['a minute after the house is armed, by a camera whose clock is slow', 60_000, 10 * MINUTE_MS, ['Motion at Door']],
    ['10 s before it is, by one whose clock is fast', -10_000, -10 * MINUTE_MS, []],
  ] as const)('of who comes %s (SENSE-14)', async (_words, comesAfterMs, hubAheadMs, told) => {
    await choose('home')
    await round(20 * MINUTE_MS)
    const startedAtMs = hub.clock.now() + comesAfterMs
    await choose('away')
    hub.clock.advance(2 * MINUTE_MS)
    await clip(new Date(startedAtMs - hubAheadMs).toISOString(), hubAheadMs)
    await round()
    expect(subjects()).toEqual(told)
  })

  test.each([
    ['home', ['Door went offline']],
    ['off', []],
  ] as const)('of a camera that is gone in %s: %j', async (mode, told) => {
    const wsconfig = (await send(hub.fastify, ann, 'GET', '/wsconfig')).json()
    const { notifySmsNumber: _, channelStatus: __, ...config } = wsconfig
    await send(hub.fastify, ann, 'PUT', '/wsconfig/notifications', { ...config, notifyOnError: true })
    await postSnapshot(hub.fastify, ann, door.id)
    await choose(mode)
    for (let count = 0; count < 4; count++) {
      await hub.hub.jobs.runNow('camera-status')
      await round(50_000)
    }
    expect(subjects()).toEqual(told)
  })
})

describe('a snooze (MODE-07)', () => {
  test('tells nothing, alerts included, and none of it afterwards', async () => {
    await change({ snooze: '1h' })
    await clip()
    await clip()
    await cover()
    await round()
    await round(61 * MINUTE_MS)
    expect(subjects()).toEqual([])
    expect((await listEvents(hub.fastify, ann)).total).toBe(3)
    await clip()
    await round()
    expect(subjects()).toEqual(['Motion at Door'])
  })

  test('that is ended early tells of what comes from then on, and not of what came meanwhile', async () => {
    await change({ snooze: '8h' })
    ann = await later(hub, ann, 5 * MINUTE_MS)
    const meanwhile = new Date(hub.clock.now()).toISOString()
    ann = await later(hub, ann, 5 * MINUTE_MS)
    await change({ snooze: null })
    await clip(meanwhile)
    await round()
    expect(subjects()).toEqual([])
    await clip()
    await round()
    expect(subjects()).toEqual(['Motion at Door'])
  })

  test('drops the digest of an incident that went on when it began', async () => {
    await clip()
    await clip()
    await round()
    expect(subjects()).toEqual(['Motion at Door'])
    await change({ snooze: '1h' })
    await round(16 * MINUTE_MS)
    await round(60 * MINUTE_MS)
    expect(subjects()).toEqual(['Motion at Door'])
  })

  test('drops what waited for its channel when it began', async () => {
    hub.mailer.isFailing = true
    await clip()
    await cover()
    await round()
    hub.mailer.isFailing = false
    await change({ snooze: '1h' })
    await round(30 * MINUTE_MS)
    expect(subjects()).toEqual([])
    await round(31 * MINUTE_MS)
    expect(subjects()).toEqual([])
    await clip()
    await round()
    expect(subjects()).toEqual(['Motion at Door'])
  })
})

test.each([
  ['by itself, within the hour', undefined],
  ['with what is chosen meanwhile', 'away'],
] as const)(
  'a snooze that was pressed while the clock was ahead ends with that, and does not begin by itself: %s (MODE-07)',
  async (_, mode) => {
    const dayMs = 24 * 60 * MINUTE_MS
    ann = await later(hub, ann, dayMs)
    await change({ snooze: 'tomorrow' })
    hub.clock.advance(-dayMs)
    ann = await hub.signIn()
    if (mode !== undefined) await choose(mode)
    else await hub.hub.jobs.runNow('old-notifications')
    hub.mails.length = 0
    ann = await later(hub, ann, dayMs + MINUTE_MS)
    await cover()
    await round()
    expect(subjects()).toEqual(['Lens covered at Door'])
  },
)

test('a snooze that holds outlasts the hourly round, also one that another hub’s clock began a moment ahead (MODE-07)', async () => {
  ann = await later(hub, ann, MINUTE_MS)
  await change({ snooze: '8h' })
  hub.clock.advance(-MINUTE_MS)
  await hub.hub.jobs.runNow('old-notifications')
  ann = await later(hub, ann, 2 * MINUTE_MS)
  await cover()
  await round()
  expect(subjects()).toEqual([])
})
