import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DeliveryTable } from '../../../server/db/notification-tables'
import type { Db } from '../../../server/db/schema'
import { DeliveryRound } from '../../../server/notifications/deliver'
import { insertDeliveries } from '../../../server/notifications/delivery-rows'
import { insertFirstConfig } from '../../../server/notifications/settings-rows'
import { deferred } from '../../support/deferred'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver'
import { openHubDatabase, secondSender, waitingMail } from '../support/webhook-worker'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/** When the hub's clock begins. */
const START_MS = Date.parse('2026-03-10T12:00:00Z')

let hub: TestHub
let ann: SignedInUser
let receiver: WebhookReceiver
let db: Db
beforeEach(async () => {
  receiver = await startReceiver()
  hub = await startTestHub({ tier: 'TEAM', environment: { WEBHOOK_HOSTS: receiver.host } })
  ann = await hub.signIn()
  hub.mails.length = 0
  db = await openHubDatabase(hub)
})
afterEach(async () => {
  await db.destroy()
  await hub.close()
  await receiver.close()
})

const round = () => hub.hub.jobs.runNow('notifications')
const subjects = () => hub.mails.map(({ subject }) => subject)
const wait = (change: Partial<DeliveryTable> = {}) =>
  insertDeliveries(db, [waitingMail(ann.workspaceId, hub.clock.now(), change)])

test('an alert after two hours in which its channel failed leaves within five minutes (MSG-06)', async () => {
  hub.mailer.isFailing = true
  await wait()
  await round()
  for (let passedMs = 0; passedMs < 120 * MINUTE_MS; passedMs += 5 * MINUTE_MS) {
    hub.clock.advance(5 * MINUTE_MS)
    await round()
  }
  hub.mailer.isFailing = false
  await wait({ event_type: 'ALERT', alert_kind: 'covered' })
  hub.clock.advance(5 * MINUTE_MS)
  await round()
  expect(subjects()).toEqual(['Lens covered at Door', 'Motion at Door'])
})

test('a mail server that falls silent has half of the places, and the other channels the rest (MSG-07)', async () => {
  const workspaces = Array.from({ length: 9 }, () => ({ id: randomUUID(), tier: 'TEAM' as const, created_at: 0 }))
  await db.insertInto('workspaces').values(workspaces).execute()
  for (const { id } of workspaces) await insertFirstConfig(db, id, 'bob@example.org')
  await db.updateTable('workspace_configs').set({ slack_enabled: 1, notify_slack_webhook: receiver.url }).execute()
  const waitAt = (channel: 'email' | 'slack') =>
    insertDeliveries(
      db,
      workspaces.map(({ id }) => waitingMail(id, hub.clock.now(), { channel })),
    )
  const slack = deferred<void>()
  receiver.answer = () => slack.promise.then(() => ({ status: 200 }))
  const hung = vi.spyOn(hub.mailer, 'send').mockImplementation(
    (_mail, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')))
      }),
  )
  const stop = new AbortController()
  const sending = new DeliveryRound(await secondSender(hub, db, receiver), stop.signal)
  await waitAt('slack')
  const ended = sending.run()
  // What is sent to many servers may have more than half.
  await expect.poll(() => receiver.posts.length).toBe(9)
  slack.resolve()
  await waitAt('email')
  await sending.join()
  await expect.poll(() => hung.mock.calls.length).toBeGreaterThanOrEqual(8)
  await wait({ channel: 'slack' })
  await sending.join()
  await expect.poll(() => receiver.posts.length).toBe(10)
  expect(hung).toHaveBeenCalledTimes(8)
  stop.abort()
  await ended
})

test.each([16, 7 * 60])(
  'an incident keeps its order on a channel that failed for %i minutes: the newest is told last (MSG-08, PUSH-12)',
  async (minutes) => {
    hub.mailer.isFailing = true
    await wait({ tag: 'incident' })
    await round()
    hub.mailer.isFailing = false
    hub.clock.advance(minutes * MINUTE_MS)
    await wait({ kind: 'digest', event_count: 3, tag: 'incident' })
    await round()
    expect(subjects()).toEqual(['Motion at Door', '3 more motions at Door'])
  },
)

test('a return is told where its channel was told last that the camera, or its power, went (MSG-08, SENSE-04)', async () => {
  type Row = Partial<DeliveryTable>
  const back: Row = { event_type: null, kind: 'power-back' }
  const gone: Row = { event_type: 'ALERT', alert_kind: 'unplugged', state: 'delivered' }
  const dropped: Row = { ...gone, state: 'dropped' }
  const stories: Record<string, readonly Row[]> = {
    nothing: [back],
    dropped: [dropped, back],
    'left out': [{ ...gone, state: 'suppressed' }, back],
    failed: [{ ...gone, state: 'failed' }, back],
    'back before': [gone, { ...back, state: 'delivered' }, dropped, back],
    'by Slack': [{ ...gone, channel: 'slack' }, back],
    'later too': [{ ...gone, created_at: START_MS + HOUR_MS }, back],
    'a camera': [
      { event_type: null, kind: 'offline', state: 'dropped' },
      { ...back, kind: 'online' },
    ],
    'Told once': [gone, back],
    'Told before': [gone, { ...dropped, alert_kind: 'low-battery' }, back],
    'Told by a clock that was ahead': [{ ...gone, created_at: START_MS + 2 * HOUR_MS }, back],
  }
  for (const [name, rows] of Object.entries(stories)) {
    for (const row of rows) {
      hub.clock.advance(SECOND_MS)
      await wait({ camera_name: name, tag: name, ...row })
    }
  }
  hub.clock.advance(HOUR_MS - MINUTE_MS)
  await round()
  expect(subjects()).toEqual(
    ['Told once', 'Told before', 'Told by a clock that was ahead'].map((name) => `Power is back at ${name}`),
  )
})
