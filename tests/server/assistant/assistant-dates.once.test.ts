import { describe, expect, test } from 'vitest'
import { aboutBeyond } from '../../../server/assistant/answers/other-answers'
import { plain } from '../../../server/assistant/question/spelling'
import { rangesIn, timesAsked, WEDNESDAY } from '../support/asked-periods'

const timesOf = (question: string, ...before: string[]) => timesAsked(question, before, 'yyyy-MM-dd')

describe('months and years are times (ASK-03)', () => {
  test.each([
    ['people before march', 'up to 2026-03-01'],
    ['people until march', 'up to 2026-03-01'],
    ['people until february 2026', 'up to 2026-02-01'],
    ['people since february', '2026-02-01 to now'],
    ['people since may', '2025-05-01 to now'],
    ['people after january', '2026-02-01 to now'],
    ['alerts in 2025', '2025-01-01 to 2026-01-01'],
    ['people in 2024', '2024-01-01 to 2025-01-01'],
    ['people before 2026', 'up to 2026-01-01'],
    ['people since january 2025', '2025-01-01 to now'],
    ['people in jan 2025', '2025-01-01 to 2025-02-01'],
    ['people february', '2026-02-01 to 2026-03-01'],
    ['people in the last 2 years', '2024-03-11 to now'],
    ['people in the past year', '2025-03-11 to now'],
    ['people last year', '2025-01-01 to 2026-01-01'],
    ['people between november and february', '2025-11-01 to 2026-03-01'],
    ['people from 2024 to 2025', '2024-01-01 to 2026-01-01'],
    ['may i see the people', 'none'],
    ['the last 2000 events', 'none'],
  ])('"%s" is %s', (words, expected) => {
    expect(rangesIn(plain(words), WEDNESDAY, 'Asia/Kolkata', 'yyyy-MM-dd')).toBe(expected)
  })

  test.each([
    ['people in january and february', '2026-01-01 to 2026-03-01'],
    ['people in february and march', '2026-02-01 to now'],
    ['people in 2024 and 2025', '2024-01-01 to 2026-01-01'],
    ['people in the last 90000 minutes', '2026-01-08 to now'],
    ['how many people in february', '2026-02-01 to 2026-03-01'],
    ['may i see the people', 'ever'],
  ])('"%s" is of %s', (question, expected) => {
    expect(timesOf(question)).toBe(expected)
  })
})

describe('stretches of dates and counted nights are whole (ASK-03)', () => {
  test.each([
    ...[
      'between 1 and 5 march',
      'from 1 to 5 march',
      'from the 1st to the 5th of march',
      'march 1 - march 5',
      'march 1 – march 5',
      '1.3. - 5.3.',
      '1.3.–5.3.2026',
      '1.-5.3.',
      'march 1 through 5',
      'march 1-5',
      '1-5 march',
      '1 – 5 march 2026',
      '2026-03-01 to 2026-03-05',
      'from march 1st to 5th',
    ].map((words) => [words, '03-01 00:00 to 03-06 00:00']),
    ['4-6 march', '03-04 00:00 to 03-07 00:00'],
    ['monday to tuesday', '03-09 00:00 to 03-11 00:00'],
    ['monday 8pm until tuesday 6am', '03-09 20:00 to 03-10 06:00'],
    ['on march 3 between 2 and 4 pm', '03-03 14:00 to 03-03 16:00'],
    ['march 3 2pm to 4pm', '03-03 14:00 to 03-03 16:00'],
    ['in the last two nights', '03-09 18:00 to 03-10 06:00, 03-10 18:00 to 03-11 06:00'],
    ['last 2 evenings', '03-09 18:00 to 03-10 00:00, 03-10 18:00 to 03-11 00:00'],
    ['the past 2 mornings', '03-10 06:00 to 03-10 12:00, 03-11 06:00 to 03-11 12:00'],
    ['the last two mondays', '03-02 00:00 to 03-03 00:00, 03-09 00:00 to 03-10 00:00'],
    ['two nights ago', '03-09 18:00 to 03-10 06:00'],
    ['2 evenings ago', '03-09 18:00 to 03-10 00:00'],
    ['since two nights ago', '03-09 18:00 to now'],
    ['two mondays ago', '03-02 00:00 to 03-03 00:00'],
    ['two wednesdays ago', '02-25 00:00 to 02-26 00:00'],
    ['monday before last', '03-02 00:00 to 03-03 00:00'],
  ])('"%s" is %s', (words, expected) => {
    expect(rangesIn(plain(words), WEDNESDAY, 'America/New_York')).toBe(expected)
  })

  test.each([
    ['people in the last two nights', '2026-03-09 to 2026-03-10, 2026-03-10 to 2026-03-11'],
    ['people in march last year', '2025-03-01 to 2025-04-01'],
    ['people in february of this year', '2026-02-01 to 2026-03-01'],
    ['people on saturday 7 march', '2026-03-07 to 2026-03-08'],
    ['people sat, march 7 14:00-18:00', '2026-03-07 to 2026-03-07'],
    ['people on saturday the 7th of march 2026', '2026-03-07 to 2026-03-08'],
    ['people on saturday, 28 february', '2026-02-28 to 2026-03-01'],
    ['people from monday 2 march to wednesday 4 march', '2026-03-02 to 2026-03-05'],
    ['people on monday 2026-03-02', '2026-03-02 to 2026-03-03'],
    ['people on 1 and 5 march', '2026-03-01 to 2026-03-02, 2026-03-05 to 2026-03-06'],
    ['people next monday', 'future'],
    ['people next tuesday evening', 'future'],
    ['how many days ago was the last person', 'ever'],
    ['how long ago was the last person', 'ever'],
  ])('"%s" is of %s', (question, expected) => {
    expect(timesOf(question)).toBe(expected)
  })
})

describe('what is counted, and who sat somewhere, is no day (ASK-03)', () => {
  test.each([
    ['who was the 2nd visitor today?', '2026-03-11 to now'],
    ['show me the 1st alert yesterday', '2026-03-10 to 2026-03-11'],
    ['was the 2nd alert this week a person', '2026-03-09 to now'],
    ['the 30th visitor this month', '2026-03-01 to now'],
    ['was anyone sat outside today', '2026-03-11 to now'],
    ['who came in and sat here today', '2026-03-11 to now'],
    ['people on the 9th of this month', '2026-03-09 to 2026-03-10'],
    ['was anybody here on the 10th of last month', '2026-02-10 to 2026-02-11'],
    ['on the 3rd how many people', '2026-03-03 to 2026-03-04'],
    ['alerts on the 1st 8pm', '2026-03-01 to 2026-03-01'],
    ['people on sat', '2026-03-07 to 2026-03-08'],
    ['people sat and sun', '2026-03-07 to 2026-03-09'],
    ['people sat morning', '2026-03-07 to 2026-03-07'],
    ['people fri - sun', '2026-03-06 to 2026-03-09'],
    ['people on the 31st of last month', 'unread: 31st'],
  ])('"%s" is of %s', (question, expected) => {
    expect(timesOf(question)).toBe(expected)
  })
})

test.each([
  ['everything, but only yesterday', '2026-03-10 to 2026-03-11'],
  ['nothing but yesterday', '2026-03-10 to 2026-03-11'],
  ['was it not quiet in the last hour', '2026-03-11 to now'],
  ['anything yesterday but 2 alerts', '2026-03-10 to 2026-03-11'],
  ['is it all fine but quiet today', '2026-03-11 to now'],
])('a time beside "but" or "not" that is not left out is read: "%s" (ASK-03)', (question, expected) => {
  expect(timesOf(question)).toBe(expected)
})

test.each([
  ['the last two hundred people', 'ever'],
  ['the last 3 alerts of the last 3 days', '2026-03-08 to now'],
  ['how many days ago was the last person', 'ever'],
  ['who was last here for days', 'ever'],
  ['the last few hours of people', '2026-03-11 to now'],
  ['how long ago was the last person', 'ever'],
  ['people 24/7', 'ever'],
])('no length is sought where one is read or none is named: "%s" (ASK-03)', (question, expected) => {
  expect(timesOf(question)).toBe(expected)
})

describe('a time that cannot be read is said, never left out (ASK-02)', () => {
  test.each([
    ['events on 30 february', '30 february'],
    ['events since 31 april', '31 april'],
    ['people on 29 february', '29 february'],
    ['people on 2026-02-30', '2026-02-30'],
    ['people on 2026-13-01', '2026-13-01'],
    ['people on the 31st', '31st'],
    ['events in early march', 'early march'],
    ['events at the end of february', 'end of february'],
    ['people in the last week of february', 'last week of february'],
    ['people in the first week of march', 'first week of march'],
    ['people in the first quarter of 2025', 'first quarter of 2025'],
    ['people in january, february and march', 'and march'],
    ['people on monday, tuesday and wednesday', 'and wednesday'],
    ['people from march to may', 'to may'],
    ['people from wednesday to friday', 'to friday'],
    ['people wednesday - friday', '- friday'],
    ['people from 5 to 1 march', 'march'],
    ['people on the fifth of march', 'fifth of march'],
    ['people on 4 march last year', '4 march last year'],
    ['people this quarter', 'this quarter'],
    ['people since new year', 'new year'],
    ['people since christmas', 'christmas'],
    ['people in week 9', 'week 9'],
    ['people every monday', 'every monday'],
    ['people on the 1st and 2nd', 'and 2nd'],
    ['people on 27, 28 february', '27 28 february'],
    ['people in the last two weekends', 'last two weekends'],
    ['people two weekends ago', 'weekends ago'],
    ['people from 1st to 5th', 'from 1st'],
    ['people two years ago', 'years ago'],
    ['people 2025', '2025'],
    ['people in the last 40 years', 'last 40 years'],
    ['people in the last 9000000 minutes', 'last 9000000 minutes'],
    ['people in the last two hundred minutes', 'last two hundred minutes'],
    ['people in the last hundred hours', 'last hundred hours'],
    ['people in the past hundred and twenty minutes', 'past hundred and twenty minutes'],
    ['people in the last two dozen hours', 'last two dozen hours'],
    ['people in the last 2 thousand minutes', 'last 2 thousand minutes'],
    ['people in the last two hundred nights', 'last two hundred night'],
    ['people in the last many nights', 'last many night'],
    ['people within two hundred minutes', 'two hundred minutes'],
    ['people two hundred minutes ago', 'two hundred minutes'],
    ['people in the last three and a half hours', 'last three and a half hours'],
    ['people in the last some hours', 'last some hours'],
    ['people in the last two working days', 'last two working days'],
    ['people in the last hours', 'last hours'],
    ['people in the past weeks', 'past weeks'],
    ['people in the last zero hours', 'last zero hours'],
    ['people in the last decade', 'last decade'],
    ['people since 600', 'since 600'],
    ['people at 99 yesterday', 'at 99'],
    ['people on 10 last month', 'on 10'],
    ['any people every night at 3am', 'every night'],
    ['people every morning', 'every morning'],
    ['people in the first 2 hours of yesterday', 'first 2 hours of'],
    ['people within the first hour of today', 'first hour of'],
    ['people in the second half of last night', 'second half of'],
    ['people last night except between 2 and 3', 'except between 2'],
    ['people this morning except at 8', 'except at 8'],
    ['all people but not yesterday', 'but not yesterday'],
    ['any people not today', 'not today'],
    ['people every day but today', 'every day but today'],
    ['show me everything but yesterday', 'everything but yesterday'],
    ['people everyone but yesterday', 'everyone but yesterday'],
    ['anybody but last night', 'anybody but last night'],
    ['people all of them but today', 'all of them but today'],
    ['people all the days but monday', 'all the days but monday'],
    ['everything but 8 am yesterday', 'everything but 8 am'],
    ['everything but nights', 'everything but night'],
    ['everything but 7 to 9 am', 'everything but 7 to 9 am'],
    ['everyone who came but yesterday', 'everyone who came but yesterday'],
    ['everything but the last hour', 'everything but the last hour'],
    ['people except the last 2 hours', 'except the last 2 hours'],
    ['people except 2 hours ago', 'except 2 hours ago'],
    ['everything aside from yesterday', 'aside from yesterday'],
    ['everything without yesterday', 'without yesterday'],
    ['people 5 minutes and 10 seconds ago', '5 minutes and 10 seconds ago'],
    ['people an hour and twenty five minutes ago', 'an hour and twenty five minutes ago'],
    ['people 1 hour 20 minutes ago', '1 hour 20 minutes ago'],
    ['people in the last 2 hours and 30 minutes', 'last 2 hours and 30 minutes'],
    ['people in the past hour and 30 minutes', 'past hour and 30 minutes'],
    ['people in the last 2 hours and a half', 'last 2 hours and a half'],
    ['people 2 and a half hours ago', '2 and a half hours ago'],
    ['people before breakfast', 'before breakfast'],
    ['people between breakfast and lunch', 'between breakfast'],
    ['people outside business hours', 'outside business hours'],
    ['how many people on 31/02', '31/02'],
    ['people on 31/04', '31/04'],
    ['people on 30/02/2026', '30/02/2026'],
    ['people between 28/02 and 31/02', '31/02'],
    ['how many people a while ago', 'a while ago'],
    ['people long ago', 'long ago'],
    ['people moments ago', 'moments ago'],
    ['people 2h30m ago', '2h30m ago'],
    ['people 1d 2h ago', '2h ago'],
    ['people before 2h ago', 'before 2 hours ago'],
    ['people until 2h ago', 'until 2 hours ago'],
    ['people more than 2h ago', 'more than 2 hours ago'],
    ['people 1y ago', 'year ago'],
    ['people the other day', 'the other day'],
    ['people the other night', 'the other night'],
    ['people the other week at 8 am', 'the other week'],
    ['people in year 3000', 'year 3000'],
    ['people in 3000', 'in 3000'],
  ])('"%s": %s', (question, word) => {
    expect(timesOf(question)).toBe(`unread: ${word}`)
    expect(timesOf('and alerts?', question)).toBe(`unread: ${word}`)
  })

  test('the answer names it, and the next question may name another', () => {
    expect(aboutBeyond({ why: 'time', word: '30 february' })).toContain('I cannot read the time "30 february".')
    expect(timesOf('and yesterday?', 'people on 30 february')).toBe('2026-03-10 to 2026-03-11')
  })
})
