import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NavigationButton } from '../../src/app/shell/navigation-button'
import { NavigationSheet } from '../../src/app/shell/navigation-sheet'
import { TopBar } from '../../src/app/shell/top-bar'
import { sheetOpenAtom } from '../../src/state/shell/sidebar'
import { LatePart } from '../../src/ui/layout/late-part'
import { NARROW } from '../../src/ui/layout/mobile-device'
import { startApp, type TestApp } from '../support/app'
import { showScreen } from '../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
  return app.close()
})

const settled = (deed: () => unknown) =>
  act(async () => {
    deed()
    await app.settle()
  })
const isOpen = () => app.store.get(sheetOpenAtom)

it('says that the navigation did not arrive, and is closed until the next press (NAV-31)', async () => {
  const load = vi.fn(async () => () => <nav>Cameras</nav>)
  for (let times = 0; times < 3; times++) load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await showScreen(app, <NavigationButton sheet={new LatePart(load)} />)
  // Behind the screen nobody is told.
  expect([isOpen(), app.toasts]).toEqual([false, []])
  const press = () => settled(() => fireEvent.click(screen.getByLabelText('Open navigation')))
  await press()
  expect(isOpen()).toBe(false)
  // As the key does (NAV-28).
  await settled(() => app.store.set(sheetOpenAtom, true))
  expect([isOpen(), app.toasts.map(({ text }) => text)]).toEqual([
    false,
    Array(2).fill('The navigation is not here yet. Try again.'),
  ])
  await press()
  expect([isOpen(), screen.queryByText('Cameras') !== null, app.toasts.length]).toEqual([true, true, 2])
})

it('the sheet scrolls to what Tab goes to, from its last control to the first too (UI-04)', async () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue()
  await showScreen(app, <NavigationSheet isOpen setIsOpen={() => undefined} />)
  const entry = screen.getByRole('link', { name: 'Events' })
  act(() => entry.focus())
  expect([shown.mock.contexts.at(-1), shown.mock.lastCall]).toEqual([entry, [{ block: 'nearest' }]])
  shown.mockRestore()
})

it.each([
  ['link', 'Dashboard', '/dashboard'],
  ['button', 'Share Videos', '/video-sharing'],
])('the sheet closes at a press on the %s to the screen that shows already, too (NAV-31)', async (role, name, path) => {
  history.replaceState(null, '', path)
  await showScreen(app, <TopBar />)
  await settled(() => fireEvent.click(screen.getByLabelText('Open navigation')))
  const way = await screen.findByRole(role, { name })
  expect(isOpen()).toBe(true)
  await settled(() => fireEvent.click(way))
  expect([isOpen(), location.pathname]).toEqual([false, path])
})

it('the sheet closes in a window that has become wide, as of a telephone on its side (NAV-31, NAV-32)', async () => {
  let isNarrow = true
  let turn = () => {}
  const listen = (_event: string, onChange: () => void) => {
    turn = onChange
  }
  const query = (text: string) => ({ matches: isNarrow && text === NARROW, addEventListener: listen })
  vi.stubGlobal('matchMedia', (text: string) => ({ ...query(text), removeEventListener: () => {} }))
  await showScreen(app, <NavigationButton sheet={new LatePart(async () => () => <nav>Cameras</nav>)} />)
  await settled(() => fireEvent.click(screen.getByLabelText('Open navigation')))
  isNarrow = false
  await settled(() => turn())
  expect(isOpen()).toBe(false)
})
