import { afterEach, beforeEach, expect, test } from 'vitest'
import { changePlan } from '../../../server/billing/plan-changes'
import { setFormerPlanMails } from '../../../server/workspace/former-plan-rows'
import { planLimits, type Tier } from '../../../src/contract/plans'
import { addCamera, listVideos, send } from '../support/calls'
import { passTime } from '../support/days'
import { postClip } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { openHubDatabase } from '../support/webhook-worker'

const MB = 1024 ** 2
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let hub: TestHub
let ann: SignedInUser
beforeEach(async () => {
  hub = await startTestHub({ tier: 'PRO' })
  ann = await hub.signIn()
})
afterEach(() => hub.close())

const pass = async (ms: number) => {
  await passTime(hub, ms)
  ann = await hub.signIn()
}
const formerPlan = async () => (await send(hub.fastify, ann, 'GET', `/workspaces/${ann.workspaceId}`)).json().formerPlan

async function switchTo(tier: Tier, periodEndMs: number | null = null): Promise<void> {
  const db = await openHubDatabase(hub)
  const change = { tier, billingPeriod: 'MONTHLY', periodEndMs, isDeferred: periodEndMs !== null } as const
  const nowMs = hub.clock.now()
  const time = { nowMs, byMs: nowMs }
  await db.transaction().execute((transaction) => changePlan(transaction, ann.workspaceId, change, time))
  await db.destroy()
}

test('what goes in a week, and when, is said with the workspace until it has gone (EXT-25)', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await postClip(hub.fastify, ann, { cameraId })
  await pass(40 * DAY_MS)
  await postClip(hub.fastify, ann, { cameraId })
  const [newest, oldest] = (await listVideos(hub.fastify, ann)).videos
  expect(await formerPlan()).toBeUndefined()
  await switchTo('BASIC')
  const keptUntil = new Date(hub.clock.now() + 7 * DAY_MS).toISOString()
  expect(await formerPlan()).toEqual({ tier: 'PRO', keptUntil, leavingBytes: oldest?.size })
  await pass(7 * DAY_MS)
  await hub.hub.jobs.runNow('retention')
  expect((await listVideos(hub.fastify, ann)).videos.map(({ id }) => id)).toEqual([newest?.id])
  expect(await formerPlan()).toBeUndefined()
})

test('what the lower plan has no room for goes too, and nothing where it has (EXT-25)', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await postClip(hub.fastify, ann, { cameraId })
  await switchTo('BASIC')
  expect(await formerPlan()).toMatchObject({ leavingBytes: 0 })
  const db = await openHubDatabase(hub)
  // As if there were so many: the day's totals are what is summed.
  await db
    .updateTable('recording_days')
    .set({ video_bytes: planLimits.BASIC.storageBytes + 3 * MB })
    .execute()
  await db.destroy()
  expect(await formerPlan()).toMatchObject({ leavingBytes: 3 * MB })
  await switchTo('PRO')
  expect(await formerPlan()).toBeUndefined()
})

test('it is said for as long as it holds, also while the clock has leapt ahead (EXT-25, KEEP-08)', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await postClip(hub.fastify, ann, { cameraId })
  await switchTo('BASIC')
  await hub.hub.jobs.runNow('retention')
  hub.clock.advance(40 * DAY_MS)
  ann = await hub.signIn()
  expect(await formerPlan()).toMatchObject({ tier: 'PRO' })
})

test('it holds for a whole week where the paid time ended while the hub was off (KEEP-05)', async () => {
  const { jobs } = hub.hub
  await switchTo('BASIC', hub.clock.now() + HOUR_MS)
  await jobs.runNow('retention')
  hub.clock.advance(8 * DAY_MS)
  await jobs.runNow('retention')
  hub.clock.advance(2 * HOUR_MS)
  await jobs.runNow('retention')
  await jobs.runNow('plan-changes')
  ann = await hub.signIn()
  const keptUntil = new Date(hub.clock.now() + 7 * DAY_MS).toISOString()
  expect(await formerPlan()).toMatchObject({ tier: 'PRO', keptUntil })
})

const leavingMails = () => hub.mails.filter(({ subject }) => subject.startsWith('Recordings of your'))
const round = () => hub.hub.jobs.runNow('former-plan-mails')

/** Of before the plan had room for one alone. */
async function addMember(email: string): Promise<void> {
  await hub.signIn(email)
  const db = await openHubDatabase(hub)
  const { id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  await db
    .insertInto('memberships')
    .values({ workspace_id: ann.workspaceId, user_id: id, role: 'member', created_at: hub.clock.now() })
    .execute()
  await db.destroy()
}

/** Two recordings, of which BASIC keeps one. */
async function stepDown(): Promise<void> {
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await postClip(hub.fastify, ann, { cameraId })
  await pass(40 * DAY_MS)
  await postClip(hub.fastify, ann, { cameraId })
  await switchTo('BASIC')
}

test('the owner is told by mail what goes, at once and on the last day (KEEP-17)', async () => {
  // Members are told nothing: the plan is the owner's. One mail goes out, so that several have whom it might reach.
  for (const name of ['bob', 'cid', 'dan', 'eve', 'fay']) await addMember(`${name}@example.org`)
  await stepDown()
  const until = new Date(hub.clock.now() + 7 * DAY_MS)
  await round()
  await round()
  expect(leavingMails()).toHaveLength(1)
  const [first] = leavingMails()
  expect([first?.to, first?.text]).toEqual([ann.email, expect.stringContaining('from the plan Pro to Basic.')])
  const time = until.toISOString().slice(11, 16)
  expect(first?.text).toContain(`Until ${until.getUTCDate()} `)
  expect(first?.text).toContain(`${until.getUTCFullYear()}, ${time} UTC its recordings are kept as on Pro.`)
  expect(first?.text).toContain('those older than 30 days')
  await pass(5 * DAY_MS)
  await round()
  expect(leavingMails()).toHaveLength(1)
  await pass(DAY_MS)
  await round()
  await round()
  expect(leavingMails()).toHaveLength(2)
  await pass(DAY_MS)
  await round()
  expect(leavingMails()).toHaveLength(2)
})

test('nobody is told where nothing goes, or the former plan is there again (KEEP-17)', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await postClip(hub.fastify, ann, { cameraId })
  await switchTo('BASIC')
  await round()
  await switchTo('PRO')
  await stepDown()
  await switchTo('PRO')
  await round()
  expect(leavingMails()).toEqual([])
})

test('what could not be sent is sent in the next round, and each downgrade is told of (KEEP-17)', async () => {
  await stepDown()
  hub.mailer.isFailing = true
  await round()
  hub.mailer.isFailing = false
  await round()
  expect(leavingMails()).toHaveLength(1)
  await switchTo('PRO')
  await switchTo('BASIC')
  await round()
  expect(leavingMails()).toHaveLength(2)
})

test('who comes back after days in which the hub was off is told before recordings go, once (KEEP-08, KEEP-17)', async () => {
  await stepDown()
  await round()
  const until = new Date(hub.clock.now() + 7 * DAY_MS)
  hub.clock.advance(12 * DAY_MS)
  await hub.hub.jobs.runNow('retention')
  await round()
  await round()
  expect(leavingMails()).toHaveLength(2)
  const last = leavingMails()[1]
  expect(last?.subject).toBe('Recordings of your Nightjar workspace are deleted within a day')
  expect(last?.text).toContain(`Its recordings were kept as on Pro until ${until.getUTCDate()} `)
})

test('a clock that leapt ahead and was set right leaves the last day its mail (KEEP-08, KEEP-17)', async () => {
  await stepDown()
  await round()
  hub.clock.advance(40 * DAY_MS)
  await round()
  hub.clock.advance(-40 * DAY_MS)
  await round()
  expect(leavingMails()).toHaveLength(2)
  await pass(6 * DAY_MS)
  await round()
  expect(leavingMails()).toHaveLength(3)
})

test('of two hubs that tell of it at the same moment one sends the mail (KEEP-17)', async () => {
  await stepDown()
  const db = await openHubDatabase(hub)
  const taken = [
    await setFormerPlanMails(db, ann.workspaceId, 0, 1),
    await setFormerPlanMails(db, ann.workspaceId, 0, 1),
  ]
  await db.destroy()
  expect(taken).toEqual([true, false])
})
