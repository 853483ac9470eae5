import type { BrowserPush, PushPlatform, PushRenewal, SubscribeAnswer } from '../../../src/state/services'
import { testBrowser } from '../../server/support/push-service'

/** A browser that shows no notifications, as most tests have it. */
export const noPush: PushPlatform = {
  obstacle: 'browser',
  watch: () => undefined,
  ask: async () => 'denied',
  subscribe: async () => ({ kind: 'failed', problem: 'there are no pushes' }),
  keep: async () => undefined,
  unsubscribe: async () => undefined,
  onOpen: () => undefined,
}

/** A browser with a push service, and somebody before it. */
export interface FakePush extends PushPlatform {
  /** What the person says when the browser asks. */
  answer: NotificationPermission
  /** In the place of a subscription. */
  failure: SubscribeAnswer | null
  /** Keys that it subscribed with. */
  readonly keys: string[]
  /** What its worker renews with; null: nothing. */
  kept: PushRenewal | null
  /** What the browser tells whoever watches. */
  readonly browser: BrowserPush
  /** As in the browser's own settings. */
  set(change: Partial<BrowserPush>): void
  /** A notification is pressed. */
  open(path: string): void
}

export function fakePush(): FakePush {
  const watchers = new Set<(browser: BrowserPush) => void>()
  let openPath: ((path: string) => void) | null = null
  let browser: BrowserPush = { permission: 'default', isSubscribed: false }
  const fake: FakePush = {
    obstacle: null,
    answer: 'granted',
    failure: null,
    keys: [],
    kept: null,
    get browser() {
      return browser
    },
    set(change) {
      browser = { ...browser, ...change }
      for (const report of watchers) report(browser)
    },
    open: (path) => openPath?.(path),
    watch(report, signal) {
      watchers.add(report)
      signal.addEventListener('abort', () => watchers.delete(report))
      report(browser)
    },
    async ask() {
      fake.set({ permission: fake.answer })
      return fake.answer
    },
    async subscribe(publicKey) {
      fake.keys.push(publicKey)
      if (fake.failure !== null) return fake.failure
      fake.set({ isSubscribed: true })
      return { kind: 'given', subscription: testBrowser('https://fcm.googleapis.com').subscription }
    },
    async keep(renewal) {
      fake.kept = renewal
    },
    async unsubscribe() {
      fake.kept = null
      fake.set({ isSubscribed: false })
    },
    onOpen(open, signal) {
      openPath = open
      signal.addEventListener('abort', () => {
        openPath = null
      })
    },
  }
  return fake
}
