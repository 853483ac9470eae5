import { count, question, refuse, says } from '../typed-checks'
import type { TypedExpectation } from '../typed-expectation'
import { alerts, camera, type Filter, motion, people, selectionOf } from '../typed-filters'
import { span } from '../typed-periods'
import type { EventRow } from '../workspace'
import {
  asked,
  lastDay,
  lastNight,
  monday,
  saturday,
  sunday,
  today,
  type WorriedQuestion,
  wellSaid,
  yesterday,
} from './scopes'

/** Whether all is well, whether somebody came, and whether nothing happened where nothing could be seen. */
export function worriedAboutEvents(rows: readonly EventRow[]): WorriedQuestion[] {
  const { select } = selectionOf(rows)
  const within = ([from, until]: readonly [string | null, string | null]) =>
    span(from ?? '2026-01-01 00:00', until ?? undefined)
  const found = (period: typeof today, ...filters: readonly Filter[]) => count(select(within(period), ...filters))
  /** All that happened, alerts among it. */
  const well = (period: typeof today, ...filters: readonly Filter[]): TypedExpectation =>
    wellSaid(select(within(period), ...filters))
  const blind = (...more: readonly RegExp[]) => says(/^I cannot say: nothing could be seen/, ...more)
  const night2to4 = ['2026-04-15 02:00', '2026-04-15 04:00'] as const
  const from11 = ['2026-04-15 11:00', null] as const
  return [
    asked('is everything okay at home?', null, lastDay, well(lastDay)),
    asked('everything alright?', null, lastDay, well(lastDay)),
    asked('is my house safe', null, lastDay, well(lastDay)),
    asked('is evrything ok at home', null, lastDay, well(lastDay)),
    asked('all good last night?', null, lastNight, well(lastNight)),
    asked('is all ok today', null, today, well(today)),
    asked('is everything fine at the front door', 'Front Door', lastDay, well(lastDay, camera('Front Door'))),
    asked('was everything ok while i was sleeping', null, lastNight, well(lastNight)),
    asked('please can you say me if all is good in my home', null, lastDay, well(lastDay)),
    asked('are we safe', null, lastDay, well(lastDay)),
    asked('did anyone come while I slept?', null, lastNight, found(lastNight, people)),
    asked('did somebody came in the night', null, lastNight, found(lastNight, people)),
    asked('anyone at the back door last night?', 'Back Door', lastNight, found(lastNight, people, camera('Back Door'))),
    question('was there anybody in the garden last night', refuse()),
    asked(
      'i heard a noise at 3am, was anyone outside?',
      null,
      ['2026-04-15 03:00', '2026-04-15 04:00'],
      found(['2026-04-15 03:00', '2026-04-15 04:00'], people),
    ),
    asked(
      'any motion at the nursery between 2 and 4 am',
      'Nursery',
      night2to4,
      found([...night2to4], motion, camera('Nursery')),
    ),
    asked('did someone try to break in last night', null, lastNight, found(lastNight, people)),
    question('is the back door locked', refuse()),
    asked('any alerts at the nursery today?', 'Nursery', today, found(today, alerts, camera('Nursery'))),
    asked(
      'was there a dog at the back door yesterday',
      'Back Door',
      yesterday,
      says(/no event with a dog/, /But there were \d+ other events/),
    ),
    asked(
      'did any car come on the driveway this morning',
      'Driveway',
      ['2026-04-15 06:00', '2026-04-15 12:00'],
      says(/no event with a car/, /offline since 2026-04-15 11:00|offline from 2026-04-15 11:00/),
    ),
    asked(
      'any strangers yesterday evening at the front door?',
      'Front Door',
      ['2026-04-14 18:00', '2026-04-15 00:00'],
      found(['2026-04-14 18:00', '2026-04-15 00:00'], people, camera('Front Door')),
    ),
    asked('no alerts last night, right?', null, lastNight, found(lastNight, alerts)),
    asked('nobody was in the garage yesterday?', 'Garage', yesterday, found(yesterday, people, camera('Garage'))),
    asked(
      'nothing happened in the garage this afternoon, right?',
      'Garage',
      ['2026-04-15 12:00', null],
      blind(/detection is off/),
    ),
    asked('any motion in the garage today', 'Garage', today, blind(/detection is off/)),
    asked('was anyone in the driveway after 11 today', 'Driveway', from11, blind(/offline/)),
    asked('anything at the loading dock on saturday?', 'Loading Dock', saturday, blind(/added only later/)),
    asked(
      'who came monday between 9 and 5',
      null,
      ['2026-04-13 09:00', '2026-04-13 17:00'],
      blind(/recorded no motion/),
    ),
    asked('how many people on monday', null, monday, found(monday, people)),
    asked('was there something on 12.04.2026?', null, sunday, found(sunday)),
    asked('somebody here on 11.4.?', null, saturday, found(saturday, people)),
    asked(
      'events on 10.04. at the office',
      'Office',
      ['2026-04-10 00:00', '2026-04-11 00:00'],
      found(['2026-04-10 00:00', '2026-04-11 00:00'], camera('Office')),
    ),
    asked(
      'what happened yesterday at 22.30 uhr',
      null,
      ['2026-04-14 22:25', '2026-04-14 22:35'],
      found(['2026-04-14 22:25', '2026-04-14 22:35']),
    ),
    asked(
      'did somebody come on 14.04.2026 between 18 and 20 uhr',
      null,
      ['2026-04-14 18:00', '2026-04-14 20:00'],
      found(['2026-04-14 18:00', '2026-04-14 20:00'], people),
    ),
    asked(
      'any motion on 13.4.26 in the evening',
      null,
      ['2026-04-13 18:00', '2026-04-14 00:00'],
      found(['2026-04-13 18:00', '2026-04-14 00:00'], motion),
    ),
  ]
}
