import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Call } from '../../../src/contract/call'
import { calls } from '../../../src/contract/calls'
import { addCamera, send, talk } from '../support/calls'
import { clipParts, FORM_TYPE, formOf, postClip } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

let hub: TestHub
let ann: SignedInUser
let cameraId: string
beforeEach(async () => {
  hub = await startTestHub({ logLevel: 'trace' })
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
})
afterEach(() => hub.close())

test('what is no HTTP gets a 400 with code and sentence, and none of its bytes enter the log (HUB-01)', async () => {
  const { port } = new URL(await hub.listen())
  const answer = await talk(
    Number(port),
    `GET / HTTP/1.1\r\nAuthorization: ${ann.headers.authorization}\r\nBad Header\r\n\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
    code: 'invalid-input',
    message: 'The request could not be read.',
  })
  expect(hub.logLines.join('')).not.toContain(ann.token)
})

/** The head of the answer to a stranger who announces a body of so many bytes and sends none of them. */
function headOf(port: number, route: string, bytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const head = [`${route} HTTP/1.1`, 'host: 127.0.0.1', 'content-type: application/json', `content-length: ${bytes}`]
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n`))
    // Only where the hub waits for the body.
    socket.setTimeout(5_000, () => socket.destroy(new Error(`no answer to ${route}`)))
    socket.once('data', (answer) => {
      socket.destroy()
      resolve(String(answer).split('\r\n\r\n')[0] ?? '')
    })
    socket.on('error', reject)
  })
}

test('at no route is more than 16 kB of a stranger waited for (SEC-04)', async () => {
  const { port } = new URL(await hub.listen())
  const taking = hub.hub.routes.filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
  const routes = [...taking.map(({ method, url }) => `${method} ${url}`), 'POST /v1/nowhere']
  const heads = await Promise.all(routes.map((route) => headOf(Number(port), route, 16 * 1024 + 1)))
  expect(routes.length).toBeGreaterThan(50)
  for (const [index, head] of heads.entries()) expect([routes[index], head]).toEqual([routes[index], REFUSED])
})

const REFUSED = expect.stringMatching(/^HTTP\/1\.1 4(?:01|04|13|15) /)

test('who is not signed in and floods a call is slowed down before a body is waited for (SEC-07)', async () => {
  const { port } = new URL(await hub.listen())
  const all: readonly Call[] = Object.values(calls).flatMap((group) => Object.values<Call>(group))
  const open = all.filter(({ signedIn, method }) => !signedIn && method === 'POST').map(({ path }) => `POST /v1${path}`)
  expect(open).toEqual(
    expect.arrayContaining(['POST /v1/pairings/redeem', 'POST /v1/push/renew', 'POST /v1/push/snooze']),
  )
  // The password of a share and the choice of a plan are no calls of the contract.
  for (const route of [...open, 'POST /s/any', 'POST /v1/billing/plan'])
    expect([route, await headOf(Number(port), route, 16 * 1024 + 1)]).toEqual([route, BRAKED])
})

const BRAKED = expect.stringMatching(/x-ratelimit-limit: 300/)

test('an upload leaves no token in the log, at any level', async () => {
  expect((await postClip(hub.fastify, ann, { cameraId })).statusCode).toBe(201)
  expect(hub.logLines.length).toBeGreaterThan(0)
  expect(hub.logLines.join('')).not.toContain(ann.token)
})

test('answers are for nobody to keep: they hold tokens, names and signed links', async () => {
  const answers = [
    await send(hub.fastify, ann, 'GET', '/cameras'),
    await send(hub.fastify, ann, 'GET', '/cameras/none'),
    await hub.fastify.inject({ method: 'POST', url: '/v1/auth/refresh', payload: { refreshToken: ann.refreshToken } }),
  ]
  expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(['no-store', 'no-store', 'no-store'])
})

test('text parts that no call names are dropped, and too many refuse the form', async () => {
  const other = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `other${index}`, value: 'x'.repeat(10_000) }))
  const post = (count: number) =>
    hub.fastify.inject({
      method: 'POST',
      url: '/v1/videos/upload',
      headers: { ...ann.headers, 'content-type': FORM_TYPE },
      payload: formOf([...other(count), ...clipParts({ cameraId })]),
    })
  expect((await post(4)).statusCode).toBe(201)
  const refused = await post(40)
  expect([refused.statusCode, refused.json().code]).toEqual([400, 'invalid-input'])
})

test('a field that is longer than any honest one is too large', async () => {
  const answer = await postClip(hub.fastify, ann, { cameraId, fields: { cameraId: 'c'.repeat(5_000) } })
  const message = 'The field cameraId is too large: at most 200 bytes are taken.'
  expect([answer.statusCode, answer.json()]).toEqual([413, { code: 'too-large', message }])
})

test.each(['line\nend', 'nul\u0000', 'red\u001b[31m'])('the name %j is refused', async (name) => {
  const body = { name, location: 'Hall', deviceId: 'd', deviceLabel: 'l' }
  const answer = await send(hub.fastify, ann, 'POST', '/cameras', body)
  expect([answer.statusCode, answer.json().message]).toEqual([
    400,
    'name: Leave out control characters such as line ends.',
  ])
})

test.each(['-1', '1.5', 'abc', '', '0x10'])('the page %j is refused', async (page) => {
  const answer = await send(hub.fastify, ann, 'GET', `/videos?page=${page}&pageSize=6`)
  expect([answer.statusCode, answer.json().message]).toEqual([400, 'page: Pages are whole numbers from 0.'])
})

test('a Host that names no host is refused by a sentence where an address is read from it (SEC-04)', async () => {
  const host = 'cam example'
  const answers = [
    await hub.fastify.inject({ method: 'POST', url: '/v1/passkeys/sign-in/options', headers: { host } }),
    await send(hub.fastify, { headers: { ...ann.headers, host } }, 'POST', '/passkeys/registration/options'),
    await send(hub.fastify, { headers: { ...ann.headers, host } }, 'GET', '/shares'),
  ]
  const message = 'Host: Name the host, and its port, as the address of the app does.'
  for (const answer of answers)
    expect([answer.statusCode, answer.json()]).toEqual([400, { code: 'invalid-input', message }])
})
