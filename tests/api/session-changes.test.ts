import { afterEach, beforeEach, expect, test } from 'vitest'
import { isOfSameUser } from '../../src/api/whose-session'
import { calls } from '../../src/contract/calls'
import { answers, only, slow, withoutExtensions } from '../support/scenarios'
import { type Client, failureOf, startClient } from './support/client'

let client: Client
beforeEach(async () => {
  client = await startClient()
  await client.signIn()
  // Access tokens are good for 15 minutes.
  client.backend.hub.clock.advance(20 * 60_000)
})
afterEach(() => client.close())

const readCameras = () => client.http.send(calls.cameras.list, {})
const listReads = () => client.backend.sentTo('GET /cameras').length
/** A refresh that has reached the hub, whose answer is still on its way. */
const beginRefresh = async () => {
  const line = slow()
  const undo = client.backend.play(only('POST /auth/refresh', line.scenario))
  const read = readCameras()
  await line.arrived()
  undo()
  return { read, letGo: line.letGo }
}

test.each([429, 502, 503, 504])(
  'a refresh answered %i says nothing of the session, which stays (SESS-07, ERR-07, X-92)',
  async (status) => {
    const before = client.storage.all()
    const undo = client.backend.play(only('POST /auth/refresh', answers(status)))
    expect(await failureOf(readCameras())).toMatchObject({ kind: 'http', status })
    expect([client.storage.all(), client.signedOut]).toEqual([before, 0])
    undo()
    expect((await readCameras()).ok).toBe(true)
  },
)

test.each([
  ...[400, 401, 403, 500].map((status) => [status, 'the hub, with a code', { code: 'x' }] as const),
  ...[400, 401, 403, 500].map((status) => [status, 'a provider of the bare contract', {}] as const),
])('a refresh answered %i by %s has failed and ends the session (SESS-07)', async (status, _by, body) => {
  if (!('code' in body)) client.backend.play(withoutExtensions)
  client.backend.play(only('POST /auth/refresh', answers(status, body)))
  expect(await failureOf(readCameras())).toEqual({ kind: 'signed-out' })
  expect([client.storage.all(), client.signedOut, listReads()]).toEqual([{}, 1, 1])
})

test('a sign-out during a refresh ends the call that waited, and is not told twice (NAV-24)', async () => {
  const { read, letGo } = await beginRefresh()
  client.session.clear()
  letGo()
  expect(await failureOf(read)).toEqual({ kind: 'signed-out' })
  expect([client.storage.all(), client.signedOut, listReads()]).toEqual([{}, 0, 1])
})

test('the pair that another tab stored during a refresh stands, and the call goes out with it (HUB-08)', async () => {
  const { read, letGo } = await beginRefresh()
  const other = await client.backend.hub.signIn()
  client.session.replaceTokens(other.token, other.refreshToken)
  letGo()
  expect((await read).ok).toBe(true)
  expect(client.session.read()).toMatchObject({ token: other.token, refreshToken: other.refreshToken })
  expect(client.backend.sentTo('GET /cameras').at(-1)?.headers.get('authorization')).toBe(`Bearer ${other.token}`)
})

test.each(['another workspace', 'the same workspace'])(
  'a call is not sent again with the session of whoever signed in during its refresh, of %s (SESS-06)',
  async (place) => {
    const { read, letGo } = await beginRefresh()
    const anns = client.session.read()
    const bob = await client.backend.hub.signIn('bob@example.org')
    const workspaceId = place === 'another workspace' ? bob.workspaceId : (anns?.workspaceId ?? '')
    client.session.signIn(bob.token, bob.refreshToken, workspaceId)
    const bobs = client.storage.all()
    letGo()
    expect(await failureOf(read)).toEqual({ kind: 'signed-out' })
    expect([listReads(), client.signedOut, client.storage.all()]).toEqual([1, 0, bobs])
  },
)

const tokenOf = (payload: object) => `e30.${btoa(JSON.stringify(payload))}.signature`
test.each([
  ['the address alone', tokenOf({ email: 'ann@example.org' }), tokenOf({ email: 'bob@example.org' }), false],
  ['who, and not since when', tokenOf({ sub: '1' }), tokenOf({ sub: '2' }), false],
  ['a new address of the same person', tokenOf({ sub: '1', email: 'a@b' }), tokenOf({ sub: '1', email: 'c@d' }), true],
  ['nothing', 'first', 'second', true],
])('users of one workspace are told apart by tokens that tell %s: %s, %s (SESS-02)', (_what, a, b, isSame) => {
  const of = (token: string) => ({ token, refreshToken: null, workspaceId: 'w' })
  expect(isOfSameUser(of(a), of(b))).toBe(isSame)
})

test('a call is not sent again with the session of whoever signed in before its refusal came (SESS-06)', async () => {
  const line = slow()
  const undo = client.backend.play(only('GET /cameras', line.scenario))
  const read = readCameras()
  await line.arrived()
  undo()
  await client.signIn('bob@example.org')
  line.letGo()
  expect(await failureOf(read)).toEqual({ kind: 'signed-out' })
  expect([listReads(), client.backend.sentTo('POST /auth/refresh').length]).toEqual([1, 0])
})
