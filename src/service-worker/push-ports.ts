import { readKeptPush, subscriptionIn, writeKeptPush } from './kept-push'
import { type HubWindow, type NotificationData, type PushPorts, pressed, showPush } from './push'
import { type RenewalPorts, renewPush } from './push-renewal'

/** For the hub to answer a snooze, or a renewal. */
const LIMIT_MS = 15_000

/** Hands pushes, and presses on their notifications, on. */
export function listenForPushes(scope: ServiceWorkerGlobalScope): void {
  const ports = portsOf(scope)
  scope.addEventListener('push', (event) => event.waitUntil(showPush(ports, event.data?.text() ?? '')))
  scope.addEventListener('notificationclick', (event) => {
    const { notification, action } = event
    notification.close()
    // Written by showPush, and kept by the browser as it was.
    event.waitUntil(pressed(ports, action, notification.data as NotificationData))
  })
  scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewIn(scope)))
}

/** Tells the hub where this browser is told now, if that has changed. */
export async function renewIn(scope: ServiceWorkerGlobalScope): Promise<void> {
  // A page that cannot have its subscription renewed works as before.
  await renewPush(renewalPortsOf(scope)).catch(() => undefined)
}

function renewalPortsOf({ caches, navigator, registration }: ServiceWorkerGlobalScope): RenewalPorts {
  const { pushManager } = registration
  return {
    read: () => readKeptPush(caches),
    keep: (kept) => writeKeptPush(caches, kept),
    subscription: async (publicKey) => {
      const options = { userVisibleOnly: true, applicationServerKey: publicKey }
      const current = (await pushManager.getSubscription()) ?? (await pushManager.subscribe(options).catch(() => null))
      return current && subscriptionIn(current.toJSON())
    },
    unsubscribe: async () => void (await (await pushManager.getSubscription())?.unsubscribe()),
    post,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    inTurn: (work) => navigator.locks.request('nightjar-push', work),
  }
}

function portsOf({ registration, clients }: ServiceWorkerGlobalScope): PushPorts {
  return {
    show: (title, notification) => registration.showNotification(title, notification),
    windows: async () =>
      (await clients.matchAll({ type: 'window', includeUncontrolled: true })).map(
        (client): HubWindow => ({
          path: new URL(client.url).pathname,
          isVisible: client.visibilityState === 'visible',
          show: async (path) => {
            const shown = await client.focus()
            shown.postMessage({ kind: 'open', path })
          },
        }),
      ),
    openWindow: async (path) => {
      await clients.openWindow(path)
    },
    post: async (path, body) => {
      const answer = await post(path, body)
      const json: unknown = await answer.json().catch(() => null)
      return { isOk: answer.ok, json }
    },
    nowMs: Date.now,
  }
}

function post(path: string, body: object): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(LIMIT_MS),
  })
}
