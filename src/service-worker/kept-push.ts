import type { NewPushSubscription } from '../contract/notifications/push'
import { jsonIn } from '../lib/json'
import { textIn } from './read-json'

/** What a browser renews its subscription to pushes with while no page is open (PUSH-14). */
export interface KeptPush {
  /** The hub's key. */
  readonly publicKey: string
  /** Where the hub tells this browser, as far as both know. */
  readonly endpoint: string
  /** What the hub gave this browser for it. */
  readonly renewal: string
}

type Caches = Pick<CacheStorage, 'open'>

/** Not the cache of the app's files, which forgets what belongs to no version. */
const CACHE = 'nightjar-push'
const PLACE = '/service-worker/push'

/** null: this browser is told nothing, or cannot renew it. */
export async function readKeptPush(caches: Caches): Promise<KeptPush | null> {
  const answer = await (await caches.open(CACHE)).match(PLACE)
  const json = answer && jsonIn(await answer.text())
  const kept = {
    publicKey: textIn(json, 'publicKey'),
    endpoint: textIn(json, 'endpoint'),
    renewal: textIn(json, 'renewal'),
  }
  return Object.values(kept).includes('') ? null : kept
}

export async function writeKeptPush(caches: Caches, kept: KeptPush | null): Promise<void> {
  const cache = await caches.open(CACHE)
  if (kept === null) await cache.delete(PLACE)
  else await cache.put(PLACE, new Response(JSON.stringify(kept)))
}

/** null: the browser made none that a message can be sealed for. */
export function subscriptionIn(browsers: {
  readonly endpoint?: string
  readonly keys?: Readonly<Record<string, string>>
}): NewPushSubscription | null {
  const { endpoint, keys } = browsers
  const [p256dh, auth] = [keys?.['p256dh'], keys?.['auth']]
  if (endpoint === undefined || p256dh === undefined || auth === undefined) return null
  return { endpoint, keys: { p256dh, auth } }
}
