import { subscriptionIn, writeKeptPush } from '../service-worker/kept-push'
import type { BrowserPush, PushRenewal, SubscribeAnswer } from '../state/services'

/** For the worker to be there, and for the browser's push service to answer. */
const LIMIT_MS = 30_000

/** Reports how notifications stand, now and whenever that may have changed, until the signal aborts. */
export async function watch(report: (push: BrowserPush) => void, signal: AbortSignal): Promise<void> {
  const look = async () => {
    const isSubscribed = (await currentSubscription()) !== null
    if (!signal.aborted) report({ permission: Notification.permission, isSubscribed })
  }
  document.addEventListener('visibilitychange', () => void look(), { signal })
  await look()
  const status = await navigator.permissions.query({ name: 'notifications' }).catch(() => null)
  if (!signal.aborted) status?.addEventListener('change', () => void look(), { signal })
}

async function currentSubscription(): Promise<PushSubscription | null> {
  try {
    const registration = await navigator.serviceWorker.getRegistration()
    return (await registration?.pushManager.getSubscription()) ?? null
  } catch {
    return null
  }
}

/** Has the browser get an address at its push service, for this hub's key alone. */
export async function subscribe(publicKey: string): Promise<SubscribeAnswer> {
  try {
    const limit = rejectAfter(LIMIT_MS)
    const { pushManager } = await Promise.race([navigator.serviceWorker.ready, limit])
    await forgetKept()
    // One of another key, as of a hub whose secret was made anew, is refused for ever.
    await (await pushManager.getSubscription())?.unsubscribe()
    const options = { userVisibleOnly: true, applicationServerKey: publicKey }
    const subscription = subscriptionIn((await Promise.race([pushManager.subscribe(options), limit])).toJSON())
    if (subscription === null) return { kind: 'failed', problem: 'the subscription has no keys' }
    return { kind: 'given', subscription }
  } catch (problem) {
    return { kind: 'failed', problem }
  }
}

/** For the service worker, which renews what the browser changes by itself. */
export async function keep(renewal: PushRenewal): Promise<void> {
  // On a full disk this browser is told for as long as its subscription stays what it is.
  await writeKeptPush(caches, renewal).catch(() => undefined)
}

/** Also what is still shown goes: it is of who was signed in. */
export async function unsubscribe(): Promise<void> {
  try {
    await forgetKept()
    await (await currentSubscription())?.unsubscribe()
    const registration = await navigator.serviceWorker.getRegistration()
    for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
  } catch {
    // The hub tells this browser nothing any more; what is left of it here says nothing.
  }
}

/** First of all: nobody is to renew what ends here. The hub refuses that too. */
async function forgetKept(): Promise<void> {
  await writeKeptPush(caches, null).catch(() => undefined)
}

function rejectAfter(limitMs: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('the browser did not answer in time')), limitMs)
  })
}
