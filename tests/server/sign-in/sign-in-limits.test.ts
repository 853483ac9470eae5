import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AttemptKind, Db } from '../../../server/db/schema'
import { RETENTION_JOB } from '../../../server/recordings/retention'
import { codeIn, startTestHub, type TestHub } from '../support/hub'
import { openHubDatabase } from '../support/webhook-worker'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const OFFICE = '203.0.113.7'
const OTHER = '198.51.100.1'
/** Of one client in an hour, to all addresses together. */
const LIMITS = { codes: 60, 'wrong-codes': 600 }

let hub: TestHub
let db: Db
beforeEach(async () => {
  hub = await startTestHub()
  db = await openHubDatabase(hub)
})
afterEach(async () => {
  await db.destroy()
  await hub.close()
})

const post = (path: string, payload: object, remoteAddress: string) =>
  hub.fastify.inject({ method: 'POST', url: `/v1/auth/${path}`, payload, remoteAddress })
const requestCode = (email: string, client = OFFICE) => post('request-otp', { email }, client)
const verify = (email: string, otp: string, client = OFFICE) => post('verify-otp', { email, otp }, client)
const wrongOf = (email: string) => String((Number(codeIn(hub.mails, email)) + 1) % 1_000_000).padStart(6, '0')
const attemptsOf = (kind: AttemptKind) => db.selectFrom('attempt_counts').select('attempts').where('kind', '=', kind)
const attempts = async (kind: AttemptKind) => (await attemptsOf(kind).execute()).map((row) => row.attempts)
/** As if the clients so far had gone on until so many. */
const setAttempts = (kind: AttemptKind, count: number) =>
  db.updateTable('attempt_counts').set({ attempts: count }).where('kind', '=', kind).execute()

test('one client gets so many codes an hour for all addresses together, others get theirs (HUB-05)', async () => {
  hub.clock.advance(40 * MINUTE_MS)
  expect((await requestCode('a@example.org')).statusCode).toBe(200)
  await setAttempts('codes', LIMITS.codes - 1)
  expect((await requestCode('b@example.org')).statusCode).toBe(200)
  const refused = await requestCode('c@example.org')
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests'])
  expect(refused.headers['retry-after']).toBe(String(20 * 60))
  expect(await attempts('codes')).toEqual([LIMITS.codes])
  expect((await requestCode('c@example.org', OTHER)).statusCode).toBe(200)
  hub.clock.advance(20 * MINUTE_MS)
  expect((await requestCode('c@example.org')).statusCode).toBe(200)
})

test('what could not be mailed does not count: after an outage of the mail server codes come again (HUB-05)', async () => {
  await requestCode('a@example.org')
  hub.mailer.isFailing = true
  for (let index = 0; index < LIMITS.codes; index++) await requestCode(`x${index}@example.org`)
  hub.mailer.isFailing = false
  expect((await requestCode('b@example.org')).statusCode).toBe(200)
  expect(await attempts('codes')).toEqual([2])
})

test('a client gets so many wrong codes an hour, a right one costs none (HUB-05)', async () => {
  await requestCode('a@example.org')
  await requestCode('b@example.org')
  expect((await verify('a@example.org', wrongOf('a@example.org'))).statusCode).toBe(401)
  expect((await verify('a@example.org', codeIn(hub.mails, 'a@example.org'))).statusCode).toBe(200)
  expect(await attempts('wrong-codes')).toEqual([1])
  await setAttempts('wrong-codes', LIMITS['wrong-codes'])
  const refused = await verify('b@example.org', codeIn(hub.mails, 'b@example.org'))
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests'])
  // The owner is where the code came to, and that may be another network.
  expect((await verify('b@example.org', codeIn(hub.mails, 'b@example.org'), OTHER)).statusCode).toBe(200)
})

test('whoever uses up the limits of a shared address keeps nobody out who signed in there before (HUB-05)', async () => {
  const ann = 'ann@example.org'
  await requestCode(ann)
  await verify(ann, codeIn(hub.mails, ann))
  await requestCode('victim@example.org')
  await verify('victim@example.org', wrongOf('victim@example.org'))
  for (const kind of ['codes', 'wrong-codes'] as const) await setAttempts(kind, LIMITS[kind])
  hub.clock.advance(MINUTE_MS)
  expect((await requestCode('eve@example.org')).statusCode).toBe(429)
  expect((await requestCode(ann)).statusCode).toBe(200)
  expect((await verify(ann, codeIn(hub.mails, ann))).statusCode).toBe(200)
})

test('counts of hours that are over go with the next round', async () => {
  await requestCode('a@example.org')
  hub.clock.advance(4 * HOUR_MS)
  await hub.hub.jobs.runNow(RETENTION_JOB)
  await requestCode('b@example.org')
  expect(await attempts('codes')).toEqual([1])
})
