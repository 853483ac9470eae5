import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { EXTENSIONS_HEADER } from '../../src/contract/extensions'
import type { PushDevice, SubscribedDevice } from '../../src/contract/notifications/push'
import { readKeptPush, subscriptionIn, writeKeptPush } from '../../src/service-worker/kept-push'
import { type RenewalPorts, renewPush } from '../../src/service-worker/push-renewal'
import { send } from '../server/support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../server/support/hub'
import { testBrowser } from '../server/support/push-service'
import { CacheMemory } from './support/cache-memory'

const SERVICE = 'https://fcm.googleapis.com'

let hub: TestHub
let ann: SignedInUser
beforeAll(async () => {
  hub = await startTestHub()
  ann = await hub.signIn()
})
afterAll(() => hub.close())

/** A browser's worker; what it sends reaches the real hub. */
class Worker implements RenewalPorts {
  readonly #cache = new CacheMemory()
  /** null: the browser has lost it. */
  current: { readonly endpoint: string; readonly keys: { p256dh: string; auth: string } } | null = null
  /** Whether somebody lets it show notifications. */
  isAllowed = true
  /** How many calls the hub does not answer. */
  unanswered = 0
  /** What a proxy answers while its hub is away. */
  proxyStatus: number | null = null
  readonly keys: string[] = []
  readonly pauses: number[] = []
  sent = 0

  async read() {
    return readKeptPush(this.#cache.storage)
  }
  async keep(kept: Parameters<RenewalPorts['keep']>[0]) {
    return writeKeptPush(this.#cache.storage, kept)
  }
  async subscription(publicKey: string) {
    if (this.current === null && this.isAllowed) {
      this.keys.push(publicKey)
      this.current = testBrowser(SERVICE).subscription
    }
    return this.current
  }
  async unsubscribe() {
    this.current = null
  }
  async post(path: string, body: object) {
    this.sent++
    if (this.unanswered-- > 0) throw new TypeError('Failed to fetch')
    if (this.proxyStatus !== null) return new Response('<html>', { status: this.proxyStatus })
    const { statusCode: status, headers } = await hub.fastify.inject({ method: 'POST', url: path, payload: body })
    return new Response(null, { status, headers: { [EXTENSIONS_HEADER]: String(headers[EXTENSIONS_HEADER]) } })
  }
  async pause(ms: number) {
    this.pauses.push(ms)
  }
  async inTurn(work: () => Promise<void>) {
    return work()
  }
}

let worker: Worker
beforeEach(async () => {
  hub.clock.advance(2 * 3_600_000)
  ann = await hub.signIn()
  worker = new Worker()
  worker.current = testBrowser(SERVICE).subscription
  const made = await send(hub.fastify, ann, 'POST', '/push/subscriptions', worker.current)
  const { renewal } = made.json<SubscribedDevice>()
  await worker.keep({ publicKey: 'the hub’s', endpoint: worker.current.endpoint, renewal })
})

const here = async () =>
  (await send(hub.fastify, ann, 'GET', '/push/subscriptions')).json<PushDevice[]>().filter(({ isCurrent }) => isCurrent)
const changeIt = () => {
  worker.current = testBrowser(SERVICE).subscription
}

test('a subscription that the browser changed is renewed without a page and a token, once (PUSH-14)', async () => {
  changeIt()
  await renewPush(worker)
  await renewPush(worker)
  expect([worker.sent, await worker.read()]).toMatchObject([1, { endpoint: worker.current?.endpoint }])
  expect(await here()).toHaveLength(1)
})

test('one that it lost is made anew for the same hub (PUSH-14)', async () => {
  worker.current = null
  await renewPush(worker)
  expect([worker.keys, worker.sent, worker.current]).toMatchObject([['the hub’s'], 1, { endpoint: expect.any(String) }])
})

test('nothing is sent where nothing changed, nobody turned it on, or the browser may not any more (PUSH-14)', async () => {
  await renewPush(worker)
  worker.current = null
  worker.isAllowed = false
  await renewPush(worker)
  expect([worker.sent, (await worker.read()) === null]).toEqual([0, false])
  await worker.keep(null)
  worker.isAllowed = true
  await renewPush(worker)
  expect([worker.sent, worker.keys]).toEqual([0, []])
})

test('a hub that does not answer is asked twice more, and again when a page starts (PUSH-14)', async () => {
  changeIt()
  worker.unanswered = 3
  const before = await worker.read()
  await renewPush(worker)
  expect([worker.sent, worker.pauses, await worker.read()]).toEqual([3, [2_000, 10_000], before])
  await renewPush(worker)
  expect([worker.sent, (await worker.read())?.endpoint]).toEqual([4, worker.current?.endpoint])
})

test.each([404, 200])(
  "a proxy's %i is no answer of the hub: the browser gives nothing up, and asks on (PUSH-14)",
  async (status) => {
    changeIt()
    const [before, { current }] = [await worker.read(), worker]
    worker.proxyStatus = status
    await renewPush(worker)
    expect([await worker.read(), worker.current, worker.pauses]).toEqual([before, current, [2_000, 10_000]])
    worker.proxyStatus = null
    await renewPush(worker)
    expect((await worker.read())?.endpoint).toBe(current?.endpoint)
  },
)

test('a device that its person ended elsewhere does not come back: the browser gives it up (PUSH-14)', async () => {
  await send(hub.fastify, ann, 'DELETE', '/push/subscriptions')
  changeIt()
  await renewPush(worker)
  expect([await worker.read(), worker.current, await here()]).toEqual([null, null, []])
})

test('what was turned off or on meanwhile is left as it is (PUSH-14)', async () => {
  changeIt()
  const { current } = worker
  const kept = { publicKey: 'p', endpoint: current?.endpoint ?? '', renewal: 'newer' }
  const ask = worker.post.bind(worker)
  worker.post = async (path, body) => {
    await send(hub.fastify, ann, 'DELETE', '/push/subscriptions')
    await worker.keep(kept)
    return ask(path, body)
  }
  await renewPush(worker)
  expect([await worker.read(), worker.current]).toEqual([kept, current])
})

test('what is kept and cannot be read, and a subscription without keys, are none (PUSH-14)', async () => {
  await worker.keep({ publicKey: 'p', endpoint: 'e', renewal: '' })
  expect(await worker.read()).toBeNull()
  const { endpoint, keys } = testBrowser(SERVICE).subscription
  expect([subscriptionIn({ endpoint, keys }), subscriptionIn({ endpoint }), subscriptionIn({ keys })]).toEqual([
    { endpoint, keys },
    null,
    null,
  ])
})
