import { DateTime } from 'luxon'
import { describe, expect, test } from 'vitest'
import type { Mode } from '../../../src/lib/modes/mode'
import {
  type Choice,
  endOfSnooze,
  firstSettings,
  inForceAt,
  type ModeSettings,
} from '../../../src/lib/modes/mode-schedule'
import { inForceWords } from '../../../src/lib/modes/mode-words'
import { type Schedule, type Switch, switchTimesOf } from '../../../src/lib/modes/switch-times'
import { momentOf, wallTimeMs } from '../../../src/lib/zone-time'
import { seededRandom } from '../../support/random'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const at = (iso: string) => Date.parse(iso)
const iso = (atMs: number | undefined | null) => (atMs == null ? null : new Date(atMs).toISOString())
const daily = (time: string, mode: Mode): Switch => ({ days: everyDay, time, mode })
const schedule = (timeZone: string, ...switches: Switch[]): Schedule => ({ timeZone, switches })
const settings = (changes: Partial<ModeSettings>): ModeSettings => ({ ...firstSettings, ...changes })
const lastSwitch = (of: Schedule, untilMs: number) => switchTimesOf(of).lastUpTo(untilMs)
const nextSwitch = (of: Schedule, afterMs: number) => switchTimesOf(of).firstAfter(afterMs)
/** All switches of a time, by asking for the next again and again. */
function switchesWithin(of: Schedule, from: string, until: string): string[] {
  const found: string[] = []
  for (let next = nextSwitch(of, at(from)); next !== null && next.atMs < at(until); next = nextSwitch(of, next.atMs)) {
    found.push(`${iso(next.atMs)} ${next.mode}`)
  }
  return found
}

describe('a switch on the days on which clocks change (MODE-05)', () => {
  test.each([
    // The missing hour ends at 01:00 UTC, 07:00 UTC and 15:30 UTC.
    ['Europe/Berlin', '02:30', '2026-03-29', '2026-03-29T01:00:00.000Z'],
    ['America/New_York', '02:30', '2026-03-08', '2026-03-08T07:00:00.000Z'],
    ['Australia/Lord_Howe', '02:15', '2026-10-04', '2026-10-03T15:30:00.000Z'],
  ])('in the missing hour of %s happens at its end, once', (zone, time, day, moment) => {
    const of = schedule(zone, daily(time, 'night'))
    const from = iso(at(moment) - 20 * 3_600_000) ?? ''
    const until = iso(at(moment) + 20 * 3_600_000) ?? ''
    expect(switchesWithin(of, from, until)).toEqual([`${moment} night`])
    expect(wallTimeMs(zone, at(moment))).toBeGreaterThan(at(`${day}T${time}:00Z`))
  })

  test.each([
    ['Europe/Berlin', '02:30', '2026-10-25T00:30:00.000Z'],
    ['America/New_York', '01:30', '2026-11-01T05:30:00.000Z'],
    ['Australia/Lord_Howe', '01:45', '2026-04-04T14:45:00.000Z'],
  ])('in the doubled hour of %s happens the first time alone', (zone, time, moment) => {
    const of = schedule(zone, daily(time, 'night'))
    const from = iso(at(moment) - 20 * 3_600_000) ?? ''
    const until = iso(at(moment) + 20 * 3_600_000) ?? ''
    expect(switchesWithin(of, from, until)).toEqual([`${moment} night`])
  })

  test('of two in the missing hour the later holds', () => {
    const of = schedule('Europe/Berlin', daily('02:15', 'night'), daily('02:45', 'away'), daily('02:30', 'home'))
    expect(switchesWithin(of, '2026-03-28T22:00:00Z', '2026-03-29T05:00:00Z')).toEqual([
      '2026-03-29T01:00:00.000Z away',
    ])
    expect(lastSwitch(of, at('2026-03-29T01:00:00Z'))?.mode).toBe('away')
  })

  test('what is not in those hours keeps its time on the clock', () => {
    const of = schedule('Europe/Berlin', daily('22:00', 'night'), daily('06:30', 'home'))
    expect(switchesWithin(of, '2026-03-28T12:00:00Z', '2026-03-30T03:00:00Z')).toEqual([
      '2026-03-28T21:00:00.000Z night',
      '2026-03-29T04:30:00.000Z home',
      '2026-03-29T20:00:00.000Z night',
    ])
  })

  test('every moment of the clock is where Luxon has it, the leaps aside', () => {
    const random = seededRandom(7)
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC']) {
      for (let count = 0; count < 200; count++) {
        const wallMs = at('2026-01-01T00:00:00Z') + random.between(0, 365 * 24 * 60 - 1) * 60_000
        const parts = new Date(wallMs).toISOString().slice(0, 16)
        const theirs = DateTime.fromISO(parts, { zone })
        if (theirs.toISO()?.slice(0, 16) !== parts) continue
        const ours = momentOf(zone, wallMs)
        const options = theirs.getPossibleOffsets().map((option) => option.toMillis())
        expect([zone, parts, iso(ours)]).toEqual([zone, parts, iso(Math.min(...options))])
      }
    }
  })
})

describe('days', () => {
  test('a row counts on its days alone, and the week begins on Monday (MODE-05)', () => {
    const of = schedule(
      'UTC',
      { days: [1, 2, 3, 4, 5], time: '22:00', mode: 'night' },
      { days: [6, 7], time: '10:00', mode: 'home' },
    )
    // 2026-03-13 is a Friday.
    expect(switchesWithin(of, '2026-03-13T00:00:00Z', '2026-03-17T00:00:00Z')).toEqual([
      '2026-03-13T22:00:00.000Z night',
      '2026-03-14T10:00:00.000Z home',
      '2026-03-15T10:00:00.000Z home',
      '2026-03-16T22:00:00.000Z night',
    ])
  })

  test('the only switch of a week is found from a week away, both ways', () => {
    const of = schedule('Pacific/Auckland', { days: [1], time: '00:00', mode: 'away' })
    const monday = '2026-03-08T11:00:00.000Z'
    expect(iso(lastSwitch(of, at(monday))?.atMs)).toBe(monday)
    expect(iso(lastSwitch(of, at('2026-03-15T10:59:59Z'))?.atMs)).toBe(monday)
    expect(iso(nextSwitch(of, at(monday))?.atMs)).toBe('2026-03-15T11:00:00.000Z')
  })

  test('a schedule without rows switches nothing', () => {
    expect(lastSwitch(schedule('UTC'), 0)).toBeNull()
    expect(nextSwitch(schedule('UTC'), 0)).toBeNull()
  })
})

describe('what is in force (MODE-03)', () => {
  const week = schedule('Europe/Berlin', daily('22:00', 'night'), daily('06:30', 'home'))
  const choice = (changes: Partial<Choice> = {}): Choice => ({
    mode: 'away',
    lasts: 'next-switch',
    atMs: at('2026-03-10T12:00:00Z'),
    by: 'ann@example.org',
    ...changes,
  })
  const shown = (of: Partial<ModeSettings>, when: string) => {
    const inForce = inForceAt(settings(of), at(when))
    return {
      ...inForce,
      sinceMs: undefined,
      untilMs: undefined,
      since: iso(inForce.sinceMs),
      until: iso(inForce.untilMs),
    }
  }

  test('is Armed where nobody chose anything', () => {
    expect(shown({}, '2026-03-10T12:00:00Z')).toMatchObject({ mode: 'armed', why: 'default', since: null, until: null })
    expect(shown({ schedule: schedule('UTC') }, '2026-03-10T12:00:00Z')).toMatchObject({ why: 'default' })
  })

  test('is what the schedule says, since and until its switches', () => {
    expect(shown({ schedule: week }, '2026-03-10T23:00:00Z')).toMatchObject({
      mode: 'night',
      why: 'schedule',
      since: '2026-03-10T21:00:00.000Z',
      until: '2026-03-11T05:30:00.000Z',
    })
  })

  test('is a choice until the next switch, and then the schedule', () => {
    const both = { schedule: week, choice: choice() }
    expect(shown(both, '2026-03-10T20:59:59Z')).toMatchObject({
      mode: 'away',
      why: 'hand',
      until: '2026-03-10T21:00:00.000Z',
    })
    expect(shown(both, '2026-03-10T21:00:00Z')).toMatchObject({ mode: 'night', why: 'schedule' })
  })

  test('is a choice for good, whatever the schedule says', () => {
    const both = { schedule: week, choice: choice({ lasts: 'for-good' }) }
    expect(shown(both, '2026-06-10T21:00:00Z')).toMatchObject({ mode: 'away', why: 'hand', until: null })
  })

  test('is a choice until somebody chooses again where no schedule could end it', () => {
    expect(shown({ choice: choice() }, '2026-06-10T21:00:00Z')).toMatchObject({ mode: 'away', until: null })
  })

  test('a row that switches to what holds already changes nothing that is told', () => {
    const of = { schedule: schedule('UTC', daily('22:00', 'night'), daily('02:00', 'night'), daily('06:00', 'home')) }
    expect(shown(of, '2026-03-10T23:00:00Z')).toMatchObject({
      since: '2026-03-10T22:00:00.000Z',
      until: '2026-03-11T06:00:00.000Z',
    })
    expect(shown({ schedule: schedule('UTC', daily('22:00', 'night')) }, '2026-03-10T23:00:00Z')).toMatchObject({
      since: null,
      until: null,
    })
  })

  test('is said in words, in the zone of the schedule (MODE-04)', () => {
    const words = (of: Partial<ModeSettings>, when: string) =>
      inForceWords(inForceAt(settings(of), at(when)), 'Europe/Berlin', at(when))
    expect(words({ schedule: week }, '2026-03-10T22:30:00Z')).toBe(
      'Night by the schedule since 22:00, until Wednesday 06:30',
    )
    expect(words({ schedule: week }, '2026-03-11T05:00:00Z')).toBe(
      'Night by the schedule since Tuesday 22:00, until 06:30',
    )
    expect(words({ schedule: week, choice: choice() }, '2026-03-10T13:00:00Z')).toBe(
      'Away, chosen by ann@example.org at 13:00, until 22:00',
    )
    expect(words({ choice: choice() }, '2026-03-30T13:00:00Z')).toBe(
      'Away, chosen by ann@example.org at 2026-03-10 13:00, until somebody changes it',
    )
    expect(words({}, '2026-03-10T13:00:00Z')).toBe('Armed, as nobody has chosen another mode')
  })
})

describe('a snooze (MODE-07)', () => {
  test.each([
    ['1h', '2026-03-10T12:00:00Z', '2026-03-10T13:00:00.000Z'],
    ['8h', '2026-03-10T12:00:00Z', '2026-03-10T20:00:00.000Z'],
    ['tomorrow', '2026-03-10T12:00:00Z', '2026-03-11T06:00:00.000Z'],
    // 23:30 in UTC is the next day in Berlin; the night of the 29th is an hour short.
    ['tomorrow', '2026-03-10T23:30:00Z', '2026-03-12T06:00:00.000Z'],
    ['tomorrow', '2026-03-28T12:00:00Z', '2026-03-29T05:00:00.000Z'],
  ] as const)('of %s at %s lasts until %s in Berlin', (length, from, until) => {
    expect(iso(endOfSnooze(length, 'Europe/Berlin', at(from)))).toBe(until)
  })
})
