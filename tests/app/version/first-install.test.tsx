import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepApp } from '../../../src/app/version/kept-app'
import { appKeeperAtom, isNewVersionHereAtom, isScreenShownAtom } from '../../../src/state/shell/app-version'
import { startApp, type TestApp } from '../../support/app'

/**
 * A browser that has no worker of this site yet. What becomes of an install that fails is as Chromium has it: no worker
 * stays, and nothing can be updated; to register anew installs anew.
 */
class FirstVisit {
  /** Whether the hub gives out the worker, and the files that it keeps. */
  hub: 'here' | 'away' | 'going' = 'here'
  told: unknown[] = []
  updates = 0
  #isKept = false
  #noteKept = () => {}
  readonly ready = new Promise((resolve) => {
    this.#noteKept = () => resolve(this.#registration())
  })

  register = async () => {
    if (!this.#isKept && this.hub === 'away') throw new TypeError('Failed to register a ServiceWorker')
    if (this.hub === 'here') {
      this.#isKept = true
      this.#noteKept()
    }
    return this.#registration()
  }
  addEventListener = () => undefined

  #registration() {
    return {
      active: this.#isKept ? { postMessage: (message: unknown) => void this.told.push(message) } : null,
      update: async () => {
        if (!this.#isKept) throw new DOMException('The object is in an invalid state.', 'InvalidStateError')
        this.updates++
      },
    }
  }
}

let app: TestApp
let browser: FirstVisit
const meta = Object.assign(document.createElement('meta'), { name: 'nightjar-version', content: 'a1' })
beforeEach(async () => {
  app = await startApp()
  browser = new FirstVisit()
  document.head.append(meta)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', async () => new Response('<meta name="nightjar-version" content="b2" />'))
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: browser })
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  meta.remove()
  await app.close()
})

const look = () => app.store.get(appKeeperAtom)?.look()

it.each(['away', 'going'] as const)(
  'a browser whose first install met a hub that was %s hears of a new version all the same, and keeps the app once it is back (SHELL-01, SHELL-09)',
  async (hub) => {
    browser.hub = hub
    void keepApp(app.store)
    app.store.set(isScreenShownAtom, true)
    await vi.waitFor(() => expect(app.store.get(appKeeperAtom)).not.toBeNull())
    await look()
    expect(app.store.get(isNewVersionHereAtom)).toBe(true)
    browser.hub = 'here'
    await look()
    await vi.waitFor(() => expect(browser.told).toEqual([{ kind: 'started', version: 'a1' }]), { timeout: 5_000 })
  },
)

it('one that keeps the app leaves it to the worker to hear of new versions (SHELL-09)', async () => {
  void keepApp(app.store)
  await vi.waitFor(() => expect(app.store.get(appKeeperAtom)).not.toBeNull())
  await look()
  expect([browser.updates, app.store.get(isNewVersionHereAtom)]).toEqual([1, false])
})
