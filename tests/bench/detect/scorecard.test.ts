import { describe, expect, it } from 'vitest'
import { Complaint } from '../../../bench/complaint'
import { requireJudged, sceneBarLines } from '../../../bench/detect/bars'
import { judge } from '../../../bench/detect/contenders'
import { addScores, scoreOf } from '../../../bench/detect/scorecard'
import type { Truth } from '../../../bench/detect/truth'

const CHECK_SEC = 0.3
const quiet: Truth = { motion: [], ignore: [] }

/** D of a video of so many seconds: 0.5 at the check nearest to each time, else nothing. */
function positiveAt(seconds: number, ...timesSec: number[]): number[] {
  const differences = Array.from({ length: Math.round(seconds / CHECK_SEC) }, () => 0)
  for (const timeSec of timesSec) differences[Math.round(timeSec / CHECK_SEC)] = 0.5
  return differences
}

function withPerson(start: number, end: number, sharePercent?: number): Truth {
  return {
    motion: [{ start, end, kind: 'person', ...(sharePercent === undefined ? {} : { sharePercent }) }],
    ignore: [],
  }
}

describe('an interval (BENCH-04)', () => {
  it('is found by a verdict inside it', () => {
    expect(scoreOf(positiveAt(30, 12), withPerson(9, 15), 50)).toMatchObject({
      intervals: 1,
      found: 1,
      falseTriggers: 0,
    })
  })

  it.each([
    ['one check before it starts', 8.7, 1, 0],
    ['two checks before', 8.4, 0, 1],
    ['as it ends', 15, 1, 0],
    ['one check after its end', 15.3, 0, 1],
  ])('judged by a verdict %s', (_, timeSec, found, falseTriggers) => {
    expect(scoreOf(positiveAt(30, timeSec), withPerson(9, 15), 50)).toMatchObject({ found, falseTriggers })
  })

  it('has the latency of its first verdict', () => {
    const { latenciesSec } = scoreOf(positiveAt(30, 9.9, 12), withPerson(9, 15), 50)
    expect(latenciesSec).toHaveLength(1)
    expect(latenciesSec[0]).toBeCloseTo(0.9)
  })

  it('counts as large from 1 % of the frame, and where its size is not known', () => {
    const large = (sharePercent?: number) =>
      scoreOf(positiveAt(30, 12), withPerson(9, 15, sharePercent), 50).largeIntervals
    expect([large(0.25), large(1), large()]).toEqual([0, 1, 1])
  })
})

describe('the rule', () => {
  it('is D above T, not at it', () => {
    expect(scoreOf([0.02], withPerson(0, 1), 51).found).toBe(0)
    expect(scoreOf([0.0201], withPerson(0, 1), 51).found).toBe(1)
  })

  it('takes a check without a verdict as no motion', () => {
    expect(scoreOf([null, null], quiet, 100).falseTriggers).toBe(0)
  })
})

describe('false triggers', () => {
  it('are verdicts outside every interval and every span to ignore', () => {
    const truth: Truth = { motion: [{ start: 3, end: 6, kind: 'person' }], ignore: [[9, 12]] }
    expect(scoreOf(positiveAt(60, 4.5, 10.5, 30), truth, 50).falseTriggers).toBe(1)
  })

  it('less than 5 s apart count once, however long they go on', () => {
    expect(scoreOf(positiveAt(60, 10.2, 14.7, 19.2, 23.7), quiet, 50).falseTriggers).toBe(1)
    expect(scoreOf(positiveAt(60, 10.2, 15.3), quiet, 50).falseTriggers).toBe(2)
  })
})

describe('minutes judged', () => {
  it('leave out what is ignored, once where spans overlap and not beyond the end', () => {
    const ignore: Truth['ignore'] = [
      [30, 40],
      [10, 20],
      [15, 25],
      [55, 99],
    ]
    expect(scoreOf(positiveAt(60), { motion: [], ignore }, 50).minutes).toBeCloseTo(0.5)
  })
})

it('adds up videos', () => {
  const one = scoreOf(positiveAt(30, 9.3, 20), withPerson(9, 15), 50)
  const sum = addScores([one, one])
  expect(sum).toMatchObject({ intervals: 2, found: 2, largeFound: 2, falseTriggers: 2 })
  expect(sum.minutes).toBeCloseTo(1)
  expect(sum.latenciesSec).toHaveLength(2)
})

describe('the bars of drawn scenes (BENCH-04)', () => {
  /** An hour of checks, in which so many visits of a minute are found by the adaptive measure, and so many triggers are false. */
  const verdicts = (visits: number, found: number, falseTriggers: number) => {
    const motion = Array.from({ length: visits }, (_, i) => ({
      start: 60 * i,
      end: 60 * i + 5,
      kind: 'person' as const,
    }))
    const trueSec = motion.slice(0, found).map(({ start }) => start + 1.5)
    const falseSec = Array.from({ length: falseTriggers }, (_, i) => 60 * i + 30)
    const differences: number[] = Array(12_000).fill(0)
    for (const timeSec of [...trueSec, ...falseSec]) differences[Math.round(timeSec / 0.3)] = 0.5
    const runs = (['classic', 'adaptive'] as const).map((method) => {
      const own = method === 'adaptive' ? differences : differences.map(() => 0)
      return { method, differences: own, moved: [], costsUs: [1] }
    })
    return sceneBarLines(judge(runs, { motion, ignore: [] })).map((line) => line.split(' ').at(-1))
  }

  it('are one false trigger an hour and 98 % of the people, at the sensitivity that users find', () => {
    expect(verdicts(50, 49, 1)).toEqual(['ok', 'ok'])
    expect(verdicts(50, 48, 2)).toEqual(['missed', 'missed'])
  })

  it('say so where the chosen scenes have nobody to find', () => {
    expect(verdicts(0, 0, 0)).toEqual(['ok', 'none'])
  })
})

it('nothing to judge is a complaint, also of the person detectors alone (BENCH-05)', () => {
  expect(() => requireJudged({ motion: 0, person: 0, tampering: 0 })).toThrow(Complaint)
  expect(() => requireJudged({ motion: 0, person: 1, tampering: 0 })).not.toThrow()
})
