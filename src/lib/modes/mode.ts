/** What a workspace is set to (MODE-01). */
export const modes = ['armed', 'home', 'away', 'night', 'off'] as const
export type Mode = (typeof modes)[number]

export const modeTitles: Readonly<Record<Mode, string>> = {
  armed: 'Armed',
  home: 'Home',
  away: 'Away',
  night: 'Night',
  off: 'Off',
}

/** What a mode has one camera do. */
export interface ModeRule {
  /** Motion begins clips. */
  readonly records: boolean
  /** What it sees is told. */
  readonly notifies: boolean
}

/** A rule that somebody chose for one camera in one mode. */
export interface CameraRule extends ModeRule {
  readonly cameraId: string
  readonly mode: Mode
}

const both: ModeRule = { records: true, notifies: true }

/** What each mode does with cameras for which nothing else was chosen (MODE-02). */
const defaultRules: Readonly<Record<Mode, ModeRule>> = {
  armed: both,
  home: { records: true, notifies: false },
  away: both,
  night: both,
  off: { records: false, notifies: false },
}

export function ruleOf(chosen: readonly CameraRule[], mode: Mode, cameraId: string): ModeRule {
  return chosen.find((rule) => rule.mode === mode && rule.cameraId === cameraId) ?? defaultRules[mode]
}

/** The rules after a change: those that are a mode's own anyway are not kept. */
export function changedRules(before: readonly CameraRule[], changes: readonly CameraRule[]): readonly CameraRule[] {
  const isSameCell = (one: CameraRule, other: CameraRule) => one.mode === other.mode && one.cameraId === other.cameraId
  const kept = before.filter((rule) => !changes.some((change) => isSameCell(rule, change)))
  const added = changes.filter(({ mode, records, notifies }) => {
    const own = defaultRules[mode]
    return own.records !== records || own.notifies !== notifies
  })
  return [...kept, ...added]
}

/** How long notifications may be snoozed. */
export const snoozes = ['1h', '8h', 'tomorrow'] as const
export type SnoozeLength = (typeof snoozes)[number]
