import { navigate } from 'wouter/use-browser-location'
import { Http, type HttpPorts } from '../api/http'
import { closeClip } from '../engine'
import { indexedDbClipStore } from '../outbox/clip-store'
import { exclusively, ifFree } from '../outbox/exclusive'
import { resilientStore } from '../outbox/resilient-store'
import type { NetworkSigns, Services } from '../state/services'
import { SessionStore } from '../state/session-store'
import { showToast } from '../ui/toaster'
import { browserCameras } from './camera-platform'
import { consoleReporter as reporter } from './reporter'

/** What of the app the transport calls back. */
export type HttpEvents = Pick<HttpPorts, 'onSignedOut' | 'onExtensions' | 'onOutcome'>

/** The real services of a browser tab. */
export function browserServices(events: HttpEvents): Services {
  const session = new SessionStore(localStorage)
  // `storage` fires for changes made by other tabs only; the store tells of its own.
  addEventListener('storage', () => session.changed())
  // Missing on insecure pages.
  const locks = navigator.locks as LockManager | undefined
  const baseUrl: string = import.meta.env['VITE_API_BASE'] ?? ''
  const http = new Http({
    baseUrl,
    fetch: (input, init) => fetch(input, init),
    tokens: session,
    ...events,
  })
  return {
    http,
    session,
    storage: localStorage,
    reporter,
    cameras: browserCameras(reporter),
    clips: resilientStore(indexedDbClipStore(), (error) =>
      reporter.report('A clip could not be kept on disk; it waits in memory.', error),
    ),
    closeClip,
    exclusively: (name, work, signal) => exclusively(locks, name, work, signal),
    ifFree: (name, work) => ifFree(locks, name, work),
    network: networkTo(new URL(baseUrl, location.href).hostname),
    navigate,
    openTab,
    saveFile,
    fetchFile,
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

function openTab() {
  const tab = window.open('about:blank', '_blank')
  if (tab !== null) tab.opener = null
  return {
    go: (url: string) => {
      if (tab !== null) tab.location.href = new URL(url, location.href).href
    },
    close: () => tab?.close(),
  }
}

function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Given back later: some browsers read the URL only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

async function fetchFile(url: string): Promise<Blob | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(120_000) })
    return response.ok ? await response.blob() : null
  } catch {
    return null
  }
}
