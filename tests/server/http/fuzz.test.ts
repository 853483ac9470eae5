import { connect } from 'node:net'
import type { InjectOptions } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../../support/random'
import { addCamera, listVideos, pathOf, send } from '../support/calls'
import { postClip, postSnapshot } from '../support/forms'
import { type FuzzWorld, fuzzedRequest } from '../support/fuzz'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

/** NIGHTJAR_FUZZ=10000 runs as many as a release gets; NIGHTJAR_FUZZ_SEED repeats a run. */
const REQUESTS = Number(process.env['NIGHTJAR_FUZZ'] ?? 2000)
const SEED = Number(process.env['NIGHTJAR_FUZZ_SEED'] ?? 20_261_122)
const MOST_GROWTH_BYTES = 300 * 1024 ** 2

let hub: TestHub
beforeEach(async () => {
  // No request of these may go anywhere: no host is allowed, and no mail server, assistant or payment is set.
  hub = await startTestHub({ tier: 'TEAM', environment: { WEBHOOK_HOSTS: 'webhooks.invalid' } })
})
afterEach(() => hub.close())

async function makeWorld(user: SignedInUser): Promise<FuzzWorld> {
  const { id: cameraId } = await addCamera(hub.fastify, user)
  await postSnapshot(hub.fastify, user, cameraId)
  const { id: videoId } = (await postClip(hub.fastify, user, { cameraId })).json()
  const { id: chatId } = (await send(hub.fastify, user, 'POST', '/chats')).json()
  const link = pathOf((await listVideos(hub.fastify, user)).videos[0]?.videoUrl)
  const { workspaceId, refreshToken } = user
  return { user, link, ids: { cameraId, videoId, workspaceId, refreshToken, existingChatId: chatId, userId: 'x' } }
}

/** The plan's page and those of shares are for people and refuse in HTML. */
const PAGES = ['/v1/billing/plan', '/s/']

function problemOf(answer: { statusCode: number; body: string }, { method, url }: InjectOptions): string | null {
  if (answer.statusCode >= 500) return 'a 5xx'
  const isPage = PAGES.some((page) => String(url).startsWith(page)) && answer.body.startsWith('<!doctype html>')
  if (answer.statusCode < 400 || method === 'HEAD' || isPage) return null
  try {
    const { code, message } = JSON.parse(answer.body)
    return typeof code === 'string' && typeof message === 'string' ? null : 'no code and sentence'
  } catch {
    return 'no JSON'
  }
}

test(`${REQUESTS} odd requests of seed ${SEED} get no 5xx, every refusal is code and sentence, memory is bounded (SEC-04)`, {
  timeout: 600_000,
}, async () => {
  const random = seededRandom(SEED)
  const rssBefore = process.memoryUsage.rss()
  let world = await makeWorld(await hub.signIn('user0@example.org'))
  const statuses = new Map<number, number>()
  for (let count = 1; count <= REQUESTS; count++) {
    const request = fuzzedRequest(random, hub.hub.routes, world)
    const answer = await hub.fastify.inject(request)
    const problem = problemOf(answer, request)
    expect(
      problem === null ? null : { count, problem, request, status: answer.statusCode, body: answer.body },
    ).toBeNull()
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
    // A request may have removed what the world was made of; limits and waits end with the time.
    hub.clock.advance(1000)
    if (count % 250 === 0) world = await makeWorld(await hub.signIn(`user${count}@example.org`))
  }
  expect(process.memoryUsage.rss() - rssBefore).toBeLessThan(MOST_GROWTH_BYTES)
  // Requests that all fail at the first check would prove nothing.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 20)
  expect(statuses.get(400) ?? 0).toBeGreaterThan(REQUESTS / 20)
})

/** Sends bytes and resolves to all that came back until the hub closed, or the wait ended. */
function talk(port: number, bytes: string | Buffer, waitMs = 3000): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let answer = ''
    const end = setTimeout(() => socket.destroy(), waitMs)
    socket.on('data', (chunk) => {
      answer += String(chunk)
    })
    socket.on('close', () => {
      clearTimeout(end)
      resolve(answer)
    })
    socket.on('error', reject)
  })
}

test('bytes that are broken below HTTP get a 400 with code and sentence, or nothing (HUB-01)', async () => {
  const { port } = new URL(await hub.listen())
  const random = seededRandom(SEED)
  const lines = [
    `GET /v1/cameras HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`,
    `POST /v1/cameras HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello`,
    `POST /v1/cameras HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-length: 3\r\n\r\n0\r\n\r\n`,
    `POST /v1/auth/refresh HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nZZZ\r\n`,
    `GET ${'/'.repeat(50_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
    `BREW /v1/cameras HTTP/1.1\r\nhost: x\r\n\r\n`,
    `GET /v1/cameras HTTP/9.9\r\nhost: x\r\n\r\n`,
    ...Array.from({ length: 20 }, () => `${Buffer.from(random.bytes(200)).toString('latin1')}\r\n\r\n`),
  ]
  for (const line of lines) {
    const answer = await talk(Number(port), line)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(JSON.parse(body)).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  }
})

test('senders that stand still keep nobody else waiting (SEC-04)', async () => {
  const { port } = new URL(await hub.listen())
  const user = await hub.signIn()
  const head =
    `POST /v1/cameras HTTP/1.1\r\nhost: x\r\nauthorization: ${user.headers.authorization}\r\n` +
    'content-type: application/json\r\ncontent-length: 1000\r\n\r\n{'
  const slow = Array.from({ length: 50 }, () => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(head))
    socket.on('error', () => undefined)
    return socket
  })
  const startMs = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}/v1/cameras`, { headers: user.headers })
  expect(answer.status).toBe(200)
  expect(performance.now() - startMs).toBeLessThan(2000)
  for (const socket of slow) socket.destroy()
})
