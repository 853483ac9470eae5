import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DeliveryTable } from '../../../server/db/notification-tables'
import type { Db } from '../../../server/db/schema'
import { insertDeliveries } from '../../../server/notifications/delivery-rows'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { openHubDatabase, waitingMail } from '../support/webhook-worker'

const MINUTE_MS = 60_000

let hub: TestHub
let ann: SignedInUser
let db: Db
beforeEach(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  ann = await hub.signIn()
  hub.mails.length = 0
  db = await openHubDatabase(hub)
})
afterEach(async () => {
  await db.destroy()
  await hub.close()
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
