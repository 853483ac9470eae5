import { comparison, says } from '../typed-checks'
import type { TypedExpectation } from '../typed-expectation'
import { alerts, camera, type Filter, motion, people, selectionOf } from '../typed-filters'
import { span } from '../typed-periods'
import type { EventRow } from '../workspace'
import { asked, askedBoth, monday, saturday, today, type WorriedQuestion, yesterday } from './scopes'

/** Two times or cameras beside one another, most with nothing of the kind on a side, or nobody to see it. */
export function worriedComparisons(rows: readonly EventRow[]): WorriedQuestion[] {
  const { select } = selectionOf(rows)
  const within = ([from, until]: readonly [string | null, string | null]) =>
    span(from ?? '2026-01-01 00:00', until ?? undefined)
  const pair = (one: typeof today, other: typeof today, ...filters: readonly Filter[]): TypedExpectation =>
    comparison([select(within(one), ...filters), select(within(other), ...filters)])
  const none = (...more: readonly RegExp[]) => says(/\bas many\b/i, ...more)
  const office = ['2026-04-13 09:00', '2026-04-13 17:00'] as const
  const sundayHours = ['2026-04-12 09:00', '2026-04-12 17:00'] as const
  const afternoon = ['2026-04-15 12:00', null] as const
  const early = ['2026-04-14 12:00', '2026-04-14 18:00'] as const
  const idle = (name: 'Nursery' | 'Office' | 'Loading Dock', period: typeof today) =>
    select(within(period), camera(name)).length
  return [
    askedBoth(
      'were there more dogs today than yesterday?',
      null,
      [today, yesterday],
      none(/\bthere was no event with a dog today .* and 0 yesterday/, /But there were \d+ other events today/),
    ),
    askedBoth(
      'more people monday between 9 and 5 than sunday between 9 and 5?',
      null,
      [office, sundayHours],
      pair(office, sundayHours, people),
    ),
    askedBoth(
      'was there more motion in the garage this afternoon than yesterday afternoon',
      'Garage',
      [afternoon, early],
      pair(afternoon, early, motion, camera('Garage')),
    ),
    askedBoth('more motion today than yesterday?', null, [today, yesterday], pair(today, yesterday, motion)),
    askedBoth('fewer alerts today than on monday?', null, [today, monday], pair(today, monday, alerts)),
    askedBoth(
      'more cats at the loading dock on saturday than yesterday?',
      'Loading Dock',
      [saturday, yesterday],
      none(/^As far as the cameras could see|^I cannot say/, /added only later/),
    ),
    asked(
      'did the nursery see more dogs than the office yesterday',
      ['Nursery', 'Office'],
      yesterday,
      none(
        ...[idle('Nursery', yesterday), idle('Office', yesterday)]
          .filter((number) => number > 0)
          .map((number) => new RegExp(`\\b${number} other events?`)),
      ),
    ),
    asked(
      'back door or driveway, which saw more dogs today',
      ['Back Door', 'Driveway'],
      today,
      none(/^As far as the cameras could see/, /Driveway has been offline since/),
    ),
    asked('which cameras had no alerts today?', null, today, says(/\bhad no security alert\b|\bno security alert\b/)),
  ]
}
