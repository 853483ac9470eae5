import { DateTime } from 'luxon'
import * as z from 'zod/mini'
import { label } from '../../../src/contract/detection'
import { eventType } from '../../../src/contract/event'
import type { Asked } from '../answers/asked'
import { plain } from '../question/spelling'
import type { Wanted } from '../search/workspace-search'
import type { AskedPeriod } from '../times/period'
import { allTime, joinedPeriods, periodOf, periodWords } from '../times/period'
import { readTimes } from '../times/read-times'
import { inFigures } from '../times/spoken-times'
import { clockLeftIn, unreadTimeIn } from '../times/unread-time'

const described = (text: string) => z.optional(z.string().check(z.describe(text), z.maxLength(200)))

export const cameraIds = z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(100)))

/** What every tool that looks for events or recordings takes. */
export const filterFields = {
  period: described(
    'A time in words, such as "last night", "since Tuesday", "yesterday between 8 and 10 pm". All that is kept where it is left out.',
  ),
  from: described("First moment, ISO 8601 in the user's zone, such as 2026-03-09T18:00. Instead of period."),
  to: described('The moment after the last, likewise.'),
  types: z.optional(z.array(eventType).check(z.maxLength(3))),
  labels: z.optional(
    z
      .array(label)
      .check(
        z.maxLength(label.options.length),
        z.describe(
          'What they must show one of. An empty list: motion in which nothing was recognised. Left out: whatever they show.',
        ),
      ),
  ),
  cameraIds,
}
const filter = z.object(filterFields)
export type FilterInput = z.infer<typeof filter>

export type ReadFilter =
  | { readonly ok: true; readonly wanted: Wanted; readonly period: AskedPeriod; readonly words: string }
  | { readonly ok: false; readonly error: string }

/** Reads what a model gave; what cannot be read is told to it, so that it can try again. */
export function readFilter(
  { period: text, from, to, types, labels, cameraIds }: FilterInput,
  asked: Asked,
): ReadFilter {
  const period = from === undefined && to === undefined ? readWords(text, asked) : readBounds(from, to, asked)
  if (period === null) return { ok: false, error: 'The time cannot be read: give from and to as ISO 8601.' }
  const wanted = { ranges: period.ranges, types: types ?? null, labels: labels ?? null, cameraIds: cameraIds ?? null }
  return { ok: true, wanted, period, words: periodWords(period, asked.nowMs, asked.zone) }
}

/** null also where only a part of them is read: its answer would be taken for one of all. */
function readWords(text: string | undefined, { nowMs, zone }: Asked): AskedPeriod | null {
  if (text === undefined || text.trim() === '') return allTime(nowMs)
  const said = inFigures(plain(text))
  const { periods, rest, left } = readTimes(said, nowMs, zone, false)
  const unread = unreadTimeIn(said, rest, nowMs, zone) ?? left ?? clockLeftIn(rest)
  return unread === null ? (joinedPeriods(periods)[0] ?? null) : null
}

function readBounds(from: string | undefined, to: string | undefined, { nowMs, zone }: Asked): AskedPeriod | null {
  const [first, last] = [from, to].map((text) => (text === undefined ? null : DateTime.fromISO(text, { zone })))
  if (first?.isValid === false || last?.isValid === false) return null
  const range = { fromMs: first?.toMillis() ?? 0, untilMs: last?.toMillis() ?? nowMs + 1 }
  const period = periodOf([range], 'from then to then', nowMs)
  return period.isNever ? null : period
}
