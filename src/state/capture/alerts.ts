import { atom, type createStore } from 'jotai/vanilla'
import { calls } from '../../contract/calls'
import { type AlertKind, isPowerSign } from '../../contract/tampering'
import { MINUTE_MS } from '../../lib/durations'
import { backoffMs } from '../../outbox/backoff'
import { extensionsAtom } from '../http/extensions'
import { reportFailure } from '../http/request-error'
import { connectionAtom, hasHeardAtom } from '../hub/connection'
import { hubAheadAtom } from '../hub/hub-ahead'
import { raised } from '../messages'
import { deliveryResultOf, deliveryWorkspaceAtom } from '../recordings/clip-upload'
import { noteDeliveredAtom } from '../recordings/delivered-clips'
import { servicesAtom } from '../services'
import { sessionAtom } from '../sign-in/session'
import { type WaitingAlert, WaitingAlerts } from './waiting-alerts'

type Store = ReturnType<typeof createStore>

/** Held by the tab that sends. */
const ALERTS_LOCK = 'nightjar-alerts'

const SEND_TIMEOUT_MS = 10_000

/** The camera has told enough for now: the hub takes so many an hour of each (TAMP-04). */
const TOO_MANY_STATUS = 429

/** So long a camera rests where the hub does not say for how long. */
const USUAL_REST_MS = MINUTE_MS

/** How a round of sending ended; a provider that takes no alerts is asked again when it offers something else. */
type Outcome = 'done' | 'postponed' | 'unwelcome'

/** Whether the provider takes what a device tells of its power (EXT-22). One that was not heard yet may. */
export const takesPowerSignsAtom = atom((get) => !get(hasHeardAtom) || get(extensionsAtom).has('senses'))

const deskAtom = atom<AlertDesk | null>(null)

/** A camera was tampered with, or its device noticed something: the hub is told as soon as it can be (TAMP-04, SENSE-05). */
export const raiseAlertAtom = atom(
  null,
  (get, _set, workspaceId: string, cameraId: string, kind: AlertKind, occurredAtMs: number) =>
    get(deskAtom)?.raise({ id: crypto.randomUUID(), workspaceId, cameraId, kind, occurredAtMs }),
)

/** How the sending of one alert ended. */
type Sending =
  | { readonly kind: 'done' }
  /** Nobody answered, or the hub takes none for now. */
  | { readonly kind: 'postponed' }
  /** The hub stumbles over this one alone. */
  | { readonly kind: 'troubled' }
  /** It takes no more of this camera for now; 0 where it does not say how long. */
  | { readonly kind: 'too-many'; readonly forMs: number }

/** Sends one alert, as whoever is signed in to its workspace. */
const sendAlertAtom = atom(null, async (get, set, alert: WaitingAlert, signal: AbortSignal): Promise<Sending> => {
  const { http, reporter, nowMs } = get(servicesAtom)
  const hubAheadMs = set(hubAheadAtom)
  const result = await http.send(calls.cameras.alert, {
    params: { cameraId: alert.cameraId },
    body: {
      alertId: alert.id,
      kind: alert.kind,
      occurredAt: new Date(alert.occurredAtMs).toISOString(),
      ...(hubAheadMs !== null && { hubAheadMs }),
    },
    signal,
    timeoutMs: SEND_TIMEOUT_MS,
  })
  if (result.ok) {
    set(noteDeliveredAtom)
    return { kind: 'done' }
  }
  const { failure } = result
  const delivery = deliveryResultOf(failure, nowMs())
  if (delivery.kind !== 'postponed') {
    reportFailure(reporter, failure, raised.sendAlert)
    return { kind: 'done' }
  }
  const isTooMany = failure.kind === 'http' && failure.status === TOO_MANY_STATUS
  if (isTooMany && delivery.because === 'not-now') return { kind: 'too-many', forMs: delivery.forMs }
  return { kind: delivery.because === 'trouble' ? 'troubled' : 'postponed' }
})

/** Keeps alerts until the hub has acknowledged them, and tries again, later and later, while it does not. */
class AlertDesk {
  readonly #store: Store
  readonly #waiting: WaitingAlerts
  readonly #closing = new AbortController()
  #isSending = false
  #failures = 0
  #cancelNextTry: (() => void) | null = null
  /** By camera of which the hub takes no more for now, what calls the end of its rest off. */
  readonly #resting = new Map<string, () => void>()

  constructor(store: Store) {
    this.#store = store
    this.#waiting = new WaitingAlerts(store.get(servicesAtom).storage)
  }

  raise(alert: WaitingAlert): void {
    this.#waiting.add(alert)
    this.wake()
  }

  /** Tries at once: something new is there, or somebody to tell it to. */
  wake(): void {
    this.#failures = 0
    void this.#send()
  }

  close(): void {
    this.#closing.abort()
    this.#cancelNextTry?.()
    for (const cancel of this.#resting.values()) cancel()
  }

  async #send(): Promise<void> {
    this.#cancelNextTry?.()
    if (this.#isSending || this.#closing.signal.aborted || this.#next() === null) return
    this.#isSending = true
    const { ifFree, reporter } = this.#store.get(servicesAtom)
    let outcome: Outcome = 'postponed'
    const work = async () => {
      outcome = await this.#sendAll()
    }
    try {
      if ((await ifFree(ALERTS_LOCK, work)) === 'no-locks') await work()
    } catch (error) {
      reporter.report('Sending alerts broke off; it is tried again.', error)
    }
    this.#isSending = false
    this.#goOn(outcome)
  }

  #goOn(outcome: Outcome): void {
    if (outcome === 'postponed') this.#tryLater()
    // Raised while the last one was on its way.
    else if (outcome === 'done' && this.#next() !== null) void this.#send()
  }

  async #sendAll(): Promise<Outcome> {
    if (!(await this.#isWelcome())) return 'unwelcome'
    const passedOver = new Set<string>()
    for (let alert = this.#next(); alert !== null; alert = this.#next(passedOver)) {
      const outcome = await this.#store.set(sendAlertAtom, alert, this.#closing.signal)
      switch (outcome.kind) {
        case 'postponed':
          return 'postponed'
        case 'troubled':
          passedOver.add(alert.id)
          break
        case 'too-many':
          this.#rest(alert.cameraId, outcome.forMs)
          break
        case 'done':
          this.#failures = 0
          this.#waiting.remove(alert.id)
      }
    }
    return passedOver.size > 0 ? 'postponed' : 'done'
  }

  /** Leaves a camera's alerts for as long as the hub says, so that they hold up none of another camera. */
  #rest(cameraId: string, forMs: number): void {
    const { after } = this.#store.get(servicesAtom)
    const goOn = () => {
      this.#resting.delete(cameraId)
      void this.#send()
    }
    this.#resting.set(cameraId, after(forMs || USUAL_REST_MS, goOn))
  }

  /** What the provider offers is told by its first answer. One that does not take alerts loses nothing by not getting any. */
  async #isWelcome(): Promise<boolean> {
    const { http } = this.#store.get(servicesAtom)
    if (!this.#store.get(hasHeardAtom)) {
      await http.send(calls.workspaces.usage, { signal: this.#closing.signal, timeoutMs: SEND_TIMEOUT_MS })
    }
    return this.#store.get(extensionsAtom).has('alerts')
  }

  /** The oldest alert of whoever is signed in, but for those that are for another time. */
  #next(passedOver: ReadonlySet<string> = new Set()): WaitingAlert | null {
    const { nowMs, reporter } = this.#store.get(servicesAtom)
    const dropped = this.#waiting.dropOld(nowMs())
    if (dropped > 0) reporter.report(`${dropped} alerts could not be sent within a day and were dropped.`)
    const workspaceId = this.#store.get(deliveryWorkspaceAtom)
    const isTaken = ({ kind }: WaitingAlert) => !isPowerSign(kind) || this.#store.get(takesPowerSignsAtom)
    const isDue = ({ id, cameraId }: WaitingAlert) => !passedOver.has(id) && !this.#resting.has(cameraId)
    const isTheirs = (alert: WaitingAlert) => alert.workspaceId === workspaceId
    return this.#waiting.list().find((alert) => isTheirs(alert) && isDue(alert) && isTaken(alert)) ?? null
  }

  #tryLater(): void {
    if (this.#closing.signal.aborted) return
    const { after, random } = this.#store.get(servicesAtom)
    this.#failures++
    this.#cancelNextTry = after(backoffMs(this.#failures, random()), () => void this.#send())
  }
}

/** Sends what waits, at every sign-in and when the hub is back too, until what it returns is called. */
export function startAlertService(store: Store): () => void {
  const desk = new AlertDesk(store)
  store.set(deskAtom, desk)
  const wakeWhenReachable = () => {
    if (store.get(connectionAtom).phase === 'reachable') desk.wake()
  }
  const unsubscribes = [
    store.sub(sessionAtom, () => desk.wake()),
    store.sub(connectionAtom, wakeWhenReachable),
    store.sub(extensionsAtom, wakeWhenReachable),
  ]
  desk.wake()
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    desk.close()
    store.set(deskAtom, null)
  }
}
