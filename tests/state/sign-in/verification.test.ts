import { afterEach, beforeEach, expect, test } from 'vitest'
import { alertAtom } from '../../../src/state/alert'
import { sessionAtom } from '../../../src/state/sign-in/session'
import { requestCodeAtom, verifyCodeAtom, verifyPhaseAtom } from '../../../src/state/sign-in/sign-in'
import { codeIn } from '../../server/support/hub'
import { startApp, type TestApp } from '../../support/app'
import { offline, only, slow } from '../../support/scenarios'

const EMAIL = 'ann@example.org'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.store.set(requestCodeAtom, EMAIL)
  app.navigations.length = 0
})
afterEach(() => app.close())

const code = () => codeIn(app.backend.hub.mails, EMAIL)
const wrongCode = () => (code() === '000000' ? '000001' : '000000')
const verify = (otp: string) => app.store.set(verifyCodeAtom, EMAIL, otp)
const tries = () => app.backend.sentTo('POST /auth/verify-otp')

test('the right code stores token, refreshToken and workspaceId and goes to the dashboard (AUTH-38, AUTH-48)', async () => {
  await verify(code())
  expect(Object.keys(app.storage.all()).sort()).toEqual(['refreshToken', 'token', 'workspaceId'])
  expect(app.store.get(sessionAtom)).toEqual({
    phase: 'signed-in',
    workspaceId: app.storage.all()['workspaceId'],
    email: EMAIL,
  })
  expect(app.navigations).toEqual([{ path: '/dashboard', replace: true }])
  expect(tries().map(({ json }) => json)).toEqual([{ email: EMAIL, otp: code() }])
})

test('a stored destination is gone to, and cleared (AUTH-38, AUTH-39)', async () => {
  app.services.session.saveDestination('/events?page=2')
  await verify(code())
  expect(app.navigations.map(({ path }) => path)).toEqual(['/events?page=2'])
  expect(app.storage.getItem('destination')).toBe(null)
})

test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'events', 'javascript:alert(1)', ''])(
  'a destination of %j is no path of this app: the dashboard it is (X-27)',
  async (destination) => {
    app.storage.setItem('destination', destination)
    await verify(code())
    expect(app.navigations.map(({ path }) => path)).toEqual(['/dashboard'])
    expect(app.storage.getItem('destination')).toBe(null)
  },
)

test('a wrong code alerts, and neither signs in nor spends the destination (ERR-02)', async () => {
  app.services.session.saveDestination('/events')
  await verify(wrongCode())
  expect(app.store.get(alertAtom)).toBe('Verification failed. Please try again.')
  expect(app.store.get(sessionAtom)).toEqual({ phase: 'signed-out' })
  expect(app.navigations).toEqual([])
  expect(app.storage.all()).toEqual({ destination: '/events' })
  expect(app.store.get(verifyPhaseAtom)).toBe('idle')
})

test('the right code still works after a wrong one (HUB-04)', async () => {
  await verify(wrongCode())
  await verify(code())
  expect(app.store.get(sessionAtom).phase).toBe('signed-in')
})

test('a code that ran out after 10 minutes alerts (AUTH-49)', async () => {
  app.backend.hub.clock.advance(10 * 60_000)
  await verify(code())
  expect(app.store.get(alertAtom)).toBe('Verification failed. Please try again.')
})

test('no network alerts the same (ERR-02)', async () => {
  app.backend.play(only('POST /auth/verify-otp', offline))
  await verify(code())
  expect(app.store.get(alertAtom)).toBe('Verification failed. Please try again.')
})

test.each(['', '12345', '1234567', '12345x', '１２３４５６'])(
  'nothing is sent for %j: verification runs only with six digits (AUTH-41)',
  async (otp) => {
    await verify(otp)
    expect(tries()).toEqual([])
  },
)

test('it is verifying until the answer, and sends one request meanwhile (AUTH-41)', async () => {
  const line = slow()
  app.backend.play(line.scenario)
  const verified = verify(code())
  expect(app.store.get(verifyPhaseAtom)).toBe('verifying')
  await verify(code())
  line.letGo()
  await verified
  expect(tries().length).toBe(1)
  expect(app.store.get(verifyPhaseAtom)).toBe('idle')
})

test.each([
  ['another person’s, on the hub too: its pushes lead here no more', 'bob@example.org', 1],
  ['the same person’s here alone: its pushes go on', EMAIL, 0],
])('a new sign-in replaces the session that was there, %s (X-72, PUSH-07)', async (_, email, ended) => {
  await app.signIn(email)
  const { refreshToken } = app.storage.all()
  await app.store.set(requestCodeAtom, EMAIL)
  await verify(code())
  expect(app.store.get(sessionAtom)).toMatchObject({ email: EMAIL })
  await app.settle()
  const told = app.backend.sentTo('POST /auth/sign-out').map(({ json }) => json)
  expect(told).toEqual(Array.from({ length: ended }, () => ({ refreshToken })))
})
