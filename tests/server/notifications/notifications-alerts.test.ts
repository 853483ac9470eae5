import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { labelsText } from '../../../server/db/label-text'
import type { Db } from '../../../server/db/schema'
import { noteEvent } from '../../../server/notifications/incidents'
import type { EventType } from '../../../src/contract/event'
import { addCamera, send } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { openHubDatabase } from '../support/webhook-worker'

const MINUTE_MS = 60_000

let hub: TestHub
let ann: SignedInUser
let cameraId: string
let db: Db
beforeEach(async () => {
  hub = await startTestHub({ tier: 'PRO' })
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
  hub.mails.length = 0
  db = await openHubDatabase(hub)
})
afterEach(async () => {
  await db.destroy()
  await hub.close()
})

const round = () => hub.hub.jobs.runNow('notifications')
const subjects = () => hub.mails.map(({ subject }) => subject)

/** Cameras that see persons or are tampered with make these; the hub decides what they tell. */
async function happens(type: EventType): Promise<boolean> {
  const nowMs = hub.clock.now()
  const words = { title: '', message: '', video_id: null, is_by_hand: 0 }
  const event = {
    ...words,
    id: randomUUID(),
    workspace_id: ann.workspaceId,
    camera_id: cameraId,
    type,
    created_at: nowMs,
    labels: type === 'PERSON' ? labelsText([{ label: 'person', count: 1 }]) : null,
  }
  const noted = {
    event,
    camera: { name: 'Door', location: 'Hall' },
    thumbnailKey: null,
    alertKind: type === 'ALERT' ? ('covered' as const) : null,
  }
  return db.transaction().execute((transaction) => noteEvent(transaction, noted, nowMs))
}

test('an alert always passes at once, however many there are (MSG-04)', async () => {
  for (let count = 0; count < 5; count++) {
    expect(await happens('ALERT')).toBe(true)
    await round()
    hub.clock.advance(1_000)
  }
  hub.clock.advance(60 * MINUTE_MS)
  await round()
  expect(subjects()).toEqual(Array.from({ length: 5 }, () => 'Lens covered at Door'))
})

test('motion and a person on one camera are two incidents', async () => {
  await happens('MOTION')
  await happens('PERSON')
  expect([await happens('MOTION'), await happens('PERSON')]).toEqual([false, false])
  await round()
  hub.clock.advance(15 * MINUTE_MS)
  await round()
  expect(subjects().sort()).toEqual([
    '1 more motion at Door',
    '1 more person at Door',
    'Motion at Door',
    'Person at Door',
  ])
})

test.each([
  ['MOTION', { notifyOnMotion: false }],
  ['PERSON', { notifyOnPerson: false }],
  ['ALERT', { notifyOnAlert: false }],
] as const)('the toggle of %s turns off just that (MSG-02)', async (type, change) => {
  const all = { notifyOnMotion: true, notifyOnPerson: true, notifyOnAlert: true, notifyOnError: true }
  await send(hub.fastify, ann, 'PUT', '/wsconfig/notifications', { ...all, ...change })
  const told: string[] = []
  for (const each of ['MOTION', 'PERSON', 'ALERT'] as const) if (await happens(each)) told.push(each)
  expect(told).toEqual(['MOTION', 'PERSON', 'ALERT'].filter((each) => each !== type))
})
