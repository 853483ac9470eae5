import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type DeliverServices, WebhookRound } from '../../../server/webhooks/deliver-webhooks'
import { findNextOf, takeDelivery } from '../../../server/webhooks/webhook-delivery-rows'
import { send } from '../support/calls'
import { postClip } from '../support/forms'
import { secondSender } from '../support/webhook-worker'
import { listDeliveries, listWebhooks, makeWebhook } from './support/webhooks'
import { insertWaiting, openWorld, type World } from './support/world'

const MINUTE_MS = 60_000
const never = new AbortController().signal

let world: World
let webhookId: string
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  const { db, receiver } = world
  await db.deleteFrom('webhooks').execute()
  receiver.posts.length = 0
  receiver.answer = { status: 200 }
})

async function start(): Promise<void> {
  const { hub, ann, receiver } = world
  webhookId = (await makeWebhook(hub.fastify, ann, { url: receiver.url, kinds: ['clip.created'] })).id
}
const round = () => world.hub.hub.jobs.runNow('webhooks')
const clip = () => postClip(world.hub.fastify, world.ann, { cameraId: world.cameraId })
const log = () => listDeliveries(world.hub.fastify, world.ann, webhookId)
const states = async () => (await log()).map(({ state }) => state)
/** The sender of another hub on the same database. */
const other = async (): Promise<DeliverServices> => secondSender(world.hub, world.db, world.receiver)

describe('each message goes once', () => {
  test('where two hubs send side by side (HOOK-11)', async () => {
    await start()
    const { receiver } = world
    await insertWaiting(world, webhookId, 20)
    const [one, two] = [await other(), await other()]
    await Promise.all([new WebhookRound(one, never).run(), new WebhookRound(two, never).run()])
    await round()
    const ids = receiver.posts.map(({ headers }) => headers['webhook-id'])
    expect([ids.length, new Set(ids).size]).toEqual([20, 20])
    expect(new Set(await states())).toEqual(new Set(['delivered']))
  })

  test('that of a sender that died goes again after two minutes, under the same id (HOOK-11)', async () => {
    await start()
    const { hub, receiver } = world
    await clip()
    receiver.answer = 'hang'
    const stop = new AbortController()
    const sending = new WebhookRound(await other(), stop.signal).run()
    await expect.poll(() => receiver.posts.length).toBe(1)
    // Another hub meanwhile: it is being sent.
    await round()
    expect([receiver.posts.length, await states()]).toEqual([1, ['sending']])
    hub.clock.advance(2 * MINUTE_MS)
    receiver.answer = { status: 200 }
    await round()
    const [first, second] = receiver.posts.map(({ headers }) => headers['webhook-id'])
    expect([second, await states()]).toEqual([first, ['delivered']])
    stop.abort()
    await sending
    // What the dead one makes of it counts for nothing.
    expect(await states()).toEqual(['delivered'])
  })

  test('what another hub tried and put off meanwhile is not taken, though its tries are the same (HOOK-11)', async () => {
    await start()
    const { hub, db, receiver } = world
    const nowMs = hub.clock.now()
    // Hurried: its try does not count.
    await insertWaiting(world, webhookId, 1, { tries: 5, tried_at: nowMs - MINUTE_MS })
    const seen = await findNextOf(db, webhookId, nowMs)
    receiver.answer = { status: 503 }
    await round()
    expect((await log())[0]).toMatchObject({ state: 'waiting', tries: 5 })
    expect(seen && (await takeDelivery(db, seen, { claim: 'late', untilMs: nowMs + MINUTE_MS }))).toBe(false)
    expect(await states()).toEqual(['waiting'])
  })

  test('what a hub that stops was sending waits for the next start (HOOK-11)', async () => {
    await start()
    const { receiver } = world
    await clip()
    receiver.answer = 'hang'
    const stop = new AbortController()
    const sending = new WebhookRound(await other(), stop.signal).run()
    await expect.poll(() => receiver.posts.length).toBe(1)
    stop.abort()
    await sending
    expect((await log())[0]).toMatchObject({ state: 'waiting', tries: 0 })
  })
})

test.each([410, 500])(
  'a %i of the address before is none of the new one, which is tried at once (HOOK-06, HOOK-07)',
  async (old) => {
    await start()
    const { hub, ann, receiver } = world
    const change = async (path: string) =>
      send(hub.fastify, ann, 'PATCH', `/webhooks/${webhookId}`, { url: `${receiver.url}/${path}` })
    receiver.answer = async ({ path }) => {
      if (path.endsWith('/new')) return { status: 200 }
      await change('new')
      return { status: old }
    }
    await clip()
    await clip()
    await round()
    expect(receiver.posts.map(({ path }) => path)).toEqual(['/hook', '/hook/new', '/hook/new'])
    expect(await states()).toEqual(['delivered', 'delivered'])
    expect(await listWebhooks(hub.fastify, ann)).toMatchObject([{ state: 'on', problem: null }])
  },
)

test('webhooks of a workspace that hang keep none of another waiting (HOOK-06)', async () => {
  const { hub, receiver, ann } = world
  const bob = await hub.signIn('bob@example.org')
  for (let count = 0; count < 16; count++) {
    const { id } = await makeWebhook(hub.fastify, ann, { url: receiver.url })
    await insertWaiting(world, id, 1)
  }
  receiver.answer = 'hang'
  const stop = new AbortController()
  const sending = new WebhookRound(await other(), stop.signal)
  const ended = sending.run()
  await expect.poll(() => receiver.posts.length).toBeGreaterThanOrEqual(4)
  const { id } = await makeWebhook(hub.fastify, bob, { url: `${receiver.url}/of-bob` })
  await insertWaiting(world, id, 1)
  await sending.join()
  await expect.poll(() => receiver.posts.map(({ path }) => path)).toContain('/hook/of-bob')
  expect(receiver.posts).toHaveLength(5)
  stop.abort()
  await ended
})
