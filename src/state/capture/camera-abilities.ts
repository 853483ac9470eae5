/** What a browser must have to be a camera. */
export type CameraAbility = 'secure-page' | 'camera-access' | 'web-assembly' | 'worker' | 'storage'

/** The globals that are looked at; older browsers, insecure pages and strict settings lack some. */
export interface BrowserGlobals {
  readonly isSecureContext: boolean
  readonly navigator: { readonly mediaDevices?: { readonly getUserMedia?: unknown } | undefined }
  readonly WebAssembly?: unknown
  readonly Worker?: unknown
  readonly indexedDB?: unknown
}

/** What is missing, most important first. Insecure pages have no camera access either: only the cause is told. */
export function missingAbilities(browser: BrowserGlobals): CameraAbility[] {
  const { isSecureContext, navigator } = browser
  const has: Record<CameraAbility, boolean> = {
    'secure-page': isSecureContext,
    'camera-access': !isSecureContext || navigator.mediaDevices?.getUserMedia !== undefined,
    'web-assembly': browser.WebAssembly !== undefined,
    worker: browser.Worker !== undefined,
    // null where the browser's settings forbid it.
    storage: browser.indexedDB != null,
  }
  const order: readonly CameraAbility[] = ['secure-page', 'camera-access', 'web-assembly', 'worker', 'storage']
  return order.filter((ability) => !has[ability])
}

/** What each lack means, and what helps. */
export const abilitySentences: Readonly<Record<CameraAbility, string>> = {
  'secure-page': 'This page is not secure. Browsers give cameras only to https pages and to localhost: open it there.',
  'camera-access': 'It gives pages no camera. A current Chrome, Edge, Firefox or Safari does.',
  'web-assembly': 'It has no WebAssembly, which measures motion. Turn it on, or use a current browser.',
  worker: 'It has no web workers, which watch while this tab is hidden. Use a current browser.',
  storage: 'It keeps no data (IndexedDB), so clips would be lost in an outage. Leave private mode, or allow site data.',
}
