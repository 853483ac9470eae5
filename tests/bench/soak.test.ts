import { describe, expect, it } from 'vitest'
import {
  checksPerSecond,
  leftOutPercent,
  longestGapMs,
  type Soak,
  soakBars,
  soakRows,
  soakTable,
} from '../../bench/browser/soak/soak-figures'
import { growthOfLeast, growthPerHour, type SoakSample } from '../../bench/browser/soak/soak-growth'
import { rssBytes } from '../../bench/browser/soak/soak-memory'
import { barLine } from '../../bench/report'

const MB = 2 ** 20
const MINUTES = 60

/** An hour of four cameras that let go of everything; a sample every half minute. */
function samplesOf(change: (sample: SoakSample, minute: number) => Partial<SoakSample> = () => ({})): SoakSample[] {
  return Array.from({ length: 2 * MINUTES + 1 }, (_, i) => {
    const sample: SoakSample = {
      atMs: i * 30_000,
      // Collections leave now more, now less; compilers fill the first minutes.
      pageHeapBytes: (14 + (i % 3) + (i < 10 ? i / 10 : 1)) * MB,
      workerHeapBytes: 4 * MB,
      browserRssBytes: 1_500 * MB,
      hubRssBytes: 96 * MB,
      listeners: 520 + (i % 7),
      nodes: 1_200,
      documents: 1,
      objectUrls: 0,
      openFrames: i % 4,
      lostFrames: 0,
      workers: 3 + (i % 2),
      checks: i * 400,
      longestGapMs: 310,
      clips: { begun: i, waiting: i % 3, delivered: Math.max(0, i - 2) },
    }
    return { ...sample, ...change(sample, i / 2) }
  })
}

function soakOf(samples: readonly SoakSample[] = samplesOf(), change: Partial<Soak> = {}): Soak {
  const finalClips = { begun: 120, waiting: 0, delivered: 120 }
  return { cameras: 4, samples, finalClips, namingWorker: 'ended', errors: 0, frameWarnings: 0, ...change }
}

const missed = (soak: Soak) =>
  soakBars(soak)
    .map(barLine)
    .filter((line) => !line.endsWith(' ok'))
    .map((line) => line.replace(/^bar: ([^:,]*).*/, '$1'))

describe('growth over a soak (BENCH-09)', () => {
  it('is the slope per hour, without the first tenth of the time', () => {
    const samples = samplesOf(({ atMs }) => ({ nodes: atMs < 360_000 ? 0 : 1_000 + atMs / 60_000 }))
    expect(growthPerHour(samples, ({ nodes }) => nodes)).toBeCloseTo(60)
  })

  it('is none of what only swings, and unknown of a single sample', () => {
    expect(Math.abs(growthPerHour(samplesOf(), ({ openFrames }) => openFrames))).toBeLessThan(0.2)
    expect(growthPerHour(samplesOf().slice(0, 1), ({ nodes }) => nodes)).toBeNaN()
  })

  it('of the least counts sees one that stays among many that come and go', () => {
    const samples = samplesOf(({ openFrames }, minute) => ({ openFrames: openFrames + (minute > 30 ? 1 : 0) }))
    expect(growthOfLeast(samplesOf(), ({ openFrames }) => openFrames)).toBe(0)
    expect(growthOfLeast(samples, ({ openFrames }) => openFrames)).toBe(1)
    expect(growthOfLeast(samples.slice(0, 1), ({ openFrames }) => openFrames)).toBeNaN()
  })
})

describe('checks of a soak (BENCH-09)', () => {
  it('are counted for each camera against one each 300 ms', () => {
    const soak = soakOf()
    expect(checksPerSecond(soak)).toBeCloseTo(1000 / 300)
    expect(leftOutPercent(soak)).toBeCloseTo(0)
    const slower = samplesOf(({ checks }) => ({ checks: checks * 0.98 }))
    expect(leftOutPercent(soakOf(slower))).toBeCloseTo(2)
  })

  it('have their longest gap anywhere after the first sample, which counts what was before', () => {
    const samples = samplesOf((_, minute) => ({ longestGapMs: minute === 0 ? 9_000 : minute === 17 ? 1_700 : 310 }))
    expect(longestGapMs(soakOf(samples))).toBe(1_700)
  })
})

describe('the bars of a soak (BENCH-09)', () => {
  it('are all met where nothing is kept and nothing is late', () => {
    expect(missed(soakOf())).toEqual([])
  })

  it.each<[string, Soak]>([
    ['growth of the JS heap', soakOf(samplesOf((_, minute) => ({ workerHeapBytes: (4 + 0.35 * minute) * MB })))],
    ['object URLs that stayed', soakOf(samplesOf((_, minute) => ({ objectUrls: Math.floor(minute / 20) })))],
    ['event listeners that stayed', soakOf(samplesOf((_, minute) => ({ listeners: 520 + Math.floor(minute / 5) })))],
    ['open VideoFrames that stayed', soakOf(samplesOf((_, minute) => ({ openFrames: Math.floor(minute / 20) })))],
    ['workers that stayed', soakOf(samplesOf((_, minute) => ({ workers: 3 + Math.floor(minute / 20) })))],
    [
      'VideoFrames that were garbage before they were closed',
      soakOf(samplesOf((_, minute) => ({ lostFrames: minute === 60 ? 1 : 0 }))),
    ],
    ['VideoFrames that were garbage before they were closed', soakOf(samplesOf(), { frameWarnings: 1 })],
    ['clips made', soakOf(samplesOf(), { finalClips: { begun: 3, waiting: 0, delivered: 3 } })],
    ['clips not delivered', soakOf(samplesOf(), { finalClips: { begun: 120, waiting: 0, delivered: 119 } })],
    ['clips not delivered', soakOf(samplesOf(), { finalClips: { begun: 120, waiting: 1, delivered: 120 } })],
    ['checks left out', soakOf(samplesOf(({ checks }) => ({ checks: checks * 0.985 })))],
    [
      'longest gap between two checks of a camera',
      soakOf(samplesOf((_, minute) => ({ longestGapMs: minute === 30 ? 1_600 : 310 }))),
    ],
    ['errors in the console', soakOf(samplesOf(), { errors: 1 })],
    ['naming worker ended when idle', soakOf(samplesOf(), { namingWorker: 'kept-on' })],
    ['naming worker ended when idle', soakOf(samplesOf(), { namingWorker: 'never-started' })],
  ])('are missed for one reason each: %s', (what, soak) => {
    expect(missed(soak)).toEqual([what])
  })

  it('do not ask for the end of a worker that was not awaited', () => {
    expect(missed(soakOf(samplesOf(), { namingWorker: 'not-awaited' }))).toEqual([])
  })
})

it('a soak is told as a table of start, middle, end and growth, and as rows (BENCH-01)', () => {
  const soak = soakOf(samplesOf((_, minute) => ({ hubRssBytes: (90 + minute) * MB })))
  expect(soakTable(soak)).toContainEqual(['RSS of the hub, MB', '90.0', '120', '150', '60.0'])
  const rows = soakRows(soak)
  expect(rows).toContainEqual({ name: 'soak', case: 'cameras-4', metric: 'rss-hub-growth', value: 60, unit: 'MB/h' })
  expect(rows).toContainEqual({ name: 'soak', case: 'cameras-4', metric: 'minutes', value: 60, unit: 'min' })
  expect(rows).toContainEqual({ name: 'soak', case: 'cameras-4', metric: 'delivered', value: 120, unit: 'count' })
  expect(rows.every(({ value }) => Number.isFinite(value))).toBe(true)
})

it("resident memory is read from a process's status; a process that has ended has none", () => {
  expect(rssBytes('Name:\tchromium\nVmHWM:\t  9000 kB\nVmRSS:\t    2048 kB\nThreads:\t12\n')).toBe(2 * MB)
  expect(rssBytes('')).toBe(0)
})
