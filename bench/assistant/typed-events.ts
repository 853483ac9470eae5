import {
  busiest,
  busiestDay,
  clips,
  comparison,
  count,
  firstOf,
  latest,
  one,
  perCamera,
  perDay,
  question,
  quietest,
  table,
} from './typed-checks'
import type { TypedQuestion } from './typed-expectation'
import { alerts, camera, motion, people, recorded, selectionOf } from './typed-filters'
import {
  afternoon,
  ago,
  anyTime,
  day,
  FRIDAY,
  lastMonth,
  lastMonthSoFar,
  lastNight,
  lastWeek,
  lastWeekSoFar,
  lateYesterday,
  morning,
  nights,
  SATURDAY,
  span,
  spans,
  TODAY,
  thisMonth,
  thisWeek,
  timesOf,
  today,
  YESTERDAY,
  yesterday,
  yesterdaySoFar,
} from './typed-periods'
import type { EventRow } from './workspace'

/** Questions about events as people type them, with slips and all, asked before the rules for them were written. */
export function typedEvents(rows: readonly EventRow[]): TypedQuestion[] {
  const { select, selectEach } = selectionOf(rows)
  return [
    question('how many motion events today', count(select(motion, today))),
    question('hw many ppl were at the front door today?', count(select(people, camera('Front Door'), today))),
    question('How many alerts did we get last week?', count(select(alerts, lastWeek))),
    question('number of events in the garage yesterday', count(select(camera('Garage'), yesterday))),
    question(
      'how many times was the driveway camera triggered yesterday afternoon',
      count(
        ...selectEach(afternoon(YESTERDAY), camera('Driveway')),
        ...selectEach(afternoon(YESTERDAY), motion, camera('Driveway')),
      ),
    ),
    question(
      'count the people seen at the loading dock since monday',
      count(select(people, camera('Loading Dock'), thisWeek)),
    ),
    question('how many clips were recorded today', count(select(today, recorded))),
    question(
      'total events in the last 7 days',
      count(select(ago(168)), select(span('2026-04-09 00:00')), select(span('2026-04-08 00:00'))),
    ),
    question(
      'How many persons did you detect between 2 and 4 am?',
      count(select(people, span(`${TODAY} 02:00`, `${TODAY} 04:00`))),
    ),
    question('how many people last nite', count(...selectEach(lastNight, people))),
    question('how many visitors so far this month', count(select(people, thisMonth))),
    question('events on april 3rd', count(select(day('2026-04-03')))),
    question('how many alerts on 04/10/2026?', count(select(alerts, day(FRIDAY)))),
    question('any activity after 22:00 yesterday?', count(...selectEach(lateYesterday))),
    question('was there anything after 22:00', count(...selectEach(lateYesterday))),
    question(
      'before 8 this morning, did anything happen?',
      count(...selectEach(spans(timesOf(TODAY, ['00:00', '04:00', '05:00', '06:00']), [`${TODAY} 08:00`]))),
    ),
    question(
      'anything in the backyard between 10pm and 6am?',
      count(select(camera('Backyard'), span(`${YESTERDAY} 22:00`, `${TODAY} 06:00`))),
    ),
    question('who came by today?', count(select(people, today))),
    question('who visited today', count(select(people, today))),
    question("Today's motion events", count(select(motion, today))),
    question('any security alerts', count(...selectEach(anyTime, alerts))),
    question('last hour of footage', clips(select(ago(1)))),
    question('show me footage from the last 2 hours', clips(select(ago(2)))),
    question(
      'did anyone come to the garage on Friday night',
      count(...selectEach(nights(FRIDAY, SATURDAY), people, camera('Garage'))),
    ),
    question('When was the last person at the back door?', one(latest(select(people, camera('Back Door'))))),
    question('when did someone last come to the frontdoor', one(latest(select(people, camera('Front Door'))))),
    question('whens the last time anyone was in the nursery', one(latest(select(people, camera('Nursery'))))),
    question('show me the latest alert', one(latest(select(alerts)))),
    question('most recent clip from the office', one(latest(select(camera('Office'), recorded)))),
    question('first person today', one(select(people, today)[0])),
    question(
      'when did the first person show up at the office this morning',
      firstOf(selectEach(morning(TODAY), people, camera('Office'))),
    ),
    question('what was the last thing that happened', one(latest(rows))),
    question('what happened in the last 30 mins', count(select(ago(0.5)))),
    question(
      "what's been going on in the driveway since noon",
      count(select(camera('Driveway'), span(`${TODAY} 12:00`))),
    ),
    question('anything unusual today?', count(select(alerts, today), select(today))),
    question('which camera is the busiest', busiest(...selectEach(anyTime))),
    question('which camera saw the most people this week', busiest(select(people, thisWeek))),
    question('busiest camera yesterday', busiest(select(yesterday))),
    question('which camera was quietest yesterday', quietest(select(yesterday))),
    question('busiest day this week', busiestDay(select(thisWeek))),
    question('what day had the most motion last week', busiestDay(select(motion, lastWeek))),
    question('break it down by camera for yesterday', table(perCamera(select(yesterday)))),
    question('people per camera today', table(perCamera(select(people, today)))),
    question('events per day this week', table(perDay(select(thisWeek)))),
    question(
      'compare today with yesterday',
      comparison([select(today), select(yesterday)], [select(today), select(yesterdaySoFar)]),
    ),
    question(
      'more people today than yesterday?',
      comparison(
        [select(people, today), select(people, yesterday)],
        [select(people, today), select(people, yesterdaySoFar)],
      ),
    ),
    question(
      'this week vs last week',
      comparison([select(thisWeek), select(lastWeek)], [select(thisWeek), select(lastWeekSoFar)]),
    ),
    question(
      'did the garage see more motion than the driveway yesterday',
      comparison([select(motion, camera('Garage'), yesterday), select(motion, camera('Driveway'), yesterday)]),
    ),
    question(
      'front door or back door, which had more people last week',
      comparison([select(people, camera('Front Door'), lastWeek), select(people, camera('Back Door'), lastWeek)]),
    ),
    question(
      'were there fewer alerts this month than last month?',
      comparison(
        [select(alerts, thisMonth), select(alerts, lastMonth)],
        [select(alerts, thisMonth), select(alerts, lastMonthSoFar)],
      ),
    ),
  ]
}
