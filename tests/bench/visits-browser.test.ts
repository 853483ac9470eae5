import { describe, expect, it } from 'vitest'
import type { VisitLog } from '../../bench/browser/harness/visit-figures'
import { agreementOf, type LookRound, lookBars, lookRows, lookTable } from '../../bench/browser/looks/looks-figures'
import {
  lookLines,
  passesIn,
  visitBars,
  visitLine,
  visitRows,
  visitTable,
} from '../../bench/browser/visits/visit-figures'
import { roomSecOf, type Visit, visitsIn } from '../../bench/browser/visits/visit-film'
import { barLine } from '../../bench/report'

const missedOf = (bars: Parameters<typeof barLine>[0][]) => bars.map(barLine).filter((line) => !line.endsWith(' ok'))

/** Somebody enters when the detector was never loaded, again when it is there, and when it rested. */
const log: VisitLog = [
  { step: 'moved', atMs: 900 },
  { step: 'entered', atMs: 1_000 },
  { step: 'moved', atMs: 1_500 },
  { step: 'detector-loading', atMs: 1_510 },
  { step: 'clip-begun', atMs: 1_560 },
  { step: 'detector-ready', atMs: 2_500 },
  { step: 'looked', atMs: 2_600, note: '1 part, 90 ms: person 0.80' },
  { step: 'person', atMs: 2_700 },
  { step: 'looked', atMs: 3_000, note: '1 part, 90 ms: nothing' },
  { step: 'entered', atMs: 31_000 },
  { step: 'moved', atMs: 31_600 },
  { step: 'looked', atMs: 31_900, note: '1 part, 90 ms: person 0.80' },
  { step: 'person', atMs: 32_200 },
  { step: 'entered', atMs: 61_000 },
  { step: 'detector-loading', atMs: 61_400 },
  { step: 'detector-ready', atMs: 61_800 },
  { step: 'person', atMs: 62_400 },
]

describe('how soon somebody who enters is labelled (PERSON-05)', () => {
  const passes = passesIn('film 1', log)

  it('counts from each entrance, the first with a detector that is not there yet', () => {
    expect(passes.map(({ kind, movedSec, personSec }) => [kind, movedSec, personSec])).toEqual([
      ['cold', 0.5, 1.7],
      ['warm', 0.6, 1.2],
      ['rested', null, 1.4],
    ])
    expect(visitLine(passes[0] ?? expect.fail())).toBe(
      'film 1, cold: moved 0.50 s, clip 0.56 s, loading 0.51 s, ready 1.50 s, first look 1.60 s, PERSON 1.70 s',
    )
    expect(lookLines(passes[0] ?? expect.fail())).toEqual(['    look 1.60 s: 1 part, 90 ms: person 0.80'])
  })

  it('tells cold, rested and warm apart, with the 95th percentile of each', () => {
    expect(visitTable(passes).map(([title, visits, named, , , p50, p95]) => [title, visits, named, p50, p95])).toEqual([
      ['', 'visits', 'PERSON', 'PERSON, p50 s', 'p95 s'],
      ['cold', '1', '1', '1.70', '1.70'],
      ['rested', '1', '1', '1.40', '1.40'],
      ['warm', '1', '1', '1.20', '1.20'],
      ['all', '3', '3', '1.40', '1.67'],
    ])
    const cold = visitRows(passes).filter(({ case: of }) => of === 'cold')
    expect(cold.find(({ metric }) => metric === 'loading-p50')?.value).toBe(0.99)
    expect(missedOf(visitBars(passes))).toEqual([])
  })

  it('takes a visit that was never named for later than any, and tells why', () => {
    const never = passesIn('film 2', [
      { step: 'entered', atMs: 0 },
      { step: 'failed', atMs: 300, note: 'The camera failed.' },
    ])
    expect(visitLine(never[0] ?? expect.fail())).toMatch(/PERSON never \(The camera failed\.\)$/)
    expect(missedOf(visitBars([...passes, ...never])).length).toBeGreaterThan(1)
    expect(visitRows(never).some(({ metric }) => metric === 'delay-p95')).toBe(false)
  })
})

describe('the films of visits', () => {
  const video = (starts: readonly number[]) => ({
    name: 'hall',
    file: 'hall.mp4',
    truth: {
      motion: starts.map((start) => ({ start, end: start + 3, kind: 'person' as const })),
      ignore: [[20, 30] as const],
    },
  })

  it('are one for each visit, of films that begin with an empty room', () => {
    expect(visitsIn([video([6, 12]), video([2])])).toEqual([
      { name: 'hall 1', file: 'hall.mp4', quietSec: 6, startSec: 6, endSec: 9 },
      { name: 'hall 2', file: 'hall.mp4', quietSec: 6, startSec: 12, endSec: 15 },
    ])
  })

  it('show the room for so long that the clip and the pause after it are over', () => {
    const visit: Visit = { name: 'a', file: 'a', quietSec: 6, startSec: 6, endSec: 9 }
    expect(roomSecOf(visit)).toBe(21)
    expect(roomSecOf({ ...visit, endSec: 40 })).toBe(15)
  })
})

describe('what a look costs on threads (PERSON-01)', () => {
  const turn = (way: 'threads-1' | 'threads-2', tookMs: number, cpuMs: number) => {
    return { way, tookMs: [tookMs, tookMs], cpuMs: 2 * cpuMs }
  }
  const rounds: LookRound[] = [
    { turns: [turn('threads-1', 100, 90), turn('threads-2', 60, 135)] },
    { turns: [turn('threads-2', 120, 270), turn('threads-1', 200, 180)] },
  ]

  it('is a ratio of pairs of a round, so that a busy machine falls on both alike', () => {
    const figures = new Map(lookRows(rounds).map(({ name, metric, value }) => [`${name} ${metric}`, value]))
    expect([figures.get('threads-2 took-ratio'), figures.get('threads-2 cpu-ratio')]).toEqual([0.6, 1.5])
    expect([figures.get('threads-1 cpu'), figures.get('threads-1 cpu-ratio')]).toEqual([135, 1])
    expect(lookTable(rounds).map(([way]) => way)).toEqual(['', 'threads-1', 'threads-2'])
  })

  it('misses its bar where another way is cheaper', () => {
    const cheap: LookRound[] = [{ turns: [turn('threads-1', 100, 90), turn('threads-2', 60, 80)] }]
    expect(missedOf(lookBars(rounds))).toHaveLength(1)
    expect(missedOf(lookBars(rounds.slice(0, 1)))).toEqual([])
    expect(missedOf(lookBars(cheap))[0]).toContain('threads-2')
  })

  it('is compared only where the answers are the same', () => {
    expect(agreementOf([0.5, 0.9], [0.505, 0.9])).toBe('it says the same')
    expect(agreementOf([0.5, 0.9], [0.6, 0.9])).toBe('its scores are up to 0.100 off')
  })
})
