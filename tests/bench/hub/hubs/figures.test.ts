import { describe, expect, it } from 'vitest'
import { type HubsFigures, hubsBars, hubsRows } from '../../../../bench/hub/hubs/figures'
import { longestGapMs } from '../../../../bench/hub/hubs/gaps'
import { readOptions } from '../../../../bench/hub/options'
import { barLine } from '../../../../bench/report'

const well = { what: 'killed', acknowledged: 20, lost: 0, doubled: 0, signedOut: 0, liveBackMs: 4_000, problems: [] }
const figures: HubsFigures = {
  hubs: 3,
  rounds: [well, { ...well, liveBackMs: 900 }],
  costs: { ofAllMs: [2.2, 3, 2], ofOneMs: [2, 3, 2], problems: [], failed: 0 },
}
const missed = (changes: Partial<HubsFigures>) =>
  hubsBars({ ...figures, ...changes })
    .map(barLine)
    .filter((line) => line.endsWith('missed'))

describe('several hubs of which one is killed in each round (BENCH-18)', () => {
  it('count what was acknowledged, and tell the slowest return of live pictures', () => {
    const figureOf = (metric: string) => hubsRows(figures).find((row) => row.metric === metric)?.value
    expect(['rounds', 'acknowledged', 'failed', 'live-back-worst', 'upload-cpu-ratio'].map(figureOf)).toEqual([
      2, 40, 0, 4_000, 1,
    ])
  })

  it('meet their bars where nothing is lost, doubled or signed out', () => {
    expect(missed({})).toEqual([])
  })

  it.each([
    [{ rounds: [well, { ...well, lost: 1 }] }, 'lost'],
    [{ rounds: [well, { ...well, problems: ['30 times answered 500'] }] }, 'went wrong'],
    [{ rounds: [well, { ...well, acknowledged: 0 }] }, 'fewest acknowledged'],
    [{ rounds: [{ ...well, doubled: 1 }] }, 'twice'],
    [{ rounds: [{ ...well, signedOut: 1 }] }, 'sessions that ended'],
    [{ rounds: [well, { ...well, liveBackMs: 5_100 }] }, 'live pictures'],
    [{ costs: { ...figures.costs, ofAllMs: [2.3, 3.4, 2.3] } }, 'processor time'],
    [{ costs: { ...figures.costs, failed: 1 } }, 'uploads that failed'],
  ])('miss one with %j', (changes, what) => {
    expect(missed(changes)).toEqual([expect.stringContaining(what)])
  })
})

describe('the longest time without a picture', () => {
  it('is from the kill to the first, between two, or from the last to the end', () => {
    expect(longestGapMs([90, 400, 500], 100, 550)).toBe(300)
    expect(longestGapMs([110, 600, 700], 100, 750)).toBe(490)
    expect(longestGapMs([110, 200], 100, 900)).toBe(700)
    expect(longestGapMs([], 100, 900)).toBe(800)
  })
})

describe('the options of bench:hub -- --hubs (BENCH-18)', () => {
  it('are five rounds and a smaller load than one hub gets', () => {
    expect(readOptions(['--hubs', '3'])).toMatchObject({
      run: { kind: 'hubs', hubs: 3 },
      rounds: 5,
      cameras: 200,
      seconds: 20,
    })
    expect(readOptions([])).toMatchObject({ run: { kind: 'load' }, cameras: 1000, seconds: 60 })
    expect(() => readOptions(['--hubs', '1'])).toThrow(/--hubs takes whole numbers from 2/)
  })
})
