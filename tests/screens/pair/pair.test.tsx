import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import PairScreen from '../../../src/screens/pair'
import { sessionAtom } from '../../../src/state/sign-in/session'
import { startApp, type TestApp } from '../../support/app'
import { answers, answers500, malformedJson, offline, only } from '../../support/scenarios'
import { pressOn, showScreen } from '../../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
})
afterEach(async () => {
  history.replaceState(null, '', '/')
  await app.close()
})

const open = (fragment: string) => {
  history.replaceState(null, '', `/pair${fragment}`)
  return showScreen(app, <PairScreen />)
}
const press = (name: string) => pressOn(app, screen.getByRole('button', { name }))

it('takes the token out of the address, and asks nothing of the hub before the press (PAIR-07)', async () => {
  await open('#secret-token')
  expect(location.href).not.toContain('secret-token')
  expect(document.body.textContent).not.toContain('secret-token')
  expect(app.backend.sent).toEqual([])
  await press('Use this device as a camera')
  expect(app.backend.sentTo('POST /pairings/redeem').map(({ json }) => json)).toEqual([{ token: 'secret-token' }])
  expect(screen.getByRole('alert').textContent).toMatch(/not whole.*Add another device/)
  expect(screen.getByRole('link', { name: 'Sign in with e-mail instead' })).toBeDefined()
})

it('says that half a link is none (PAIR-07)', async () => {
  await open('')
  expect(screen.getByRole('alert').textContent).toMatch(/only half of the link.*Scan/)
  expect(screen.queryByRole('button')).toBeNull()
})

it('asks who is signed in here as somebody first, and lets them stay (PAIR-07)', async () => {
  await app.signIn('bob@example.org')
  await open('#token')
  expect(screen.getByText(/You are signed in here as bob@example\.org/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Stay signed in' }).getAttribute('href')).toBe('/dashboard')
  expect(screen.queryByRole('button', { name: 'Use this device as a camera' })).toBeNull()
  await press('Sign out and use this device as a camera')
  // The link was none: Bob is who he was.
  expect(app.store.get(sessionAtom)).toMatchObject({ email: 'bob@example.org' })
})

it('another code that is scanned while the page is open takes the place of the first (PAIR-07)', async () => {
  await open('#first')
  await press('Use this device as a camera')
  expect(screen.getByRole('alert')).toBeDefined()
  await act(async () => {
    location.hash = '#second'
    dispatchEvent(new Event('hashchange'))
    await app.settle()
  })
  await press('Use this device as a camera')
  expect(app.backend.sentTo('POST /pairings/redeem').map(({ json }) => json)).toEqual([
    { token: 'first' },
    { token: 'second' },
  ])
})

it.each([
  ['no network', offline, /^The hub could not be reached\./],
  ['a hub that stumbles', answers500, /^Something broke\./],
  ['a proxy that is busy', answers(503, {}, 'Service Unavailable'), /“Service Unavailable”/],
  ['an answer of something else', malformedJson, /could not be read\. Try again/],
  ['too many tries of this network', answers(429, { message: 'Wait a minute.' }), /^Wait a minute\./],
])('holds the token over %s, and uses it again at Try Again (PAIR-07)', async (_what, scenario, sentence) => {
  await open('#secret-token')
  const undo = app.backend.play(only('POST /pairings/redeem', scenario))
  await press('Use this device as a camera')
  expect(screen.getByRole('alert').textContent).toMatch(sentence)
  // The address no longer has the token.
  expect(screen.getByRole('alert').textContent).not.toMatch(/Reload/)
  undo()
  const pairing = { token: 'access', refreshToken: 'refresh', workspaceId: 'workspace', pairingId: 'pairing' }
  app.backend.play(only('POST /pairings/redeem', answers(200, pairing)))
  await press('Try Again')
  expect(app.backend.sentTo('POST /pairings/redeem').map(({ json }) => json)).toEqual(
    Array(2).fill({ token: 'secret-token' }),
  )
  expect(app.navigations.at(-1)).toEqual({ path: '/pair/camera?pairing=pairing', replace: true })
})
