import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { emailOf, sessionAtom, signOutAtom } from '../../../src/state/sign-in/session'
import { startApp, type TestApp } from '../../support/app'
import { jwt } from '../../support/jwt'
import { answers, only, withoutExtensions } from '../../support/scenarios'
import { cameraOnHub } from '../support/hub-data'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.close())

/** A call that lets the hub name its extensions. */
const meetHub = () => app.until(camerasQueryAtom, ({ data }) => data !== undefined)
const signOuts = () => app.backend.sentTo('POST /auth/sign-out')

test('signed in means that a token is stored, whatever it holds; its e-mail is read (SESS-02, SESS-03, X-50)', async () => {
  expect(app.store.get(sessionAtom)).toEqual({ phase: 'signed-out' })
  app.services.session.signIn('not-a-jwt', 'r', 'w')
  expect(app.store.get(sessionAtom)).toEqual({ phase: 'signed-in', workspaceId: 'w', email: null })
  await app.signIn()
  expect(app.store.get(sessionAtom)).toMatchObject({ phase: 'signed-in', email: 'ann@example.org' })
})

test.each(['', 'x', 'a.b.c', 'e30.e30.e30'])('a token of %j has no e-mail and breaks nothing (X-89)', (token) => {
  expect(emailOf(token)).toBe(null)
})

test.each([{ sid: 5 }, { sid: null, workspaceId: {} }, { sub: [] }])(
  'a token that says %j beside an e-mail address has that address (X-89)',
  (rest) => expect(emailOf(jwt({ email: 'ann@example.org', ...rest }))).toBe('ann@example.org'),
)

test('what is stored has the names that the specification gives it (SESS-01)', () => {
  const { session } = app.services
  session.signIn('t', 'r', 'w')
  session.saveDestination('/events')
  session.endTour('dashboard')
  session.endTour('cameras')
  expect(app.storage.all()).toEqual({
    token: 't',
    refreshToken: 'r',
    workspaceId: 'w',
    destination: '/events',
    showDashboardTutorial: 'false',
    showCamerasTutorial: 'false',
  })
})

describe('sign-out (NAV-24, NAV-25)', () => {
  test('removes exactly token, refreshToken and workspaceId and goes to / (NAV-24, NAV-25)', async () => {
    await app.signIn()
    app.storage.setItem('showDashboardTutorial', 'false')
    app.storage.setItem('nightjar:color-mode', 'dark')
    app.store.set(signOutAtom)
    expect(app.storage.all()).toEqual({ showDashboardTutorial: 'false', 'nightjar:color-mode': 'dark' })
    expect(app.navigations).toEqual([{ path: '/', replace: true }])
    expect(app.store.get(sessionAtom)).toEqual({ phase: 'signed-out' })
  })

  test('ends the session on a hub that offers it (EXT-07)', async () => {
    await app.signIn()
    await meetHub()
    const { refreshToken } = app.storage.all()
    app.store.set(signOutAtom)
    await app.settle()
    expect(signOuts().map(({ json }) => json)).toEqual([{ refreshToken }])
    const payload = { refreshToken }
    const refresh = await app.backend.hub.fastify.inject({ method: 'POST', url: '/v1/auth/refresh', payload })
    expect(refresh.statusCode).toBe(401)
  })

  test('makes no call to a provider of the bare contract (NAV-24, EXT-02)', async () => {
    app.backend.play(withoutExtensions)
    await app.signIn()
    await meetHub()
    app.store.set(signOutAtom)
    await app.settle()
    expect(signOuts()).toEqual([])
  })

  // Bug of query-keys.ts and the reads: a shown read takes the key 'signed-out' and is sent; Http ends the session once more.
  test('goes to / and stays there, whatever the screen shows (NAV-25)', async () => {
    await app.signIn()
    app.watch(camerasQueryAtom)
    await app.settle()
    app.store.set(signOutAtom)
    await app.settle()
    expect(app.navigations).toEqual([{ path: '/', replace: true }])
    expect(app.toasts).toEqual([])
  })

  test('leaves nothing of one user to the next (UI-12)', async () => {
    await app.signIn('ann@example.org')
    await cameraOnHub(app, 'Ann’s door')
    app.watch(camerasQueryAtom)
    await app.settle()
    const names = () => app.store.get(camerasQueryAtom).data?.map(({ name }) => name)
    expect(names()).toEqual(['Ann’s door'])
    app.store.set(signOutAtom)
    await app.signIn('bob@example.org')
    expect(names() ?? []).toEqual([])
    await app.settle()
    await app.store.get(camerasQueryAtom).refetch()
    await app.settle()
    expect(names()).toEqual([])
  })
})

describe('a session that ends by itself (SESS-07)', () => {
  test('goes to /login, saves no destination, and is told (SESS-07, SESS-13, X-28)', async () => {
    await app.signIn()
    app.backend.hub.clock.advance(20 * 60_000)
    app.backend.play(only('POST /auth/refresh', answers(401, { code: 'refresh-rejected' })))
    app.watch(camerasQueryAtom)
    await app.settle()
    expect(app.storage.all()).toEqual({})
    expect(app.navigations.map(({ path }) => path)).toEqual(['/login'])
    expect(app.store.get(sessionAtom)).toEqual({ phase: 'signed-out' })
    expect(app.toasts.map(({ text }) => text)).toEqual([expect.stringContaining('Sign in again')])
  })

  // The same bug as at sign-out: each read that is shown begins anew with the key of nobody, which ends the session again.
  test('does so once', async () => {
    await app.signIn()
    app.backend.play(answers(401))
    app.watch(camerasQueryAtom)
    await app.settle()
    expect(app.navigations).toEqual([{ path: '/login', replace: true }])
  })
})

describe('other tabs', () => {
  test('signing out in one signs the other out (SESS-03: the storage is the truth)', async () => {
    await app.signIn()
    const other = await startApp({ backend: app.backend, storage: app.storage })
    expect(other.store.get(sessionAtom).phase).toBe('signed-in')
    app.store.set(signOutAtom)
    // What a browser's `storage` event makes the app call.
    other.services.session.changed()
    expect(other.store.get(sessionAtom)).toEqual({ phase: 'signed-out' })
    await other.close()
  })

  test('signing in in one signs the other in', async () => {
    const other = await startApp({ backend: app.backend, storage: app.storage })
    expect(other.store.get(sessionAtom).phase).toBe('signed-out')
    await app.signIn()
    other.services.session.changed()
    expect(other.store.get(sessionAtom)).toMatchObject({ phase: 'signed-in', email: 'ann@example.org' })
    await other.close()
  })
})
