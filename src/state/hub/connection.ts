import { atom, type createStore } from 'jotai/vanilla'
import { queryClientAtom } from 'jotai-tanstack-query'
import { type Failure, isAway } from '../../api/result'
import { calls } from '../../contract/calls'
import { extensionsAtom, keptExtensionsAtom, rememberExtensionsAtom } from '../http/extensions'
import { servicesAtom } from '../services'
import { sessionAtom } from '../sign-in/session'

/** Whether the hub answers; `sinceMs` is its last answer, or the first call without one where it has never answered. */
export type Connection = { readonly phase: 'reachable' } | { readonly phase: 'unreachable'; readonly sinceMs: number }

export const connectionAtom = atom<Connection>({ phase: 'reachable' })

/** How often the app looks whether it must ask for a sign of life. */
export const PROBE_INTERVAL_MS = 3_000

/** A hub that was not heard of for this long is asked, on screens that send nothing by themselves. */
const QUIET_MS = 10_000

const lastOutcomeAtMsAtom = atom(0)

/** Whether any call has ended since the app started: before that nothing is known of the provider. */
export const hasHeardAtom = atom((get) => get(lastOutcomeAtMsAtom) > 0)

/** What the provider offers; before its first word on this page, what it offered when it was last heard. */
export const offeredExtensionsAtom = atom((get) => (get(hasHeardAtom) ? get(extensionsAtom) : get(keptExtensionsAtom)))

/** Whether it has answered since the app started. */
export const hasAnsweredAtom = atom(false)

/** The hub has this long for its first answer; then the page goes by what this browser remembers. */
const FIRST_ANSWER_MS = 2_000

const isFirstAnswerLateAtom = atom(false)

/** Whether nothing is heard of the hub: it is away, or has not said a word since this page was opened (SHELL-10). */
export const isHubSilentAtom = atom(
  (get) => get(connectionAtom).phase === 'unreachable' || (get(isFirstAnswerLateAtom) && !get(hasHeardAtom)),
)

/** Follows the silence of the hub from the start of a page; returns the end. */
export function startSilenceService(store: ReturnType<typeof createStore>, onSilence: () => void): () => void {
  const follow = () => {
    if (!store.get(isHubSilentAtom)) return
    store.set(rememberExtensionsAtom)
    onSilence()
  }
  const unsubscribe = store.sub(isHubSilentAtom, follow)
  const cancel = store.get(servicesAtom).after(FIRST_ANSWER_MS, () => store.set(isFirstAnswerLateAtom, true))
  return () => {
    unsubscribe()
    cancel()
  }
}

/** When all reads were last begun anew as the hub was back, and whether they have to be once more at the next look. */
const returnAtom = atom({ atMs: Number.NEGATIVE_INFINITY, isDue: false })

/** What the screens show may be from before the outage. */
const readAnewAtom = atom(null, (get, set, isAgain: boolean) => {
  set(returnAtom, { atMs: get(servicesAtom).nowMs(), isDue: false })
  // A read that fails again and again would never be given up if each return began it anew.
  void get(queryClientAtom).invalidateQueries({}, { cancelRefetch: !isAgain })
})

/** Takes note of how a call ended. Any answer, also a refusal, shows that the hub is there. */
export const noteOutcomeAtom = atom(null, (get, set, failure: Failure | null) => {
  if (failure?.kind === 'aborted' || failure?.kind === 'signed-out') return
  const nowMs = get(servicesAtom).nowMs()
  // While it was reachable, that was an answer: a laptop that wakes up learns hours later that the hub has gone.
  const heardAtMs = get(lastOutcomeAtMsAtom) || nowMs
  set(lastOutcomeAtMsAtom, nowMs)
  const hasGone = failure !== null && isAway(failure)
  const { phase } = get(connectionAtom)
  if (!hasGone) set(hasAnsweredAtom, true)
  if (hasGone && phase === 'reachable') set(connectionAtom, { phase: 'unreachable', sinceMs: heardAtMs })
  if (!hasGone && phase === 'unreachable') {
    set(connectionAtom, { phase: 'reachable' })
    const { atMs } = get(returnAtom)
    // A proxy that refuses one call in two is away and back with each pair: reading all anew each time would be what it refuses.
    if (Math.abs(nowMs - atMs) < PROBE_INTERVAL_MS) set(returnAtom, { atMs, isDue: true })
    else set(readAnewAtom, false)
  }
})

const isProbingAtom = atom(false)

/**
 * Asks the hub for a sign of life: always while it is away, and after a quiet time where the provider invites polling.
 * One cheap read, so that it also works on screens that read nothing.
 */
export const probeAtom = atom(null, async (get, set) => {
  if (get(sessionAtom).phase !== 'signed-in') return
  if (get(returnAtom).isDue) set(readAnewAtom, true)
  if (get(isProbingAtom)) return
  const { http, nowMs } = get(servicesAtom)
  // A clock that was set back must not leave a hub unheard until it has caught up.
  const isQuiet = get(extensionsAtom).has('polling') && Math.abs(nowMs() - get(lastOutcomeAtMsAtom)) >= QUIET_MS
  if (get(connectionAtom).phase === 'reachable' && !isQuiet) return
  set(isProbingAtom, true)
  await http.send(calls.workspaces.usage, { timeoutMs: QUIET_MS })
  set(isProbingAtom, false)
})
