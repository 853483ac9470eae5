import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothPeriods, periodOf } from '../../../server/assistant/times/period'
import { rangesIn, timesAsked } from '../support/asked-periods'
import { addCamera, answerTo, send } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { writePeople } from '../support/recorded'
import { watchForLong } from '../support/watching'

let hub: TestHub
let ann: SignedInUser

/** It is noon of 10 March, a Tuesday. */
beforeAll(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann, 'Front Door')
  await watchForLong(hub)
  const times = ['2026-03-09T20:30', '2026-03-09T21:30', '2026-03-09T22:30', '2026-03-10T02:30']
  await writePeople(hub.dataDir, ann, cameraId, times)
})
afterAll(() => hub.close())

const ask = (message: string) => answerTo(hub.fastify, ann, message, { timeZone: 'UTC' })

async function find(words: string): Promise<{ readonly total: number; readonly readAs: string }> {
  const query = `q=${encodeURIComponent(words)}&page=0&pageSize=10`
  return (await send(hub.fastify, ann, 'GET', `/notifications/search?${query}`)).json()
}

describe('what is before midnight goes on to the end of its day (ASK-03)', () => {
  test.each([
    ['Did anyone come yesterday before midnight?', /^Yes: there were 3 person events yesterday, at that time \(/],
    ['Who came before midnight?', /^There were 3 person events at that time \(2026-03-09 00:00 to 2026-03-10 00:00/],
    ['Was the front door camera on yesterday before midnight?', /^Front Door yesterday, at that time \(2026-03-09/],
  ])('%s', async (question, answer) => {
    expect(await ask(question)).toMatch(answer)
  })

  test('the search finds them too', async () => {
    expect(await find('people before midnight')).toMatchObject({ total: 3 })
  })

  test.each([
    ['yesterday before midnight', '03-10 00:00 to 03-11 00:00'],
    ['yesterday before 12 am', '03-10 00:00 to 03-11 00:00'],
    ['yesterday by 00:00', '03-10 00:00 to 03-11 00:00'],
    ['yesterday up to midnight', '03-10 00:00 to 03-11 00:00'],
    ['on monday until midnight', '03-09 00:00 to 03-10 00:00'],
    ['on 9 march before midnight', '03-09 00:00 to 03-10 00:00'],
    ['this week before midnight', '03-09 00:00 to 03-10 00:00, 03-10 00:00 to 03-11 00:00, 03-11 00:00 to now'],
    ['in the last two nights before midnight', '03-09 18:00 to 03-10 00:00, 03-10 18:00 to 03-11 00:00'],
    ['yesterday evening before midnight', '03-10 18:00 to 03-11 00:00'],
    ['last night before midnight', '03-10 18:00 to 03-11 00:00'],
    ['today before midnight', '03-11 00:00 to now'],
    ['until midnight yesterday', '03-10 00:00 to 03-11 00:00'],
    ['from 8 pm yesterday to midnight yesterday', '03-10 20:00 to 03-11 00:00'],
    ['last night before 6 am', '03-10 18:00 to 03-11 06:00'],
    ['in the evening before midnight', '03-10 18:00 to 03-11 00:00'],
    ['before midnight on monday', '03-09 00:00 to 03-10 00:00'],
    ['yesterday before 12:30 am', '03-10 00:00 to 03-10 00:30'],
    ['before 3 am', '03-11 00:00 to 03-11 03:00'],
  ])('"people %s": %s', (words, expected) => {
    expect(timesAsked(`people ${words}`)).toBe(expected)
  })

  test.each([
    ['2026-03-11T17:59', '03-10 00:00 to 03-11 00:00'],
    ['2026-03-11T18:00', '03-11 00:00 to now'],
  ])('without a day it is of yesterday, from the evening on of today: %s', (now, expected) => {
    expect(rangesIn('before midnight', now, 'Europe/Paris')).toBe(expected)
  })

  test('what is after an hour of this evening is of the last one until then', () => {
    expect(rangesIn('after 10 pm', '2026-03-11T19:00', 'Europe/Paris')).toBe('03-10 22:00 to 03-11 00:00')
  })

  test.each([
    ['yesterday morning after 3 pm', 'yesterday morning after 3 pm'],
    ['yesterday afternoon before midnight', 'yesterday afternoon before midnight'],
    ['last night before 5 pm', 'last night before 5 pm'],
    ['yesterday morning after 3 pm and today at 8 am', 'yesterday morning after 3 pm today at 8 am'],
  ])('a time of the past that leaves nothing between its ends is refused: "people %s"', (words, word) => {
    expect(timesAsked(`people ${words}`)).toBe(`unread: ${word}`)
  })

  test('nor is it one beside another time', () => {
    const never = periodOf([{ fromMs: 20, untilMs: 10 }], 'never', 100)
    const some = periodOf([{ fromMs: 10, untilMs: 20 }], 'some', 100)
    expect([bothPeriods(never, some), bothPeriods(some, never), bothPeriods(some, some)]).toMatchObject(
      [true, true, false].map((isNever) => ({ isNever })),
    )
  })

  test.each(['tonight', 'today since 8 pm', 'today after 8 pm', 'tonight before midnight'])(
    'what is to come is said to be: "people %s"',
    async (words) => {
      expect(await ask(`people ${words}`)).toContain('(which is still to come)')
    },
  )
})

describe('a unit in one letter is one "ago" too (ASK-03)', () => {
  test.each([
    ['2h ago', '03-11 11:50 to 03-11 12:50'],
    ['2 h ago', '03-11 11:50 to 03-11 12:50'],
    ['5m ago', '03-11 14:10 to now'],
    ['30s ago', '03-11 14:14 to now'],
    ['3d ago', '03-08 00:00 to 03-09 00:00'],
    ['1w ago', '03-04 00:00 to 03-05 00:00'],
    ['since 2h ago', '03-11 12:20 to now'],
  ])('"people %s": %s', (words, expected) => {
    expect(timesAsked(`people ${words}`)).toBe(expected)
  })

  test('the answer says which', async () => {
    expect(await ask('how many people 1h ago')).toContain('about 1 hour ago (2026-03-10 10:30 to 2026-03-10 11:30 UTC)')
    expect(await ask('how many people on 31/02')).toMatch(/^I cannot read the time "31\/02"\./)
  })
})

describe('two clock times that "and" joins are two, unless "between" or "from" makes them a stretch (ASK-03)', () => {
  test('who came at the second is told, and who came between them is not', async () => {
    const answer = await ask('how many people at 8 pm and 10 pm yesterday')
    expect(answer).toMatch(/^There were 2 /)
    for (const time of ['20:30', '22:30']) expect(answer).toContain(`2026-03-09 ${time} UTC`)
  })

  test.each([
    ['at 8 pm and 10 pm yesterday', '03-10 20:00 to 03-10 21:00, 03-10 22:00 to 03-10 23:00'],
    ['8 pm and 10 pm yesterday', '03-10 20:00 to 03-10 21:00, 03-10 22:00 to 03-10 23:00'],
    ['at 8 pm and at 10 pm yesterday', '03-10 20:00 to 03-10 21:00, 03-10 22:00 to 03-10 23:00'],
    ['at 8 and 10 pm on monday', '03-09 20:00 to 03-09 21:00, 03-09 22:00 to 03-09 23:00'],
    ['at 9 am and 5 pm yesterday', '03-10 09:00 to 03-10 10:00, 03-10 17:00 to 03-10 18:00'],
    ['at 3 am and 5 am', '03-11 03:00 to 03-11 04:00, 03-11 05:00 to 03-11 06:00'],
    ['at 8 am and 8 pm', '03-10 20:00 to 03-10 21:00, 03-11 08:00 to 03-11 09:00'],
    ['at noon and midnight yesterday', '03-10 00:00 to 03-10 01:00, 03-10 12:00 to 03-10 13:00'],
    ['around 8 pm and around 10 pm yesterday', '03-10 19:30 to 03-10 20:30, 03-10 21:30 to 03-10 22:30'],
    ['monday night at 8 pm and 2 am', '03-09 20:00 to 03-09 21:00, 03-10 02:00 to 03-10 03:00'],
    ['in the last 24 hours at 8 am and 10 am', '03-11 08:00 to 03-11 09:00, 03-11 10:00 to 03-11 11:00'],
    ['between 8 pm and 10 pm yesterday', '03-10 20:00 to 03-10 22:00'],
    ['within 8 pm and 10 pm yesterday', '03-10 20:00 to 03-10 22:00'],
    ['yesterday from 8 and 10 pm', '03-10 20:00 to 03-10 22:00'],
    ['between monday 9:00 and 17:00', '03-09 09:00 to 03-09 17:00'],
    ['between yesterday 8 pm and 10 pm', '03-10 20:00 to 03-10 22:00'],
    ['between yesterday evening 8 pm and 10 pm', '03-10 20:00 to 03-10 22:00'],
    ['between today 8am and 9am', '03-11 08:00 to 03-11 09:00'],
    ['between about 8 and 10 pm yesterday', '03-10 20:00 to 03-10 22:00'],
    ['between around 8 pm and 10 pm yesterday', '03-10 20:00 to 03-10 22:00'],
    ['between roughly 8pm and approximately 10pm yesterday', '03-10 20:00 to 03-10 22:00'],
    ['between like 8pm and 10pm yesterday', '03-10 20:00 to 03-10 22:00'],
    ['between the hours of 8 pm and 10 pm yesterday', '03-10 20:00 to 03-10 22:00'],
    ['between the hours of 8 and 10 pm yesterday', '03-10 20:00 to 03-10 22:00'],
    ['yesterday between the hours of nine and five', '03-10 09:00 to 03-10 17:00'],
    ['between yesterday at about 8 pm and 10 pm', '03-10 20:00 to 03-10 22:00'],
    ['between yesterday at 8 and 10 pm', '03-10 20:00 to 03-10 22:00'],
    ['between yesterday 8 and 10 pm', '03-10 20:00 to 03-10 22:00'],
    ['within 8 and 10 pm yesterday', '03-10 20:00 to 03-10 22:00'],
    ['from roughly 8 to roughly 10 pm yesterday', '03-10 20:00 to 03-10 22:00'],
    ['from yesterday 8 pm and 10 pm', 'unread: 10 pm'],
    ['clips from yesterday noon and midnight', 'unread: midnight'],
    ['clips from sunday 8 pm or 10 pm', '03-08 20:00 to 03-08 21:00, 03-08 22:00 to 03-08 23:00'],
    ['between the cars at 8 pm and 10 pm yesterday', '03-10 20:00 to 03-10 21:00, 03-10 22:00 to 03-10 23:00'],
    ['from yesterday at 8 pm and 10 pm', '03-10 20:00 to 03-10 21:00, 03-10 22:00 to 03-10 23:00'],
    ['from the front at 8 pm and 10 pm yesterday', '03-10 20:00 to 03-10 21:00, 03-10 22:00 to 03-10 23:00'],
    ['between front and back at 8 pm and 10 pm', '03-10 20:00 to 03-10 21:00, 03-10 22:00 to 03-10 23:00'],
    ['at 8 pm to 10 pm yesterday', '03-10 20:00 to 03-10 22:00'],
    ['after 8 pm and 10 pm yesterday', 'unread: 10 pm'],
    ['yesterday before 8 am and 10 am', '03-10 00:00 to 03-10 08:00, 03-10 10:00 to 03-10 11:00'],
    ['at 8 pm, 9 pm and 10 pm yesterday', 'unread: 9 pm'],
    ['yesterday 8 and 10 pm', 'unread: 8 and 10 pm'],
    ['every day at 8 am and 10 am', 'unread: every day'],
    ['at 8 am and 10 am on monday and tuesday', 'unread: 10 am'],
  ])('"people %s": %s', (words, expected) => {
    expect(timesAsked(`people ${words}`)).toBe(expected)
  })

  test('two between which a difference is asked for are compared', () => {
    expect(timesAsked('difference between yesterday at 8 pm and 10 pm')).toBe(
      '03-10 20:00 to 03-10 21:00 vs 03-10 22:00 to 03-10 23:00',
    )
  })
})
