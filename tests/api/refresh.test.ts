import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { calls } from '../../src/contract/calls'
import {
  answers,
  answers401,
  answers500,
  malformedJson,
  offline,
  only,
  slow,
  withoutExtensions,
} from '../support/scenarios'
import { type Client, failureOf, startClient } from './support/client'

const MINUTE = 60_000

let client: Client
beforeEach(async () => {
  client = await startClient()
  await client.signIn()
})
afterEach(() => client.close())

const readCameras = () => client.http.send(calls.cameras.list, {})
const refreshes = () => client.backend.sentTo('POST /auth/refresh')
/** As time does it: access tokens are good for 15 minutes. */
const letTokenExpire = () => client.backend.hub.clock.advance(20 * MINUTE)

test('an expired token is refreshed, and the call goes out once more with the new one (SESS-05, SESS-06)', async () => {
  const before = client.session.read()
  letTokenExpire()
  expect(await readCameras()).toEqual({ ok: true, value: [] })
  const [first, refresh, second] = client.backend.sent
  expect(client.backend.sent.length).toBe(3)
  expect(first?.headers.get('authorization')).toBe(`Bearer ${before?.token}`)
  expect(refresh?.path).toBe('/v1/auth/refresh')
  expect(refresh?.json).toEqual({ refreshToken: before?.refreshToken })
  expect(refresh?.headers.has('authorization')).toBe(false)
  expect([second?.method, second?.path]).toEqual([first?.method, first?.path])
  expect(second?.headers.get('authorization')).toBe(`Bearer ${client.session.read()?.token}`)
})

test('the new pair replaces the stored one and the workspace stays (SESS-10)', async () => {
  const before = client.session.read()
  letTokenExpire()
  await readCameras()
  const after = client.session.read()
  expect(after?.token).not.toBe(before?.token)
  expect(after?.refreshToken).not.toBe(before?.refreshToken)
  expect(after?.workspaceId).toBe(before?.workspaceId)
  expect(client.signedOut).toBe(0)
})

test('the body goes out again with the retry (SESS-06: the same call)', async () => {
  client.backend.play(only('POST /cameras', answers401()))
  const body = { name: 'Door', location: 'Hall', deviceId: 'device-1', deviceLabel: 'Webcam' }
  expect((await client.http.send(calls.cameras.create, { body })).ok).toBe(true)
  expect(client.backend.sentTo('POST /cameras').map(({ json }) => json)).toEqual([body, body])
})

test('a second 401 after a good refresh is the failure of the retry and keeps the session (SESS-09, X-59)', async () => {
  client.backend.play(only('GET /cameras', answers401(2)))
  const failure = await failureOf(readCameras())
  expect(failure).toMatchObject({ kind: 'http', status: 401, statusText: 'Unauthorized', isRetry: true })
  expect(refreshes().length).toBe(1)
  expect(client.backend.sentTo('GET /cameras').length).toBe(2)
  expect(client.session.read()).not.toBe(null)
  expect(client.signedOut).toBe(0)
})

test('another failure of the retry says so too (ERR-06)', async () => {
  const first = client.backend.play(only('GET /cameras', answers500))
  const undo = client.backend.play(only('GET /cameras', answers401()))
  expect(await failureOf(readCameras())).toMatchObject({ kind: 'http', status: 500, isRetry: true })
  undo()
  expect(await failureOf(readCameras())).toMatchObject({ kind: 'http', status: 500, isRetry: false })
  first()
})

test('calls refused at the same time share one refresh (X-58)', async () => {
  letTokenExpire()
  const results = await Promise.all([
    readCameras(),
    client.http.send(calls.workspaces.usage, {}),
    client.http.send(calls.videos.storageUsage, { query: {} }),
  ])
  expect(results.map(({ ok }) => ok)).toEqual([true, true, true])
  expect(refreshes().length).toBe(1)
})

test('a call refused after another has refreshed uses the new token without a refresh of its own (X-58)', async () => {
  letTokenExpire()
  const line = slow()
  client.backend.play(only('GET /workspaces/usage', line.scenario))
  const late = client.http.send(calls.workspaces.usage, {})
  await line.arrived()
  await readCameras()
  line.letGo()
  expect((await late).ok).toBe(true)
  expect(refreshes().length).toBe(1)
})

test('a later expiry is refreshed anew', async () => {
  letTokenExpire()
  await readCameras()
  letTokenExpire()
  expect((await readCameras()).ok).toBe(true)
  expect(refreshes().length).toBe(2)
})

test('a refresh by another tab meanwhile is used instead of a second one (HUB-08)', async () => {
  const other = await startClient({ backend: client.backend, storage: client.storage })
  letTokenExpire()
  const line = slow()
  const undo = client.backend.play(only('GET /cameras', line.scenario))
  const here = readCameras()
  await line.arrived()
  undo()
  expect((await other.http.send(calls.cameras.list, {})).ok).toBe(true)
  line.letGo()
  expect((await here).ok).toBe(true)
  expect(refreshes().length).toBe(1)
})

test('a refused refresh clears the session and says so once, however many calls wait (SESS-07)', async () => {
  letTokenExpire()
  client.backend.play(only('POST /auth/refresh', answers(401, { code: 'refresh-rejected' })))
  const results = await Promise.all([readCameras(), readCameras(), readCameras()])
  expect(results).toEqual(Array(3).fill({ ok: false, failure: { kind: 'signed-out' } }))
  expect(client.storage.all()).toEqual({})
  expect(client.signedOut).toBe(1)
  expect(refreshes().length).toBe(1)
  expect(client.backend.sentTo('GET /cameras').length).toBe(3)
})

test('the hub itself refuses a refresh token that was used long ago (HUB-08)', async () => {
  const stale = client.session.read()
  letTokenExpire()
  await readCameras()
  letTokenExpire()
  client.session.replaceTokens(stale?.token ?? '', stale?.refreshToken ?? '')
  expect(await failureOf(readCameras())).toEqual({ kind: 'signed-out' })
  expect(client.session.read()).toBe(null)
})

test('without a refresh token the session is cleared and nothing is asked (SESS-08)', async () => {
  client.storage.removeItem('refreshToken')
  letTokenExpire()
  expect(await failureOf(readCameras())).toEqual({ kind: 'signed-out' })
  expect(client.storage.all()).toEqual({})
  expect(client.signedOut).toBe(1)
  expect(refreshes()).toEqual([])
})

test('a refresh that got no answer says nothing about the session, which stays (SESS-07, ERR-07, X-92)', async () => {
  letTokenExpire()
  const before = client.storage.all()
  const undo = client.backend.play(only('POST /auth/refresh', offline))
  expect(await failureOf(readCameras())).toEqual({ kind: 'network', isTimeout: false })
  expect(client.storage.all()).toEqual(before)
  expect(client.signedOut).toBe(0)
  undo()
  expect((await readCameras()).ok).toBe(true)
})

test.each([
  ['does not know the way', answers(404, '404 page not found'), { kind: 'http', status: 404 }],
  ['shows its own page', async () => new Response('<html>Welcome to the hotel</html>'), { kind: 'bad-answer' }],
  [
    'asks for a password of its own',
    answers(401, '<html>Authorization Required</html>'),
    { kind: 'http', status: 401 },
  ],
  ['asks for one without a word', async () => new Response(null, { status: 401 }), { kind: 'http', status: 401 }],
  ['lets nobody in', answers(403, { message: 'Forbidden' }), { kind: 'http', status: 403 }],
  ['asks to be signed in at', answers(511, '<html>Welcome</html>'), { kind: 'http', status: 511 }],
])(
  'what stands before a hub that names its extensions says nothing about the session: it %s (OUT-08)',
  async (_what, play, failure) => {
    letTokenExpire()
    const before = client.storage.all()
    client.backend.play(only('POST /auth/refresh', play))
    expect(await failureOf(readCameras())).toMatchObject({ ...failure, isFromProxy: true })
    expect([client.storage.all(), client.signedOut]).toEqual([before, 0])
  },
)

test('a refresh that is refused in JSON has failed, also where the answer does not name what the hub had named (SESS-07, X-92)', async () => {
  letTokenExpire()
  client.backend.play(only('POST /auth/refresh', answers(401, { message: 'Invalid refresh token' })))
  expect(await failureOf(readCameras())).toEqual({ kind: 'signed-out' })
  expect([client.session.read(), client.signedOut]).toEqual([null, 1])
})

test('a proxy that refuses every call, for want of a password of its own, ends no session (EXT-01)', async () => {
  await readCameras()
  const before = client.storage.all()
  const undo = client.backend.play(answers(401, '<html>Authorization Required</html>'))
  expect(await failureOf(readCameras())).toMatchObject({ kind: 'http', status: 401, isFromProxy: true })
  expect([client.storage.all(), client.signedOut]).toEqual([before, 0])
  undo()
  expect((await readCameras()).ok).toBe(true)
})

test('a refresh whose answer is lost is given up after 25 s, and tried again twice before the hub takes it for stolen', async () => {
  const timeouts = vi.spyOn(AbortSignal, 'timeout')
  letTokenExpire()
  const lost = only('POST /auth/refresh', async (request, next) => {
    await next(request)
    client.backend.hub.clock.advance(25_000)
    throw new TypeError('Failed to fetch')
  })
  const undo = client.backend.play(lost)
  for (let attempt = 1; attempt <= 2; attempt++) {
    expect(await failureOf(readCameras()), `attempt ${attempt}`).toMatchObject({ kind: 'network' })
  }
  undo()
  expect((await readCameras()).ok).toBe(true)
  expect(client.signedOut).toBe(0)
  expect(timeouts.mock.calls.filter(([ms]) => ms === 25_000)).toHaveLength(refreshes().length)
  timeouts.mockRestore()
})

test('a refresh answered with nonsense has failed (SESS-07)', async () => {
  letTokenExpire()
  client.backend.play(withoutExtensions)
  client.backend.play(only('POST /auth/refresh', malformedJson))
  expect(await failureOf(readCameras())).toEqual({ kind: 'signed-out' })
  expect(client.session.read()).toBe(null)
})

test('without a token nothing is sent: the rest is cleared and the user signed out (SESS-04, X-60)', async () => {
  client.storage.removeItem('token')
  client.storage.setItem('destination', '/events')
  expect(await failureOf(readCameras())).toEqual({ kind: 'signed-out' })
  expect(client.backend.sent).toEqual([])
  expect(client.storage.all()).toEqual({ destination: '/events' })
  expect(client.signedOut).toBe(1)
})

test('a 401 to a call without sign-in is its own answer: nothing is refreshed (AUTH-41)', async () => {
  const body = { email: 'ann@example.org', otp: '000000' }
  const failure = await failureOf(client.http.send(calls.auth.verifyOtp, { body }))
  expect(failure).toMatchObject({ kind: 'http', status: 401, code: 'code-wrong', isRetry: false })
  expect(refreshes()).toEqual([])
  expect(client.session.read()).not.toBe(null)
})

test('signing out while a refresh is on its way stays signed out (NAV-24)', async () => {
  letTokenExpire()
  const line = slow()
  client.backend.play(only('POST /auth/refresh', line.scenario))
  const read = readCameras()
  await line.arrived()
  client.session.clear()
  line.letGo()
  await read
  expect(client.storage.all()).toEqual({})
})

test('a refresh refused because another tab was faster does not end the other tab’s session (HUB-08)', async () => {
  letTokenExpire()
  const line = slow()
  client.backend.play(only('POST /auth/refresh', answers(401, { code: 'refresh-rejected' })))
  client.backend.play(only('POST /auth/refresh', line.scenario))
  const read = readCameras()
  await line.arrived()
  client.session.replaceTokens('token-of-the-other-tab', 'refresh-of-the-other-tab')
  line.letGo()
  await read
  expect(client.session.read()?.refreshToken).toBe('refresh-of-the-other-tab')
})
