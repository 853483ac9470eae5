import 'fake-indexeddb/auto'
import { environmentManager } from '@tanstack/query-core'
import type { Atom } from 'jotai/vanilla'
import { createStore } from 'jotai/vanilla'
import { queryClientAtom } from 'jotai-tanstack-query'
import { vi } from 'vitest'
import { Http } from '../../src/api/http'
import { API_PREFIX } from '../../src/contract/limits'
import type { ClipStore } from '../../src/outbox/clip-store'
import { exclusively } from '../../src/outbox/exclusive'
import { indexedDbClipStore } from '../../src/outbox/indexed-db-store'
import { resilientStore } from '../../src/outbox/resilient-store'
import { startAlertService } from '../../src/state/capture/alerts'
import { startCaptureService } from '../../src/state/capture/capture'
import {
  forgetRememberedExtensionsAtom,
  namesExtensionsAtom,
  noteExtensionsAtom,
} from '../../src/state/http/extensions'
import { createQueryClient } from '../../src/state/http/reads'
import { noteOutcomeAtom } from '../../src/state/hub/connection'
import { startDeliveryService } from '../../src/state/recordings/delivery'
import type { Toast } from '../../src/state/services'
import { type CodeRequest, type Services, servicesAtom } from '../../src/state/services'
import { SessionStore } from '../../src/state/session-store'
import { startSessionService } from '../../src/state/shell/forget'
import { endSessionAtom } from '../../src/state/sign-in/session'
import type { TestHubOptions } from '../server/support/hub'
import { type Backend, ORIGIN, startBackend } from './backend'
import { type FakeCameras, fakeCameras } from './browser/fake-cameras'
import { type FakeDevice, fakeDevice } from './browser/fake-device'
import { noPasskeys } from './browser/fake-passkeys'
import { noPush } from './browser/fake-push'
import { type FakeViewer, fakeViewer } from './browser/fake-viewer'
import { openRealSocket } from './live/real-socket'
import { outboxServices } from './outbox'
import {
  type FakeCookies,
  type FakeTab,
  fakeCookies,
  type ManualTimers,
  type MapStorage,
  manualTimers,
  mapStorage,
} from './ports'

// Reads poll and retry in the app as they do in a browser.
environmentManager.setIsServer(() => false)

export interface Navigation {
  readonly path: string
  readonly replace?: boolean
  readonly state?: CodeRequest
}

export interface AppOptions extends TestHubOptions {
  /** Another machine's or tab's backend; the app then does not close it. */
  readonly backend?: Backend
  /** What this browser keeps already; another tab of it shares one. */
  readonly storage?: MapStorage
  readonly cookies?: FakeCookies
  readonly cameras?: FakeCameras
  readonly device?: FakeDevice
  /** What this browser has on its disk; another tab of it shares one. */
  readonly clips?: ClipStore
  /** Where the hub listens for the line of live view, as `backend.hub.listen()` says; without it there is none. */
  readonly liveOrigin?: string
  /** Web Locks of the browser, which its tabs share; without them every tab does as it likes. */
  readonly locks?: LockManager
  /** What else is the test's own. */
  readonly services?: Partial<Services>
}

/** The app of one tab without its screens. */
export interface TestApp {
  readonly store: ReturnType<typeof createStore>
  readonly backend: Backend
  readonly services: Services
  readonly storage: MapStorage
  readonly cookies: FakeCookies
  readonly cameras: FakeCameras
  readonly viewer: FakeViewer
  readonly device: FakeDevice
  /** Timers of the outbox and of the capture service. */
  readonly timers: ManualTimers
  readonly navigations: Navigation[]
  readonly redirects: string[]
  readonly downloads: string[]
  /** What came on the clipboard. */
  readonly copied: string[]
  readonly toasts: Toast[]
  readonly reports: string[]
  readonly tabs: FakeTab[]
  /** Files that the browser saves from where they are. */
  readonly savedLinks: { readonly url: string; readonly fileName: string }[]
  readonly savedFiles: { readonly content: Blob; readonly fileName: string }[]
  /** Signs in as someone with the hub's help, without the screens. */
  signIn(email?: string): Promise<void>
  /** Keeps an atom mounted, as a screen does. */
  watch(...atoms: Atom<unknown>[]): void
  /** Resolves with the atom's value once it is as wanted; watches it meanwhile. */
  until<T>(atom: Atom<T>, isWanted: (value: T) => boolean): Promise<T>
  /** Resolves when nothing is on its way any more. */
  settle(): Promise<void>
  close(): Promise<void>
}

let databases = 0

/** Builds a tab as src/app/compose.ts does, against the backend, with fakes where the browser would be. */
export async function startApp(options: AppOptions = {}): Promise<TestApp> {
  const backend = options.backend ?? (await startBackend(options))
  const storage = options.storage ?? mapStorage()
  const cookies = options.cookies ?? fakeCookies()
  const cameras = options.cameras ?? fakeCameras()
  const recorded = {
    navigations: [],
    redirects: [],
    downloads: [],
    copied: [],
    toasts: [],
    reports: [],
    tabs: [],
    savedLinks: [],
    savedFiles: [],
  } as Recorded
  const timers = manualTimers()
  const viewer = fakeViewer({ after: timers.after, nowMs: () => backend.hub.clock.now() })
  const device = options.device ?? fakeDevice()
  const session = new SessionStore(storage)
  const store = createStore()
  const services: Services = {
    http: new Http({
      baseUrl: API_PREFIX,
      fetch: backend.fetch,
      tokens: session,
      newestFor: async ({ refreshToken }) => refreshToken,
      onSignedOut: () => store.set(endSessionAtom),
      onExtensions: (names) => store.set(noteExtensionsAtom, names),
      namesExtensions: () => store.set(namesExtensionsAtom),
      onNoExtensions: () => store.set(forgetRememberedExtensionsAtom),
      onOutcome: (failure) => store.set(noteOutcomeAtom, failure),
    }),
    session,
    storage,
    cookies,
    cameras,
    clips: resilientStore(options.clips ?? indexedDbClipStore(`outbox-${databases++}`), (error) => {
      throw error
    }),
    device: async () => device,
    viewer: async () => viewer,
    exclusively: (name, work, signal) => exclusively(options.locks, name, work, signal),
    ...outboxServices(options.locks),
    after: timers.after,
    random: () => 0,
    nowMs: () => backend.hub.clock.now(),
    fetchFile: async (url, signal) => {
      const answer = await backend.fetch(url, { signal: signal ?? null }).catch(() => null)
      return answer?.ok ? answer.blob() : null
    },
    fetchHead: async (url) => {
      const answer = await backend.fetch(url, { headers: { range: 'bytes=0-15' } })
      return answer.status === 206 ? answer.blob() : null
    },
    ...recordersInto(recorded),
    ...(options.liveOrigin !== undefined && { openSocket: socketsTo(options.liveOrigin) }),
    ...options.services,
  }
  store.set(servicesAtom, services)
  store.set(queryClientAtom, createQueryClient(services.reporter))
  store.get(queryClientAtom).mount()
  const ends: (() => void)[] = [
    startSessionService(store),
    startDeliveryService(store),
    startAlertService(store),
    startCaptureService(store),
    () => store.get(queryClientAtom).unmount(),
  ]
  const app: TestApp = {
    store,
    backend,
    services,
    storage,
    cookies,
    cameras,
    viewer,
    device,
    timers,
    ...recorded,
    async signIn(email) {
      const user = await backend.hub.signIn(email)
      session.signIn(user.token, user.refreshToken, user.workspaceId)
    },
    watch(...atoms) {
      for (const atom of atoms) ends.unshift(store.sub(atom, () => undefined))
    },
    until: (atom, isWanted) =>
      new Promise((resolve) => {
        const check = () => {
          const value = store.get(atom)
          if (!isWanted(value)) return false
          resolve(value)
          return true
        }
        const unsubscribe = store.sub(atom, () => check() && queueMicrotask(unsubscribe))
        if (check()) queueMicrotask(unsubscribe)
      }),
    settle: () => settle(backend),
    async close() {
      for (const end of ends) end()
      await settle(backend)
      const client = store.get(queryClientAtom)
      // What one change mounts and unmounts Jotai 2.20 does not tell to end: such a read would poll into the tests after this.
      for (const { observers } of client.getQueryCache().getAll()) for (const each of [...observers]) each.destroy()
      client.clear()
      if (options.backend === undefined) await backend.close()
    },
  }
  return app
}

type Recorded = Pick<
  TestApp,
  'navigations' | 'redirects' | 'downloads' | 'copied' | 'toasts' | 'reports' | 'tabs' | 'savedFiles' | 'savedLinks'
>

function recordersInto(recorded: Recorded) {
  return {
    navigate: (path, given = {}) => void recorded.navigations.push({ path, ...given }),
    openSocket: () => {
      throw new Error('This app has no line to its hub.')
    },
    apiUrl: `${ORIGIN}/v1`,
    copyText: async (text) => recorded.copied.push(text) > 0,
    redirect: (url, options) => void recorded.redirects.push(options?.replace ? `in place: ${url}` : url),
    download: (url) => void recorded.downloads.push(url),
    origin: ORIGIN,
    offeredByPage: async () => new Set(),
    passkeys: noPasskeys,
    push: noPush,
    showToast: (toast) => void recorded.toasts.push(toast),
    reporter: { report: (message) => void recorded.reports.push(message) },
    saveLink: (url, fileName) => void recorded.savedLinks.push({ url, fileName }),
    saveFile: (content, fileName) => void recorded.savedFiles.push({ content, fileName }),
    openTab: () => {
      const tab: FakeTab = { url: null, isClosed: false }
      recorded.tabs.push(tab)
      return {
        go: (url) => {
          tab.url = url
        },
        close: () => {
          tab.isClosed = true
        },
      }
    },
  } satisfies Partial<Services>
}

/** Real sockets; Node's are the browser's but for their types. */
function socketsTo(origin: string): Services['openSocket'] {
  return (path, protocol) => openRealSocket(`${origin.replace('http', 'ws')}/v1${path}`, protocol)
}

/** Lets promises, the in-memory database and timers that are due run, until no request is on its way. */
async function settle(backend: Backend): Promise<void> {
  let before: number
  do {
    before = backend.sent.length
    await backend.idle()
    for (let turn = 0; turn < 20; turn++) await turnLoop()
  } while (backend.sent.length !== before)
}

async function turnLoop(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(0)
  else await new Promise((resolve) => setTimeout(resolve, 0))
}

/** From now on reads that fail are tried again at once, and not after 1, 2 and 4 s (FETCH-01). */
export function retryAtOnce({ store }: Pick<TestApp, 'store'>): void {
  const client = store.get(queryClientAtom)
  const { queries } = client.getDefaultOptions()
  client.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } })
}

/** Stops the clock of timers and dates; promises and input and output go on. */
export function holdTimers(nowMs?: number): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    ...(nowMs !== undefined && { now: nowMs }),
  })
}

/** Lets time pass on a held clock, and what it sets going come to rest. */
export async function pass(app: TestApp, ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  await app.settle()
}
