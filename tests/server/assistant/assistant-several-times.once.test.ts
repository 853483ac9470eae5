import { describe, expect, test } from 'vitest'
import { timesAsked } from '../support/asked-periods'

describe('a second time in a question is read too, or said (ASK-03)', () => {
  test.each([
    ['who was there last night and this morning', '03-10 18:00 to 03-11 12:00'],
    ['who was there yesterday evening and this morning', '03-10 18:00 to 03-11 00:00, 03-11 06:00 to 03-11 12:00'],
    ['how many people this morning and this afternoon', '03-11 06:00 to now'],
    ['people on monday evening and today', '03-09 18:00 to 03-10 00:00, 03-11 00:00 to now'],
    ['people yesterday at 3pm and today at 8am', '03-10 15:00 to 03-10 16:00, 03-11 08:00 to 03-11 09:00'],
    ['people yesterday morning and evening', '03-10 06:00 to 03-10 12:00, 03-10 18:00 to 03-11 00:00'],
    ['recordings of last night or this morning', '03-10 18:00 to 03-11 12:00'],
    ['did anyone come last night or this morning?', '03-10 18:00 to 03-11 06:00 vs 03-11 06:00 to 03-11 12:00'],
    ['anybody yesterday afternoon or this morning', '03-10 12:00 to 03-10 18:00 vs 03-11 06:00 to 03-11 12:00'],
    ['more people last night or this morning', '03-10 18:00 to 03-11 06:00 vs 03-11 06:00 to 03-11 12:00'],
    ['people at 7am and at 8am today', '03-11 07:00 to 03-11 09:00'],
    ['people between monday evening and today', '03-09 18:00 to now'],
    ['people yesterday no later than 8 pm', '03-10 00:00 to 03-10 20:00'],
    ['people yesterday not earlier than 8 pm', '03-10 20:00 to 03-11 00:00'],
  ])('"%s": %s', (question, expected) => {
    expect(timesAsked(question)).toBe(expected)
  })

  test.each([
    ['people yesterday and today at 8am', '03-10 08:00 to 03-10 09:00, 03-11 08:00 to 03-11 09:00'],
    ['people at 8am yesterday and today', '03-10 08:00 to 03-10 09:00, 03-11 08:00 to 03-11 09:00'],
    ['people on monday and tuesday evening', '03-09 18:00 to 03-10 00:00, 03-10 18:00 to 03-11 00:00'],
    ['people 8 to 10 march at 8', '03-08 08:00 to 03-08 09:00, 03-09 08:00 to 03-09 09:00, 03-10 08:00 to 03-10 09:00'],
    ['people from 9 to 10 march at 8 pm', '03-09 20:00 to 03-09 21:00, 03-10 20:00 to 03-10 21:00'],
    ['people between the 9th and 10th of march at 8 pm', '03-09 20:00 to 03-09 21:00, 03-10 20:00 to 03-10 21:00'],
    ['people on 9 and 10 march at 8 pm', '03-09 20:00 to 03-09 21:00, 03-10 20:00 to 03-10 21:00'],
    ['people 9 to 10 march at 8 to 10 pm', '03-09 20:00 to 03-09 22:00, 03-10 20:00 to 03-10 22:00'],
    ['people march 9 to 10 at 8 pm', '03-09 20:00 to 03-09 21:00, 03-10 20:00 to 03-10 21:00'],
    ['people at 8 pm 9 to 10 march', '03-09 20:00 to 03-09 21:00, 03-10 20:00 to 03-10 21:00'],
    ['people at 8 pm on 9 - 10 march 2026', '03-09 20:00 to 03-09 21:00, 03-10 20:00 to 03-10 21:00'],
    ['people from 9 march at 8 pm to 10 march at 9 pm', '03-09 20:00 to 03-10 21:00'],
  ])('the clock time or part beside two days is of both: "%s"', (question, expected) => {
    expect(timesAsked(question)).toBe(expected)
  })

  test.each([
    ['people at the garage yesterday and at the gate today', 'today'],
    ['people 3 hours ago yesterday', 'yesterday'],
    ['people in the last 2 hours at 3am', 'at 3 am'],
    ['people last night, this morning and this afternoon', 'this afternoon'],
    ['people last night in the afternoon', 'in the afternoon'],
    ['people not on 9 to 10 march at 8', 'not on 9 march'],
    ['people not on 9 march', 'not on 9 march'],
    ['people 9 to 10 march at 8 or 9 pm', 'to 10 march at 8 pm or 9 pm'],
    ['people except 9 to 10 march at 8', 'except 9 march'],
    ['any people on mondays in the last 4 weeks', 'on monday'],
  ])('what stands apart is said: "%s"', (question, word) => {
    expect(timesAsked(question)).toBe(`unread: ${word}`)
  })

  test.each([
    ['people in the small hours of this morning', '03-11 00:00 to 03-11 06:00'],
    ['people in the night of monday', '03-09 18:00 to 03-10 06:00'],
    ['people in the night from monday to tuesday', '03-09 18:00 to 03-10 06:00'],
    ['people during the night yesterday', '03-10 18:00 to 03-11 06:00'],
    ['people all day yesterday', '03-10 00:00 to 03-11 00:00'],
    ['people yesterday all day', '03-10 00:00 to 03-11 00:00'],
    ['can you now show me the people of yesterday', '03-10 00:00 to 03-11 00:00'],
  ])('what says a time more closely is no second one: "%s"', (question, expected) => {
    expect(timesAsked(question)).toBe(expected)
  })

  test.each([
    ['between 3 and 5 days ago', '03-06 00:00 to 03-09 00:00'],
    ['3 to 5 days ago', '03-06 00:00 to 03-09 00:00'],
    ['between 3 and 5 hours ago', '03-11 09:20 to 03-11 11:20'],
    ['more than 3 days ago', 'ever to 03-08 00:00'],
    ['less than 3 days ago', '03-08 14:20 to now'],
    ['more than 3 hours ago', 'unread: more than 3 hours ago'],
    ['every night from sunday to monday', '03-08 18:00 to 03-09 06:00, 03-09 18:00 to 03-10 06:00'],
    ['at night from sunday to monday', '03-08 18:00 to 03-09 06:00, 03-09 18:00 to 03-10 06:00'],
    ['last night from sunday to monday', '03-08 18:00 to 03-09 06:00, 03-09 18:00 to 03-10 06:00'],
    ['night from monday to friday', 'unread: to friday'],
    ['since yesterday dusk', 'unread: yesterday dusk'],
    ['5 march lunchtime', 'unread: 5 march lunchtime'],
    ['yesterday lunch room', 'unread: yesterday lunch'],
  ])('"people %s": %s', (words, expected) => {
    expect(timesAsked(`people ${words}`)).toBe(expected)
  })

  test.each([
    ['after 5 pm and before 8 pm yesterday', '03-10 17:00 to 03-10 20:00'],
    ['yesterday after 17:00 and before 20:00', '03-10 17:00 to 03-10 20:00'],
    ['on monday after 5 and before 8', '03-09 05:00 to 03-09 08:00'],
    ['after 10pm but before 6am', '03-10 22:00 to 03-11 06:00'],
    ['before 8pm and after 5pm yesterday', '03-10 17:00 to 03-10 20:00'],
    ['after 9am on monday and before 5pm', '03-09 09:00 to 03-09 17:00'],
    ['last night after 2 and before 4', '03-11 02:00 to 03-11 04:00'],
    ['yesterday before 8am and after 8pm', '03-10 00:00 to 03-10 08:00, 03-10 20:00 to 03-11 00:00'],
    ['yesterday before 8pm and after 5pm', 'unread: before 8 pm'],
    ['yesterday before 8 and after 5', 'unread: before 8'],
    ['before 8pm yesterday, after 5pm', '03-10 17:00 to 03-10 20:00'],
    ['after 5pm yesterday and before 8am today', '03-10 17:00 to 03-11 08:00'],
    ['after 5pm on monday and before 8am today', 'unread: before 8 am today'],
    ['since noon yesterday until 5', 'unread: until 5'],
    ['since noon yesterday until 5pm', 'unread: until 5 pm'],
    ['since monday and before 8am', 'unread: before 8 am'],
    ['from noon yesterday until 5', '03-10 12:00 to 03-10 17:00'],
    ['since monday and before wednesday', 'unread: before wednesday'],
    ['after monday and before friday', 'unread: before friday'],
  ])('after one time and before another is one stretch, never all around it: "people %s"', (words, expected) => {
    expect(timesAsked(`people ${words}`)).toBe(expected)
  })

  test.each([
    ['between wednesday and friday', 'and friday'],
    ['between monday and friday at 8am', 'and friday'],
    ['from monday and friday', 'and friday'],
  ])('a stretch whose end is before its beginning is not its two days: "people %s"', (words, word) => {
    expect(timesAsked(`people ${words}`)).toBe(`unread: ${word}`)
  })

  test.each([
    ['yesterday at 7 and 9 pm', '03-10 19:00 to 03-10 20:00, 03-10 21:00 to 03-10 22:00'],
    ['yesterday at 7:30 and at 9 pm', '03-10 19:25 to 03-10 19:35, 03-10 21:00 to 03-10 22:00'],
    ['yesterday at seven and nine pm', '03-10 19:00 to 03-10 20:00, 03-10 21:00 to 03-10 22:00'],
    ['yesterday at 2 and 4 am', '03-10 02:00 to 03-10 03:00, 03-10 04:00 to 03-10 05:00'],
    ['yesterday at 11 and 1 pm', '03-10 11:00 to 03-10 12:00, 03-10 13:00 to 03-10 14:00'],
    ['yesterday at 12 and 2 pm', '03-10 12:00 to 03-10 13:00, 03-10 14:00 to 03-10 15:00'],
    ['at 7 or 9 pm yesterday', '03-10 19:00 to 03-10 20:00 vs 03-10 21:00 to 03-10 22:00'],
    ['yesterday at 7 and 9', 'unread: at 7 and 9'],
  ])('"people %s" is of two hours, both in the half that is said of the second: %s', (words, expected) => {
    expect(timesAsked(`people ${words}`)).toBe(expected)
  })

  test.each([
    ['at 7 and 9 yesterday', 'at 7 and 9'],
    ['at 3 or 5 yesterday', 'at 3 or 5'],
    ['at 7:30 and 9 on monday', 'at 7:30 and 9'],
    ['at 7:30 and 9 last monday', 'at 7:30 and 9'],
    ['about 7 or 9 this morning', 'about 7 or 9'],
    ['at 19 and 21 yesterday', 'at 19 and 21'],
    ['at 0700 and 0900 yesterday', 'at 07:00 and 0900'],
    ['yesterday at 7, 8 and 9', 'at 7 8 and 9'],
    ['at 7, 9 yesterday', 'at 7 9'],
    ['at noon or 9 yesterday', 'at noon or 9'],
    ['yesterday at 7 and 9 o clock', 'at 7 and 9 o clock'],
    ['at 7 to 9 yesterday', 'at 7 to 9'],
    ['yesterday at 7 vs 9', 'at 7 vs 9'],
    ['at 7 yesterday and 9', 'and 9'],
    ['at 7 yesterday or 9', 'or 9'],
    ['at 7 plus 9 yesterday', 'plus 9'],
    ['at 7 and also at 9 yesterday', 'at 9'],
    ['at 7 and also 9 yesterday', 'also 9'],
    ['after 7 and 9 yesterday', 'and 9'],
  ])('of two hours none is left out, wherever the day is said: "people %s"', (words, word) => {
    expect(timesAsked(`people ${words}`)).toBe(`unread: ${word}`)
  })

  test.each([
    ['people at 20:00 to 22:00 yesterday', '03-10 20:00 to 03-10 22:00'],
    ['people yesterday around 20:00 to 22:00', '03-10 20:00 to 03-10 22:00'],
    ['people at 20:00 to 6:00 last night', '03-10 20:00 to 03-11 06:00'],
    ['people at 20:00 and 22:00 yesterday', '03-10 19:55 to 03-10 20:05, 03-10 21:55 to 03-10 22:05'],
    ['people at 9:00 and 17:00 on monday', '03-09 08:55 to 03-09 09:05, 03-09 16:55 to 03-09 17:05'],
    ['people at 09:00 to 10:00 yesterday', '03-10 09:00 to 03-10 10:00'],
    ['people at 20:00 or 22:00 last monday', '03-09 19:55 to 03-09 20:05 vs 03-09 21:55 to 03-09 22:05'],
    ['more people at 08:00 than 13:00 yesterday', '03-10 07:55 to 03-10 08:05 vs 03-10 12:55 to 03-10 13:05'],
    ['more people at 8 am than 9 am yesterday', '03-10 08:00 to 03-10 09:00 vs 03-10 09:00 to 03-10 10:00'],
    ['people at 9:00 or 10:00 yesterday', 'unread: at 9:00 or 10:00'],
    ['people at 20:00 and 9:00 yesterday', 'unread: at 20:00 and 9:00'],
  ])(
    'two times that leave no half of the day open are read, both of the day behind them: "%s"',
    (question, expected) => {
      expect(timesAsked(question)).toBe(expected)
    },
  )

  test.each([
    ['people at 7 9 march', '03-09 07:00 to 03-09 08:00'],
    ['show me 5 or 10 of yesterday', '03-10 00:00 to 03-11 00:00'],
    ['yesterday at noon and midnight', '03-10 00:00 to 03-10 01:00, 03-10 12:00 to 03-10 13:00'],
  ])('a number beside a time that is none of its hours stays what it is: "%s"', (question, expected) => {
    expect(timesAsked(question)).toBe(expected)
  })

  test.each([
    ['daily at 1am', 'daily'],
    ['everyday at 8am', 'everyday'],
    ['every single day at 8am', 'every single day'],
    ['each week at 8am', 'each week'],
    ['every other night at 3am', 'every other night'],
    ['all days at 8am', 'all days'],
    ['most days at 8am', 'most days'],
    ['most mornings at 8am', 'most morning'],
    ['most nights', 'most night'],
    ['most nights at 3am', 'most night'],
    ['most evenings', 'most evening'],
    ['any day at 8am', 'any day'],
    ['per day at 8am', 'per day'],
    ['weekly at 8am', 'weekly'],
    ['daily in the morning', 'daily'],
    ['nightly', 'nightly'],
    ['nightly at 3am', 'nightly'],
    ['nightly this week', 'nightly'],
    ['weekday evenings', 'weekday evening'],
    ['weekend nights', 'weekend night'],
    ['on weekday nights at 3am', 'weekday night'],
    ['this week on weekday evenings', 'weekday evening'],
  ])('of days that are not named none is read for all: "people %s"', (words, word) => {
    expect(timesAsked(`people ${words}`)).toBe(`unread: ${word}`)
  })

  test.each([
    ['daily people this week', '03-09 00:00 to now'],
    ['people on the weekend at night', '03-07 18:00 to 03-08 06:00, 03-08 18:00 to 03-09 06:00'],
    ['people last weekend night', '03-07 18:00 to 03-08 06:00, 03-08 18:00 to 03-09 06:00'],
    [
      'people each day this week at 8am',
      '03-09 08:00 to 03-09 09:00, 03-10 08:00 to 03-10 09:00, 03-11 08:00 to 03-11 09:00',
    ],
    ['any morning visitors', '03-11 06:00 to 03-11 12:00'],
  ])('"%s" is of the days that are named', (question, expected) => {
    expect(timesAsked(question)).toBe(expected)
  })

  test.each([
    ['people last night and the night before', '03-09 18:00 to 03-10 06:00, 03-10 18:00 to 03-11 06:00'],
    ['people yesterday and the day before', '03-09 00:00 to 03-11 00:00'],
    ['more people this week than the week before', '03-09 00:00 to now vs 03-02 00:00 to 03-09 00:00'],
    ['people on monday and the monday before', 'unread: on monday and the monday before'],
    ['people yesterday and the night before', 'unread: yesterday and the night before'],
    ['compare last night with the night before', '03-10 18:00 to 03-11 06:00 vs 03-09 18:00 to 03-10 06:00'],
    ['compare last night with monday night', '03-10 18:00 to 03-11 06:00 vs 03-09 18:00 to 03-10 06:00'],
    ['compare yesterday with last night', '03-10 00:00 to 03-11 00:00 vs 03-10 18:00 to 03-11 06:00'],
  ])('the one before is not the same once more: "%s"', (question, expected) => {
    expect(timesAsked(question)).toBe(expected)
  })

  test.each([
    ['people monday to wednesday 8 to 10 pm', 'monday to wednesday 8 to 10 pm'],
    ['people from 2 march to 4 march 8 to 10 pm', '2 march to 4 march 8 to 10 pm'],
    ['people 2 to 4 march 8 to 10 pm', '2 to 4 march 8 to 10 pm'],
    ['people 2 to 4 march 8 pm', '2 to 4 march 8 pm'],
    ['people 2 and 3 march 8 to 10 pm', '2 and 3 march 8 to 10 pm'],
    ['people 8 to 10 pm 2 to 4 march', '8 to 10 pm 2 march to 4 march'],
    ['people since monday 8 to 10 pm', 'since monday 8 to 10 pm'],
    ['people this week 8 to 10', '8 to 10'],
  ])('of a stretch of days with one of clock times beside it no half is read: "%s"', (question, word) => {
    expect(timesAsked(question)).toBe(`unread: ${word}`)
  })

  test.each([
    [
      'people 2 to 4 march between 8 and 10 pm',
      '03-02 20:00 to 03-02 22:00, 03-03 20:00 to 03-03 22:00, 03-04 20:00 to 03-04 22:00',
    ],
    ['people monday and tuesday 8 to 10 pm', '03-09 20:00 to 03-09 22:00, 03-10 20:00 to 03-10 22:00'],
    ['people 2 march 8 pm to 4 march 10 am', '03-02 20:00 to 03-04 10:00'],
    ['people from 8 to 10 pm on monday', '03-09 20:00 to 03-09 22:00'],
  ])('where both are whole, they are: "%s"', (question, expected) => {
    expect(timesAsked(question)).toBe(expected)
  })

  test('a question of nothing but "and" is read at once', () => {
    for (const words of ['and today or ', 'yesterday at 8 and ', 'and '])
      expect(() => timesAsked(`people ${words.repeat(600 / words.length)}`)).not.toThrow()
  }, 2_000)
})

test.each([
  ['people 09.03', 'unread: 09.03'],
  ['people yesterday 22.30', 'unread: 22.30'],
  ['people on 09.30', 'unread: 09.30'],
  ['people since 1.3', 'unread: 1.3'],
  ['people from 1.3 to 3.3', 'unread: 1.3'],
  ['people on 1.3 and 2.3', '03-01 00:00 to 03-03 00:00'],
  ['people on 09.03 and on 10.03', '03-09 00:00 to 03-11 00:00'],
  ['people on 09.03 and 10.03', '03-09 00:00 to 03-11 00:00'],
  ['people yesterday at 22.30', '03-10 22:25 to 03-10 22:35'],
  ['how many clips of 12.34 mb yesterday', '03-10 00:00 to 03-11 00:00'],
  ['how many clips of 1.5 mb yesterday', '03-10 00:00 to 03-11 00:00'],
])('what may be a date or a time is not left out: "%s" (ASK-03)', (question, expected) => {
  expect(timesAsked(question)).toBe(expected)
})

test.each([
  ['who came earlier this week', '03-09 00:00 to now'],
  ['did anyone come earlier this morning', '03-11 06:00 to 03-11 12:00'],
  ['was anyone here earlier in the week', '03-09 00:00 to now'],
  ['anything earlier last night', '03-10 18:00 to 03-11 06:00'],
  ['did anyone come earlier', '03-11 00:00 to now'],
  ['people two hours earlier yesterday', 'unread: two hours earlier'],
  ['who came last night earlier', 'unread: earlier'],
])('"earlier" beside a time is no other one: "%s" (ASK-03)', (question, expected) => {
  expect(timesAsked(question)).toBe(expected)
})

describe('the number of a date that bounds a time is no hour (ASK-03)', () => {
  test.each([
    ['people since 6 march evening', '03-06 18:00 to now'],
    ['people since 6 march in the evening', '03-06 18:00 to now'],
    ['people since the 6th in the evening', '03-06 18:00 to now'],
    ['people after 6 march evening', '03-07 00:00 to now'],
    ['people until 6 march evening', 'ever to 03-07 00:00'],
    ['people before 6 march evening', 'ever to 03-06 18:00'],
    ['people from 6 march evening to 8 march morning', '03-06 18:00 to 03-08 12:00'],
    ['people from march 6 evening to march 8 morning', '03-06 18:00 to 03-08 12:00'],
    ['people from 1 march 8pm to 2 march 6am', '03-01 20:00 to 03-02 06:00'],
    ['people from 1 march at night to 3 march', '03-01 18:00 to 03-04 00:00'],
    ['people since 6 march at 10pm', '03-06 22:00 to now'],
    ['people since 6 march evening at 9', '03-06 21:00 to now'],
    ['people since 8 on 6 march', '03-06 08:00 to now'],
  ])('"%s": %s', (question, expected) => {
    expect(timesAsked(question)).toBe(expected)
  })
})

describe('a night between two days is one, and a date names it (ASK-03)', () => {
  test.each([
    ['who was there in the night from 8 to 9 march', '03-08 18:00 to 03-09 06:00'],
    ['people in the night between 8 and 9 march', '03-08 18:00 to 03-09 06:00'],
    ['people in the night of the 8th to the 9th', '03-08 18:00 to 03-09 06:00'],
    ['people the night from 28 february to 1 march', '02-28 18:00 to 03-01 06:00'],
    ['people in the night from 8 to 9 march between 1 and 3', '03-09 01:00 to 03-09 03:00'],
    ['people in the night of 8 march', '03-08 18:00 to 03-09 06:00'],
    ['people during the night of the 8th', '03-08 18:00 to 03-09 06:00'],
    ['people in the night of 2026-03-08', '03-08 18:00 to 03-09 06:00'],
    ['people at night from 8 to 9 march', '03-08 18:00 to 03-09 06:00, 03-09 18:00 to 03-10 06:00'],
    [
      'people in the night from 7 to 9 march',
      '03-07 18:00 to 03-08 06:00, 03-08 18:00 to 03-09 06:00, 03-09 18:00 to 03-10 06:00',
    ],
  ])('"%s": %s', (question, expected) => {
    expect(timesAsked(question)).toBe(expected)
  })
})
