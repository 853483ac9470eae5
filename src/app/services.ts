import { navigate } from 'wouter/use-browser-location'
import { Http, type HttpPorts } from '../api/http'
import type { KeptPair } from '../api/kept-pair'
import type { Failure } from '../api/result'
import { EXTENSIONS_HEADER, type ExtensionName, parseExtensions } from '../contract/extensions'
import { API_PREFIX } from '../contract/limits'
import { MINUTE_MS } from '../lib/durations'
import { withTimeLimit } from '../lib/time-limit'
import type { NetworkSigns, PageServices, Toast } from '../state/services'
import { SessionStore } from '../state/session-store'
import { browserPasskeys } from './passkey-platform'
import { consoleReporter as reporter } from './reporter'

/** For the sign-in page to say what its hub offers. */
const OFFER_LIMIT_MS = 10_000

/** Who hears how every call ended: null says well. */
export type OutcomeListeners = Set<(failure: Failure | null) => void>

/** What of the app the transport calls back. */
export type HttpEvents = Pick<
  HttpPorts,
  'onSignedOut' | 'onExtensions' | 'namesExtensions' | 'onNoExtensions' | 'onOutcome'
>

/** The services of a browser tab that every page has. */
export function browserPage(events: HttpEvents): PageServices {
  const session = new SessionStore(localStorage)
  // `storage` fires for changes made by other tabs only; the store tells of its own.
  addEventListener('storage', () => session.changed())
  // Comes with the first session, as sign-in needs none of it. Where its code does not come, the session is what its
  // storage says.
  let pair: Promise<KeptPair | null> | undefined
  const keptPair = () => {
    pair ??= import('../api/kept-pair').then(
      ({ KeptPair }) => new KeptPair(),
      () => null,
    )
    return pair
  }
  session.subscribe(() => void keptPair().then((kept) => kept?.keep(session.read())))
  const providerUrl: string = import.meta.env['VITE_API_BASE'] ?? ''
  const version: string = import.meta.env['VITE_API_VERSION'] ?? ''
  const baseUrl = providerUrl + (version === '' ? API_PREFIX : `/${version}`)
  const http = new Http({
    baseUrl,
    fetch: (input, init) => fetch(input, init),
    tokens: session,
    newestFor: async (used) => (await keptPair())?.newestFor(used) ?? used.refreshToken,
    ...events,
  })
  return {
    http,
    session,
    storage: localStorage,
    reporter,
    network: networkTo(new URL(baseUrl, location.href).hostname),
    navigate,
    openSocket: (path, protocol) => new WebSocket(socketUrl(baseUrl, path), protocol),
    apiUrl: new URL(baseUrl, location.href).href,
    offeredByPage: (signal) => offeredByPage(providerUrl, signal),
    passkeys: browserPasskeys(),
    copyText,
    redirect: (url, options) => (options?.replace ? location.replace(url) : location.assign(url)),
    origin: location.origin,
    openTab,
    download,
    saveFile,
    fetchFile,
    fetchHead,
    saveLink,
    cookies: {
      read: () => document.cookie,
      write: writeCookie,
    },
    after(delayMs, callback) {
      const timer = setTimeout(callback, delayMs)
      return () => clearTimeout(timer)
    },
    random: Math.random,
    showToast,
    nowMs: Date.now,
  }
}

/** No call of the contract: a provider that does not offer more than that is asked for no more (EXT-02). */
async function offeredByPage(providerUrl: string, signal: AbortSignal): Promise<ReadonlySet<ExtensionName>> {
  if (providerUrl !== '') return new Set()
  try {
    const limit = withTimeLimit(signal, OFFER_LIMIT_MS)
    const { headers } = await fetch('/login', { method: 'HEAD', cache: 'no-store', signal: limit })
    return parseExtensions(headers.get(EXTENSIONS_HEADER))
  } catch {
    return new Set()
  }
}

/** Pages without https have no clipboard. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

function socketUrl(baseUrl: string, path: string): URL {
  const url = new URL(baseUrl + path, location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url
}

/** Never by leaving: an error page in the place of the app would end its cameras. */
function download(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  // Across origins the attribute does not count, and the answer may be a page.
  if (new URL(url).origin !== location.origin) Object.assign(link, { target: '_blank', rel: 'noopener' })
  link.click()
}

/** The code of toasts is there long before the first one is due: it comes with the notices. */
function showToast(toast: Toast): void {
  import('./notices').then(
    ({ toasts }) => toasts.show(toast),
    (error: unknown) => reporter.report(`The code of toasts did not come: ${toast.text}`, error),
  )
}

/** How often a tab looks whether another has gone, with a recording under way. */
const LOOK_INTERVAL_MS = 30_000

function networkTo(hubHost: string): NetworkSigns {
  const isHubHere = ['localhost', '127.0.0.1', '[::1]'].includes(hubHost) || hubHost.endsWith('.localhost')
  return {
    isOnline: () => isHubHere || navigator.onLine,
    watch(onChange, signal) {
      addEventListener('online', onChange, { signal })
      addEventListener('offline', onChange, { signal })
      document.addEventListener('visibilitychange', onChange, { signal })
      const timer = setInterval(onChange, LOOK_INTERVAL_MS)
      signal.addEventListener('abort', () => clearInterval(timer))
    },
  }
}

function writeCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no Cookie Store API yet
  document.cookie = cookie
}

/** A browser that gave no tab at the press may give one for the address itself; some say null of it, some nothing. */
function openTab() {
  const tab = window.open('about:blank', '_blank')
  if (tab) tab.opener = null
  return {
    go: (url: string) => {
      const address = new URL(url, location.href).href
      if (tab) tab.location.href = address
      else window.open(address, '_blank', 'noopener')
    },
    close: () => tab?.close(),
  }
}

function saveLink(url: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
}

function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content)
  saveLink(url, fileName)
  // Given back later: some browsers read the URL only after the click.
  setTimeout(() => URL.revokeObjectURL(url), MINUTE_MS)
}

/** Enough to tell what a file is. */
const HEAD_BYTES = 16

async function fetchHead(url: string): Promise<Blob | null> {
  try {
    if (new URL(url, location.href).origin !== location.origin) return null
    const headers = { range: `bytes=0-${HEAD_BYTES - 1}` }
    const response = await fetch(url, { headers, cache: 'no-store', signal: AbortSignal.timeout(10_000) })
    if (response.status === 206) return await response.blob()
    // All of it, or a page that says why not: it is not read.
    await response.body?.cancel()
    return null
  } catch {
    return null
  }
}

async function fetchFile(url: string, signal?: AbortSignal): Promise<Blob | null> {
  try {
    const limit = AbortSignal.timeout(120_000)
    // Past the cache: Chromium holds a file back for up to 20 s while a player of the same file writes it there.
    const response = await fetch(url, { cache: 'no-store', signal: signal ? AbortSignal.any([signal, limit]) : limit })
    return response.ok ? await response.blob() : null
  } catch {
    return null
  }
}
