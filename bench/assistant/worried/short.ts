import { count, question, refuse } from '../typed-checks'
import { alerts, camera, type Filter, people, selectionOf } from '../typed-filters'
import { span } from '../typed-periods'
import type { EventRow } from '../workspace'
import { asked, lastNight, today, type WorriedQuestion, wellSaid, yesterday } from './scopes'

/** Follow-ups, and questions in a hurry. */
export function worriedInShort(rows: readonly EventRow[]): WorriedQuestion[] {
  const { select } = selectionOf(rows)
  const within = ([from, until]: readonly [string | null, string | null]) =>
    span(from ?? '2026-01-01 00:00', until ?? undefined)
  const found = (period: typeof today, ...filters: readonly Filter[]) => count(select(within(period), ...filters))
  return [
    asked(
      'and at the back door?',
      'Back Door',
      lastNight,
      found(lastNight, people, camera('Back Door')),
      'did anyone come last night?',
    ),
    asked('and yesterday?', null, yesterday, found(yesterday, alerts), 'any alerts today?'),
    asked('and last night?', null, lastNight, wellSaid(select(within(lastNight))), 'is everything okay at home?'),
    asked('are you sure?', null, yesterday, found(yesterday, people), 'did anyone come yesterday?'),
    question('why not?', refuse(), 'any motion in the garage today?'),
    asked(
      'did anyonne come to the frnt door lst nihgt',
      'Front Door',
      lastNight,
      found(lastNight, people, camera('Front Door')),
    ),
    asked('evrything quiet at the nursrey yestarday?', 'Nursery', yesterday, found(yesterday, camera('Nursery'))),
    asked('plese any persn in offise last nigth', 'Office', lastNight, found(lastNight, people, camera('Office'))),
    asked(
      'did i miss anything important since yesterday evening',
      null,
      ['2026-04-14 18:00', null],
      found(['2026-04-14 18:00', null]),
    ),
    asked(
      'i am worried about my kids, was somebody in the nursery today',
      'Nursery',
      today,
      found(today, people, camera('Nursery')),
    ),
    question('was there somebody at the cellar last night', refuse()),
    asked(
      'anything suspicious this week?',
      null,
      ['2026-04-13 00:00', null],
      found(['2026-04-13 00:00', null], alerts),
    ),
  ]
}
