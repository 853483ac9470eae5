import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type RequestOptions, request } from 'node:https'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { LIVE_PATH, LIVE_PROTOCOL } from '../../../src/contract/live/live'
import { send } from '../support/calls'
import { codeIn, manualClock, type SignedInUser, startTestHub, type TestHub } from '../support/hub'

const DAY_MS = 24 * 3_600_000

let hub: TestHub
let ann: SignedInUser
/** http on this machine, where the first camera is. */
let local: string
let lanPort: number
let authority: string
const clock = manualClock(Date.now())

beforeAll(async () => {
  hub = await startTestHub({
    clock,
    tier: 'TEAM',
    environment: { LAN: '1', LAN_PORT: '0', LAN_ADDRESSES: 'nightjar.local,127.0.0.1,::1' },
  })
  ann = await hub.signIn()
  local = await hub.listen()
  await hub.hub.lan?.listen('127.0.0.1')
  lanPort = hub.hub.lan?.port ?? 0
  authority = hub.hub.reach.authority() ?? ''
})
afterAll(() => hub.close())

interface Answer {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** As a browser on another device that has the authority's certificate. */
async function ask(path: string, options: RequestOptions = {}, body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: lanPort, path, ca: authority, agent: false, ...options },
      (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body: text }))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

test('the same hub answers over https beside http, each at its own address (LAN-01)', async () => {
  expect(local).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(await (await fetch(`${local}/healthz`)).json()).toEqual({ status: 'ok' })
  const answer = await ask('/healthz')
  expect(answer).toMatchObject({ status: 200, body: '{"status":"ok"}' })
  // A browser that was warned of the certificate must be able to go on.
  expect(answer.headers['strict-transport-security']).toBeUndefined()
  const cameras = await ask('/v1/cameras', { headers: ann.headers })
  expect(cameras).toMatchObject({ status: 200, body: '[]' })
})

test('links in answers lead to the address that was asked, of the two (LAN-06)', async () => {
  const path = `/v1/workspaces/${ann.workspaceId}/export`
  const headers = { ...ann.headers, host: `nightjar.local:${lanPort}` }
  const there = await ask(path, { method: 'POST', headers })
  expect(there.body).toContain(`"https://nightjar.local:${lanPort}/`)
  const here = await fetch(`${local}${path}`, { method: 'POST', headers: ann.headers })
  expect(await here.text()).toContain(`"${local}/`)
})

test('live view has its socket at both, for pages of either, and for no others (LAN-06)', async () => {
  const opened = async (base: string, origin: string) => {
    const url = `${base.replace('http', 'ws')}/v1${LIVE_PATH}`
    const socket = new WebSocket(url, [LIVE_PROTOCOL], { origin, ca: authority })
    socket.on('error', () => undefined)
    const [answer] = await Promise.race([
      once(socket, 'open').then(() => ['opened']),
      once(socket, 'unexpected-response').then(([, { statusCode }]) => [statusCode]),
    ])
    socket.terminate()
    return answer
  }
  const lan = `https://127.0.0.1:${lanPort}`
  expect(await opened(lan, lan)).toBe('opened')
  expect(await opened(local, local)).toBe('opened')
  expect(await opened(lan, 'https://evil.example')).toBe(403)
  expect(await opened(lan, local)).toBe(403)
})

test('plain http gets no answer from the ear of the network (LAN-01)', async () => {
  const socket = connect(lanPort, '127.0.0.1')
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk
  })
  socket.on('error', () => undefined)
  socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(socket, 'close')
  expect(said).not.toContain('200')
})

test('what is no HTTP is refused in the words of the contract (LAN-01)', async () => {
  const socket = connectTls({ host: '127.0.0.1', port: lanPort, ca: authority })
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk
  })
  await once(socket, 'secureConnect')
  socket.write('nonsense\r\n\r\n')
  await once(socket, 'close')
  expect(said).toMatch(/^HTTP\/1\.1 400 [\s\S]+"code":"invalid-input"/)
})

test('the certificate of the authority is there for who wants no warning, and the key is not (LAN-05)', async () => {
  const { status, headers, body } = await ask('/nightjar-ca.crt')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/x-x509-ca-cert')
  expect(new X509Certificate(body).ca).toBe(true)
  expect(body).not.toContain('PRIVATE KEY')
  const local = await hub.fastify.inject('/nightjar-ca.crt')
  expect(local.body).toBe(body)
})

test('the terminal’s addresses are those that LAN_ADDRESSES names, with the port that is heard (ENV-17)', () => {
  expect(hub.hub.reach.origins()).toEqual([
    `https://nightjar.local:${lanPort}`,
    `https://127.0.0.1:${lanPort}`,
    `https://[::1]:${lanPort}`,
  ])
})

test('messages link to where telephones reach the hub (LAN-07)', async () => {
  await send(hub.fastify, ann, 'POST', '/notifications/test', { type: 'email', connectionValue: ann.email })
  expect(hub.mails.at(-1)?.text).toContain(`: https://nightjar.local:${lanPort}/`)
})

test('an invitation leads to where its reader’s device reaches the hub (LAN-07)', async () => {
  const headers = { ...ann.headers, host: 'localhost:8080' }
  await hub.fastify.inject({ method: 'POST', url: '/v1/members', headers, payload: { email: 'mia@example.org' } })
  const mail = hub.mails.findLast(({ to }) => to === 'mia@example.org')
  expect(mail?.text).toContain(`: https://nightjar.local:${lanPort}\n`)
})

test('a code that was asked for at one address signs in at the other (LAN-06)', async () => {
  const email = 'mia@example.org'
  await send(hub.fastify, null, 'POST', '/auth/request-otp', { email })
  const body = JSON.stringify({ email, otp: codeIn(hub.mails, email) })
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
  expect((await ask('/v1/auth/verify-otp', { method: 'POST', headers }, body)).status).toBe(200)
})

test('a certificate near its end is renewed while the hub runs, by the same authority (LAN-04)', async () => {
  const shown = async () => {
    const socket = connectTls({ host: '127.0.0.1', port: lanPort, ca: authority, checkServerIdentity: () => undefined })
    await once(socket, 'secureConnect')
    const { fingerprint256 } = socket.getPeerCertificate()
    socket.destroy()
    return fingerprint256
  }
  const first = await shown()
  expect(first).toBe(hub.hub.reach.fingerprint())
  await hub.hub.certificate?.renew(hub.fastify.log)
  expect(await shown()).toBe(first)
  clock.advance(368 * DAY_MS)
  await hub.hub.certificate?.renew(hub.fastify.log)
  const second = hub.hub.reach.fingerprint()
  expect(second).not.toBe(first)
  expect(hub.hub.reach.authority()).toBe(authority)
  // The new one begins in the future of this machine's clock, so that nobody can check it: what is shown counts.
  const socket = connectTls({ host: '127.0.0.1', port: lanPort, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  expect(socket.getPeerCertificate().fingerprint256).toBe(second)
  socket.destroy()
})

test('a hub without it has no second ear, and no authority to give out (LAN-05)', async () => {
  const other = await startTestHub()
  try {
    expect(other.hub.lan).toBeNull()
    expect((await other.fastify.inject('/nightjar-ca.crt')).statusCode).toBe(404)
  } finally {
    await other.close()
  }
})

test('the second ear closes with the hub (LAN-01)', async () => {
  const other = await startTestHub({ environment: { LAN: '1', LAN_PORT: '0' } })
  const { lan } = other.hub
  await lan?.listen('127.0.0.1')
  const port = lan?.port ?? 0
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
  expect((await ask('/healthz', { port, agent })).status).toBe(200)
  await other.close()
  const again = connect(port, '127.0.0.1')
  await expect(once(again, 'connect')).rejects.toThrow('ECONNREFUSED')
})
