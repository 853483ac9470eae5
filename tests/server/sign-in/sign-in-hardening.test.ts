import { afterEach, beforeEach, expect, test } from 'vitest'
import { codeIn, startTestHub, type TestHub } from '../support/hub'

let hub: TestHub
beforeEach(async () => {
  hub = await startTestHub()
})
afterEach(() => hub.close())

const email = 'ann@example.org'
const HOME = '203.0.113.7'
const ATTACKER = '198.51.100.1'
const MINUTE = 60_000

const post = (path: string, payload: object, remoteAddress: string, headers = {}) =>
  hub.fastify.inject({ method: 'POST', url: `/v1/auth/${path}`, payload, remoteAddress, headers })
const requestCode = (client: string, headers = {}) => post('request-otp', { email }, client, headers)
const verify = (otp: string, client: string) => post('verify-otp', { email, otp }, client)
const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')
const codes = () => hub.mails.filter(({ to }) => to === email).map((mail) => codeIn([mail], email))

async function guess(times: number, client: string): Promise<void> {
  const known = new Set(codes())
  for (let tries = 1; tries <= times; tries++) {
    let given = wrong('000000', tries * 7919)
    while (known.has(given)) given = wrong(given)
    expect((await verify(given, client)).statusCode).toBe(401)
  }
}

test('whoever asks for codes of an address does not keep its owner from asking (HUB-05, ASVS 6.3.1)', async () => {
  expect((await requestCode(ATTACKER)).statusCode).toBe(200)
  expect((await requestCode(ATTACKER)).statusCode).toBe(429)
  expect((await requestCode(HOME)).statusCode).toBe(200)
  expect((await verify(codeIn(hub.mails, email), HOME)).statusCode).toBe(200)
})

test("an attacker's codes and wrong tries do not end the owner's code (HUB-05, ASVS 6.6.3)", async () => {
  await requestCode(HOME)
  const [code = ''] = codes()
  await requestCode(ATTACKER)
  await guess(30, ATTACKER)
  for (const client of ['198.51.100.2', '198.51.100.3']) await guess(10, client)
  expect((await verify(code, HOME)).statusCode).toBe(200)
})

test('all other clients together have five tries at a code, the right one comes too late (ASVS 6.6.3)', async () => {
  await requestCode(HOME)
  const [code = ''] = codes()
  for (const client of ['198.51.100.1', '198.51.100.2']) await guess(3, client)
  expect((await verify(code, '198.51.100.3')).statusCode).toBe(401)
  expect((await verify(code, HOME)).statusCode).toBe(200)
})

test('a code is good on another network than the one it was asked from: phones change theirs', async () => {
  await requestCode(HOME)
  expect((await verify(codeIn(hub.mails, email), '192.0.2.44')).statusCode).toBe(200)
})

test('a code is used up everywhere by its first use (ASVS 6.5.1)', async () => {
  await requestCode(HOME)
  const code = codeIn(hub.mails, email)
  expect((await verify(code, '192.0.2.44')).statusCode).toBe(200)
  expect((await verify(code, HOME)).statusCode).toBe(401)
})

test('a new code ends the old one of the same request only: each is bound to its own (ASVS 6.6.2)', async () => {
  await requestCode(HOME)
  hub.clock.advance(MINUTE)
  await requestCode(HOME)
  const [old = '', fresh = ''] = codes()
  if (old !== fresh) expect((await verify(old, HOME)).statusCode).toBe(401)
  expect((await verify(fresh, HOME)).statusCode).toBe(200)
})

test('strangers get at most thirty codes an hour for one address, a client known to it gets its own (HUB-05)', async () => {
  await requestCode(HOME)
  await verify(codeIn(hub.mails, email), HOME)
  for (let sent = 0; sent < 30; sent++) expect((await requestCode(`198.51.100.${sent}`)).statusCode).toBe(200)
  const refused = await requestCode('198.51.100.200')
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests'])
  expect(refused.headers['retry-after']).toBe('3600')
  expect((await requestCode(HOME)).statusCode).toBe(200)
  expect((await verify(codeIn(hub.mails, email), HOME)).statusCode).toBe(200)
})

test('a household of IPv6 is one client, however many addresses it has', async () => {
  expect((await requestCode('2001:db8:1:2:aaaa::1')).statusCode).toBe(200)
  expect((await requestCode('2001:db8:1:2::2')).statusCode).toBe(429)
  expect((await requestCode('2001:db8:1:3::2')).statusCode).toBe(200)
})

test('nobody makes themselves another client by a header, unless a proxy of this machine says so', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.9' }
  await requestCode('127.0.0.1')
  expect((await requestCode('127.0.0.1', headers)).statusCode).toBe(429)
  await hub.close()
  hub = await startTestHub({ environment: { PUBLIC_URL: 'https://cam.example.org' } })
  await requestCode('127.0.0.1')
  expect((await requestCode('127.0.0.1', headers)).statusCode).toBe(200)
  expect((await requestCode(HOME, headers)).statusCode).toBe(200)
  expect((await requestCode(HOME, { 'x-forwarded-for': '192.0.2.10' })).statusCode).toBe(429)
})

test('a proxy on another address is believed where TRUST_PROXY names it, and only that one (ENV-14)', async () => {
  const gateway = '172.17.0.1'
  const from = (client: string) => ({ 'x-forwarded-for': client })
  await hub.close()
  hub = await startTestHub({ environment: { PUBLIC_URL: 'https://cam.example.org' } })
  await requestCode(gateway, from(HOME))
  expect((await requestCode(gateway, from(ATTACKER))).statusCode).toBe(429)
  await hub.close()
  hub = await startTestHub({ environment: { TRUST_PROXY: gateway } })
  await requestCode(gateway, from(HOME))
  expect((await requestCode(gateway, from(ATTACKER))).statusCode).toBe(200)
  expect((await requestCode(HOME, from('192.0.2.9'))).statusCode).toBe(429)
})

test('a proxy that writes the port beside the address makes no client of each connection', async () => {
  const from = (client: string) => ({ 'x-forwarded-for': client })
  await hub.close()
  hub = await startTestHub({ environment: { PUBLIC_URL: 'https://cam.example.org' } })
  expect((await requestCode('127.0.0.1', from('192.0.2.9:50122'))).statusCode).toBe(200)
  expect((await requestCode('127.0.0.1', from('192.0.2.9:50123'))).statusCode).toBe(429)
  expect((await requestCode('127.0.0.1', from('192.0.2.9'))).statusCode).toBe(429)
  expect((await requestCode('127.0.0.1', from('[2001:db8:1:2::9]:50122'))).statusCode).toBe(200)
  expect((await requestCode('127.0.0.1', from('2001:db8:1:2::8'))).statusCode).toBe(429)
})

test('nor does it let one client make as many requests of a route as it has connections', async () => {
  await hub.close()
  hub = await startTestHub({ environment: { PUBLIC_URL: 'https://cam.example.org' } })
  const ask = async (port: number) =>
    (await post('request-otp', {}, '127.0.0.1', { 'x-forwarded-for': `192.0.2.9:${port}` })).statusCode
  for (let port = 1; port <= 300; port++) expect(await ask(port)).toBe(400)
  expect(await ask(301)).toBe(429)
})
