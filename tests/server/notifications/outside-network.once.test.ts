import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import { generate } from 'selfsigned'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { NotConnected, nodeNetwork, type PinnedPost } from '../../../server/notifications/sending/outside-network'
import { WebhookCalls } from '../../../server/notifications/sending/webhook-calls'
import { parseWebhookHosts } from '../../../server/notifications/sending/webhook-hosts'
import { startReceiver } from '../support/webhook-receiver'

const never = new AbortController().signal
const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function receiver() {
  const started = await startReceiver()
  ends.push(started.close)
  return started
}

/** A server of bytes; resolves to its port. */
async function listening(server: net.Server | https.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sockets = new Set<net.Socket>()
  server.on('connection', (socket: net.Socket) => sockets.add(socket))
  ends.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return (server.address() as AddressInfo).port
}

const postTo = (port: number, change: Partial<PinnedPost> = {}): PinnedPost => ({
  address: '127.0.0.1',
  hostname: 'relay.test',
  port,
  path: '/hook?a=1',
  isSecure: false,
  body: '{"a":1}',
  headers: {},
  connectLimitMs: 5_000,
  ...change,
})

test('posts to the given address and to no other, under the given name', async () => {
  const { posts, host } = await receiver()
  const port = Number(host.split(':')[1])
  expect(await nodeNetwork().post(postTo(port), never)).toEqual({ status: 200, retryAfter: null })
  expect(posts).toMatchObject([{ path: '/hook?a=1', json: { a: 1 }, headers: { host: `relay.test:${port}` } }])
})

test('follows no redirect (SEC-03)', async () => {
  const [first, second] = [await receiver(), await receiver()]
  first.answer = { status: 307, headers: { location: second.url } }
  expect((await nodeNetwork().post(postTo(Number(first.host.split(':')[1])), never)).status).toBe(307)
  expect([first.posts.length, second.posts.length]).toEqual([1, 0])
})

test('says how long it is asked to wait', async () => {
  const started = await receiver()
  started.answer = { status: 429, headers: { 'retry-after': '7' } }
  const answer = await nodeNetwork().post(postTo(Number(started.host.split(':')[1])), never)
  expect(answer).toEqual({ status: 429, retryAfter: '7' })
})

test('cuts an answer without end (HOOK-06)', async () => {
  let sentBytes = 0
  let isCut = false
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('close', () => {
      isCut = true
    })
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n')
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const more = () => {
      while (!socket.destroyed && socket.write(chunk)) sentBytes += chunk.length
    }
    socket.on('drain', more)
    more()
  })
  const answer = await nodeNetwork().post(postTo(await listening(server)), never)
  expect(answer.status).toBe(200)
  await expect.poll(() => isCut).toBe(true)
  expect(sentBytes).toBeLessThan(64 * 1024 ** 2)
})

test.each([
  ['does not end', (_socket: net.Socket) => undefined],
  ['breaks off', (socket: net.Socket) => socket.destroy()],
])('takes an answer whose body %s for one (HOOK-06)', async (_what, then) => {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\nRetry-After: 7\r\n\r\nx', () => then(socket)),
    )
  })
  const answer = await nodeNetwork().post(postTo(await listening(server)), AbortSignal.timeout(1_000))
  expect(answer).toEqual({ status: 200, retryAfter: '7' })
  // What comes of the rest is nobody's failure.
  await new Promise((resolve) => setTimeout(resolve, 1_100))
})

test('takes an answer that asks for another protocol for one, and cuts the line (HOOK-06)', async () => {
  let isClosed = false
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('close', () => {
      isClosed = true
    })
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    )
  })
  const posted = nodeNetwork().post(postTo(await listening(server)), never)
  const silence = new Promise((resolve) => setTimeout(resolve, 1_000, 'silence'))
  expect(await Promise.race([posted, silence])).toEqual({ status: 101, retryAfter: null })
  await expect.poll(() => isClosed).toBe(true)
})

test('can be called off, which cuts the line', async () => {
  let isClosed = false
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('close', () => {
      isClosed = true
    })
    socket.resume()
  })
  const port = await listening(server)
  const stop = new AbortController()
  const posted = nodeNetwork().post(postTo(port), stop.signal)
  setTimeout(() => stop.abort(), 50)
  await expect(posted).rejects.toThrow()
  await expect.poll(() => isClosed).toBe(true)
})

describe('says that nothing was sent', () => {
  test('where nobody listens', async () => {
    const server = net.createServer()
    const port = await listening(server)
    await new Promise<void>((resolve) => server.close(() => resolve()))
    await expect(nodeNetwork().post(postTo(port), never)).rejects.toThrow(NotConnected)
  })

  test('where connecting takes too long', async () => {
    // Takes the line and never says hello.
    const port = await listening(net.createServer((socket) => socket.on('error', () => undefined)))
    const slow = postTo(port, { isSecure: true, connectLimitMs: 100 })
    await expect(nodeNetwork().post(slow, never)).rejects.toThrow(NotConnected)
  })

  test('and does not where the line is cut after that', async () => {
    const server = net.createServer((socket) => socket.once('data', () => socket.destroy()))
    const cut = nodeNetwork().post(postTo(await listening(server)), never)
    await expect(cut).rejects.not.toThrow(NotConnected)
    await expect(cut).rejects.toThrow()
  })
})

describe('over https', () => {
  async function secure(name: string) {
    const pems = await generate([{ name: 'commonName', value: name }], {
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
    })
    const server = https.createServer({ key: pems.private, cert: pems.cert }, (_request, response) =>
      response.end('ok'),
    )
    return { port: await listening(server), ca: pems.cert }
  }

  test('the certificate must be the name’s, whatever the address', async () => {
    const { port, ca } = await secure('relay.test')
    const network = nodeNetwork(ca)
    expect((await network.post(postTo(port, { isSecure: true }), never)).status).toBe(200)
    await expect(network.post(postTo(port, { isSecure: true, hostname: 'other.test' }), never)).rejects.toThrow(
      /altnames|does not match/,
    )
  })

  test('a certificate that nobody vouches for is refused', async () => {
    const { port } = await secure('relay.test')
    await expect(nodeNetwork().post(postTo(port, { isSecure: true }), never)).rejects.toThrow(/self.signed/i)
  })
})

test('asks nobody once it was called off', async () => {
  const stop = new AbortController()
  stop.abort()
  await expect(nodeNetwork().resolve({ hostname: '127.0.0.1', isRelay: false }, stop.signal)).rejects.toThrow()
})

test('knows bare addresses without asking anybody', async () => {
  expect(await nodeNetwork().resolve({ hostname: '127.0.0.1', isRelay: false }, never)).toEqual(['127.0.0.1'])
  expect(await nodeNetwork().resolve({ hostname: '[::1]', isRelay: false }, never)).toEqual(['::1'])
})

test('a webhook that does not answer is given up in time', async () => {
  const webhooks = new WebhookCalls(parseWebhookHosts('relay.test') ?? [], {
    resolve: async () => ['127.0.0.1'],
    post: (_post, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  })
  const limitsMs: number[] = []
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limitsMs.push(ms)
    const limit = new AbortController()
    setTimeout(() => limit.abort(), 10)
    return limit.signal
  })
  const result = await webhooks.post('http://relay.test/x', '{}', never).finally(() => timeout.mockRestore())
  expect(result).toEqual({ kind: 'unreachable', problem: 'relay.test did not answer in time.' })
  expect(limitsMs).toEqual([10_000])
})

test('ends when it is called off, also where the network never says another word (HOOK-06)', async () => {
  const stop = new AbortController()
  const webhooks = new WebhookCalls(parseWebhookHosts('relay.test') ?? [], {
    resolve: async () => ['127.0.0.1'],
    post: () => new Promise(() => setTimeout(() => stop.abort())),
  })
  expect(await webhooks.post('http://relay.test/x', '{}', stop.signal)).toEqual({ kind: 'aborted' })
}, 1_000)
