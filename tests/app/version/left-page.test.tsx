import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { preloadScreen, Routes } from '../../../src/app/routes'
import { keepApp } from '../../../src/app/version/kept-app'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { showScreen } from '../../support/show-screen'

let app: TestApp
/** What the worker that keeps the app was told. */
let told: unknown[]
const meta = Object.assign(document.createElement('meta'), { name: 'nightjar-version', content: 'a1' })
beforeEach(async () => {
  app = await startApp()
  told = []
  document.head.append(meta)
  const controller = { postMessage: (message: unknown) => void told.push(message) }
  const registration = { active: controller, update: async () => undefined }
  const workers = {
    controller,
    ready: Promise.resolve(registration),
    register: async () => registration,
    addEventListener: () => undefined,
  }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: workers })
})
afterEach(async () => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  meta.remove()
  history.replaceState(null, '', '/')
  await app.close()
})

const started = { kind: 'started', version: 'a1' }
async function show() {
  history.replaceState(null, '', '/login')
  await preloadScreen('/login', false)
  return showScreen(app, <Routes />)
}

const leave = (...kinds: readonly string[]) => {
  for (const kind of kinds) window.dispatchEvent(new Event(kind))
}

it.each([
  ['for another', ['pagehide', 'visibilitychange']],
  ['for another in a browser that says no more of it', ['pagehide']],
  ['for another tab or app', ['visibilitychange']],
])('a page that is left %s in its first moments has shown (SHELL-08)', async (_, kinds) => {
  leave(...kinds)
  expect(told).toEqual([])
  await show()
  leave(...kinds)
  expect(told).toEqual([started])
})

it('one whose screen broke has not (SHELL-08)', async () => {
  // As React does with a page that throws.
  const { unmount } = await show()
  unmount()
  leave('pagehide')
  expect(told).toEqual([])
})

it('one that has said so says it no more as it is left (SHELL-08)', async () => {
  await show()
  holdTimers()
  void keepApp(app.store)
  await act(() => pass(app, 1_000))
  leave('pagehide')
  expect(told).toEqual([started])
})
