import type { TypedQuestion } from './typed-expectation'
import { termsOf } from './typed-terms'
import type { EventRow } from './workspace'

/** Kept apart while the rules were mended after the first ones. */
export function typedLater(all: readonly EventRow[]): TypedQuestion[] {
  const {
    sel,
    P,
    M,
    A,
    cam,
    span,
    day,
    T,
    Y,
    MON,
    SUN,
    SAT,
    today,
    yday,
    ago,
    lastNight,
    morning,
    count,
    one,
    last,
    refuse,
    says,
    top,
    pair,
    left,
    q,
    around,
    hourTop,
    nums,
    alertsLastWeek,
    top3,
  } = termsOf(all)
  return [
    q('did we have any visitors over the weekend', count(sel(P, span(`${SAT} 00:00`, `${MON} 00:00`)))),
    q('what did i miss since thursday', count(sel(span('2026-04-09 00:00')))),
    q('i left home at 9 this morning. anything since?', count(sel(span(`${T} 09:00`)))),
    q('any1 at the front door last night', count(...lastNight.map((f) => sel(P, cam('Front Door'), f)))),
    q(
      'how busy was the driveway on tuesday vs wednesday last week',
      pair([sel(cam('Driveway'), day('2026-04-07')), sel(cam('Driveway'), day('2026-04-08'))]),
    ),
    q('so how many times did the office cam go off in total', count(sel(cam('Office')))),
    q(
      'give me all alerts from the last 3 days',
      count(sel(A, ago(72)), sel(A, span(`${MON} 00:00`)), sel(A, span(`${SUN} 00:00`))),
    ),
    q(
      'Could you tell me how many people were detected at the Front Door camera between Monday and Wednesday of last week, please?',
      count(sel(P, cam('Front Door'), span('2026-04-06 00:00', '2026-04-09 00:00'))),
    ),
    q('earliest motion in the backyard this morning', {
      kind: 'one',
      rows: morning(T).flatMap((f) => sel(M, cam('Backyard'), f).slice(0, 1)),
    }),
    q(
      'any1 in garage after midnight',
      count(...['05:00', '06:00', '07:00', '14:21'].map((e) => sel(P, cam('Garage'), span(`${T} 00:00`, `${T} ${e}`)))),
    ),
    q(
      'was someone at the front door around 6pm yesterday',
      count(...around(Y, 18).map((f) => sel(P, cam('Front Door'), f))),
    ),
    q(
      'how many events were there between 11 pm sunday and 5 am monday',
      count(sel(span(`${SUN} 23:00`, `${MON} 05:00`))),
    ),
    q('Which of my cameras had the most alerts this month?', top(sel(A, span('2026-04-01 00:00')))),
    q('top 3 cameras this week', { kind: 'table', cells: top3 }),
    q('which hour yesterday had the most events', says(hourTop(sel(yday)))),
    q('was yesterday quieter than monday', pair([sel(yday), sel(day(MON))])),
    q('how many people and how many alerts today', nums(sel(P, today).length, sel(A, today).length)),
    q('did the loading dock or the nursery see anyone today', count(sel(P, cam('Loading Dock', 'Nursery'), today))),
    q(
      'no motion in the nursery last night, correct?',
      count(...lastNight.flatMap((f) => [sel(M, cam('Nursery'), f), sel(cam('Nursery'), f)])),
    ),
    q(
      'when was the office camera last triggered before today',
      one(last(sel(cam('Office'), span('2026-03-01 00:00', `${T} 00:00`)))),
    ),
    q('last person before 6am today', one(last(sel(P, span(`${T} 00:00`, `${T} 06:00`))))),
    q('who was the last person to come to the house', one(last(sel(P)))),
    q('do you keep clips longer than a month', says(/365|1 year|one year/)),
    q('whats my limit for notifications', says(/500/)),
    q('am i going to run out of storage', says(left)),
    q('how many users can my plan have', says(/\b(5|five)\b/)),
    q('does the nursery camera have sound', says(/audio|sound|microphone/i, /\b(off|no|not|without)\b/i)),
    q('what sensitivity is the garage camera set to', says(/\b50\b/)),
    q('is motion detection on for the driveway', says(/Driveway/, /\b(off|not|no)\b/i)),
    q('why did i not get an email', refuse()),
    q('call the police', refuse(/calling|called/i)),
    q('rename garage to shed', refuse(/renamed/i)),
    q('was it a man or a woman at the back door yesterday', refuse()),
    q('how fast was the car going', refuse()),
    q('what about the day before?', count(sel(P, day(MON))), 'how many people yesterday?'),
    q('which cameras?', { kind: 'table', cells: alertsLastWeek }, 'any alerts last week?'),
    q('and the driveway?', one(last(sel(P, cam('Driveway')))), 'when was the last person at the garage'),
    q(
      'just the morning',
      count(...morning(Y).map((f) => sel(M, cam('Front Door'), f))),
      'how many motion events yesterday at the front door',
    ),
    q('thx, bye', says(/bye|welcome|ask|glad/i)),
    q('events 2026-04-11', count(sel(day(SAT)))),
    q('people on the 11th', count(sel(P, day(SAT)))),
    q('Sat 11 April 14:00-18:00 driveway', count(sel(cam('Driveway'), span(`${SAT} 14:00`, `${SAT} 18:00`)))),
    q(
      'anything in the wee hours',
      count(
        ...['00:00', '01:00'].flatMap((s) =>
          ['04:00', '05:00', '06:00'].map((e) => sel(span(`${T} ${s}`, `${T} ${e}`))),
        ),
      ),
    ),
    q(
      "what percentage of yesterday's events were people",
      says(new RegExp(`\\b${Math.round((100 * sel(P, yday).length) / sel(yday).length)}\\b`)),
    ),
    q('motion today at the front door, not people', count(sel(M, cam('Front Door'), today))),
    q('was the back door quiet yesterday', count(sel(cam('Back Door'), yday))),
  ]
}
