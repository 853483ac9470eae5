import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Camera } from '../../../src/contract/camera'
import type { SecurityEvent } from '../../../src/contract/event'
import { ALERTS_PER_HOUR, type AlertKind } from '../../../src/contract/tampering'
import { addCamera, send } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { later } from '../support/later'
import { openHubDatabase } from '../support/webhook-worker'

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

const idOf = (count: number) => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
const isoOf = (ms: number) => new Date(ms).toISOString()

async function alert(differing: object = {}, cameraId = door.id) {
  const body = { alertId: idOf(1), kind: 'covered', occurredAt: isoOf(hub.clock.now()), ...differing }
  return send(hub.fastify, ann, 'POST', `/cameras/${cameraId}/alerts`, body)
}

async function events(): Promise<SecurityEvent[]> {
  return (await send(hub.fastify, ann, 'GET', '/notifications?page=0&pageSize=100')).json().events
}

const words: readonly (readonly [Exclude<AlertKind, 'power-back'>, string])[] = [
  ['covered', 'Lens covered at Door'],
  ['turned', 'Camera turned at Door'],
  ['frozen', 'Picture frozen at Door'],
  ['darkened', 'Sudden darkness at Door'],
  ['unplugged', 'Power unplugged at Door'],
  ['low-battery', 'Battery low at Door'],
]

describe('POST /cameras/{id}/alerts (EXT-06, EXT-22, TAMP-04, SENSE-01, SENSE-02)', () => {
  test.each(words)('makes an ALERT event of %s, without a clip but with its camera', async (kind, title) => {
    const answer = await alert({ kind })
    const [event] = await events()
    expect([answer.statusCode, answer.json()]).toEqual([201, { id: event?.id }])
    expect(event).toMatchObject({ type: 'ALERT', title, videoId: null })
    expect(event?.message).toContain('Door (Hall)')
    expect(event?.video).toEqual({ thumbnailUrl: null, camera: { name: 'Door' } })
  })

  test.each(words)('tells at once of %s, each time (TAMP-04, MSG-04)', async (kind, title) => {
    for (let count = 0; count < 3; count++) {
      await alert({ kind, alertId: idOf(count) })
      await hub.hub.jobs.runNow('notifications')
    }
    expect(hub.mails.map(({ subject }) => subject)).toEqual([title, title, title])
    expect(hub.mails[0]?.text).toContain((await events())[0]?.message)
  })

  test('answers a repeat like the first, and makes one event and one message of both (TAMP-04)', async () => {
    const first = await alert()
    hub.clock.advance(MINUTE_MS)
    const again = await alert({ alertId: idOf(1).toUpperCase(), kind: 'turned' })
    expect([again.statusCode, again.json()]).toEqual([201, first.json()])
    expect(await events()).toHaveLength(1)
    await hub.hub.jobs.runNow('notifications')
    expect(hub.mails).toHaveLength(1)
  })

  test('makes one event of ten at the same moment with one alertId', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => alert()))
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(await events()).toHaveLength(1)
  })

  test('takes the same alertId from another workspace as another alert', async () => {
    await alert()
    const bob = await hub.signIn('bob@example.org')
    const gate = await addCamera(hub.fastify, bob, 'Gate')
    const body = { alertId: idOf(1), kind: 'covered', occurredAt: isoOf(hub.clock.now()) }
    const answer = await send(hub.fastify, bob, 'POST', `/cameras/${gate.id}/alerts`, body)
    expect(answer.statusCode).toBe(201)
    expect(answer.json().id).not.toBe((await events())[0]?.id)
  })

  test('believes a camera when it happened, at the latest now, unless its clock cannot be right (TAMP-04)', async () => {
    const nowMs = hub.clock.now()
    const saidMs = [
      nowMs - 60 * MINUTE_MS,
      nowMs + 4 * MINUTE_MS,
      nowMs + 6 * MINUTE_MS,
      nowMs - 31 * 24 * 60 * MINUTE_MS,
    ]
    const heldMs: number[] = []
    for (const [count, ms] of saidMs.entries()) {
      const { id } = (await alert({ alertId: idOf(count), occurredAt: isoOf(ms) })).json()
      heldMs.push(Date.parse((await events()).find((event) => event.id === id)?.createdAt ?? ''))
    }
    expect(heldMs).toEqual([saidMs[0], nowMs, nowMs, nowMs])
  })

  test('is as old as it is where the clock of its camera is ten minutes slow (SENSE-14)', async () => {
    const atMs = hub.clock.now() - MINUTE_MS
    await alert({ occurredAt: isoOf(atMs - 10 * MINUTE_MS), hubAheadMs: 10 * MINUTE_MS })
    expect((await events()).map(({ createdAt }) => createdAt)).toEqual([isoOf(atMs)])
  })

  test(`takes ${ALERTS_PER_HOUR} of a camera in an hour, refuses more with a wait, and still answers repeats (TAMP-04)`, async () => {
    const gate = await addCamera(hub.fastify, ann, 'Gate')
    for (let count = 0; count < ALERTS_PER_HOUR; count++) {
      expect((await alert({ alertId: idOf(count) })).statusCode).toBe(201)
      hub.clock.advance(1000)
    }
    const refused = await alert({ alertId: idOf(99) })
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({
      code: 'too-many-requests',
      message: expect.stringContaining('Try again in'),
    })
    expect(Number(refused.headers['retry-after'])).toBe(3600 - ALERTS_PER_HOUR)
    expect((await alert({ alertId: idOf(0) })).statusCode).toBe(201)
    expect((await alert({ alertId: idOf(98) }, gate.id)).statusCode).toBe(201)
    ann = await later(hub, ann, 60 * MINUTE_MS)
    expect((await alert({ alertId: idOf(99) })).statusCode).toBe(201)
  })

  test('takes others once a clock that was ahead is set right', async () => {
    ann = await later(hub, ann, 300 * MINUTE_MS)
    for (let count = 0; count < ALERTS_PER_HOUR; count++) await alert({ alertId: idOf(count) })
    ann = await later(hub, ann, -300 * MINUTE_MS)
    expect((await alert({ alertId: idOf(99) })).statusCode).toBe(201)
  })

  test.each([
    ['an alertId that is no UUID', { alertId: 'x' }, 'The alertId is a UUID.'],
    ['no alertId', { alertId: undefined }, 'Give the alertId.'],
    [
      'an unknown kind',
      { kind: 'stolen' },
      'The kind is covered, turned, frozen, darkened, unplugged, low-battery or power-back.',
    ],
    ['no time', { occurredAt: 'now' }, 'Times are ISO 8601 with a zone, such as 2026-01-31T12:00:00Z.'],
  ])('refuses %s with a sentence (API-24)', async (_what, differing, sentence) => {
    const answer = await alert(differing)
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining(sentence)])
    expect(await events()).toEqual([])
  })

  test('knows no camera that is gone or of another workspace', async () => {
    await send(hub.fastify, ann, 'DELETE', `/cameras/${door.id}`)
    expect((await alert()).statusCode).toBe(404)
    expect((await alert({}, 'x')).statusCode).toBe(404)
  })

  test('stands under the toggle of Security Alerts (NOTIF-02)', async () => {
    const toggles = { notifyOnMotion: true, notifyOnPerson: true, notifyOnAlert: false, notifyOnError: true }
    await send(hub.fastify, ann, 'PUT', '/wsconfig/notifications', toggles)
    await alert()
    await hub.hub.jobs.runNow('notifications')
    expect([hub.mails.length, (await events()).length]).toEqual([0, 1])
  })
})

describe('power that is back (SENSE-04)', () => {
  const wantsStatus = (notifyOnError: boolean) =>
    send(hub.fastify, ann, 'PUT', '/wsconfig/notifications', {
      notifyOnMotion: true,
      notifyOnPerson: true,
      notifyOnAlert: true,
      notifyOnError,
    })
  const unplug = async () => {
    await alert({ kind: 'unplugged', alertId: idOf(77) })
    hub.clock.advance(1_000)
  }
  const told = async () => {
    await hub.hub.jobs.runNow('notifications')
    return hub.mails.map(({ subject }) => subject)
  }

  test('is a message under System Status, once, and no event', async () => {
    await wantsStatus(true)
    await unplug()
    const first = await alert({ kind: 'power-back' })
    const again = await alert({ kind: 'power-back', alertId: idOf(1).toUpperCase() })
    expect([first.statusCode, first.json(), again.json()]).toEqual([201, { id: idOf(1) }, { id: idOf(1) }])
    expect(await told()).toEqual(['Power unplugged at Door', 'Power is back at Door'])
    expect(await events()).toMatchObject([{ title: 'Power unplugged at Door' }])
    expect(hub.mails[1]?.text).toContain('Door (Hall) has been plugged in again since 2026-03-10 12:00:01 UTC')
  })

  test('is told to nobody who has that switch off, nor while the mode is Off', async () => {
    await unplug()
    await wantsStatus(false)
    await alert({ kind: 'power-back' })
    await wantsStatus(true)
    await send(hub.fastify, ann, 'PUT', '/modes', { choice: { mode: 'off', lasts: 'for-good' } })
    await alert({ kind: 'power-back', alertId: idOf(2) })
    expect((await alert({ kind: 'power-back' })).json()).toEqual({ id: idOf(1) })
    expect(await told()).toEqual(['Power unplugged at Door'])
  })

  test('is told to nobody who was not told that it went', async () => {
    await wantsStatus(true)
    await send(hub.fastify, ann, 'PUT', '/modes', { choice: { mode: 'off', lasts: 'for-good' } })
    await unplug()
    await send(hub.fastify, ann, 'PUT', '/modes', { choice: { mode: 'armed', lasts: 'for-good' } })
    await alert({ kind: 'power-back' })
    expect(await told()).toEqual([])
  })

  test('is told after what it is the end of, where the mails did not pass meanwhile (MSG-08)', async () => {
    await wantsStatus(true)
    hub.mailer.isFailing = true
    await alert({ kind: 'unplugged' })
    await told()
    hub.clock.advance(10_000)
    await alert({ kind: 'power-back', alertId: idOf(2) })
    hub.mailer.isFailing = false
    hub.clock.advance(MINUTE_MS)
    expect([await told(), await told()].at(-1)).toEqual(['Power unplugged at Door', 'Power is back at Door'])
  })

  test(`counts into the ${ALERTS_PER_HOUR} of an hour, and is forgotten when messages are`, async () => {
    const kinds = ['unplugged', 'power-back'] as const
    for (let count = 0; count < ALERTS_PER_HOUR; count++) {
      expect((await alert({ kind: kinds[count % 2], alertId: idOf(count) })).statusCode).toBe(201)
    }
    expect((await alert({ kind: 'power-back', alertId: idOf(99) })).statusCode).toBe(429)
    const db = await openHubDatabase(hub)
    const count = async () => (await db.selectFrom('camera_notices').select('notice_id').execute()).length
    const before = await count()
    hub.clock.advance(63 * 24 * 60 * MINUTE_MS)
    await hub.hub.jobs.runNow('old-outages')
    expect([before, await count()]).toEqual([ALERTS_PER_HOUR / 2, 0])
    await db.destroy()
  })
})
