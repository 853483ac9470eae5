import type { createStore } from 'jotai/vanilla'
import { readNext, type Started } from '../../service-worker/messages'
import { appKeeperAtom, isNewVersionHereAtom, isScreenShownAtom, isStartToldAtom } from '../../state/shell/app-version'
import { whenCodeIsMissing } from '../../ui/layout/missing-code'
import { consoleReporter } from '../reporter'
import { versionOf } from './page-version'

type Store = ReturnType<typeof createStore>

const WORKER = '/service-worker.js'

/** A screen that breaks does so within this. */
const FIRST_MOMENTS_MS = 1_000

/** The hub says within this which version it has, or is asked again another time. */
const LOOK_LIMIT_MS = 10_000

/**
 * Has this browser keep the app, so that it starts without the hub. Where that cannot be (private windows, a certificate
 * that the browser warns of, a full disk) the app works as any page does, and looks itself for a newer version, which has
 * no code of this one.
 */
export async function keepApp(store: Store): Promise<void> {
  const version = versionOf(document)
  if (version === undefined) return
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  workers?.addEventListener('message', ({ data }) => {
    const next = readNext(data)
    if (next !== null) store.set(isNewVersionHereAtom, next.version !== version)
  })
  const isLeftAlone = watchTouches()
  store.set(appKeeperAtom, {
    look: () => look(store, workers, version).catch(() => undefined),
    reload: () => location.reload(),
    isLeftAlone,
  })
  lookWhenCodeIsMissing(store)
  if (workers === undefined) return
  await register(workers).catch((problem: unknown) =>
    consoleReporter.report('This browser does not keep the app: without the hub it will not start.', problem),
  )
  await untilShown(store)
  // Where nothing is kept this never comes, and after an install that failed with one that does not.
  const { active } = await workers.ready
  active?.postMessage({ kind: 'started', version } satisfies Started)
  store.set(isStartToldAtom, true)
}

/** Nothing is asked of the hub where that is done already. */
async function register(workers: ServiceWorkerContainer): Promise<ServiceWorkerRegistration | undefined> {
  // Where something between page and browser has taken the worker away, there may be none all the same.
  return await workers.register(WORKER, { updateViaCache: 'none' })
}

/**
 * Rejects where the hub does not answer. Of an install that failed, as while the hub went away or on a full disk, browsers
 * keep nothing that could be updated: it is tried anew, and as long as no worker is there the page asks itself.
 */
async function look(store: Store, workers: ServiceWorkerContainer | undefined, version: string): Promise<void> {
  const registration = workers && (await register(workers).catch(() => undefined))
  const active = registration?.active ?? null
  await (active === null ? askHub(store, version) : registration?.update())
}

/** Rejects where the hub does not answer. */
async function askHub(store: Store, version: string): Promise<void> {
  const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(LOOK_LIMIT_MS) })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  // What stands before the hub may answer for it.
  const next = versionOf(page)
  if (next !== undefined) store.set(isNewVersionHereAtom, next !== version)
}

function lookWhenCodeIsMissing(store: Store): void {
  let isLooking = false
  const look = async () => {
    isLooking = true
    await store.get(appKeeperAtom)?.look()
    isLooking = false
  }
  whenCodeIsMissing(() => {
    if (!isLooking) void look()
  })
}

/** Resolves once a screen shows and has stayed for a moment; a page that breaks off never says that it started. */
async function untilShown(store: Store): Promise<void> {
  await new Promise<void>((resolve) => {
    const check = () => store.get(isScreenShownAtom) && resolve()
    store.sub(isScreenShownAtom, check)
    check()
  })
  await new Promise((resolve) => setTimeout(resolve, FIRST_MOMENTS_MS))
  // React removes everything of a page that throws.
  if (document.getElementById('root')?.childElementCount === 0) await new Promise(() => undefined)
}

/** Follows keys and pointer for as long as the page is there. */
function watchTouches(): (forMs: number) => boolean {
  let touchedAtMs = Date.now()
  /** Fields that somebody has typed in: others show what is kept, or is there to be copied. */
  const typed = new WeakSet<EventTarget>()
  addEventListener('input', ({ target }) => target !== null && typed.add(target), { capture: true, passive: true })
  const touch = () => {
    touchedAtMs = Date.now()
  }
  for (const kind of ['keydown', 'pointerdown', 'wheel'])
    addEventListener(kind, touch, { capture: true, passive: true })
  return (forMs) => Date.now() - touchedAtMs >= forMs && !isHalfTyped(typed)
}

function isHalfTyped(typed: WeakSet<EventTarget>): boolean {
  if (document.querySelector('[role="dialog"][data-state="open"]') !== null) return true
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea, input:not([type]), input[type="text"], input[type="email"], input[type="search"], input[type="password"]',
  )
  return [...fields].some((field) => typed.has(field) && field.value !== '')
}
