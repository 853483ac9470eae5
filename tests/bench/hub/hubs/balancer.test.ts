import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { Balancer } from '../../../../bench/hub/hubs/balancer'
import { exchange } from '../../../faults/hub/exchange'

const PATIENCE = { timeout: 10_000, interval: 20 }

interface Target {
  readonly server: Server
  port: number
  isWell: boolean
}

let targets: Target[]
let balancer: Balancer

function makeTarget(name: string): Target {
  const server = createServer((asked, answer) => {
    answer.writeHead(asked.url === '/healthz' && !target.isWell ? 503 : 200).end(name)
  })
  const target = { server, port: 0, isWell: true }
  return target
}

async function listen(target: Target): Promise<void> {
  await new Promise<void>((resolve) => target.server.listen(target.port, '127.0.0.1', resolve))
  const address = target.server.address()
  target.port = typeof address === 'object' && address !== null ? address.port : 0
}

function end({ server }: Target): Promise<unknown> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  return closed
}

beforeEach(async () => {
  targets = ['a', 'b', 'c'].map(makeTarget)
  await Promise.all(targets.map(listen))
  balancer = await Balancer.start(targets.map(({ port }) => port))
})
afterEach(async () => {
  await balancer.close()
  await Promise.all(targets.map(end))
})

const ask = async () => (await exchange(balancer.origin, { method: 'GET', limitMs: 3_000 })).body.toString()
const askThrice = async () => [await ask(), await ask(), await ask()].sort().join('')

test('connections go to all in turn (BENCH-18)', async () => {
  expect(await askThrice()).toBe('abc')
})

test('one can be given all of them', async () => {
  balancer.sendTo(targets[1]?.port ?? 0)
  expect(await askThrice()).toBe('bbb')
  balancer.sendTo(null)
  expect(await askThrice()).toBe('abc')
})

test('one that refuses a connection is not noticed by whoever asks (BENCH-18)', async () => {
  const [first] = targets
  if (first === undefined) throw new Error('There is none.')
  const unchecked = await Balancer.start(
    targets.map(({ port }) => port),
    60_000,
  )
  await end(first)
  const answers: string[] = []
  for (let n = 0; n < 3; n++) {
    answers.push((await exchange(unchecked.origin, { method: 'GET', limitMs: 3_000 })).body.toString())
  }
  expect(answers.sort().join('')).toMatch(/^b+c+$/)
  expect(unchecked.isIn(first.port)).toBe(false)
  await unchecked.close()
})

test('one that ends gets no more, and is in again once it is back', async () => {
  const [first] = targets
  if (first === undefined) throw new Error('There is none.')
  await end(first)
  await vi.waitFor(() => expect(balancer.isIn(first.port)).toBe(false), PATIENCE)
  await listen(first)
  await vi.waitFor(() => expect(balancer.isIn(first.port)).toBe(true), PATIENCE)
  expect(await askThrice()).toBe('abc')
})

test('one that is not well gets no connections', async () => {
  const [first] = targets
  if (first === undefined) throw new Error('There is none.')
  first.isWell = false
  await vi.waitFor(() => expect(balancer.isIn(first.port)).toBe(false), PATIENCE)
  expect(await askThrice()).not.toContain('a')
})

test('a WebSocket passes, and breaks with its hub', async () => {
  for (const { server } of targets)
    new WebSocketServer({ server }).on('connection', (socket) => {
      socket.on('message', (said) => {
        socket.send(said)
        socket.once('message', () => socket.terminate())
      })
    })
  const socket = new WebSocket(balancer.origin.replace('http', 'ws'))
  const broken = new Promise((resolve) => socket.once('close', resolve))
  const heard = new Promise((resolve) => socket.once('message', (said) => resolve(String(said))))
  socket.once('open', () => socket.send('hello'))
  expect(await heard).toBe('hello')
  socket.send('and good-bye')
  await broken
})
