import type { createStore } from 'jotai/vanilla'
import { readNext, type Started } from '../service-worker/messages'
import { appKeeperAtom, isNewVersionHereAtom, isScreenShownAtom } from '../state/shell/app-version'
import { consoleReporter } from './reporter'

type Store = ReturnType<typeof createStore>

const WORKER = '/service-worker.js'

/** A screen that breaks does so within this. */
const FIRST_MOMENTS_MS = 1_000

/**
 * Has this browser keep the app, so that it starts without the hub. Where that cannot be (private windows, a certificate
 * that the browser warns of, a full disk) the app works as any page does.
 */
export async function keepApp(store: Store): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const version = document.querySelector<HTMLMetaElement>('meta[name="nightjar-version"]')?.content
  if (workers === undefined || version === undefined) return
  try {
    workers.addEventListener('message', ({ data }) => {
      const next = readNext(data)
      if (next !== null) store.set(isNewVersionHereAtom, next.version !== version)
    })
    // Where something between page and browser has taken the worker away, there may be none all the same.
    const registration = (await workers.register(WORKER, { updateViaCache: 'none' })) as
      | ServiceWorkerRegistration
      | undefined
    if (registration === undefined) return
    const isLeftAlone = watchTouches()
    store.set(appKeeperAtom, {
      look: async () => void (await registration.update().catch(() => undefined)),
      reload: () => location.reload(),
      isLeftAlone,
    })
    await untilShown(store)
    const { active } = await workers.ready
    active?.postMessage({ kind: 'started', version } satisfies Started)
  } catch (problem) {
    consoleReporter.report('This browser does not keep the app: without the hub it will not start.', problem)
  }
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
  const touch = () => {
    touchedAtMs = Date.now()
  }
  for (const kind of ['keydown', 'pointerdown', 'wheel'])
    addEventListener(kind, touch, { capture: true, passive: true })
  return (forMs) => Date.now() - touchedAtMs >= forMs && !isHalfTyped()
}

function isHalfTyped(): boolean {
  if (document.querySelector('[role="dialog"][data-state="open"]') !== null) return true
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea, input:not([type]), input[type="text"], input[type="email"], input[type="search"], input[type="password"]',
  )
  return [...fields].some(({ value }) => value !== '')
}
