import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TopBar } from '../../src/app/shell/top-bar'
import { sheetOpenAtom, sidebarOpenAtom } from '../../src/state/shell/sidebar'
import { NARROW } from '../../src/ui/layout/mobile-device'
import { startApp, type TestApp } from '../support/app'
import { showScreen } from '../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  await showScreen(app, <TopBar />)
})
afterEach(() => {
  vi.unstubAllGlobals()
  return app.close()
})

/** Whether the key was kept from the browser. */
function press(event: Event): boolean {
  let isTaken = false
  act(() => {
    isTaken = !document.body.dispatchEvent(event)
  })
  return isTaken
}
const key = (more: KeyboardEventInit) =>
  new KeyboardEvent('keydown', { key: 'b', bubbles: true, cancelable: true, ...more })

describe('the key of the sidebar (NAV-28)', () => {
  it.each([{ ctrlKey: true }, { metaKey: true }])('is B with %j', (held) => {
    expect([press(key(held)), app.store.get(sidebarOpenAtom)]).toEqual([true, false])
    expect([press(key(held)), app.store.get(sidebarOpenAtom)]).toEqual([true, true])
  })

  it.each([{}, { ctrlKey: true, shiftKey: true }, { metaKey: true, altKey: true }])('is not B with %j', (held) => {
    expect([press(key(held)), app.store.get(sidebarOpenAtom)]).toEqual([false, true])
  })

  it('is the one in the place of B where the layout has no Latin letters', () => {
    expect(press(key({ key: 'и', code: 'KeyB', ctrlKey: true }))).toBe(true)
    expect(app.store.get(sidebarOpenAtom)).toBe(false)
    expect(press(key({ key: 'x', code: 'KeyB', ctrlKey: true }))).toBe(false)
  })

  it.each([
    ['below 768 px opens and closes the sheet', true],
    ['from 768 px on folds the sidebar', false],
  ])('%s, and that only (NAV-32)', (_what, isNarrow) => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: isNarrow && query === NARROW }))
    press(key({ ctrlKey: true }))
    expect([app.store.get(sheetOpenAtom), app.store.get(sidebarOpenAtom)]).toEqual([isNarrow, isNarrow])
    press(key({ ctrlKey: true }))
    expect([app.store.get(sheetOpenAtom), app.store.get(sidebarOpenAtom)]).toEqual([false, true])
  })

  it('held down folds the sidebar once', () => {
    press(key({ ctrlKey: true }))
    expect([press(key({ ctrlKey: true, repeat: true })), app.store.get(sidebarOpenAtom)]).toEqual([true, false])
  })

  it('is no event without a key, as a browser sends that fills in a form', () => {
    expect(press(new Event('keydown', { bubbles: true, cancelable: true }))).toBe(false)
  })
})
