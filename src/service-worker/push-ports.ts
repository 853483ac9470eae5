import { type AppWindow, type NotificationData, type PushPorts, pressed, showPush } from './push'

/** For the hub to answer a snooze. */
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
}

function portsOf({ registration, clients }: ServiceWorkerGlobalScope): PushPorts {
  return {
    show: (title, notification) => registration.showNotification(title, notification),
    windows: async () =>
      (await clients.matchAll({ type: 'window', includeUncontrolled: true })).map(
        (client): AppWindow => ({
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
      const answer = await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(LIMIT_MS),
      })
      const json: unknown = await answer.json().catch(() => null)
      return { isOk: answer.ok, json }
    },
    nowMs: Date.now,
  }
}
