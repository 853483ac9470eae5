import { DateTime } from 'luxon'
import { describe, expect, test } from 'vitest'
import { plain } from '../../../server/assistant/question/spelling'
import { readPeriod } from '../../../server/assistant/times/read-period'
import { clearOf, rangesIn, WEDNESDAY } from '../support/asked-periods'

describe('times of a question are read in the zone of the user (ASK-03)', () => {
  test.each([
    ['today', '03-11 00:00 to now'],
    ['yesterday', '03-10 00:00 to 03-11 00:00'],
    ['the day before yesterday', '03-09 00:00 to 03-10 00:00'],
    ['last night', '03-10 18:00 to 03-11 06:00'],
    ['overnight', '03-10 18:00 to 03-11 06:00'],
    ['while i was asleep', '03-10 18:00 to 03-11 06:00'],
    ['this morning', '03-11 06:00 to 03-11 12:00'],
    ['this afternoon', '03-11 12:00 to now'],
    ['early this morning', '03-11 00:00 to 03-11 06:00'],
    ['yesterday evening', '03-10 18:00 to 03-11 00:00'],
    ['yesterday evening between 8 and 10', '03-10 20:00 to 03-10 22:00'],
    ['between 8 and 10 pm yesterday', '03-10 20:00 to 03-10 22:00'],
    ['from 10 to 11 this morning', '03-11 10:00 to 03-11 11:00'],
    ['last night after midnight', '03-11 00:00 to 03-11 06:00'],
    ['last night between 10 and 12', '03-10 22:00 to 03-11 00:00'],
    ['between 12 and 2 pm yesterday', '03-10 12:00 to 03-10 14:00'],
    ['from 12 to 1pm', '03-11 12:00 to 03-11 13:00'],
    ['from 12:30 to 2pm', '03-11 12:30 to 03-11 14:00'],
    ['between 12 and 1 yesterday', '03-10 12:00 to 03-10 13:00'],
    ['between 12 and 2 am yesterday', '03-10 00:00 to 03-10 02:00'],
    ['from 12 to 12pm yesterday', '03-10 00:00 to 03-10 12:00'],
    ['between 10pm and 12 yesterday', '03-10 22:00 to 03-11 00:00'],
    ['between 12 and 2 last night', '03-11 00:00 to 03-11 02:00'],
    ['between 10 and 12 yesterday', '03-10 10:00 to 03-10 12:00'],
    ['at 12 today', '03-11 12:00 to 03-11 13:00'],
    ['since 12 yesterday', '03-10 12:00 to now'],
    ['at 12am yesterday', '03-10 00:00 to 03-10 01:00'],
    ['at 24:00 yesterday', '03-10 23:55 to 03-11 00:05'],
    ['between 22:00 and 24:00 yesterday', '03-10 22:00 to 03-11 00:00'],
    ['before 24:00 yesterday', '03-10 00:00 to 03-11 00:00'],
    ['after midnight', '03-11 00:00 to now'],
    ['after 10pm', '03-10 22:00 to 03-11 00:00'],
    ['before noon', '03-11 00:00 to 03-11 12:00'],
    ['before 8am yesterday', '03-10 00:00 to 03-10 08:00'],
    ['after 8 yesterday evening', '03-10 20:00 to 03-11 00:00'],
    ['last person before 8am yesterday', 'up to 03-10 08:00'],
    ['previous alert before 8am yesterday', 'up to 03-10 08:00'],
    ['recent alerts before 8am yesterday', 'up to 03-10 08:00'],
    ['before 8 yesterday morning', '03-10 00:00 to 03-10 08:00'],
    ['until 8am yesterday', '03-10 00:00 to 03-10 08:00'],
    ['till 8 this morning', '03-11 00:00 to 03-11 08:00'],
    ['last person until 8am yesterday', 'up to 03-10 08:00'],
    ['until yesterday at 8am', 'up to 03-10 08:00'],
    ['before 8am on 8 march', '03-08 00:00 to 03-08 08:00'],
    ['before midnight last night', '03-10 18:00 to 03-11 00:00'],
    ['before 2am last night', '03-10 18:00 to 03-11 02:00'],
    ['before yesterday at 8am', 'up to 03-10 08:00'],
    ['before 8 march 10pm', 'up to 03-08 22:00'],
    ['before yesterday', 'up to 03-10 00:00'],
    ['after 6pm yesterday', '03-10 18:00 to 03-11 00:00'],
    ['at 3pm yesterday', '03-10 15:00 to 03-10 16:00'],
    ['at 3:15 pm yesterday', '03-10 15:10 to 03-10 15:20'],
    ['around 9 pm on friday', '03-06 20:30 to 03-06 21:30'],
    ['since tuesday', '03-10 00:00 to now'],
    ['since 6pm yesterday', '03-10 18:00 to now'],
    ['since yesterday at 6pm', '03-10 18:00 to now'],
    ['since last night', '03-10 18:00 to now'],
    ['since 8 this morning', '03-11 08:00 to now'],
    ['since i left at 9am', '03-11 09:00 to now'],
    ['after monday', '03-10 00:00 to now'],
    ['until yesterday', 'up to 03-11 00:00'],
    ['on wednesday', '03-11 00:00 to now'],
    ['last wednesday', '03-04 00:00 to 03-05 00:00'],
    ['on sunday between 2 and 4 pm', '03-08 14:00 to 03-08 16:00'],
    ['monday night', '03-09 18:00 to 03-10 06:00'],
    ['night from sunday to monday', '03-08 18:00 to 03-09 06:00'],
    ['night of sat to sun', '03-07 18:00 to 03-08 06:00'],
    ['night between sun and mon', '03-08 18:00 to 03-09 06:00'],
    ['yesterday lunchtime', '03-10 12:00 to 03-10 13:00'],
    ['today lunch', '03-11 12:00 to 03-11 13:00'],
    ['since monday lunch time', '03-09 12:00 to now'],
    ['until yesterday lunch at the garage', 'up to 03-10 12:00'],
    ['tuesday last week', '03-03 00:00 to 03-04 00:00'],
    ['last weekend', '03-07 00:00 to 03-09 00:00'],
    ['over the weekend', '03-07 00:00 to 03-09 00:00'],
    ['this week', '03-09 00:00 to now'],
    ['this hour', '03-11 14:00 to now'],
    ['last week', '03-02 00:00 to 03-09 00:00'],
    ['past week', '03-04 14:20 to now'],
    ['in the last week', '03-04 14:20 to now'],
    ['of the week', '03-09 00:00 to now'],
    ['this month', '03-01 00:00 to now'],
    ['last month', '02-01 00:00 to 03-01 00:00'],
    ['in february', '02-01 00:00 to 03-01 00:00'],
    ['on march 3rd', '03-03 00:00 to 03-04 00:00'],
    ['on the 3rd', '03-03 00:00 to 03-04 00:00'],
    ['on the 20th', '02-20 00:00 to 02-21 00:00'],
    ['2026-03-05', '03-05 00:00 to 03-06 00:00'],
    ['two days ago', '03-09 00:00 to 03-10 00:00'],
    ['between half past two and four yesterday afternoon', '03-10 14:30 to 03-10 16:00'],
    ['at quarter to nine yesterday morning', '03-10 08:40 to 03-10 08:50'],
    ['in the past fortnight', '02-25 14:20 to now'],
    ['the night before last', '03-09 18:00 to 03-10 06:00'],
    ['between monday and wednesday of last week', '03-02 00:00 to 03-05 00:00'],
    ['before 8 this morning', '03-11 00:00 to 03-11 08:00'],
    ['i left at 9 this morning anything since', '03-11 09:00 to now'],
    ['in the wee hours', '03-11 00:00 to 03-11 06:00'],
    ['past 24 hours', '03-10 14:20 to now'],
    ['the last hour of', '03-11 13:20 to now'],
    ['in the last 90 minutes', '03-11 12:50 to now'],
    ['in the last half hour', '03-11 13:50 to now'],
    ['in the last hour and a half', '03-11 12:50 to now'],
    ['last couple of days', '03-09 14:20 to now'],
    ['3 hours ago', '03-11 10:50 to 03-11 11:50'],
    ['twenty five hours ago', '03-10 12:50 to 03-10 13:50'],
    ['in the last forty five minutes', '03-11 13:35 to now'],
    ['thirteen days ago', '02-26 00:00 to 02-27 00:00'],
    ['in the last thirty days', '02-09 14:20 to now'],
    ['from monday to tuesday', '03-09 00:00 to 03-11 00:00'],
    ['from 6pm yesterday to 6am today', '03-10 18:00 to 03-11 06:00'],
    ['from friday evening to sunday morning', '03-06 18:00 to 03-08 12:00'],
    ['from march 3 to march 5', '03-03 00:00 to 03-06 00:00'],
    ['right now', '03-11 14:10 to now'],
    ['this week at night', '03-09 18:00 to 03-10 06:00, 03-10 18:00 to 03-11 06:00'],
    ['between 9am and 5pm since', '03-11 09:00 to now'],
    ['between yesterday 8pm and now', '03-10 20:00 to now'],
    ['between monday and now', '03-09 00:00 to now'],
    ['people from yesterday 8pm to right now', '03-10 20:00 to now'],
    ['since yesterday 8pm up to right now', '03-10 20:00 to now'],
    ['between 9am and now', '03-11 09:00 to now'],
    ['monday until now', '03-09 00:00 to now'],
    ['and now how many people yesterday', '03-10 00:00 to 03-11 00:00'],
    ['now show me the people of yesterday', '03-10 00:00 to 03-11 00:00'],
    ['ok now the people in the last 3 hours', '03-11 11:20 to now'],
    ['now show me the people', '03-11 14:10 to now'],
    ['everything until right now', 'none'],
    ['tomorrow', 'none'],
    ['the last alert', 'none'],
    ['the last 5 events', 'none'],
    ['who came in and left', 'none'],
    ['in the last 30 seconds', '03-11 14:19 to now'],
    ['the whole week', '03-09 00:00 to now'],
    ['the entire month', '03-01 00:00 to now'],
    ['since 0600', '03-11 06:00 to now'],
    ['at 2359 yesterday', '03-10 23:54 to 03-11 00:04'],
    ['around 1430 yesterday', '03-10 14:00 to 03-10 15:00'],
    ['between 2200 and 0600', '03-10 22:00 to 03-11 06:00'],
    ['at 0600 hours', '03-11 05:55 to 03-11 06:05'],
    ['between 17 and 9', '03-10 17:00 to 03-11 09:00'],
    ['between 17:00 and 9:00', '03-10 17:00 to 03-11 09:00'],
    ['between 5pm and 9', '03-10 17:00 to 03-10 21:00'],
    ['between 9 and 17 yesterday', '03-10 09:00 to 03-10 17:00'],
    ['watching 24/7', 'none'],
    ['about 1200 events', 'none'],
    ['in the past 24h', '03-10 14:20 to now'],
    ['tonight', 'nothing yet'],
  ])('"%s" is %s', (words, expected) => {
    for (const zone of ['UTC', 'America/New_York', 'Asia/Kolkata'])
      expect(rangesIn(words, WEDNESDAY, zone)).toBe(expected)
  })

  test('a date without a year is the latest that is not to come', () => {
    const nov = (now: string) => rangesIn('on nov 3', now, 'UTC', 'yyyy-MM-dd')
    expect(nov('2026-03-11T14:20')).toBe('2025-11-03 to 2025-11-04')
    expect(nov('2026-11-03T00:00')).toBe('2026-11-03 to now')
    expect(nov('2026-12-01T00:00')).toBe('2026-11-03 to 2026-11-04')
    expect(rangesIn('on nov 3 2024', '2026-12-01T00:00', 'UTC', 'yyyy-MM-dd')).toBe('2024-11-03 to 2024-11-04')
  })

  test.each([
    ['on 12.04.2025', '2025-04-12 00:00 to 2025-04-13 00:00'],
    ['on 9.3.', '2026-03-09 00:00 to 2026-03-10 00:00'],
    ['on 09.03', '2026-03-09 00:00 to 2026-03-10 00:00'],
    ['on 9.3 at 18 uhr', '2026-03-09 18:00 to 2026-03-09 19:00'],
    ['on 09. 03. 26 at 18 uhr', '2026-03-09 18:00 to 2026-03-09 19:00'],
    ['yesterday at 22.30 uhr', '2026-03-10 22:25 to 2026-03-10 22:35'],
    ['yesterday after 22.30', '2026-03-10 22:30 to 2026-03-11 00:00'],
    ['in the last 1.5 hours', '2026-03-11 12:50 to now'],
  ])('"%s" is a date or a time as Germans write it: %s (ASK-12)', (words, expected) => {
    expect(rangesIn(plain(words), WEDNESDAY, 'UTC', 'yyyy-MM-dd HH:mm')).toBe(expected)
  })

  test.each([
    ['on the day on which clocks go forward', '2026-03-29T20:00', 'today', 20 - 1],
    ['on the day on which they go back', '2026-10-25T20:00', 'today', 20 + 1],
    ['in the night of the change', '2026-03-29T20:00', 'last night', 12 - 1],
    ['in the night they go back', '2026-10-25T20:00', 'last night', 12 + 1],
    ['yesterday, a day later', '2026-03-30T20:00', 'yesterday', 23],
    ['for hours that are counted back', '2026-03-29T20:00', 'last 24 hours', 24],
  ])('a day is as long as it was %s', (_name, now, words, hours) => {
    expect(clearOf(words, now, 'Europe/Berlin').hours).toBe(hours)
  })

  test.each([
    ['this evening', '03-10 18:00 to 03-11 00:00'],
    ['earlier this evening', '03-10 18:00 to 03-11 00:00'],
    ['this evening after 10', '03-10 22:00 to 03-11 00:00'],
    ['since this evening', '03-10 18:00 to now'],
    ['tonight', '03-10 18:00 to now'],
  ])('"%s" is of the night that is on, after midnight too: %s', (words, expected) => {
    expect(rangesIn(plain(words), '2026-03-11T00:40', 'Europe/Berlin')).toBe(expected)
  })

  test('a clock time of the day of the change is what the clock showed', () => {
    const { fromMs } = clearOf('after 5am', '2026-03-29T20:00', 'Europe/Berlin')
    expect(DateTime.fromMillis(fromMs, { zone: 'utc' }).toISO()).toBe('2026-03-29T03:00:00.000Z')
  })

  test.each([
    ['on friday', '04-24 01:00 to 04-25 00:00'],
    ['from thursday to friday', '04-23 00:00 to 04-25 00:00'],
    ['from friday to saturday', '04-24 01:00 to 04-26 00:00'],
    ['the weekend', '04-25 00:00 to 04-27 00:00'],
    ['last week', '04-20 00:00 to 04-27 00:00'],
    ['on friday in the early hours', '04-24 01:00 to 04-24 06:00'],
    ['thursday night', '04-23 18:00 to 04-24 06:00'],
  ])('"%s" ends with its day where midnight is leapt over: %s', (words, expected) => {
    expect(rangesIn(words, '2026-04-28T14:20', 'Africa/Cairo')).toBe(expected)
  })

  test.each([
    ['last month', '2023-10-20T12:00', '09-01 00:00 to 10-01 01:00'],
    ['in september', '2023-10-20T12:00', '09-01 00:00 to 10-01 01:00'],
    ['last month', '2023-11-20T12:00', '10-01 01:00 to 11-01 00:00'],
    ['in october', '2023-11-20T12:00', '10-01 01:00 to 11-01 00:00'],
    ['in october', '2023-09-20T12:00', '10-01 00:00 to 11-01 00:00'],
    ['until november', '2023-11-20T12:00', 'up to 11-01 00:00'],
    ['last evening', '2023-10-02T12:00', '10-01 18:00 to 10-02 00:00'],
  ])('"%s" of %s is whole where the first of October has no midnight: %s', (words, now, expected) => {
    expect(rangesIn(words, now, 'America/Asuncion')).toBe(expected)
  })

  test('each morning of a question before, whose last day has no midnight, is of a day of it', () => {
    const now = '2026-04-28T14:20'
    const nowMs = DateTime.fromISO(now, { zone: 'Africa/Cairo' }).toMillis()
    const among = readPeriod('from thursday to friday', nowMs, 'Africa/Cairo')?.period ?? null
    const ranges = readPeriod('in the morning', nowMs, 'Africa/Cairo', among)?.period.ranges ?? []
    expect(ranges.map(({ fromMs }) => new Date(fromMs).toISOString())).toEqual([
      '2026-04-23T04:00:00.000Z',
      '2026-04-24T03:00:00.000Z',
    ])
  })

  test('words that repeat without end are read at once', () => {
    for (const words of ['from ', 'between 1 and 2 ', 'last monday ', 'the day before ', '1 ', 'since tuesday at '])
      expect(() => rangesIn(words.repeat(4000 / words.length), WEDNESDAY, 'UTC')).not.toThrow()
  }, 2_000)
})
