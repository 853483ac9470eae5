import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../server/db/schema'
import { RETENTION_JOB } from '../../../server/recordings/retention'
import { send } from '../support/calls'
import { passTime } from '../support/days'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { openHubDatabase } from '../support/webhook-worker'

const DAY_MS = 24 * 3_600_000

let hub: TestHub
let db: Db
let ann: SignedInUser
beforeEach(async () => {
  hub = await startTestHub()
  db = await openHubDatabase(hub)
  ann = await hub.signIn()
})
afterEach(async () => {
  await db.destroy()
  await hub.close()
})

const refresh = (refreshToken: string) => send(hub.fastify, null, 'POST', '/auth/refresh', { refreshToken })
const round = () => hub.hub.jobs.runNow(RETENTION_JOB)
const kept = async () => {
  const { sessions, tokens } = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('sessions').select(fn.countAll<number>().as('count')).as('sessions'),
      selectFrom('refresh_tokens').select(fn.countAll<number>().as('count')).as('tokens'),
    ])
    .executeTakeFirstOrThrow()
  return [Number(sessions), Number(tokens)]
}

test('a session that was signed out is forgotten, others stay', async () => {
  const bob = await hub.signIn('bob@example.org')
  await send(hub.fastify, null, 'POST', '/auth/sign-out', { refreshToken: ann.refreshToken })
  await round()
  expect(await kept()).toEqual([1, 1])
  expect((await refresh(bob.refreshToken)).statusCode).toBe(200)
})

test('a session is forgotten with its tokens after 90 days without a refresh, and not before', async () => {
  await passTime(hub, 90 * DAY_MS - 1)
  await round()
  expect(await kept()).toEqual([1, 1])
  await passTime(hub, 1)
  await round()
  expect(await kept()).toEqual([0, 0])
})

test('a session is forgotten after a year, however often it was refreshed', async () => {
  let { refreshToken } = ann
  for (let month = 0; month < 5; month++) {
    await passTime(hub, 73 * DAY_MS)
    refreshToken = (await refresh(refreshToken)).json().refreshToken
    await round()
  }
  expect((await kept())[0]).toBe(1)
  await passTime(hub, 1)
  await round()
  expect(await kept()).toEqual([0, 0])
})

test('a clock that leaps ahead ends no session: it goes on in the leap, and after it (KEEP-08)', async () => {
  const bob = await hub.signIn('bob@example.org')
  await round()
  hub.clock.advance(400 * DAY_MS)
  const answers = await Promise.all([refresh(ann.refreshToken), refresh(ann.refreshToken)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  // What it was exchanged for may have been lost on the way.
  const again = await refresh(ann.refreshToken)
  expect(again.statusCode).toBe(200)
  await round()
  hub.clock.advance(-400 * DAY_MS)
  await round()
  for (const { refreshToken } of [again.json(), bob]) expect((await refresh(refreshToken)).statusCode).toBe(200)
})

test('a refresh whose answer was lost before the clock leapt ahead can be asked for again (KEEP-08)', async () => {
  await round()
  expect((await refresh(ann.refreshToken)).statusCode).toBe(200)
  hub.clock.advance(400 * DAY_MS)
  expect((await refresh(ann.refreshToken)).statusCode).toBe(200)
})

test('a leap that is believed after a day ends what is too old by it (KEEP-08)', async () => {
  await round()
  hub.clock.advance(400 * DAY_MS)
  for (let hours = 0; hours <= 24; hours += 2) {
    await round()
    hub.clock.advance(2 * 3_600_000)
  }
  expect((await refresh(ann.refreshToken)).statusCode).toBe(401)
})

test('who is signed in sees and ends their other devices while the clock has leapt ahead (DEV-01, KEEP-08)', async () => {
  const phone = await hub.signIn()
  await round()
  hub.clock.advance(400 * DAY_MS)
  const pair = (await refresh(phone.refreshToken)).json<{ token: string }>()
  const here = { headers: { authorization: `Bearer ${pair.token}` } }
  expect((await send(hub.fastify, here, 'GET', '/sessions')).json()).toHaveLength(2)
  expect((await send(hub.fastify, here, 'DELETE', '/sessions')).json()).toEqual({ ended: 1 })
  expect((await refresh(ann.refreshToken)).statusCode).toBe(401)
})

test('one round forgets all that have ended, in batches', async () => {
  const { id: _, ...session } = await db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
  const more = Array.from({ length: 250 }, (_row, index) => ({ ...session, id: `ended-${index}` }))
  await db.insertInto('sessions').values(more).execute()
  await round()
  expect(await kept()).toEqual([1, 1])
})
