import {
  busiest,
  clips,
  count,
  latest,
  newest,
  one,
  question,
  quietCameras,
  refuse,
  rounded,
  says,
  seen,
  table,
} from './typed-checks'
import type { TypedQuestion } from './typed-expectation'
import { alerts, camera, motion, people, selectionOf } from './typed-filters'
import {
  ago,
  anyTime,
  around,
  day,
  evening,
  lastMonth,
  lastNight,
  lastWeek,
  MONDAY,
  morning,
  SATURDAY,
  SUNDAY,
  span,
  TODAY,
  thisMonth,
  thisWeek,
  today,
  weekend,
  YESTERDAY,
  yesterday,
} from './typed-periods'
import type { EventRow } from './workspace'

/** The others: those that lean on one before, and times, cameras and words of all kinds. */
export function typedOthers(rows: readonly EventRow[]): TypedQuestion[] {
  const { select, selectEach } = selectionOf(rows)
  return [
    question(
      'and today?',
      count(select(people, camera('Front Door'), today)),
      'how many people were at the front door yesterday?',
    ),
    question('only the garage', count(select(alerts, camera('Garage'), thisWeek)), 'any alerts this week?'),
    question('which camera had the most?', busiest(select(yesterday)), 'events yesterday'),
    question(
      'show me the clips',
      clips(select(people, camera('Back Door'), yesterday)),
      'who came to the back door yesterday',
    ),
    question('and on saturday?', count(select(people, day(SATURDAY))), 'how many people today'),
    question('motion last weekend', count(select(motion, weekend), select(weekend))),
    question('people on the weekend at the back yard', count(select(people, camera('Backyard'), weekend))),
    question('the day before yesterday, how many people?', count(select(people, day(MONDAY)))),
    question(
      'what happened at 3pm yesterday',
      count(
        ...selectEach(around(YESTERDAY, 15)),
        select(span(`${YESTERDAY} 14:45`, `${YESTERDAY} 15:15`)),
        select(span(`${YESTERDAY} 14:50`, `${YESTERDAY} 15:10`)),
      ),
    ),
    question(
      'anything around midnight?',
      count(
        select(span(`${YESTERDAY} 23:00`, `${TODAY} 01:00`)),
        select(span(`${YESTERDAY} 23:30`, `${TODAY} 00:30`)),
        select(span(`${YESTERDAY} 23:45`, `${TODAY} 00:15`)),
      ),
    ),
    question('alerts in march', count(select(alerts, lastMonth))),
    question('events from 9 to 5 on monday', count(select(span(`${MONDAY} 09:00`, `${MONDAY} 17:00`)))),
    question(
      'did anybody turn up at the front door between half past two and four yesterday afternoon',
      count(select(people, camera('Front Door'), span(`${YESTERDAY} 14:30`, `${YESTERDAY} 16:00`))),
    ),
    question('3 days ago, how many events?', count(select(day(SUNDAY)))),
    question(
      'how many people in the past fortnight',
      count(select(people, ago(336)), select(people, span('2026-04-02 00:00')), select(people, thisMonth)),
    ),
    question('last 10 events', newest(rows, 10)),
    question('show the five most recent people at the driveway', newest(select(people, camera('Driveway')), 5)),
    question(
      'yesterday evening at the front door?',
      count(...selectEach(evening(YESTERDAY, TODAY), camera('Front Door'))),
    ),
    question(
      'any movement this morning in the office',
      count(...selectEach(morning(TODAY), camera('Office')), ...selectEach(morning(TODAY), motion, camera('Office'))),
    ),
    question('when was the garage last active', one(latest(select(camera('Garage'))))),
    question(
      'nobody at the nursery since sunday, right?',
      count(select(people, camera('Nursery'), span(`${SUNDAY} 00:00`))),
    ),
    question('did anything happen at the office over night', count(...selectEach(lastNight, camera('Office')))),
    question(
      'how many people came to the front and back door yesterday',
      count(select(people, camera('Front Door', 'Back Door'), yesterday)),
    ),
    question('everything except the driveway today', count(select(today, ({ camera }) => camera !== 'Driveway'))),
    question('how long ago was the last alert', one(latest(select(alerts)))),
    question('average number of people per day last week', says(rounded(select(people, lastWeek).length / 7))),
    question('Have there been any people in the loading bay today', says(/no camera|loading dock/i)),
    question('any news from the kitchen?', says(/no camera|not .*camera|no .*kitchen/i)),
    question('front dor motion tody', count(select(motion, camera('Front Door'), today))),
    question("shwo me yestrday's alrts", count(select(alerts, yesterday))),
    question(
      'HOW MANY PEOPLE WERE AT THE BACK DOOR YESTERDAY???',
      count(select(people, camera('Back Door'), yesterday)),
    ),
    question('footage from April 9 at the garage', clips(select(camera('Garage'), day('2026-04-09')))),
    question('Were there any persons in the office on sunday', count(select(people, camera('Office'), day(SUNDAY)))),
    question('has anyone been in my garage', count(...selectEach(anyTime, people, camera('Garage')))),
    question('when did the parcel arrive', refuse()),
    question('which cameras saw someone today', table(seen(select(people, today)))),
    question('which cameras had no activity yesterday', quietCameras(select(yesterday))),
  ]
}
