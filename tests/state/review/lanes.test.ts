import { describe, expect, it } from 'vitest'
import { sightBits } from '../../../src/lib/sight'
import type { Span } from '../../../src/lib/span'
import {
  filmAfter,
  filmAt,
  type Lane,
  nearestEvent,
  neighbourMs,
  nextFilmMs,
  reviewTimeOf,
  withLength,
} from '../../../src/state/review/lanes'
import {
  MOST_STRETCH_CLIPS,
  missingWords,
  stretchOf,
  stretchProblem,
  stretchWords,
} from '../../../src/state/review/stretch'
import { briefLength, cutWords, eventWords, gapWords, laneWords, summaryWords } from '../../../src/state/review/words'

/** Events as [when, how long, what]. */
function laneOf(name: string, events: readonly (readonly [number, number, number?])[]): Lane {
  return {
    cameraId: name,
    name,
    off: [],
    unarmed: [],
    startsMs: events.map(([startMs]) => startMs),
    lengthsMs: events.map(([, lengthMs]) => lengthMs),
    sees: events.map(([, , sees = 0]) => sees),
    firstOwn: 0,
  }
}
const door = laneOf('Door', [
  [10_000, 5_000],
  [12_000, 0, sightBits.alert],
  [30_000, 5_000, sightBits.person],
])
const yard = laneOf('Yard', [[20_000, 15_000, sightBits.animal]])

describe('a lane', () => {
  it('finds the film of a moment, also behind an event without one, and the next (REV-09)', () => {
    expect([9_999, 10_000, 12_500, 15_000, 34_999].map((atMs) => filmAt(door, atMs))).toEqual([-1, 0, 0, -1, 2])
    expect([0, 10_000, 30_000].map((atMs) => filmAfter(door, atMs))).toEqual([0, 2, -1])
  })

  it('finds the event that a press means, within reach alone (REV-07)', () => {
    expect([8_000, 11_500, 22_000, 29_000].map((atMs) => nearestEvent(door, atMs, 2_000))).toEqual([0, 1, -1, 2])
  })

  it('takes the length that a film told of itself (REV-09)', () => {
    expect(withLength(door, 30_000, 60_000).lengthsMs).toEqual([5_000, 0, 60_000])
    expect(withLength(door, 31_000, 60_000)).toBe(door)
  })
})

describe('of what began before its time', () => {
  const iso = (atMs: number) => new Date(atMs).toISOString()
  /** Of a time that begins after 60 s, with the minute before it. */
  const timeOf = (at: readonly number[], lengthMs: readonly number[]) => {
    const spans: [number, number][] = [
      [0, 30_000],
      [30_000, 70_000],
    ]
    const told = {
      cameraId: 'c',
      name: 'Door',
      at: [...at],
      lengthMs: [...lengthMs],
      sees: at.map((_, index) => index),
    }
    const lanes = [{ ...told, off: spans, unarmed: spans }]
    return reviewTimeOf({ from: iso(0), until: iso(600_000), isCut: false, lanes }, 60_000)
  }

  it('a lane keeps the film that reaches in, and no other event (REV-06)', () => {
    const time = timeOf([10_000, 50_000, 55_000, 60_000, 90_000], [15_000, 15_000, 0, 0, 15_000])
    const kept = { startsMs: [50_000, 60_000, 90_000], lengthsMs: [15_000, 0, 15_000], sees: [1, 3, 4], firstOwn: 1 }
    expect([time.fromMs, time.lanes[0]]).toEqual([60_000, expect.objectContaining(kept)])
    const own = { startsMs: [60_000], lengthsMs: [15_000], sees: [1], firstOwn: 0 }
    expect(timeOf([50_000, 60_000], [10_000, 15_000]).lanes[0]).toMatchObject(own)
    expect(timeOf([50_000], [10_000]).lanes[0]).toMatchObject({ startsMs: [], firstOwn: 0 })
  })

  it('a lane tells no gap (REV-03)', () => {
    const gaps = [{ fromMs: 60_000, untilMs: 70_000 }]
    expect(timeOf([], []).lanes[0]).toMatchObject({ off: gaps, unarmed: gaps })
  })
})

describe('all lanes', () => {
  it('leap over what holds nothing, to the first film of any of them (REV-09)', () => {
    const at = (ms: number) => nextFilmMs([door, yard], ms)
    expect([at(0), at(11_000), at(16_000), at(36_000)]).toEqual([10_000, 11_000, 20_000, null])
  })

  it('have a next and a previous event across cameras (REV-10)', () => {
    const step = (ms: number, by: 1 | -1) => neighbourMs([door, yard], ms, by)
    expect([step(12_000, 1), step(20_000, 1), step(30_000, 1)]).toEqual([20_000, 30_000, null])
    expect([step(30_000, -1), step(20_000, -1), step(10_000, -1)]).toEqual([20_000, 12_000, null])
    // The one that began before the time is none of it.
    expect(neighbourMs([{ ...door, firstOwn: 1 }], 12_000, -1)).toBeNull()
  })
})

describe('words', () => {
  const span = { fromMs: 0, untilMs: 40_000 }

  it('count what there was, the gravest first, within the time that shows (REV-11)', () => {
    expect(laneWords(door, span)).toBe('1 alert, 1 event with a person, 1 motion')
    expect(laneWords(door, { fromMs: 0, untilMs: 11_000 })).toBe('1 motion')
    expect(laneWords(laneOf('Hall', []), span)).toBe('nothing')
  })

  it('tell for how long a camera was off or not recording, in the time that shows (REV-11)', () => {
    const night = { ...door, off: [{ fromMs: 0, untilMs: 7_200_000 }], unarmed: [{ fromMs: 0, untilMs: 90_000 }] }
    expect(gapWords(night, { fromMs: 3_600_000, untilMs: 9_000_000 })).toBe('off for 1 h')
    expect(gapWords(night, { fromMs: 0, untilMs: 9_000_000 })).toBe('off for 2 h, not recording by the mode for 2 min')
    expect(summaryWords(night, { fromMs: 0, untilMs: 9_000_000 })).toMatch(/^1 alert, .*; off for 2 h, not recording/)
    expect(summaryWords(yard, span)).toBe('1 event with an animal or a vehicle')
  })

  it('tell one event, and where a day ends early (REV-11, REV-04)', () => {
    expect(eventWords(door, 1)).toMatch(/, alert, without a recording$/)
    expect(eventWords(laneOf('x', [[0, 5, sightBits.person | sightBits.animal]]), 0)).toMatch(/, person and animal$/)
    const crowd = sightBits.person | sightBits.animal | sightBits.vehicle
    expect(eventWords(laneOf('x', [[0, 5, crowd]]), 0)).toMatch(/, person, animal and vehicle$/)
    expect(cutWords({ ...span, isCut: true, lanes: [] })).toContain('show by the hour')
    expect(cutWords({ ...span, isCut: false, lanes: [] })).toBeNull()
    expect([45_000, 60_000, 3_600_000, 11_100_000].map(briefLength)).toEqual(['45 s', '1 min', '1 h', '3 h 5 min'])
  })
})

describe('a stretch', () => {
  const always = { fromMs: Number.NEGATIVE_INFINITY, untilMs: Number.POSITIVE_INFINITY }
  const problemOf = (lane: Lane, asked: Span, told: Span = always) =>
    stretchProblem(asked, told, stretchOf(lane, asked))

  it('takes recordings whole, and says how much is missing between them (REV-13)', () => {
    const stretch = stretchOf(door, { fromMs: 13_000, untilMs: 31_000 })
    expect(stretch).toMatchObject({
      span: { fromMs: 10_000, untilMs: 35_000 },
      clipCount: 2,
      filmMs: 10_000,
      gaps: [{ fromMs: 15_000, untilMs: 30_000 }],
    })
    if (stretch === null) throw new Error('none')
    expect(stretchWords(stretch)).toBe(
      '2 recordings, about 10 s of film. 1 gap of 15 s in all, where nothing was recorded, is left out.',
    )
    const [gap, unread] = [
      /^Not recorded, and left out: .* to .*\.$/,
      /^1 recording could not be read and is not in it: .* to .*\.$/,
    ]
    expect(missingWords(stretch.gaps, [])).toMatch(gap)
    expect(missingWords([], stretch.gaps)).toMatch(unread)
    expect(missingWords([], [])).toBe('Nothing is missing in between.')
    const many = Array.from({ length: 22 }, () => stretch.span)
    expect(missingWords([], many)).toMatch(/^22 recordings could not be read and are not in it: .*, and 2 more\.$/)
  })

  it('of nothing, or of too much, is refused with what to do (REV-13)', () => {
    expect(problemOf(door, { fromMs: 16_000, untilMs: 30_000 })).toMatch(/Choose another\.$/)
    const count = MOST_STRETCH_CLIPS + 1
    const busy = laneOf(
      'Busy',
      Array.from({ length: count }, (_, index) => [index * 20_000, 15_000] as const),
    )
    expect(problemOf(busy, { fromMs: 0, untilMs: count * 20_000 })).toBe(
      'That is 121 recordings; one file takes 120. Choose a shorter time.',
    )
    expect(problemOf(busy, { fromMs: 0, untilMs: (count - 1) * 20_000 })).toBeNull()
  })

  it('that ends before it begins is told from one of nothing (REV-13)', () => {
    for (const untilMs of [12_000, 13_000]) expect(problemOf(door, { fromMs: 13_000, untilMs })).toMatch(/is not after/)
  })

  it('that reaches beyond what is told of a full day is not said to hold nothing, or all (REV-04, REV-13)', () => {
    const told = { fromMs: 10_000, untilMs: 32_000 }
    for (const asked of [
      { fromMs: 16_000, untilMs: 33_000 },
      { fromMs: 9_000, untilMs: 31_000 },
      { fromMs: 40_000, untilMs: 50_000 },
    ])
      expect(problemOf(door, asked, told)).toMatch(/^Only .* is shown now\. Choose a time within it/)
    expect(problemOf(door, { fromMs: 13_000, untilMs: 31_000 }, told)).toBeNull()
  })
})
