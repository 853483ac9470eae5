import { navigate } from 'wouter/use-browser-location'
import { Http, type HttpPorts } from '../api/http'
import { indexedDbClipStore } from '../outbox/clip-store'
import { exclusively } from '../outbox/exclusive'
import { resilientStore } from '../outbox/resilient-store'
import type { Services } from '../state/services'
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
  const http = new Http({
    baseUrl: import.meta.env['VITE_API_BASE'] ?? '',
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
    exclusively: (name, work, signal) => exclusively(navigator.locks as LockManager | undefined, name, work, signal),
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
