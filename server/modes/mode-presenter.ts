import type { ModeSpanRow, ModesAnswer } from '../../src/contract/modes/modes'
import type { ModeSpan } from '../../src/lib/mode-history'
import { inForceAt, type ModeSettings } from '../../src/lib/mode-schedule'
import { inForceWords } from '../../src/lib/mode-words'
import type { WorkspaceModes } from './modes'

export function presentModes({ settings, cameraIds }: WorkspaceModes, nowMs: number): ModesAnswer {
  const { choice, schedule, rules } = settings
  const inForce = inForceAt(settings, nowMs)
  return {
    now: isoTime(nowMs),
    inForce: {
      mode: inForce.mode,
      why: inForce.why,
      since: timeOrNull(inForce.sinceMs),
      until: timeOrNull(inForce.untilMs),
      words: inForceWords(inForce, schedule?.timeZone ?? 'UTC', nowMs),
    },
    choice: choice && {
      mode: choice.mode,
      lasts: choice.lasts,
      chosenAt: isoTime(choice.atMs),
      chosenBy: choice.by,
    },
    schedule: schedule && { timeZone: schedule.timeZone, switches: schedule.switches.map(presentSwitch) },
    snooze: presentSnooze(settings, nowMs),
    rules: rules.filter(({ cameraId }) => cameraIds.includes(cameraId)).map((rule) => ({ ...rule })),
  }
}

function presentSwitch({ days, time, mode }: NonNullable<ModeSettings['schedule']>['switches'][number]) {
  return { days: [...days], time, mode }
}

/** One that is over is nobody's business any more. */
function presentSnooze({ snooze }: ModeSettings, nowMs: number): ModesAnswer['snooze'] {
  if (snooze === null || snooze.untilMs <= nowMs) return null
  return { from: isoTime(snooze.fromMs), until: isoTime(snooze.untilMs) }
}

export function presentSpan(span: ModeSpan, cameraIds: readonly string[]): ModeSpanRow {
  const { fromMs, untilMs, mode, why, by, unrecorded } = span
  return {
    ...{ from: isoTime(fromMs), until: isoTime(untilMs), mode, why, by },
    unrecordedCameraIds: [...unrecorded],
    isNothingRecorded: cameraIds.length > 0 && unrecorded.length === cameraIds.length,
  }
}

function timeOrNull(atMs: number | null): string | null {
  return atMs === null ? null : isoTime(atMs)
}

function isoTime(atMs: number): string {
  return new Date(atMs).toISOString()
}
