import { atom } from 'jotai/vanilla'
import type { Failure } from '../../api/result'
import { calls } from '../../contract/calls'
import type { PushDevice } from '../../contract/notifications/push'
import { extensionsAtom } from '../http/extensions'
import { isRemoved } from '../http/removal'
import { adviceOf, reportFailure } from '../http/request-error'
import { messages } from '../messages'
import { type BrowserPush, type PushObstacle, servicesAtom } from '../services'
import { knownList } from '../sign-in/known-list'
import { ownQuery } from '../sign-in/own-query'
import { ownServices } from '../sign-in/own-services'
import { entryWatch } from '../sign-in/session'

/** How pushes stand on this device. */
export type PushState =
  | { readonly phase: 'looking' }
  | { readonly phase: 'impossible'; readonly obstacle: PushObstacle }
  /** Somebody told the browser not to show any. */
  | { readonly phase: 'blocked' }
  | { readonly phase: 'off' }
  | { readonly phase: 'failed'; readonly text: string }
  | { readonly phase: 'changing'; readonly to: 'on' | 'off' }
  | { readonly phase: 'on'; readonly device: PushDevice }

/** Whether the provider pushes, and this page is its own: what a notification opens lies beside it (PUSH-13). */
export const hasPushAtom = atom((get) => {
  const { apiUrl, origin } = get(servicesAtom)
  return get(extensionsAtom).has('push') && new URL(apiUrl).origin === origin
})

/** Devices of this person that are told: this one first. */
export const pushDevicesQueryAtom = ownQuery('pushDevices', (http) => http.send(calls.push.list, {}), hasPushAtom)

const browserPushAtom = atom<BrowserPush | null>(null)

/** What the browser says, for as long as somebody looks. */
const watchedPushAtom = atom(
  (get) => get(browserPushAtom),
  (get, set, signal: AbortSignal) => {
    const { push } = get(servicesAtom)
    if (push.obstacle === null) push.watch((browser) => set(browserPushAtom, browser), signal)
  },
)
watchedPushAtom.onMount = (watch) => {
  const end = new AbortController()
  watch(end.signal)
  return () => end.abort()
}

/** A press that goes on, or what came of the last one. */
const pressAtom = atom<Extract<PushState, { phase: 'changing' | 'failed' }> | null>(null)
pressAtom.onMount = (set) => () => set((press) => (press?.phase === 'failed' ? null : press))

/** Both must agree that this device is told: the browser may have forgotten it, and so may the hub. */
export const pushStateAtom = atom((get): PushState => {
  const { obstacle } = get(servicesAtom).push
  const browser = get(watchedPushAtom)
  const press = get(pressAtom)
  const devices = get(pushDevicesQueryAtom).data
  if (obstacle !== null) return { phase: 'impossible', obstacle }
  if (press?.phase === 'changing') return press
  if (browser === null) return { phase: 'looking' }
  if (browser.permission === 'denied') return { phase: 'blocked' }
  if (press !== null) return press
  if (!browser.isSubscribed) return { phase: 'off' }
  if (devices === undefined) return { phase: 'looking' }
  const device = devices.find(({ isCurrent }) => isCurrent)
  return device === undefined ? { phase: 'off' } : { phase: 'on', device }
})

/** By a press: the browser asks whether it may, then this device is told. */
export const turnPushOnAtom = atom(null, async (get, set): Promise<void> => {
  if (get(pressAtom)?.phase === 'changing') return
  const hasSomebodyEntered = entryWatch(get)
  set(pressAtom, { phase: 'changing', to: 'on' })
  const text = await set(turnOnAtom)
  set(pressAtom, text === null || hasSomebodyEntered() ? null : { phase: 'failed', text })
})

/** null: it is on, or somebody chose otherwise; else what went wrong. */
const turnOnAtom = atom(null, async (get, set): Promise<string | null> => {
  const { http, push, reporter, showToast } = ownServices(get)
  // First, while the press still counts as one.
  const permission = await push.ask()
  set(browserPushAtom, { permission, isSubscribed: false })
  if (permission === 'denied') return null
  if (permission === 'default') return messages.pushNotAllowed
  const key = await http.send(calls.push.key, {})
  if (!key.ok) return set(failedAtom, key.failure)
  const answer = await push.subscribe(key.value.publicKey)
  if (answer.kind === 'failed') {
    reporter.report('The browser did not subscribe to pushes.', answer.problem)
    return messages.pushNotSubscribed
  }
  const made = await http.send(calls.push.subscribe, { body: answer.subscription })
  if (!made.ok) {
    await push.unsubscribe()
    return set(failedAtom, made.failure)
  }
  const { renewal, ...device } = made.value
  const { endpoint } = answer.subscription
  // Of a hub that gives none, nothing is renewed.
  if (renewal !== '') await push.keep({ publicKey: key.value.publicKey, endpoint, renewal })
  set(browserPushAtom, { permission, isSubscribed: true })
  set(changeDevicesAtom, (devices) => [
    device,
    ...devices.filter(({ id, isCurrent }) => id !== device.id && !isCurrent),
  ])
  set(readDevicesAtom)
  showToast({ kind: 'success', text: messages.pushOn })
  return null
})

const failedAtom = atom(null, (get, _set, failure: Failure): string => {
  reportFailure(get(servicesAtom).reporter, failure)
  return adviceOf(failure)
})

export const turnPushOffAtom = atom(null, async (get, set): Promise<void> => {
  if (get(pressAtom)?.phase === 'changing') return
  const { http, push, showToast } = ownServices(get)
  set(pressAtom, { phase: 'changing', to: 'off' })
  const result = await http.send(calls.push.end, {})
  if (result.ok) {
    await push.unsubscribe()
    const browser = get(browserPushAtom)
    set(browserPushAtom, browser && { ...browser, isSubscribed: false })
    set(changeDevicesAtom, (devices) => devices.filter(({ isCurrent }) => !isCurrent))
    set(readDevicesAtom)
  } else showToast({ kind: 'error', text: messages.pushNotOff(set(failedAtom, result.failure)) })
  set(pressAtom, null)
})

export const isTestingPushAtom = atom(false)

export const testPushAtom = atom(null, async (get, set): Promise<void> => {
  if (get(isTestingPushAtom)) return
  const { http, showToast } = ownServices(get)
  set(isTestingPushAtom, true)
  const result = await http.send(calls.push.test, {})
  set(isTestingPushAtom, false)
  if (result.ok) showToast({ kind: 'success', text: messages.pushTested })
  else showToast({ kind: 'error', text: messages.pushNotTested(set(failedAtom, result.failure)) })
  // Its trouble may have ended with it, or the device have turned out to be told no more (PUSH-08).
  set(readDevicesAtom)
})

/** Another device of the person's is told no more. */
export const endPushOfAtom = atom(null, async (get, set, { id, device }: PushDevice): Promise<void> => {
  const own = ownServices(get)
  const result = await own.http.send(calls.push.endOne, { params: { pushId: id } })
  if (!isRemoved(own, result, (advice) => messages.pushNotEnded(device, advice))) return
  set(changeDevicesAtom, (devices) => devices.filter((each) => each.id !== id))
  set(readDevicesAtom)
  own.showToast({ kind: 'success', text: messages.pushEnded(device) })
})

/** Shows the screens that pressed notifications lead to, until the signal aborts. */
export const followPushesAtom = atom(null, (get, _set, signal: AbortSignal) => {
  const { push, navigate } = get(servicesAtom)
  push.onOpen((path) => {
    if (/^\/(?![/\\])/.test(path)) navigate(path)
  }, signal)
})

const { changeAtom: changeDevicesAtom, readAtom: readDevicesAtom } = knownList<PushDevice>('pushDevices')
