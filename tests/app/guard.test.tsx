import { act, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Route } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { Guard } from '../../src/app/guard'
import { lazyPart } from '../../src/app/lazy-part'
import { type Parts, partsAtom } from '../../src/app/parts'
import { startApp, type TestApp } from '../support/app'
import { showScreen } from '../support/show-screen'

const Frame: Parts['Frame'] = Object.assign(
  (props: { readonly children: ReactNode }) => <main>{props.children}</main>,
  {
    preload: async () => undefined,
  },
)

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  app.store.set(partsAtom, { Frame, Notices: lazyPart(async () => ({ default: () => null })) })
})
afterEach(async () => {
  history.replaceState(null, '', '/')
  await app.close()
})

const open = async (address: string) => {
  history.replaceState(null, '', address)
  await showScreen(
    app,
    <Route path="/:screen">
      <Guard>
        <p>Who is there</p>
      </Guard>
    </Route>,
  )
}
const kept = () => [location.pathname, app.storage.getItem('destination')]

it('keeps where somebody without a token wanted to go (NAV-12, NAV-13)', async () => {
  await open('/events?page=2')
  expect(kept()).toEqual(['/login', '/events?page=2'])
  expect(screen.queryByText('Who is there')).toBeNull()
})

it('keeps path and query letter by letter, as they were asked for (NAV-12)', async () => {
  const asked = '/events?note=50%2525&who=a%20b'
  await open(asked)
  expect(kept()).toEqual(['/login', asked])
})

it('keeps where somebody goes on to whose token is gone without a word to this tab, and asks nothing (NAV-12, NAV-13)', async () => {
  await app.signIn()
  await open('/events')
  app.storage.removeItem('token')
  act(() => navigate('/events?page=2'))
  expect(screen.getByText('Who is there')).toBeDefined()
  act(() => navigate('/videos?page=3'))
  expect(kept()).toEqual(['/login', '/videos?page=3'])
  expect(app.storage.getItem('refreshToken')).toBeNull()
})

it('keeps no destination where the session ended on screen, in another tab too (X-28)', async () => {
  await app.signIn()
  await open('/events?page=2')
  expect(screen.getByText('Who is there')).toBeDefined()
  // Another tab signed out: this one is told that the storage was changed.
  act(() => app.services.session.clear())
  expect(kept()).toEqual(['/login', null])
  expect(screen.queryByText('Who is there')).toBeNull()
})
