import {
  busiest,
  busiestHour,
  comparison,
  count,
  firstOf,
  latest,
  numbers,
  one,
  perCamera,
  question,
  refuse,
  says,
  seen,
  table,
} from './typed-checks'
import type { TypedQuestion } from './typed-expectation'
import { alerts, camera, motion, motionAlone, people, selectionOf } from './typed-filters'
import {
  ago,
  around,
  day,
  lastNight,
  lastWeek,
  MONDAY,
  morning,
  SATURDAY,
  SUNDAY,
  span,
  spans,
  TODAY,
  thisMonth,
  thisWeek,
  timesOf,
  today,
  weekend,
  YESTERDAY,
  yesterday,
} from './typed-periods'
import { storageLeft } from './typed-storage'
import type { EventRow } from './workspace'

/** Kept apart while the rules were mended after the first ones. */
export function typedLater(rows: readonly EventRow[]): TypedQuestion[] {
  const { select, selectEach } = selectionOf(rows)
  return [
    question('did we have any visitors over the weekend', count(select(people, weekend))),
    question('what did i miss since thursday', count(select(span('2026-04-09 00:00')))),
    question('i left home at 9 this morning. anything since?', count(select(span(`${TODAY} 09:00`)))),
    question('any1 at the front door last night', count(...selectEach(lastNight, people, camera('Front Door')))),
    question(
      'how busy was the driveway on tuesday vs wednesday last week',
      comparison([select(camera('Driveway'), day('2026-04-07')), select(camera('Driveway'), day('2026-04-08'))]),
    ),
    question('so how many times did the office cam go off in total', count(select(camera('Office')))),
    question(
      'give me all alerts from the last 3 days',
      count(select(alerts, ago(72)), select(alerts, span(`${MONDAY} 00:00`)), select(alerts, span(`${SUNDAY} 00:00`))),
    ),
    question(
      'Could you tell me how many people were detected at the Front Door camera between Monday and Wednesday of last week, please?',
      count(select(people, camera('Front Door'), span('2026-04-06 00:00', '2026-04-09 00:00'))),
    ),
    question(
      'earliest motion in the backyard this morning',
      firstOf(selectEach(morning(TODAY), motion, camera('Backyard'))),
    ),
    question(
      'any1 in garage after midnight',
      count(
        ...selectEach(
          spans([`${TODAY} 00:00`], timesOf(TODAY, ['05:00', '06:00', '07:00', '14:21'])),
          people,
          camera('Garage'),
        ),
      ),
    ),
    question(
      'was someone at the front door around 6pm yesterday',
      count(...selectEach(around(YESTERDAY, 18), people, camera('Front Door'))),
    ),
    question(
      'how many events were there between 11 pm sunday and 5 am monday',
      count(select(span(`${SUNDAY} 23:00`, `${MONDAY} 05:00`))),
    ),
    question('Which of my cameras had the most alerts this month?', busiest(select(alerts, thisMonth))),
    question(
      'top 3 cameras this week',
      table(
        perCamera(select(thisWeek))
          .sort(([, one], [, other]) => other - one)
          .slice(0, 3),
      ),
    ),
    question('which hour yesterday had the most events', busiestHour(select(yesterday))),
    question('was yesterday quieter than monday', comparison([select(yesterday), select(day(MONDAY))])),
    question(
      'how many people and how many alerts today',
      numbers(select(people, today).length, select(alerts, today).length),
    ),
    question(
      'did the loading dock or the nursery see anyone today',
      count(select(people, camera('Loading Dock', 'Nursery'), today)),
    ),
    question(
      'no motion in the nursery last night, correct?',
      count(...selectEach(lastNight, motion, camera('Nursery')), ...selectEach(lastNight, camera('Nursery'))),
    ),
    question(
      'when was the office camera last triggered before today',
      one(latest(select(camera('Office'), span('2026-03-01 00:00', `${TODAY} 00:00`)))),
    ),
    question('last person before 6am today', one(latest(select(people, span('2026-03-01 00:00', `${TODAY} 06:00`))))),
    question('who was the last person to come to the house', one(latest(select(people)))),
    question('do you keep clips longer than a month', says(/365|1 year|one year/)),
    question('whats my limit for notifications', says(/500/)),
    question('am i going to run out of storage', storageLeft(rows)),
    question('how many users can my plan have', says(/\b(5|five)\b/)),
    question('does the nursery camera have sound', says(/audio|sound|microphone/i, /\b(off|no|not|without)\b/i)),
    question('what sensitivity is the garage camera set to', says(/\b50\b/)),
    question('is motion detection on for the driveway', says(/Driveway/, /\b(off|not|no)\b/i)),
    question('why did i not get an email', refuse()),
    question('call the police', refuse(/calling|called/i)),
    question('rename garage to shed', refuse(/renamed/i)),
    question('was it a man or a woman at the back door yesterday', refuse()),
    question('how fast was the car going', refuse()),
    question('what about the day before?', count(select(people, day(MONDAY))), 'how many people yesterday?'),
    question('which cameras?', table(seen(select(alerts, lastWeek))), 'any alerts last week?'),
    question(
      'and the driveway?',
      one(latest(select(people, camera('Driveway')))),
      'when was the last person at the garage',
    ),
    question(
      'just the morning',
      count(...selectEach(morning(YESTERDAY), motion, camera('Front Door'))),
      'how many motion events yesterday at the front door',
    ),
    question('thx, bye', says(/bye|welcome|ask|glad/i)),
    question('events 2026-04-11', count(select(day(SATURDAY)))),
    question('people on the 11th', count(select(people, day(SATURDAY)))),
    question(
      'Sat 11 April 14:00-18:00 driveway',
      count(select(camera('Driveway'), span(`${SATURDAY} 14:00`, `${SATURDAY} 18:00`))),
    ),
    question(
      'anything in the wee hours',
      count(...selectEach(spans(timesOf(TODAY, ['00:00', '01:00']), timesOf(TODAY, ['04:00', '05:00', '06:00'])))),
    ),
    question(
      "what percentage of yesterday's events were people",
      says(new RegExp(`\\b${Math.round((100 * select(people, yesterday).length) / select(yesterday).length)}\\b`)),
    ),
    question('motion today at the front door, not people', count(select(motionAlone, camera('Front Door'), today))),
    question('was the back door quiet yesterday', count(select(camera('Back Door'), yesterday))),
  ]
}
