import { EXTENSIONS_HEADER } from '../contract/extensions'
import type { NewPushSubscription } from '../contract/notifications/push'
import type { KeptPush } from './kept-push'

/** What of browser and hub a renewal takes. */
export interface RenewalPorts {
  /** null: this browser is not told. */
  read(): Promise<KeptPush | null>
  keep(kept: KeptPush | null): Promise<void>
  /** What the browser is subscribed by; where there is nothing, it subscribes for that key. null: it may not, or cannot now. */
  subscription(publicKey: string): Promise<NewPushSubscription | null>
  unsubscribe(): Promise<void>
  /** Sends JSON to the hub and resolves to its answer; rejects when none comes in time. */
  post(path: string, body: object): Promise<Pick<Response, 'status' | 'headers'>>
  pause(ms: number): Promise<void>
  /** One after the other. */
  inTurn(work: () => Promise<void>): Promise<void>
}

const RENEW_PATH = '/v1/push/renew'

/** A hub that does not answer is asked again after these; after that the next start of a page does it. */
const PAUSES_MS = [2_000, 10_000]

/**
 * Where the browser has changed its subscription, or lost it, tells the hub of the new one (PUSH-14): when the browser says so, and
 * whenever a page has started, since not every browser does. There is no token here: pages have them, and they are good for far more.
 */
export function renewPush(ports: RenewalPorts): Promise<void> {
  return ports.inTurn(async () => {
    const kept = await ports.read()
    if (kept === null) return
    const subscription = await ports.subscription(kept.publicKey)
    if (subscription === null || subscription.endpoint === kept.endpoint) return
    const status = await tell(ports, { renewal: kept.renewal, subscription })
    // Somebody may have turned it off, or on anew, meanwhile.
    if ((await ports.read())?.renewal !== kept.renewal) return
    if (status === 200) return ports.keep({ ...kept, endpoint: subscription.endpoint })
    if (status !== 404) return
    // Its person ended it from another device, or was signed out: this browser is not to go on by itself.
    await ports.keep(null)
    await ports.unsubscribe()
  })
}

/** null: the hub did not answer. */
async function tell(ports: RenewalPorts, body: object): Promise<number | null> {
  const ask = () =>
    ports.post(RENEW_PATH, body).then(
      // A hub that pushes names it with every answer (EXT-01): without, a proxy speaks in its place.
      ({ status, headers }) => (headers.has(EXTENSIONS_HEADER) ? status : null),
      () => null,
    )
  let status = await ask()
  for (const pauseMs of PAUSES_MS) {
    if (status !== null && status < 500) break
    await ports.pause(pauseMs)
    status = await ask()
  }
  return status
}
