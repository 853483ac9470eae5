/** Where one led that came before anybody heard of them. */
let waiting: string | null = null
const hearers = new Set<(path: string) => void>()

/**
 * The worker says it to a tab when a notification was pressed, and browsers hand that out once the page was read: before the
 * code of its screens is here (PUSH-12).
 */
export function keepNotificationPresses(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  workers?.addEventListener('message', ({ data }) => {
    const path = pathIn(data)
    if (path === null) return
    if (hearers.size === 0) waiting = path
    for (const hear of hearers) hear(path)
  })
}

/** Calls with the path of the screen that was asked for, until the signal aborts. */
export function hearNotificationPresses(hear: (path: string) => void, signal: AbortSignal): void {
  hearers.add(hear)
  signal.addEventListener('abort', () => hearers.delete(hear))
  const before = waiting
  waiting = null
  if (before !== null) hear(before)
}

function pathIn(data: unknown): string | null {
  const isOpen = typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'open' && 'path' in data
  return isOpen && typeof data.path === 'string' ? data.path : null
}
