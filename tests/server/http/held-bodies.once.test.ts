import { IncomingMessage } from 'node:http'
import { connect, Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { HeldBodies } from '../../../server/lib/request-limits'
import { startTestHub } from '../support/hub'
import { Shop } from '../support/stripe/shop'

const sockets: Socket[] = []
const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const one of open.splice(0)) await one.close()
})

const KB = 1024

interface Body {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** null: its length is not announced. */
  readonly bytes: number | null
}

/** Sends the beginning of a body; what became of it: null where the hub waits for the rest. */
async function begin(origin: string, { path, headers, bytes }: Body): Promise<() => string | null> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  sockets.push(socket)
  let end: string | null = null
  socket.on('error', () => undefined)
  socket.on('data', (data) => (end = String(data).slice(0, 12)))
  socket.on('close', () => (end ??= 'broken off'))
  const length = bytes === null ? { 'transfer-encoding': 'chunked' } : { 'content-length': bytes }
  const all = { host: '127.0.0.1', 'content-type': 'application/json', ...headers, ...length }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  socket.write(`POST /v1${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${bytes === null ? '1\r\n' : ''}{`)
  // One after the other, so that it is known which began first.
  await new Promise((resolve) => setTimeout(resolve, 20))
  return () => end
}

async function beginAll(origin: string, count: number, body: Body): Promise<(() => string | null)[]> {
  const begun: (() => string | null)[] = []
  for (let index = 0; index < count; index++) begun.push(await begin(origin, body))
  await new Promise((resolve) => setTimeout(resolve, 100))
  return begun
}

test('of a workspace that has eight long bodies on their way the first breaks off for a ninth, and nobody else’s (SEC-04)', async () => {
  const hub = await startTestHub()
  open.push(hub)
  const origin = await hub.listen()
  const { headers } = await hub.signIn('eve@example.org')
  const ann = await hub.signIn()
  const path = '/ai/chat'
  const [hers] = await beginAll(origin, 1, { path, headers: ann.headers, bytes: 17 * KB })
  const announced = await beginAll(origin, 5, { path, headers, bytes: 100 * KB })
  const others = await beginAll(origin, 5, { path, headers, bytes: null })
  const short = await beginAll(origin, 12, { path, headers, bytes: 16 * KB })
  expect(announced.map((end) => end())).toEqual(['broken off', 'broken off', null, null, null])
  expect([...others, ...short, hers].map((end) => end?.())).toEqual(Array.from({ length: 18 }, () => null))
  const [tooLong] = await beginAll(origin, 1, { path, headers, bytes: 128 * KB + 1 })
  expect(tooLong?.()).toBe('HTTP/1.1 413')
})

test('what came whole counts no more', async () => {
  const hub = await startTestHub()
  open.push(hub)
  const origin = await hub.listen()
  const { headers } = await hub.signIn()
  const [held] = await beginAll(origin, 1, { path: '/chats', headers, bytes: 20 * KB })
  for (let index = 0; index < 9; index++) {
    const body = JSON.stringify({ filler: 'x'.repeat(20 * KB) })
    const type = { 'content-type': 'application/json' }
    const answer = await fetch(`${origin}/v1/chats`, { method: 'POST', headers: { ...headers, ...type }, body })
    expect(answer.status).toBe(201)
  }
  expect(held?.()).toBeNull()
})

test('what broke off while its sender was looked up counts no more than what broke off later', async () => {
  const bodies = new HeldBodies(2)
  const long = () => {
    const raw = new IncomingMessage(new Socket())
    raw.headers['content-length'] = String(100 * KB)
    return raw
  }
  const [first, gone, third] = [long(), long(), long()]
  bodies.hold('ann', { raw: first })
  gone.destroy()
  await new Promise((resolve) => setImmediate(resolve))
  bodies.hold('ann', { raw: gone })
  bodies.hold('ann', { raw: third })
  expect([first.destroyed, third.destroyed]).toEqual([false, false])
})

test('strangers hold 16 long events of Stripe’s at most, and are slowed down before one is read (SEC-04, SEC-07)', async () => {
  const shop = await Shop.start()
  open.push(shop)
  const origin = await shop.hub.listen()
  const path = '/billing/stripe-webhook'
  const held = await beginAll(origin, 17, { path, bytes: 500 * KB })
  expect(held.map((end) => end())).toEqual(['broken off', ...Array.from({ length: 16 }, () => null)])
  const answer = await shop.deliver({ payload: '{}', signature: '' })
  expect([answer.statusCode, answer.headers['x-ratelimit-limit']]).toEqual([400, '300'])
})
