import { type Day, dayOf, formatDays, startOfDayMs } from './day'
import { HOUR_MS } from './durations'

/** Which time a list shows. Those that reach back from now move on with the clock. */
export type DateRange =
  | { readonly kind: 'all' | 'today' | 'last-24-hours' | 'last-7-days' | 'last-30-days' }
  | { readonly kind: 'days'; readonly first: Day; readonly last: Day }

export type PresetRange = Exclude<DateRange['kind'], 'days'>

/** What is offered by name, in this order. */
export const presetLabels = {
  today: 'Today',
  'last-24-hours': 'Last 24 hours',
  'last-7-days': 'Last 7 days',
  'last-30-days': 'Last 30 days',
  all: 'All',
} as const satisfies Record<PresetRange, string>

export const allDates: DateRange = { kind: 'all' }

const lengthsMs = {
  'last-24-hours': 24 * HOUR_MS,
  'last-7-days': 7 * 24 * HOUR_MS,
  'last-30-days': 30 * 24 * HOUR_MS,
} as const

/** First and last moment of a range, both within it; null where it has no bounds. */
export function boundsOf(range: DateRange, nowMs: number): { readonly startMs: number; readonly endMs: number } | null {
  switch (range.kind) {
    case 'all':
      return null
    case 'today':
      return { startMs: startOfDayMs(dayOf(nowMs)), endMs: nowMs }
    case 'days':
      return { startMs: startOfDayMs(range.first), endMs: startOfDayMs(range.last, 1) - 1 }
    default:
      return { startMs: nowMs - lengthsMs[range.kind], endMs: nowMs }
  }
}

/** Whether a moment lies in a range; one that cannot be read lies in no range with bounds. */
export function isWithin(range: DateRange, iso: string, nowMs: number): boolean {
  const bounds = boundsOf(range, nowMs)
  if (bounds === null) return true
  const atMs = Date.parse(iso)
  return atMs >= bounds.startMs && atMs <= bounds.endMs
}

export function labelOf(range: DateRange): string {
  return range.kind === 'days' ? formatDays(range.first, range.last) : presetLabels[range.kind]
}
