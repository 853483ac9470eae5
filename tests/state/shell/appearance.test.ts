import { afterEach, describe, expect, test } from 'vitest'
import { colorModeAtom, systemColorModeAtom, toggleColorModeAtom } from '../../../src/state/shell/color-mode'
import { readSidebarCookie, sidebarCookie, sidebarOpenAtom, toggleSidebarAtom } from '../../../src/state/shell/sidebar'
import { startApp, type TestApp } from '../../support/app'
import { fakeCookies, mapStorage } from '../../support/ports'

let app: TestApp
afterEach(() => app.close())

describe('the sidebar (NAV-27 to NAV-29)', () => {
  test('is open at first, toggles, and keeps its state in a cookie for 7 days (NAV-27, NAV-29, X-51)', async () => {
    app = await startApp()
    expect(app.store.get(sidebarOpenAtom)).toBe(true)
    app.store.set(toggleSidebarAtom)
    expect(app.store.get(sidebarOpenAtom)).toBe(false)
    app.store.set(toggleSidebarAtom)
    expect(app.store.get(sidebarOpenAtom)).toBe(true)
    const attributes = 'path=/; max-age=604800; samesite=lax'
    expect(app.cookies.written).toEqual([`sidebar_state=false; ${attributes}`, `sidebar_state=true; ${attributes}`])
  })

  test.each([true, false])('opens the next time as it was left: %s (X-51)', async (isOpen) => {
    app = await startApp({ cookies: fakeCookies(`theme=x; ${sidebarCookie(isOpen).split(';')[0]}`) })
    expect(app.store.get(sidebarOpenAtom)).toBe(isOpen)
  })

  test('is not closed by a cookie of another name or value', () => {
    for (const cookies of ['', 'my_sidebar_state=false', 'sidebar_state=falsely', 'sidebar_state=true; x=false']) {
      expect(readSidebarCookie(cookies)).toBe(true)
    }
    expect(readSidebarCookie('a=b;sidebar_state=false')).toBe(false)
  })
})

describe('the colour mode', () => {
  test('follows the system until the user chooses, and the choice lasts', async () => {
    app = await startApp()
    expect(app.store.get(colorModeAtom)).toBe('light')
    app.store.set(systemColorModeAtom, 'dark')
    expect(app.store.get(colorModeAtom)).toBe('dark')
    app.store.set(toggleColorModeAtom)
    expect(app.store.get(colorModeAtom)).toBe('light')
    const next = await startApp({ backend: app.backend, storage: app.storage })
    next.store.set(systemColorModeAtom, 'dark')
    expect(next.store.get(colorModeAtom)).toBe('light')
    next.store.set(toggleColorModeAtom)
    expect(next.storage.all()).toEqual({ 'nightjar:color-mode': 'dark' })
    await next.close()
  })

  test('ignores a stored word that is no mode', async () => {
    app = await startApp({ storage: mapStorage({ 'nightjar:color-mode': 'purple' }) })
    app.store.set(systemColorModeAtom, 'dark')
    expect(app.store.get(colorModeAtom)).toBe('dark')
  })
})
