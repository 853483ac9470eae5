import { DateTime } from 'luxon'
import { HOUR_MS } from '../../../src/lib/durations'
import type { IntentOf } from '../question/intent'
import { lengthOf, type Range } from '../times/period'
import { type Asked, wantedOf } from './asked'
import { noneOf } from './none-answers'
import { eventName, numberOf, pluralOf, scopeOf, thereWere } from './phrases'

const unitMs = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const

/** Over the time that is asked for, as far as it is over; of all that is kept from the first event on. */
export async function aboutAverage({ filter, per }: IntentOf<'average'>, asked: Asked): Promise<string> {
  const wanted = wantedOf(filter)
  const count = await asked.search.countEvents(wanted)
  const heading = `${thereWere(count, eventName(filter))}${scopeOf(filter, asked)}`
  const [first] = count === 0 ? [] : await asked.search.events(wanted, { order: 'oldest', limit: 1 })
  if (first === undefined) return noneOf(`${heading}.`, filter, asked)
  const ranges = filter.period.ranges.map(({ fromMs, untilMs }) => ({
    fromMs: fromMs > 0 ? fromMs : first.created_at,
    untilMs,
  }))
  const days = per === 'hour' ? null : daysOfParts(ranges, asked)
  const lengthMs = days === null ? lengthOf(ranges) : days * unitMs.day
  const units = Math.round((10 * lengthMs) / unitMs[per]) / 10
  const unit = `${per === 'hour' ? 'an' : 'a'} ${per}`
  if (units < 1) return `${heading}. That is less than ${unit}, so there is no average ${unit}.`
  return `On average ${(count / units).toFixed(1)} ${pluralOf(eventName(filter))} ${unit}. ${heading}, in ${numberOf(units, per)}.`
}

/** How many days a part of each was asked for, a night as the day that it begins on; null: no part of several days was. */
function daysOfParts(ranges: readonly Range[], { zone }: Asked): number | null {
  if (ranges.length < 2 || ranges.some((range) => lengthOf([range]) >= unitMs.day)) return null
  return new Set(ranges.map(({ fromMs }) => DateTime.fromMillis(fromMs, { zone }).toISODate())).size
}

/** Of what is named in all events, or else of cameras in all cameras. */
export async function aboutShare({ filter }: IntentOf<'share'>, asked: Asked): Promise<string> {
  const whole =
    filter.types === null && filter.labels === null
      ? { ...filter, cameras: null }
      : { ...filter, types: null, labels: null }
  const [part, all] = [await countOf(filter, asked), await countOf(whole, asked)]
  const name = eventName(filter)
  if (all === 0) return noneOf(`${thereWere(0, eventName(whole))}${scopeOf(whole, asked)}.`, whole, asked)
  const percent = Math.round((100 * part) / all)
  return `${percent}%: ${numberOf(part, name)}${scopeOf(filter, asked)}, of ${numberOf(all, eventName(whole))} in all.`
}

function countOf(filter: IntentOf<'share'>['filter'], { search }: Asked): Promise<number> {
  return search.countEvents(wantedOf(filter))
}
