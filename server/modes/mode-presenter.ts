import { setImmediate } from 'node:timers/promises'
import type { ModeSpanRow, ModesAnswer } from '../../src/contract/modes/modes'
import { isoTime } from '../../src/lib/date-time'
import type { ModeSpan } from '../../src/lib/modes/mode-history'
import { inForceAt, type ModeSettings } from '../../src/lib/modes/mode-schedule'
import { inForceWords } from '../../src/lib/modes/mode-words'
import type { CameraTimes } from './mode-rows'
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
      ...(choice.endsAfterMs !== undefined && { endsAfter: isoTime(choice.endsAfterMs) }),
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

/** What else the hub has to do comes in between. */
const SPANS_AT_ONCE = 500

/** The cameras that were there at the time count: a span is cut where one came or went and that makes a difference. */
export async function presentSpans(
  spans: readonly ModeSpan[],
  cameras: readonly CameraTimes[],
): Promise<ModeSpanRow[]> {
  const rows: ModeSpanRow[] = []
  for (const [index, span] of spans.entries()) {
    if (index % SPANS_AT_ONCE === SPANS_AT_ONCE - 1) await setImmediate()
    for (const part of partsOf(span, cameras)) {
      const [last, row] = [rows.at(-1), presentPart(part, cameras)]
      if (last !== undefined && isSameBut(last, row)) rows[rows.length - 1] = { ...last, until: row.until }
      else rows.push(row)
    }
  }
  return rows
}

function partsOf(span: ModeSpan, cameras: readonly CameraTimes[]): ModeSpan[] {
  const moments = cameras.flatMap(({ created_at, removed_at }) => [created_at, removed_at ?? span.untilMs])
  const within = moments.filter((atMs) => span.fromMs < atMs && atMs < span.untilMs)
  const starts = [...new Set([span.fromMs, ...within])].sort((one, other) => one - other)
  return starts.map((fromMs, index) => ({ ...span, fromMs, untilMs: starts[index + 1] ?? span.untilMs }))
}

function presentPart(
  { fromMs, untilMs, mode, why, by, unrecorded }: ModeSpan,
  cameras: readonly CameraTimes[],
): ModeSpanRow {
  const there = cameras.filter(
    ({ created_at, removed_at }) => created_at <= fromMs && (removed_at === null || removed_at > fromMs),
  )
  const missing = new Set(unrecorded)
  const missed = there.filter(({ id }) => missing.has(id)).map(({ id }) => id)
  return {
    from: isoTime(fromMs),
    until: isoTime(untilMs),
    mode,
    why,
    by,
    unrecordedCameraIds: missed,
    isNothingRecorded: there.length > 0 && missed.length === there.length,
  }
}

/** Whether nothing but their times differs. */
function isSameBut(one: ModeSpanRow, other: ModeSpanRow): boolean {
  const isSameMode = one.mode === other.mode && one.why === other.why && one.by === other.by
  const isSameRecorded = one.isNothingRecorded === other.isNothingRecorded
  return isSameMode && isSameRecorded && one.unrecordedCameraIds.join() === other.unrecordedCameraIds.join()
}

function timeOrNull(atMs: number | null): string | null {
  return atMs === null ? null : isoTime(atMs)
}
