/*
 * The entry: hands the browser's events on. What is done about them stands in files that know no worker's scope, so that
 * they can be tried without one.
 */
import { pageAfter } from '../lib/disk-limit'
import { KeptApp } from './kept-app'
import { type Next, readStarted } from './messages'
import { listenForPushes, renewIn } from './push-ports'
import { kindOf } from './requests'
import type { AppFiles } from './versions'

declare const self: ServiceWorkerGlobalScope
/** Written by the build. */
declare const __APP_FILES__: AppFiles

/** A page of a new version that does not show within this is loaded again: nobody may stand before it. */
const START_LIMIT_MS = 30_000
const LOOK_MS = 1_000

const files = __APP_FILES__
const app = new KeptApp({
  caches: self.caches,
  fetch: (input, init) => self.fetch(input, init),
  app: files,
  nowMs: Date.now,
  after: pageAfter,
  inTurn: (work) => self.navigator.locks.request('nightjar-app', work),
  openPages: async () => (await openPages()).map(({ id }) => id),
})

// At once: pages of older versions get their own files from this worker, too.
self.addEventListener('install', (event) => event.waitUntil(app.install().then(() => self.skipWaiting())))

self.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      await app.activate()
      await self.clients.claim()
      const next = await app.next()
      if (next !== null) for (const page of await openPages()) tell(page, next.version)
    })(),
  ),
)

self.addEventListener('fetch', (event) => {
  const { request } = event
  const kind = kindOf(request, self.location.origin, files.files)
  if (kind === 'file') event.respondWith(app.answerFile(request))
  if (kind !== 'page') return
  const answer = app.answerPage(request, event.resultingClientId)
  event.respondWith(answer.then(({ response }) => response))
  event.waitUntil(
    answer.then(
      ({ version }) => (version === null ? undefined : lookAfter(event.resultingClientId, version)),
      () => undefined,
    ),
  )
})

self.addEventListener('message', (event) => {
  const started = readStarted(event.data)
  const page = event.source
  if (started === null || !(page instanceof WindowClient)) return
  event.waitUntil(
    app.noteStart(page.id, started.version).then((next) => {
      if (next !== null) tell(page, next)
    }),
  )
  event.waitUntil(renewIn(self))
})

listenForPushes(self)

/** Until its version has shown, and no longer: a newer worker waits for what this one is about. */
async function lookAfter(pageId: string, version: string): Promise<void> {
  await app.refreshPage(version)
  for (let waitedMs = 0; waitedMs < START_LIMIT_MS; waitedMs += LOOK_MS) {
    if (!(await app.isOnTrial(version))) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  const page = await self.clients.get(pageId)
  if (page instanceof WindowClient && (await app.isOnTrial(version))) await page.navigate(page.url)
}

function openPages(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true })
}

function tell(page: Client, version: string): void {
  page.postMessage({ kind: 'next', version } satisfies Next)
}
