import { atom } from 'jotai/vanilla'
import { atomWithQuery, queryClientAtom } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import type { ModeChange, ModesAnswer } from '../../contract/modes/modes'
import { InTurn } from '../../lib/in-turn'
import type { Mode, SnoozeLength } from '../../lib/modes/mode'
import { firstSettings, type InForce, inForceAt, type ModeSettings } from '../../lib/modes/mode-schedule'
import { isKnownZone } from '../../lib/zone-time'
import { captureStatesAtom } from '../cameras/capture-states'
import { myZone } from '../http/my-zone'
import { MODES_POLL_MS } from '../http/polling'
import { retryWhileSeen } from '../http/reads'
import { adviceOf, reportFailure, unwrap } from '../http/request-error'
import { connectionAtom, hasHeardAtom } from '../hub/connection'
import { messages } from '../messages'
import { servicesAtom } from '../services'
import { keepText } from '../session-store'
import { ownServices } from '../sign-in/own-services'
import { keysAtom } from '../sign-in/query-keys'
import { isSignedInAtom, userAtom, userIn } from '../sign-in/session'
import { hasModesAtom, KEPT_KEY } from './holding-mode'
import { type KnownModes, readKeptModes, type ToldMode } from './kept-modes'

/** Clocks that differ by less count as the same: an answer takes a moment. */
const SKEW_STEP_MS = 5_000

/** How long after its end a mode that the hub told is held to: an answer comes every few seconds, and clocks may differ. */
const NEXT_ANSWER_MS = 2 * MODES_POLL_MS + SKEW_STEP_MS / 2

function knownFrom(answer: ModesAnswer, nowMs: number): KnownModes {
  const hubNowMs = answer.now === '' ? nowMs : Date.parse(answer.now)
  const settings = settingsFrom(answer)
  return {
    aheadMs: Math.round((hubNowMs - nowMs) / SKEW_STEP_MS) * SKEW_STEP_MS,
    settings,
    told: toldUnlessSame(answer, inForceAt(settings, hubNowMs)),
  }
}

function settingsFrom({ choice, schedule, snooze, rules }: ModesAnswer): ModeSettings {
  return {
    choice: choice && {
      mode: choice.mode,
      lasts: choice.lasts,
      by: choice.chosenBy,
      atMs: Date.parse(choice.chosenAt),
      ...(choice.endsAfter !== undefined && { endsAfterMs: Date.parse(choice.endsAfter) }),
    },
    schedule,
    snooze: snooze && { fromMs: Date.parse(snooze.from), untilMs: Date.parse(snooze.until) },
    rules,
  }
}

/** `reckoned`: what this browser takes for in force by the same settings. */
function toldUnlessSame({ inForce, schedule }: ModesAnswer, reckoned: InForce): ToldMode | null {
  const { mode, why, until, words } = inForce
  const endMs = until === null ? null : Date.parse(until)
  const isZoneKnown = schedule === null || isKnownZone(schedule.timeZone)
  if (isZoneKnown && mode === reckoned.mode && endMs === reckoned.untilMs) return null
  return { mode, why, untilMs: endMs === null ? null : endMs + NEXT_ANSWER_MS, words }
}

/** Takes an answer, and keeps it for when the hub is away. It is read before the call: a late answer is kept for nobody else. */
const takenAtom = atom((get) => {
  const user = get(userAtom)
  const { session, storage, nowMs } = get(servicesAtom)
  return (answer: ModesAnswer): KnownModes => {
    const known = knownFrom(answer, nowMs())
    if (userIn(session) === user) keepText(storage, KEPT_KEY, JSON.stringify({ user, known }))
    return known
  }
})

/** Whether a camera runs in this tab. */
const runsCamerasAtom = atom((get) => get(captureStatesAtom).size > 0)

/** Read again every few seconds, by hidden tabs only where they run a camera. */
export const modesQueryAtom = atomWithQuery<KnownModes>((get) => ({
  queryKey: get(keysAtom).modes,
  enabled: get(isSignedInAtom) && get(hasModesAtom),
  refetchInterval: MODES_POLL_MS,
  refetchIntervalInBackground: get(runsCamerasAtom),
  retry: retryWhileSeen,
  queryFn: async () => get(takenAtom)(unwrap(await get(servicesAtom).http.send(calls.modes.read, {}))),
}))

/** What this browser kept of the hub's last answer to this user. */
const keptAtom = atom((get): KnownModes | null => {
  const user = get(userAtom)
  return user === null ? null : readKeptModes(get(servicesAtom).storage.getItem(KEPT_KEY), user)
})

/** What is known of the modes; null: nothing, or the provider has none. */
export const knownModesAtom = atom((get): KnownModes | null => {
  const told = get(modesQueryAtom).data
  if (told !== undefined && get(hasModesAtom)) return told
  // Without an answer it is not known what the provider offers.
  const isUnheard = !get(hasHeardAtom) || get(connectionAtom).phase === 'unreachable'
  return get(hasModesAtom) || isUnheard ? get(keptAtom) : null
})

/** Whether what is known may be out of date: the hub does not answer, or does not tell. */
export const areModesStaleAtom = atom((get) => {
  const { isError, data } = get(modesQueryAtom)
  return get(connectionAtom).phase === 'unreachable' || isError || data === undefined
})

/** How many changes wait for the hub's word, the one on its way included. */
const waitingChangesAtom = atom(0)
export const areModesChangingAtom = atom((get) => get(waitingChangesAtom) > 0)

const changesAtom = atom(() => new InTurn())

/**
 * Saves a change, after those that were made before it; true where the hub took it, else a toast says why not. One that
 * builds on what the hub knows by then is given as a function.
 */
export const changeModesAtom = atom(
  null,
  (get, set, change: ModeChange | ((known: ModeSettings) => ModeChange)): Promise<boolean> => {
    const user = get(userAtom)
    set(waitingChangesAtom, (count) => count + 1)
    return get(changesAtom)
      .run(() => {
        // Whoever signed in meanwhile has other cameras.
        if (get(userAtom) !== user) return false
        const known = get(knownModesAtom)?.settings ?? firstSettings
        return set(saveAtom, typeof change === 'function' ? change(known) : change)
      })
      .finally(() => set(waitingChangesAtom, (count) => count - 1))
  },
)

const saveAtom = atom(null, async (get, _set, change: ModeChange): Promise<boolean> => {
  const { http, reporter, showToast } = ownServices(get)
  const queryKey = get(keysAtom).modes
  const checked = calls.modes.change.body.safeParse(change)
  const refused = checked.success ? null : (checked.error.issues[0]?.message ?? '')
  const result = checked.success ? await http.send(calls.modes.change, { body: checked.data }) : null
  if (result?.ok !== true) {
    if (result !== null) reportFailure(reporter, result.failure)
    const advice = result === null ? (refused ?? '') : adviceOf(result.failure)
    showToast({ kind: 'error', text: messages.modesNotChanged(advice) })
    return false
  }
  const client = get(queryClientAtom)
  // A read that began before the change would bring the old state back.
  await client.cancelQueries({ queryKey })
  if (queryKey[0] === get(keysAtom).modes[0]) client.setQueryData(queryKey, get(takenAtom)(result.value))
  return true
})

/** Switches by hand: until the schedule's next switch, or as long as that mode is kept already. */
export const chooseModeAtom = atom(
  null,
  (_get, set, mode: Mode, lasts?: 'for-good'): Promise<boolean> => set(changeModesAtom, { choice: { mode, lasts } }),
)

/** Tells nothing for a while; null: tells again. */
export const snoozeAtom = atom(
  null,
  (_get, set, snooze: SnoozeLength | null): Promise<boolean> => set(changeModesAtom, { snooze, ...myZone() }),
)
