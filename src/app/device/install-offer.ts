/** Of Chromium and its kin alone; the DOM's types know nothing of it. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

/** What the browser said last; `appinstalled` ends it. */
let offer: InstallPrompt | null = null
let wasInstalled = false
const listeners = new Set<() => void>()

/** Browsers say once, soon after the page was loaded, that it can be installed: long before somebody asks (SENSE-12). */
export function keepInstallOffers(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // The browser's own banner would stand over the first screen.
    event.preventDefault()
    take('prompt' in event ? (event as InstallPrompt) : null)
  })
  addEventListener('appinstalled', () => {
    wasInstalled = true
    take(null)
  })
}

export function installOffer(): { readonly isOffered: boolean; readonly wasInstalled: boolean } {
  return { isOffered: offer !== null, wasInstalled }
}

/** Calls back at every change until the signal aborts. */
export function watchInstallOffer(onChange: () => void, signal: AbortSignal): void {
  listeners.add(onChange)
  signal.addEventListener('abort', () => listeners.delete(onChange))
}

/** By a press: the browser asks, and says by itself what came of it. An offer is good for one question. */
export async function askToInstall(): Promise<void> {
  const asked = offer
  take(null)
  // Rejects where it was no press of somebody's; then the browser's menu is left.
  await asked?.prompt().catch(() => undefined)
}

function take(newOffer: InstallPrompt | null): void {
  offer = newOffer
  for (const tell of listeners) tell()
}
