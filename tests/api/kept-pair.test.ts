import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KeptPair } from '../../src/api/kept-pair'
import { calls } from '../../src/contract/calls'
import { type Client, failureOf, startClient } from './support/client'

const MINUTE = 60_000

let client: Client
let pair: KeptPair
let browsers = 0
beforeEach(async () => {
  pair = new KeptPair(`kept-pair-${browsers++}`)
  client = await startClient({ newestFor: (session) => pair.newestFor(session) })
  client.session.subscribe(() => void pair.keep(client.session.read()))
  await client.signIn()
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await client.close()
})

const readCameras = () => client.http.send(calls.cameras.list, {})
const letTokenExpire = () => client.backend.hub.clock.advance(20 * MINUTE)
const stored = () => JSON.stringify(client.storage.all())

/** What local storage holds after a cut: what the browser had written out by then. */
function loseSince(before: string): void {
  for (const [name, value] of Object.entries<string>(JSON.parse(before))) client.storage.setItem(name, value)
}

test('a machine whose power went right after a refresh stays signed in (SESS-14)', async () => {
  const before = stored()
  letTokenExpire()
  expect((await readCameras()).ok).toBe(true)
  await pair.keep(client.session.read())
  loseSince(before)
  letTokenExpire()
  expect((await readCameras()).ok).toBe(true)
  expect(client.signedOut).toBe(0)
})

test('what an older state of the storage says never takes the place of what is newer (SESS-14)', async () => {
  const before = stored()
  letTokenExpire()
  await readCameras()
  const newest = client.session.read()
  loseSince(before)
  client.session.changed()
  await pair.keep(client.session.read())
  const old = client.session.read()
  expect(old === null ? null : await pair.newestFor(old)).toBe(newest?.refreshToken)
})

test('nothing of a session is left once it ended, and nobody gets another one’s (SESS-14)', async () => {
  const ann = client.session.read()
  client.session.clear()
  await pair.keep(client.session.read())
  expect(ann === null ? null : await pair.newestFor(ann)).toBe(ann?.refreshToken)
  letTokenExpire()
  await client.signIn('bob@example.org')
  await pair.keep(client.session.read())
  expect(ann === null ? null : await pair.newestFor(ann)).toBe(ann?.refreshToken)
})

test('a kept pair that the hub refuses ends the session like any other (SESS-07)', async () => {
  const before = stored()
  letTokenExpire()
  await readCameras()
  await pair.keep(client.session.read())
  const { refreshToken } = client.session.read() ?? {}
  await client.backend.hub.fastify.inject({ method: 'POST', url: '/v1/auth/sign-out', payload: { refreshToken } })
  loseSince(before)
  expect(await failureOf(readCameras())).toEqual({ kind: 'signed-out' })
  expect(client.storage.all()).toEqual({})
})

test('a disk that neither answers nor fails holds a refresh up for 15 s, not for good (SESS-14)', async () => {
  const session = client.session.read()
  await pair.keep(session)
  vi.spyOn(indexedDB, 'open').mockReturnValue(new IDBOpenDBRequest())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let sent: string | null | undefined
  if (session !== null) void pair.newestFor(session).then((token) => (sent = token))
  await vi.advanceTimersByTimeAsync(14_000)
  expect(sent).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toBe(session?.refreshToken)
})
