import { atom } from 'jotai/vanilla'
import type { Switch } from '../../lib/modes/switch-times'
import { userDraftAtom } from '../sign-in/user-draft'
import { modeSettingsAtom, modeZoneAtom } from './mode-view'
import { changeModesAtom } from './modes'

/** A switch as it is edited; its key stays while its place in the list changes. */
export interface ScheduleDraftRow extends Switch {
  readonly key: number
}

export interface ScheduleDraft {
  readonly timeZone: string
  readonly rows: readonly ScheduleDraftRow[]
}

const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** What a new switch begins with: the first whose time is not taken. */
const proposals: readonly [Switch, ...Switch[]] = [
  { days: everyDay, time: '22:00', mode: 'night' },
  { days: everyDay, time: '07:00', mode: 'home' },
  { days: everyDay, time: '09:00', mode: 'away' },
  { days: everyDay, time: '18:00', mode: 'home' },
]

/** `savedBefore`: the schedule that it was made of. */
const draftAtom = userDraftAtom<ScheduleDraft & { readonly savedBefore: string }>()

const shownAtom = atom((get): ScheduleDraft => {
  const { timeZone, switches } = get(modeSettingsAtom).schedule ?? { timeZone: get(modeZoneAtom), switches: [] }
  return get(draftAtom) ?? { timeZone, rows: switches.map((row, key) => ({ ...row, key })) }
})

const savedAtom = atom((get) => JSON.stringify(get(modeSettingsAtom).schedule))

/** The schedule as it is edited, else as it is saved. */
export const editedScheduleAtom = atom(
  (get) => get(shownAtom),
  (get, set, change: Partial<ScheduleDraft>) => {
    const savedBefore = get(draftAtom)?.savedBefore ?? get(savedAtom)
    set(draftAtom, { ...get(shownAtom), ...change, savedBefore })
  },
)

/** As it is sent, and as the hub tells of it. */
function scheduleIn({ timeZone, rows }: ScheduleDraft) {
  return { timeZone, switches: rows.map(({ days, time, mode }) => ({ days: [...days], time, mode })) }
}

export const hasScheduleDraftAtom = atom((get) => get(draftAtom) !== null)

/** Whether somebody has saved another schedule since the draft was begun, which saving the draft would replace. */
export const isScheduleChangedAtom = atom((get) => {
  const [draft, saved] = [get(draftAtom), get(savedAtom)]
  // Of a save whose answer was lost the hub has what the draft says.
  return draft !== null && draft.savedBefore !== saved && JSON.stringify(scheduleIn(draft)) !== saved
})

export const discardScheduleDraftAtom = atom(null, (_get, set) => set(draftAtom, null))

export const addSwitchAtom = atom(null, (get, set) => {
  const { rows } = get(editedScheduleAtom)
  const proposal = proposals.find(({ time }) => rows.every((row) => row.time !== time)) ?? proposals[0]
  const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
  set(editedScheduleAtom, { rows: [...rows, { ...proposal, key }] })
})

/** Resolves once the hub has it or refused it; what is changed meanwhile stays, to be saved. */
export const saveScheduleAtom = atom(null, async (get, set) => {
  const { timeZone, rows } = get(editedScheduleAtom)
  const saved = get(draftAtom)
  if (!(await set(changeModesAtom, { schedule: scheduleIn({ timeZone, rows }) }))) return
  const draft = get(draftAtom)
  if (draft === saved) set(draftAtom, null)
  else if (draft !== null) set(draftAtom, { ...draft, savedBefore: get(savedAtom) })
})
