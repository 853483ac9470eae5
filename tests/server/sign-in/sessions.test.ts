import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { send } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

let hub: TestHub
let ann: SignedInUser
beforeEach(async () => {
  hub = await startTestHub()
  ann = await hub.signIn()
})
afterEach(() => hub.close())

const refresh = (refreshToken: string) => send(hub.fastify, null, 'POST', '/auth/refresh', { refreshToken })
const signOut = (refreshToken: string) => send(hub.fastify, null, 'POST', '/auth/sign-out', { refreshToken })
const readCameras = (token: string, workspaceId = ann.workspaceId) =>
  send(hub.fastify, { headers: { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId } }, 'GET', '/cameras')

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

test('an access token is good for 15 minutes (HUB-07)', async () => {
  hub.clock.advance(15 * MINUTE - 1000)
  expect((await readCameras(ann.token)).statusCode).toBe(200)
  hub.clock.advance(1000)
  const late = await readCameras(ann.token)
  expect([late.statusCode, late.json()]).toEqual([401, { code: 'unauthenticated', message: 'Sign in to go on.' }])
})

test('a refresh gives a new pair that works (API-06)', async () => {
  hub.clock.advance(20 * MINUTE)
  const answer = await refresh(ann.refreshToken)
  expect(answer.statusCode).toBe(200)
  const pair = answer.json<{ token: string; refreshToken: string }>()
  expect(Object.keys(pair).sort()).toEqual(['refreshToken', 'token'])
  expect(pair.refreshToken).not.toBe(ann.refreshToken)
  expect((await readCameras(pair.token)).statusCode).toBe(200)
  expect((await refresh(pair.refreshToken)).statusCode).toBe(200)
})

test('two tabs may refresh with the same token within 55 seconds, and both stay signed in (HUB-08)', async () => {
  const answers = await Promise.all([refresh(ann.refreshToken), refresh(ann.refreshToken)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  hub.clock.advance(55_000)
  expect((await refresh(ann.refreshToken)).statusCode).toBe(200)
  hub.clock.advance(MINUTE)
  for (const answer of answers) expect((await refresh(answer.json().refreshToken)).statusCode).toBe(200)
})

test('a refresh token used again later ends the whole session (HUB-08)', async () => {
  const fresh = (await refresh(ann.refreshToken)).json<{ token: string; refreshToken: string }>()
  hub.clock.advance(55_001)
  const reused = await refresh(ann.refreshToken)
  expect([reused.statusCode, reused.json().code]).toEqual([401, 'refresh-rejected'])
  expect((await refresh(fresh.refreshToken)).statusCode).toBe(401)
  expect((await readCameras(fresh.token)).statusCode).toBe(401)
})

test('so it does on the first day after days in which the hub was off (HUB-08)', async () => {
  await hub.hub.jobs.runNow('retention')
  hub.clock.advance(5 * DAY)
  await hub.hub.jobs.runNow('retention')
  const signedIn = await hub.signIn()
  const { refreshToken } = (await refresh(signedIn.refreshToken)).json()
  hub.clock.advance(56_000)
  expect((await refresh(signedIn.refreshToken)).statusCode).toBe(401)
  expect((await refresh(refreshToken)).statusCode).toBe(401)
})

test('so it does of a clock that was ahead once that is set right (HUB-08)', async () => {
  hub.clock.advance(30 * DAY)
  const signedIn = await hub.signIn()
  const fresh = (await refresh(signedIn.refreshToken)).json<{ refreshToken: string }>()
  hub.clock.advance(-30 * DAY)
  expect((await refresh(signedIn.refreshToken)).statusCode).toBe(401)
  expect((await refresh(fresh.refreshToken)).statusCode).toBe(401)
})

test('who holds a token of a clock that was ahead goes on with it once that is set right', async () => {
  hub.clock.advance(30 * DAY)
  const signedIn = await hub.signIn()
  hub.clock.advance(-30 * DAY)
  const answers = [await refresh(signedIn.refreshToken), await refresh(signedIn.refreshToken)]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
})

test('a stolen token ends its own session only', async () => {
  const phone = await hub.signIn()
  await refresh(ann.refreshToken)
  hub.clock.advance(MINUTE)
  await refresh(ann.refreshToken)
  expect((await refresh(phone.refreshToken)).statusCode).toBe(200)
})

test('a session lives 90 days from its last refresh', async () => {
  hub.clock.advance(90 * DAY - 1)
  const fresh = (await refresh(ann.refreshToken)).json<{ refreshToken: string }>()
  hub.clock.advance(90 * DAY - 1)
  expect((await refresh(fresh.refreshToken)).statusCode).toBe(200)
  const other = await hub.signIn('bob@example.org')
  hub.clock.advance(90 * DAY)
  expect((await refresh(other.refreshToken)).statusCode).toBe(401)
})

test('a session ends after a year and two hours without a round, however often it is refreshed (ASVS 7.3.2)', async () => {
  let { refreshToken } = ann
  for (let month = 0; month < 5; month++) {
    hub.clock.advance(73 * DAY)
    const answer = await refresh(refreshToken)
    expect(answer.statusCode).toBe(200)
    refreshToken = answer.json().refreshToken
  }
  hub.clock.advance(120 * MINUTE + 1)
  const late = await refresh(refreshToken)
  expect([late.statusCode, late.json().code]).toEqual([401, 'refresh-rejected'])
  expect((await hub.signIn()).refreshToken).toBeDefined()
})

test.each(['', 'nonsense'])('refuses the unknown refresh token %j', async (token) => {
  const answer = await refresh(token)
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'refresh-rejected'])
})

test('refuses a refresh without a token as input', async () => {
  const answer = await send(hub.fastify, null, 'POST', '/auth/refresh', {})
  expect([answer.statusCode, answer.json().message]).toEqual([400, 'refreshToken: Give the refresh token.'])
})

test('sign-out ends the session at once, access token too (HUB-07)', async () => {
  const answer = await signOut(ann.refreshToken)
  expect([answer.statusCode, answer.json()]).toEqual([200, {}])
  expect((await readCameras(ann.token)).statusCode).toBe(401)
  expect((await refresh(ann.refreshToken)).statusCode).toBe(401)
})

test('sign-out answers the same for a token it does not know', async () => {
  const answer = await signOut('nonsense')
  expect([answer.statusCode, answer.json()]).toEqual([200, {}])
  expect((await readCameras(ann.token)).statusCode).toBe(200)
})

test('an empty workspace header means the workspace of the token (SESS-12)', async () => {
  expect((await readCameras(ann.token, '')).statusCode).toBe(200)
  const bare = { headers: { authorization: ann.headers.authorization, 'x-workspace-id': '' } }
  expect((await send(hub.fastify, bare, 'GET', `/workspaces/${ann.workspaceId}`)).statusCode).toBe(200)
})

test('refuses the workspace of others with 404 (SEC-01)', async () => {
  const bob = await hub.signIn('bob@example.org')
  for (const workspaceId of [bob.workspaceId, 'nonsense']) {
    const answer = await readCameras(ann.token, workspaceId)
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not-found'])
  }
})

test('refuses tokens that the hub did not sign', async () => {
  const [head = '', payload = '', signature = ''] = ann.token.split('.')
  const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`
  const foreign = `${head}.${payload}.${createHmac('sha256', 'guess').update(`${head}.${payload}`).digest('base64url')}`
  const changed = `${head}.${Buffer.from('{"sub":"x"}').toString('base64url')}.${signature}`
  for (const token of ['', 'nonsense', unsigned, foreign, changed, ann.refreshToken]) {
    expect((await readCameras(token)).statusCode).toBe(401)
  }
})
