import { atom } from 'jotai/vanilla'
import type { Mode } from '../../lib/modes/mode'
import { endOfSnooze, firstSettings, type ModeSettings } from '../../lib/modes/mode-schedule'
import { inForceWords, wallClock } from '../../lib/modes/mode-words'
import { isKnownZone } from '../../lib/zone-time'
import { myZone } from '../http/my-zone'
import { isHubSilentAtom } from '../hub/connection'
import { servicesAtom } from '../services'
import { hasModesAtom } from './holding-mode'
import { inForceAtom, snoozedUntilAtom } from './mode-clock'
import { knownModesAtom, modesQueryAtom } from './modes'

/** How the modes stand for who looks at a screen. */
export type ModeView =
  /** The provider has none, or is not heard of yet. */
  | { readonly phase: 'none' }
  | { readonly phase: 'awaited' }
  /** The hub does not tell, and nothing was kept that still holds. */
  | { readonly phase: 'missing' }
  | {
      readonly phase: 'known'
      readonly mode: Mode
      readonly why: 'hand' | 'schedule' | 'default'
      /** 'Night by the schedule since 22:00, until 06:30'. */
      readonly words: string
      /** 'Notifications are snoozed until 13:00.'; null: they are not. */
      readonly snoozeWords: string | null
      /** 'Wednesday 07:00': when a snooze until tomorrow would end. After midnight that is not the morning that comes next. */
      readonly tomorrow: string
      /** Told by the hub; kept by this browser, where its first answer on this page is on its way; stale, where it does not answer. */
      readonly source: 'told' | 'kept' | 'stale'
      /** A choice ends by itself. */
      readonly endsWithSwitch: boolean
      readonly hasSchedule: boolean
    }

/** The zone in which times are said: the workspace's, and this browser's where none was chosen, or one that it does not know. */
export const modeZoneAtom = atom((get): string => {
  const zone = get(knownModesAtom)?.settings.schedule?.timeZone
  return zone !== undefined && isKnownZone(zone) ? zone : (myZone().timeZone ?? 'UTC')
})

export const modeSettingsAtom = atom((get): ModeSettings => get(knownModesAtom)?.settings ?? firstSettings)

const sourceAtom = atom((get) => {
  if (get(isHubSilentAtom) || get(modesQueryAtom).isError) return 'stale'
  return get(modesQueryAtom).data === undefined ? 'kept' : 'told'
})

export const modeViewAtom = atom((get): ModeView => {
  const inForce = get(inForceAtom)
  if (inForce === null) {
    if (!get(hasModesAtom)) return { phase: 'none' }
    return { phase: get(modesQueryAtom).errorUpdateCount === 0 ? 'awaited' : 'missing' }
  }
  const zone = get(modeZoneAtom)
  const nowMs = get(servicesAtom).nowMs() + (get(knownModesAtom)?.aheadMs ?? 0)
  const snoozedUntilMs = get(snoozedUntilAtom)
  const { schedule } = get(modeSettingsAtom)
  return {
    phase: 'known',
    mode: inForce.mode,
    why: inForce.why,
    words: 'words' in inForce ? inForce.words : inForceWords(inForce, zone, nowMs),
    snoozeWords:
      snoozedUntilMs === null ? null : `Notifications are snoozed until ${wallClock(zone, snoozedUntilMs, nowMs)}.`,
    tomorrow: wallClock(zone, endOfSnooze('tomorrow', zone, nowMs), nowMs),
    source: get(sourceAtom),
    endsWithSwitch: inForce.untilMs !== null,
    hasSchedule: (schedule?.switches.length ?? 0) > 0,
  }
})
