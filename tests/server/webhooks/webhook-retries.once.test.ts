import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { WebhookDeliveryTable } from '../../../server/db/integration-tables'
import { send } from '../support/calls'
import { passTime } from '../support/days'
import { postClip, postSnapshot } from '../support/forms'
import type { SignedInUser } from '../support/hub'
import { later } from '../support/later'
import type { WebhookReceiver } from '../support/webhook-receiver'
import { listDeliveries, listWebhooks, makeWebhook } from './support/webhooks'
import { insertWaiting, openWorld, type World } from './support/world'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

let world: World
let hub: World['hub']
let receiver: WebhookReceiver
let ann: SignedInUser
let cameraId: string
let db: World['db']
let webhookId: string
beforeAll(async () => {
  world = await openWorld()
  ;({ hub, receiver, ann, cameraId, db } = world)
})
afterAll(() => world.close())
afterEach(async () => {
  for (const { id } of await listWebhooks(hub.fastify, ann)) await send(hub.fastify, ann, 'DELETE', `/webhooks/${id}`)
  receiver.posts.length = 0
  receiver.answer = { status: 200 }
  hub.mails.length = 0
})

async function start(): Promise<void> {
  webhookId = (await makeWebhook(hub.fastify, ann, { url: receiver.url, kinds: ['clip.created'] })).id
}
const round = () => hub.hub.jobs.runNow('webhooks')
const clip = () => postClip(hub.fastify, ann, { cameraId })
const pass = async (ms: number) => {
  ann = await later(hub, ann, ms)
}
const log = () => listDeliveries(hub.fastify, ann, webhookId)
const states = async () => (await log()).map(({ state }) => state)
const change = (to: object) => send(hub.fastify, ann, 'PATCH', `/webhooks/${webhookId}`, to)
const state = async () => (await listWebhooks(hub.fastify, ann)).find(({ id }) => id === webhookId)?.state
/** When the one message is tried next; infinity: never. */
async function nextDueMs(): Promise<number> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_id')
    .select(['due_at', 'held_until', 'webhook_deliveries.state'])
    .executeTakeFirstOrThrow()
  return row.state === 'waiting' ? Math.max(row.due_at, row.held_until) : Number.POSITIVE_INFINITY
}
const waiting = (count: number, change: Partial<WebhookDeliveryTable> = {}) =>
  insertWaiting(world, webhookId, count, change)

describe('what does not arrive', () => {
  test('is tried eight times within a day, then given up (HOOK-06)', async () => {
    await start()
    receiver.answer = { status: 503 }
    await clip()
    const triedAtMs: number[] = []
    const startMs = hub.clock.now()
    for (let dueAtMs = startMs; Number.isFinite(dueAtMs); dueAtMs = await nextDueMs()) {
      hub.clock.advance(dueAtMs - hub.clock.now() - 1)
      await round()
      expect(receiver.posts).toHaveLength(triedAtMs.length)
      hub.clock.advance(1)
      await round()
      triedAtMs.push(hub.clock.now() - startMs)
    }
    ann = await hub.signIn()
    const waits = triedAtMs.slice(1).map((ms, n) => ms - (triedAtMs[n] ?? 0))
    const plain = [15 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, ...[2, 5, 7, 7].map((hours) => hours * HOUR_MS)]
    expect(waits).toHaveLength(7)
    for (const [n, ms] of plain.entries()) expect((waits[n] ?? 0) / ms).toSatisfy((times) => times >= 1 && times <= 1.1)
    expect(triedAtMs.at(-1)).toBeLessThan(DAY_MS)
    const [given] = await log()
    const problem = 'The receiver did not take the message (status 503).'
    expect(given).toMatchObject({ state: 'failed', tries: 8, status: 503, problem, nextTryAt: null })
    expect(new Set(receiver.posts.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const stamps = receiver.posts.map(({ headers }) => Number(headers['webhook-timestamp']))
    expect(stamps).toEqual(triedAtMs.map((ms) => Math.floor((startMs + ms) / 1000)))
  })

  test('goes, all that waits of it, as soon as one message arrives (HOOK-06)', async () => {
    await start()
    receiver.answer = { status: 500 }
    await clip()
    await round()
    hub.clock.advance(20 * SECOND_MS)
    await round()
    expect((await log())[0]).toMatchObject({ tries: 2, nextTryAt: expect.any(String) })
    receiver.answer = { status: 200 }
    hub.clock.advance(MINUTE_MS)
    await clip()
    await round()
    expect(await states()).toEqual(['delivered', 'delivered'])
    expect((await listWebhooks(hub.fastify, ann))[0]?.problem).toBeNull()
  })

  test.each([
    ['once the address is another', async () => change({ url: `${receiver.url}/right` })],
    [
      'once a test arrives, whatever was counted',
      async () => {
        await db.updateTable('webhooks').set({ failures: 0, held_until: 0 }).execute()
        await send(hub.fastify, ann, 'POST', `/webhooks/${webhookId}/test`)
      },
    ],
  ])('goes at once %s (HOOK-06)', async (_when, mend) => {
    await start()
    receiver.answer = { status: 404 }
    await waiting(1, { id: 'msg_at_a_wrong_path' })
    for (let times = 0; times < 3; times++) {
      await round()
      hub.clock.advance(6 * MINUTE_MS)
    }
    ann = await hub.signIn()
    expect(await states()).toEqual(['waiting'])
    receiver.answer = { status: 200 }
    receiver.posts.length = 0
    await mend()
    await round()
    expect(await states()).not.toContain('waiting')
    expect(receiver.posts.map(({ headers }) => headers['webhook-id'])).toContain('msg_at_a_wrong_path')
  })

  test('has its eight tries at their times also where others arrive (HOOK-06)', async () => {
    webhookId = (await makeWebhook(hub.fastify, ann, { url: receiver.url })).id
    // Its store is away: it takes events and no clips.
    receiver.answer = ({ text }) => ({ status: text.includes('"clip.created"') ? 503 : 200 })
    await waiting(1, { id: 'msg_of_the_first_clip' })
    for (let minute = 0; minute < 30; minute++) {
      for (let times = 0; times < 4; times++) {
        await round()
        hub.clock.advance(15 * SECOND_MS)
      }
      await waiting(1, { type: 'event.created' })
    }
    await round()
    ann = await hub.signIn()
    const first = () => db.selectFrom('webhook_deliveries').selectAll().where('id', '=', 'msg_of_the_first_clip')
    expect(await first().executeTakeFirst()).toMatchObject({ state: 'waiting', tries: 3 })
    receiver.answer = { status: 200 }
    await send(hub.fastify, ann, 'POST', `/webhooks/${webhookId}/test`)
    await round()
    expect(new Set(await states())).toEqual(new Set(['delivered']))
  })

  test.each([1, 2, 5])('%i messages that are refused keep none of the others waiting (HOOK-06)', async (refused) => {
    webhookId = (await makeWebhook(hub.fastify, ann, { url: receiver.url })).id
    receiver.answer = ({ text }) => ({ status: text.includes('"clip.created"') ? 503 : 200 })
    const nowMs = hub.clock.now()
    const away = { tries: 5, tried_at: nowMs - MINUTE_MS, due_at: nowMs + 5 * HOUR_MS, status: 503 }
    await waiting(refused, { ...away, created_at: nowMs - 3 * HOUR_MS })
    await waiting(50, { ...away, type: 'event.created', created_at: nowMs - 2 * HOUR_MS })
    await db
      .updateTable('webhooks')
      .set({ failures: 5, failing_since: nowMs - HOUR_MS, held_until: nowMs })
      .execute()
    await waiting(1, { type: 'event.created' })
    for (let times = 0; times < 10 * 4; times++) {
      await round()
      hub.clock.advance(15 * SECOND_MS)
    }
    ann = await hub.signIn()
    const left = db.selectFrom('webhook_deliveries').select('type').where('state', '=', 'waiting')
    expect(await left.execute()).toEqual(Array.from({ length: refused }, () => ({ type: 'clip.created' })))
  })

  test('is not hurried after one failed try alone, nor by an edit that leaves the address (HOOK-06)', async () => {
    await start()
    const nowMs = hub.clock.now()
    await waiting(1, {
      tries: 5,
      tried_at: nowMs - MINUTE_MS,
      due_at: nowMs + 4 * HOUR_MS,
      created_at: nowMs - HOUR_MS,
    })
    receiver.answer = { status: 503 }
    await clip()
    await round()
    receiver.answer = { status: 200 }
    hub.clock.advance(MINUTE_MS)
    await clip()
    expect((await change({ name: 'Siren', url: receiver.url })).statusCode).toBe(200)
    await round()
    await round()
    expect(await states()).toEqual(['delivered', 'delivered', 'waiting'])
  })

  test('keeps its tries and its times where a hurried try fails (HOOK-06)', async () => {
    await start()
    const triedAtMs = hub.clock.now() - 2 * HOUR_MS
    await waiting(1, { tries: 5, tried_at: triedAtMs, due_at: hub.clock.now() })
    receiver.answer = { status: 503 }
    await round()
    const row = await db.selectFrom('webhook_deliveries').selectAll().executeTakeFirstOrThrow()
    expect([receiver.posts.length, row.state, row.tries, row.tried_at]).toEqual([1, 'waiting', 5, triedAtMs])
    expect((row.due_at - triedAtMs) / (5 * HOUR_MS)).toSatisfy((times: number) => times >= 1 && times <= 1.1)
  })

  test('goes also from a webhook that was left alone, and its trouble ends, once a test arrives (HOOK-06)', async () => {
    await start()
    receiver.answer = { status: 503 }
    await clip()
    await round()
    expect((await listWebhooks(hub.fastify, ann))[0]?.problem).toContain('503')
    receiver.answer = { status: 200 }
    await send(hub.fastify, ann, 'POST', `/webhooks/${webhookId}/test`)
    await round()
    expect([await states(), (await listWebhooks(hub.fastify, ann))[0]?.problem]).toEqual([
      ['delivered', 'delivered'],
      null,
    ])
  })

  test('a receiver that asks to be left alone is, and keeps no other webhook waiting (HOOK-06)', async () => {
    await start()
    receiver.answer = { status: 429, headers: { 'retry-after': '600' } }
    await clip()
    await round()
    const elsewhere = `http://localhost:${new URL(receiver.url).port}/other`
    await makeWebhook(hub.fastify, ann, { url: elsewhere, kinds: ['clip.created'] })
    hub.clock.advance(10 * MINUTE_MS - 1)
    await clip()
    receiver.answer = { status: 200 }
    await round()
    expect(receiver.posts.map(({ path }) => path)).toEqual(['/hook', '/other'])
    hub.clock.advance(1)
    await round()
    expect(receiver.posts).toHaveLength(4)
  })

  test('410 switches the webhook off and tells who made it (HOOK-07)', async () => {
    await start()
    await waiting(2)
    receiver.answer = { status: 410 }
    await round()
    expect([await state(), receiver.posts.length, (await states()).sort()]).toEqual(['gone', 1, ['dropped', 'failed']])
    await round()
    expect(hub.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [ann.email, 'The webhook Lights in the hall was switched off'],
    ])
    expect(hub.mails[0]?.text).toContain('The receiver wants no more messages (status 410).')
    // A test that arrives switches nothing on, and leaves why it is off.
    receiver.answer = { status: 200 }
    await send(hub.fastify, ann, 'POST', `/webhooks/${webhookId}/test`)
    const problem = 'The receiver wants no more messages (status 410).'
    expect(await listWebhooks(hub.fastify, ann)).toMatchObject([{ state: 'gone', problem }])
  })

  test('three days of it switch it off and tell who made it, once; switching it on begins anew (HOOK-08)', async () => {
    await start()
    receiver.answer = { status: 404 }
    for (let hour = 0; hour < 72; hour++) {
      if (hour % 8 === 0) await waiting(1)
      await round()
      expect(hub.mails).toEqual([])
      hub.clock.advance(HOUR_MS)
    }
    await waiting(2)
    await round()
    ann = await hub.signIn()
    const notices = hub.mails.filter(({ subject }) => subject.includes('switched off'))
    expect([await state(), notices.length]).toEqual(['failing', 1])
    expect((await states()).includes('waiting')).toBe(false)
    receiver.answer = { status: 200 }
    const on = (await send(hub.fastify, ann, 'PATCH', `/webhooks/${webhookId}`, { isOn: true })).json()
    expect(on).toMatchObject({ state: 'on', problem: null })
    // Of two messages of one moment either may be named first.
    hub.clock.advance(SECOND_MS)
    await clip()
    await round()
    expect((await states())[0]).toBe('delivered')
  })
})

test('days in which nothing was sent are none of failing: the next message has its eight tries (HOOK-08)', async () => {
  await start()
  receiver.answer = { status: 503 }
  await waiting(1, { id: 'msg_given_up' })
  for (let hour = 0; hour < 30; hour++) {
    await round()
    hub.clock.advance(HOUR_MS)
  }
  hub.clock.advance(4 * DAY_MS)
  await waiting(1, { id: 'msg_after_quiet_days' })
  await round()
  ann = await hub.signIn()
  expect(await log()).toMatchObject([
    { id: 'msg_after_quiet_days', state: 'waiting', tries: 1 },
    { id: 'msg_given_up', state: 'failed' },
  ])
  expect([await state(), hub.mails.filter(({ subject }) => subject.includes('switched off'))]).toEqual(['on', []])
})

test('a clock that leaps ahead has nothing given up that waits (HOOK-06)', async () => {
  await start()
  await db.deleteFrom('retention_clock').execute()
  await passTime(hub, 0)
  receiver.answer = { status: 503 }
  await waiting(3)
  await round()
  receiver.answer = { status: 200 }
  hub.clock.advance(2 * DAY_MS)
  await round()
  hub.clock.advance(-2 * DAY_MS)
  ann = await hub.signIn()
  expect(await states()).toEqual(['delivered', 'delivered', 'delivered'])
})

test('what a clock that was ahead put off is sent once that is set right (HOOK-06)', async () => {
  await start()
  await pass(10 * HOUR_MS)
  receiver.answer = { status: 503 }
  await waiting(2)
  await round()
  receiver.answer = { status: 200 }
  await pass(-10 * HOUR_MS)
  await clip()
  await round()
  expect(await states()).toEqual(['delivered', 'delivered', 'delivered'])
})

test('what has waited for a day is given up (HOOK-06)', async () => {
  await start()
  receiver.answer = { status: 503 }
  await waiting(2)
  await db
    .updateTable('webhooks')
    .set({ held_until: hub.clock.now() + 23 * HOUR_MS })
    .execute()
  await passTime(hub, DAY_MS)
  await round()
  ann = await hub.signIn()
  const problem = 'It did not leave within a day.'
  expect(await log()).toMatchObject([{ state: 'failed', tries: 0, problem }, { state: 'failed' }])
  expect(receiver.posts).toEqual([])
})

test('of more than 1,000 that wait the oldest are given up (HOOK-06)', async () => {
  await start()
  await waiting(3, { created_at: hub.clock.now() - MINUTE_MS })
  for (let times = 0; times < 10; times++) await waiting(100)
  await hub.hub.jobs.runNow('old-webhook-deliveries')
  const ends = await db
    .selectFrom('webhook_deliveries')
    .select(['state', 'problem', (row) => row.fn.countAll().as('count')])
    .groupBy(['state', 'problem'])
    .orderBy('state')
    .execute()
  expect(ends.map(({ count, ...end }) => ({ ...end, count: Number(count) }))).toEqual([
    { state: 'failed', problem: 'More than 1,000 messages waited.', count: 3 },
    { state: 'waiting', problem: null, count: 1_000 },
  ])
})

test('the log keeps the last 50, newest first (HOOK-10)', async () => {
  await start()
  await waiting(60, { state: 'delivered', created_at: 1 })
  await waiting(51, { state: 'delivered', created_at: 2 })
  await waiting(2)
  expect(await log()).toHaveLength(50)
  expect((await log())[0]?.state).toBe('waiting')
  await hub.hub.jobs.runNow('old-webhook-deliveries')
  const { count } = await db
    .selectFrom('webhook_deliveries')
    .select((row) => row.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(50 + 2)
})

test('a camera that went offline, and that it is back (HOOK-05)', async () => {
  const { id } = await makeWebhook(hub.fastify, ann, {
    url: receiver.url,
    kinds: ['camera.offline', 'camera.online'],
  })
  webhookId = id
  const watch = async (ms: number, each: () => Promise<unknown>) => {
    for (let passedMs = 0; passedMs < ms; passedMs += 5 * SECOND_MS) {
      await each()
      await hub.hub.jobs.runNow('camera-status')
      hub.clock.advance(5 * SECOND_MS)
    }
    await pass(0)
    await round()
  }
  await pass(0)
  await watch(MINUTE_MS, () => postSnapshot(hub.fastify, ann, cameraId))
  await watch(90 * SECOND_MS, async () => undefined)
  const told = () => receiver.posts.map(({ json }) => json)
  const camera = { id: cameraId, name: 'Door', location: 'Hall' }
  expect(told()).toMatchObject([{ type: 'camera.offline', data: { status: 'OFFLINE', camera } }])
  await watch(MINUTE_MS, () => postSnapshot(hub.fastify, ann, cameraId))
  expect(told()).toMatchObject([{}, { type: 'camera.online', data: { status: 'ONLINE', camera } }])
})
