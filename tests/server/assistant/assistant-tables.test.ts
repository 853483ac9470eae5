import { DateTime } from 'luxon'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addCamera, answerTo, send } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { writePeople, writeRecorded } from '../support/recorded'
import { watchForLong } from '../support/watching'

let hub: TestHub
let ann: SignedInUser

/** It is noon of 10 March, a Tuesday. */
beforeAll(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann, 'Front Door')
  await watchForLong(hub)
  const times = [
    '2026-02-23T10:00',
    '2026-03-02T09:30',
    '2026-03-02T10:30',
    '2026-03-03T10:00',
    '2026-03-09T19:30',
    '2026-03-10T02:30',
    '2026-03-10T11:59',
  ]
  await writePeople(hub.dataDir, ann, cameraId, times)
})
afterAll(() => hub.close())

const ask = (message: string, timeZone = 'UTC') => answerTo(hub.fastify, ann, message, { timeZone })
const rowsOf = (answer: string) => answer.split('\n').filter((line) => line.startsWith('- '))
const hours = (...from: number[]) =>
  from.map((hour) => expect.stringContaining(`- ${two(hour)}:00 to ${two(hour + 1)}:00: `))
const two = (hour: number) => String(hour).padStart(2, '0')

describe('a table has the hours and days that were asked for, and none besides (ASK-02)', () => {
  test('of a night those of the night', async () => {
    expect(rowsOf(await ask('how many people per hour last night'))).toEqual(
      hours(0, 1, 2, 3, 4, 5, 18, 19, 20, 21, 22, 23),
    )
    expect(await ask('quietest hour last night between 6 pm and 9 pm')).toMatch(
      /were from 18:00 to 19:00 and 20:00 to 21:00: 0 /,
    )
  })

  test('of today none that is still to come', async () => {
    const rows = rowsOf(await ask('how many people per hour today'))
    expect(rows).toEqual(hours(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12))
    expect(rows[2]).toBe('- 02:00 to 03:00: 1')
  })

  test('of what begins within an hour that hour too, of several days or of all that is kept each', async () => {
    const zone = 'Asia/Kolkata'
    expect(rowsOf(await ask('how many people per hour in the last 90 minutes', zone))).toEqual(hours(16, 17))
    for (const when of ['this week', 'in all'])
      expect(rowsOf(await ask(`how many people per hour ${when}`, zone))).toHaveLength(24)
  })

  test('the quietest is a day that is over, and today only where nothing else was asked for', async () => {
    expect(await ask('quietest day since saturday')).toMatch(
      /were on Saturday 2026-03-07 and Sunday 2026-03-08: 0 events each, of 3 in all\. Today is not over, and left out\./,
    )
    expect(await ask('which day was the quietest with people since yesterday')).toContain('Monday 2026-03-09: 1 ')
    expect(await ask('quietest day today')).not.toContain('left out')
    expect(await ask('busiest day since saturday')).toContain('Tuesday 2026-03-10: 2 ')
  })

  test('of two hours of each day both', async () => {
    expect(rowsOf(await ask('people per hour at 2 am and 10 am this week'))).toEqual(hours(2, 10))
  })

  test('of years of nights, whose hours are looked at once: a time for each of all their quarters would hold the hub up', async () => {
    const times = vi.spyOn(DateTime, 'fromMillis')
    try {
      const rows = rowsOf(await ask('people per hour at night in the last 4 years', 'Europe/Paris'))
      expect(rows).toEqual(hours(0, 1, 2, 3, 4, 5, 18, 19, 20, 21, 22, 23))
      expect(times.mock.calls.length).toBeLessThan(2_000)
    } finally {
      times.mockRestore()
    }
  })

  test('of Mondays only Mondays, of a night both of its days', async () => {
    expect(rowsOf(await ask('people per day on the last 3 mondays'))).toEqual([
      '- Monday 2026-02-23: 1',
      '- Monday 2026-03-02: 2',
      '- Monday 2026-03-09: 1',
    ])
    expect(await ask('quietest day of the last 3 mondays')).toContain('Monday 2026-02-23 and Monday 2026-03-09: 1 ')
    expect(rowsOf(await ask('people per day last night'))).toEqual([
      '- Monday 2026-03-09: 1',
      '- Tuesday 2026-03-10: 1',
    ])
  })

  test('of all that is kept the days from the first event on', async () => {
    const rows = rowsOf(await ask('how many people per day'))
    expect([rows.length, rows[0], rows.at(-1)]).toEqual([16, '- Monday 2026-02-23: 1', '- Tuesday 2026-03-10: 2'])
  })
})

describe('a table of recordings counts those that are kept, and no events without one (ASK-02)', () => {
  let garage: string
  beforeAll(async () => {
    garage = (await addCamera(hub.fastify, ann, 'Garage')).id
    const lost = { cameraId: garage, type: 'MOTION', title: 'Motion at Garage', sizeBytes: null } as const
    const times = ['2026-03-09T08:00', '2026-03-09T09:00', '2026-03-09T10:00', '2026-03-10T08:00']
    await writeRecorded(
      hub.dataDir,
      ann,
      times.map((time) => ({ ...lost, atMs: Date.parse(`${time}:00Z`) })),
    )
  })
  afterAll(() => send(hub.fastify, ann, 'DELETE', `/cameras/${garage}`))

  test.each([
    [
      'how many recordings per camera this week',
      /^There were 3 recordings this week .*:\n- Front Door: 3\n- Garage: 0$/m,
    ],
    ['recordings per day this week', /^There were 3 recordings .*:\n- Monday 2026-03-09: 1\n- Tuesday 2026-03-10: 2$/m],
    [
      'what kinds of recordings were there this week',
      /^There were 3 recordings .*:\n- Person: 3\n- Motion: 0\n- Alert: 0$/m,
    ],
    [
      'which camera has the most recordings this week',
      /^The most recordings this week .* were at Front Door: 3 recordings, of 3 in all\.$/m,
    ],
    [
      'which day had the most clips this week',
      /^The most recordings this week .* were on Tuesday 2026-03-10: 2 recordings, of 3/m,
    ],
    [
      'what hour had the most clips yesterday',
      /^The most recordings yesterday .* were from 19:00 to 20:00: 1 recording, of 1/m,
    ],
    [
      'which cameras recorded nothing this week',
      /1 of 2 cameras had no recording this week .*: Garage\. But there were 4 other events there\./m,
    ],
    [
      'how much storage does each camera use',
      // A clip of ten bytes each.
      /^There were 7 recordings .*, 70\.00 Bytes in all:\n- Front Door: 70\.00 Bytes\n- Garage: 0 Bytes$/m,
    ],
    [
      'which day took the most storage this week',
      /^The recordings on Tuesday 2026-03-10 take the most storage this week .*: 20\.00 Bytes, of 30\.00 Bytes in all\.$/m,
    ],
    ['which camera fills the disk?', /^There were 7 recordings .*:\n- Front Door: 70\.00 Bytes\n- Garage: 0 Bytes$/m],
    ['mb per camera', /^There were 7 recordings .*:\n- Front Door: 70\.00 Bytes\n- Garage: 0 Bytes$/m],
    [
      'how many gb a day this week',
      /^There were 3 recordings .*:\n- Monday 2026-03-09: 10\.00 Bytes\n- Tuesday 2026-03-10: 20\.00 Bytes$/m,
    ],
    ['how many events per camera this week', /^There were 7 events this week .*:\n- Front Door: 3\n- Garage: 4$/m],
  ])('"%s"', async (question, answer) => {
    expect(await ask(question)).toMatch(answer)
  })
})

test('of less than a week there is no average a week (ASK-02)', async () => {
  expect(await ask('average people per week in the last 3 days')).toMatch(
    /^There were 3 person events in the last 3 days \(since .*\)\. That is less than a week, so there is no average a week\.$/m,
  )
  expect(await ask('average people per hour in the last 30 minutes')).toMatch(
    /less than an hour, so .* average an hour\./,
  )
  expect(await ask('average people per day yesterday')).toMatch(
    /^On average 1\.0 person events a day\. .*, in 1 day\.$/m,
  )
  expect(await ask('average people per week')).toMatch(/^On average 3\.2 person events a week\. .*, in 2\.2 weeks\.$/m)
})

describe('of a part of each day an average has the days, however short the part (ASK-02)', () => {
  test.each([
    ['per day between 9 am and 11 am last week', /^On average 0\.4 person events a day\. .*, in 7 days\.$/m],
    ['per day at 9 am and 10 am last week', /^On average 0\.4 person events a day\. .*, in 7 days\.$/m],
    ['per day at night in the last 4 days', /^On average 0\.5 person events a day\. .*, in 4 days\.$/m],
    ['per week in the mornings of the last 14 days', /^On average 2\.0 person events a week\. .*, in 2 weeks\.$/m],
    ['per hour between 9 am and 11 am last week', /^On average 0\.2 person events an hour\. .*, in 14 hours\.$/m],
    ['per day this week before midnight', /^On average 2\.0 person events a day\. .*, in 1\.5 days\.$/m],
    ['per day between 7 pm and 9 pm yesterday', /That is less than a day, so there is no average a day\./],
  ])('average people %s', async (words, answer) => {
    expect(await ask(`average people ${words}`)).toMatch(answer)
  })
})
