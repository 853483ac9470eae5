import { afterEach, beforeEach, expect, test } from 'vitest'
import { findNotice, insertNotice } from '../../../server/cameras/alert-rows'
import { findLatestOutage, insertOutage } from '../../../server/cameras/outage-rows'
import { claimNext } from '../../../server/notifications/claim'
import { countDelivered, insertDeliveries } from '../../../server/notifications/delivery-rows'
import type { ModeChange } from '../../../src/contract/modes/modes'
import { planLimits } from '../../../src/contract/plans'
import type { Mode } from '../../../src/lib/modes/mode'
import { addCamera, send } from '../support/calls'
import { postClip, postSnapshot } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { later } from '../support/later'
import { openHubDatabase, waitingMail } from '../support/webhook-worker'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const LEAP_MS = 5 * HOUR_MS

let hub: TestHub
let ann: SignedInUser
let cameraId: string
beforeEach(async () => {
  hub = await startTestHub({ tier: 'PRO' })
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
  hub.mails.length = 0
})
afterEach(() => hub.close())

const subjects = () => hub.mails.map(({ subject }) => subject)
const round = () => hub.hub.jobs.runNow('notifications')
const pass = async (ms: number) => {
  ann = await later(hub, ann, ms)
}
const clip = async () => {
  expect((await postClip(hub.fastify, ann, { cameraId })).statusCode).toBe(201)
  await round()
}

test('an incident of a clock that was ahead keeps none that comes after it from being told', async () => {
  await pass(LEAP_MS)
  await clip()
  await pass(-LEAP_MS)
  await clip()
  expect(subjects()).toEqual(['Motion at Door', 'Motion at Door'])
  // And it is an incident again: not one message each.
  await clip()
  expect(subjects()).toHaveLength(2)
  await pass(15 * MINUTE_MS)
  await round()
  expect(subjects().slice(2)).toEqual(['1 more motion at Door'])
})

test('a digest that a clock that was ahead put off is told when the clock is right', async () => {
  await pass(LEAP_MS)
  await clip()
  await clip()
  await pass(-LEAP_MS)
  await round()
  expect(subjects()).toEqual(['Motion at Door', '1 more motion at Door'])
})

/** Time passes as it does in a hub, with a round of watching every 5 s. */
async function watch(ms: number, isSending: boolean) {
  for (let passedMs = 0; passedMs < ms; passedMs += 5 * SECOND_MS) {
    if (isSending) expect((await postSnapshot(hub.fastify, ann, cameraId)).statusCode).toBe(201)
    await hub.hub.jobs.runNow('camera-status')
    hub.clock.advance(5 * SECOND_MS)
  }
  await round()
}
const tellStatus = () =>
  send(hub.fastify, ann, 'PUT', '/wsconfig/notifications', {
    notifyOnMotion: true,
    notifyOnPerson: true,
    notifyOnAlert: true,
    notifyOnError: true,
  })

test('a camera that fails after the clock was set right is told offline as ever', async () => {
  await tellStatus()
  await pass(LEAP_MS)
  await watch(MINUTE_MS, true)
  await pass(-LEAP_MS)
  await watch(MINUTE_MS, true)
  await watch(80 * SECOND_MS, false)
  expect(subjects()).toEqual(['Door went offline'])
})

test('a camera whose last snapshot came while the clock was ahead is offline, and told so as of now', async () => {
  await tellStatus()
  await pass(LEAP_MS)
  await watch(MINUTE_MS, true)
  await pass(-LEAP_MS)
  expect((await send(hub.fastify, ann, 'GET', '/cameras')).json()).toMatchObject([{ status: 'OFFLINE' }])
  await watch(MINUTE_MS, false)
  expect(subjects()).toEqual([])
  await watch(5 * SECOND_MS, false)
  expect(subjects()).toEqual(['Door went offline'])
  expect(hub.mails[0]?.text).toContain('went offline at 2026-03-10 12:02:00 UTC')
})

test('a camera that came back while the clock was ahead is told so when the clock is right', async () => {
  await tellStatus()
  await watch(MINUTE_MS, true)
  await watch(2 * MINUTE_MS, false)
  await pass(LEAP_MS)
  await watch(5 * SECOND_MS, true)
  await pass(-LEAP_MS)
  await watch(40 * SECOND_MS, true)
  expect(subjects()).toEqual(['Door went offline', 'Door is back online'])
})

test('a channel that failed while the clock was ahead is tried again when the clock is right', async () => {
  await pass(LEAP_MS)
  hub.mailer.isFailing = true
  await clip()
  hub.mailer.isFailing = false
  await pass(-LEAP_MS)
  await round()
  expect(subjects()).toEqual(['Motion at Door'])
})

test('a message that waits is not given up as old by a clock that leapt ahead', async () => {
  await hub.hub.jobs.runNow('retention')
  hub.mailer.isFailing = true
  await clip()
  await pass(2 * DAY_MS)
  await round()
  hub.mailer.isFailing = false
  await pass(-2 * DAY_MS + HOUR_MS)
  await round()
  expect(subjects()).toEqual(['Motion at Door'])
})

test('what the month has used is not forgotten by a clock that leapt ahead (KEEP-01)', async () => {
  await hub.hub.jobs.runNow('retention')
  await clip()
  await pass(100 * DAY_MS)
  await hub.hub.jobs.runNow('old-notifications')
  await pass(-100 * DAY_MS)
  const db = await openHubDatabase(hub)
  expect(await countDelivered(db, ann.workspaceId, { fromMs: 0, untilMs: hub.clock.now() + 1 })).toBe(1)
  await db.destroy()
})

test('what was told of cameras and their power is not forgotten by a clock that leapt ahead', async () => {
  await hub.hub.jobs.runNow('retention')
  const db = await openHubDatabase(hub)
  const nowMs = hub.clock.now()
  const of = { workspace_id: ann.workspaceId, camera_id: cameraId }
  const times = { seen_at: nowMs, started_at: nowMs, stay_ms: 0, back_since: nowMs, ended_at: nowMs }
  await insertOutage(db, { ...of, ...times, id: 'outage', is_told: 1 })
  await insertNotice(db, { ...of, notice_id: 'notice', received_at: nowMs })
  await pass(100 * DAY_MS)
  await hub.hub.jobs.runNow('old-outages')
  expect(await findLatestOutage(db, cameraId)).toMatchObject({ id: 'outage' })
  expect(await findNotice(db, ann.workspaceId, 'notice')).toBeDefined()
  await db.destroy()
})

test('a message that was being sent when a clock that was ahead stopped its hub goes when the clock is right', async () => {
  const db = await openHubDatabase(hub)
  // The last place of the month: what counts as being sent would take it.
  const { notificationsPerMonth } = planLimits.PRO
  const delivered = { state: 'delivered', delivered_at: hub.clock.now() } as const
  const rows = Array.from({ length: notificationsPerMonth - 1 }, () =>
    waitingMail(ann.workspaceId, hub.clock.now(), delivered),
  )
  await insertDeliveries(db, [...rows, waitingMail(ann.workspaceId, hub.clock.now())])
  await pass(LEAP_MS)
  const claim = await claimNext(
    { db, clock: hub.clock, believedTime: async () => hub.clock.now() },
    { workspaceId: ann.workspaceId, channel: 'email' },
  )
  expect(claim.kind).toBe('claimed')
  await db.destroy()
  await pass(-LEAP_MS)
  await round()
  expect(subjects()).toEqual(['Motion at Door'])
})

test('a mode that was chosen while the clock was ahead decides when the clock is right, as the screen shows it (MODE-06)', async () => {
  const choose = (mode: Mode) =>
    send(hub.fastify, ann, 'PUT', '/modes', { choice: { mode, lasts: 'for-good' } satisfies ModeChange['choice'] })
  await choose('off')
  await pass(LEAP_MS)
  await choose('away')
  await pass(-LEAP_MS)
  expect((await send(hub.fastify, ann, 'GET', '/modes')).json()).toMatchObject({ inForce: { mode: 'away' } })
  await clip()
  expect(subjects()).toEqual(['Motion at Door'])
})
