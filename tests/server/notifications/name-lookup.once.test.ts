import { createHook } from 'node:async_hooks'
import { Resolver } from 'node:dns/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { nodeNetwork } from '../../../server/notifications/sending/outside-network'
import { WebhookCalls } from '../../../server/notifications/sending/webhook-calls'
import { parseWebhookHosts } from '../../../server/notifications/sending/webhook-hosts'
import { type NameServer, startNameServer } from '../support/dns/name-server'

const never = new AbortController().signal
let server: NameServer
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

/** How many lookups took one of the threads that files and all other names wait for. */
async function threadsTakenBy(work: () => Promise<unknown>): Promise<number> {
  let taken = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'GETADDRINFOREQWRAP') taken++
    },
  }).enable()
  await work().finally(() => hook.disable())
  return taken
}

const named = (hostname: string, isRelay = false) => ({ hostname, isRelay })

test('names whose server says nothing take no thread, and are asked no more once that was called off (SEC-03)', async () => {
  server = await startNameServer(null)
  const network = nodeNetwork(undefined, [server.address])
  const cancelled = vi.spyOn(Resolver.prototype, 'cancel')
  const stop = new AbortController()
  const names = Array.from({ length: 16 }, (_, index) => named(`silent-${index}.test`))
  const taken = await threadsTakenBy(async () => {
    const first = server.nextQuestion()
    const resolved = Promise.allSettled(names.map((name) => network.resolve(name, AbortSignal.any([stop.signal]))))
    await first
    stop.abort(new Error('called off'))
    expect((await resolved).map((result) => result.status === 'rejected' && String(result.reason))).toEqual(
      names.map(() => 'Error: called off'),
    )
  })
  expect([taken, cancelled.mock.calls.length]).toEqual([0, names.length])
})

test('a name has the addresses that a name server says, and one without any is told as away (SEC-03)', async () => {
  server = await startNameServer({ 'hooks.test': ['192.0.2.7', '192.0.2.8'] })
  const network = nodeNetwork(undefined, [server.address])
  expect(await network.resolve(named('hooks.test'), never)).toEqual(['192.0.2.7', '192.0.2.8'])
  expect(server.asked.toSorted()).toEqual(['hooks.test A', 'hooks.test AAAA'])
  await expect(network.resolve(named('nobody.test'), never)).rejects.toThrow('no name server knows nobody.test')
})

test('what a name server says is judged as ever before anything is called (SEC-03)', async () => {
  server = await startNameServer({ 'inside.test': ['93.184.216.34', '10.0.0.7'] })
  const webhooks = new WebhookCalls([], nodeNetwork(undefined, [server.address]))
  const content = { body: '{}', headers: {} }
  for (const hostname of ['inside.test', 'localhost', 'hub.localhost']) {
    expect(await webhooks.postOpen(`https://${hostname}/x`, content, never)).toEqual({
      kind: 'unreachable',
      problem: `${hostname} leads into a private network and is not called.`,
    })
  }
  expect(server.asked.every((question) => question.startsWith('inside.test'))).toBe(true)
})

test('a relay is looked up as this machine sees it, its hosts file included (ENV-13)', async () => {
  server = await startNameServer({})
  const [relay] = parseWebhookHosts('localhost') ?? []
  expect(relay?.isRelay).toBe(true)
  const found = await nodeNetwork(undefined, [server.address]).resolve(named('localhost', true), never)
  expect(found).toContain('127.0.0.1')
  expect(server.asked).toEqual([])
})
