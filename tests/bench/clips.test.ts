import { describe, expect, it } from 'vitest'
import { clipBars, clipFigures, coverageOf, errorsByType } from '../../bench/browser/clips/clips'
import type { ClipFacts } from '../../bench/browser/harness/page-figures'

const clip = (changes: Partial<ClipFacts> = {}): ClipFacts => ({
  camera: 0,
  startedAtMs: 0,
  realMs: 15_000,
  durationMs: 15_060,
  startsOnKeyframe: true,
  seeks: 10,
  preRollMs: 5_100,
  ranMs: 9_000,
  sizeBytes: 204_800,
  frames: 165,
  mediaType: 'video/mp4',
  ...changes,
})

const missedBars = (facts: readonly ClipFacts[]) =>
  clipBars(clipFigures(facts)).filter((bar) => ('most' in bar ? bar.value > bar.most : bar.value < bar.least))

describe('what the bench says of clips (BENCH-07)', () => {
  it('passes clips that are as they should be', () => {
    expect(missedBars([clip(), clip()])).toEqual([])
  })

  it('fails on a wrong duration, a start without keyframe, a seek that missed and a missing pre-roll, each alone', () => {
    expect(missedBars([clip(), clip({ durationMs: 14_900 })]).length).toBe(1)
    expect(missedBars([clip(), clip({ startsOnKeyframe: false })]).length).toBe(1)
    expect(missedBars([clip(), clip({ seeks: 9 })]).length).toBe(1)
    expect(missedBars([clip(), clip({ preRollMs: 3_900 })]).length).toBe(1)
  })

  it('tells how far durations are off by container', () => {
    const facts = [clip({ mediaType: 'video/webm', durationMs: 15_010 }), clip(), clip({ durationMs: 14_990 })]
    expect([...errorsByType(facts)]).toMatchObject([
      ['video/mp4', { clips: 2, longestMs: 60 }],
      ['video/webm', { clips: 1, longestMs: 10 }],
    ])
  })

  it('asks no pre-roll of a camera that had not run for it', () => {
    expect(clipFigures([clip(), clip({ preRollMs: 800, ranMs: 1_000 })])).toMatchObject({
      preRollDue: 1,
      preRollKept: 1,
    })
  })
})

describe('how much of unending motion is in clips (CLIP-03)', () => {
  const following = (startedAtMs: number) => clip({ startedAtMs, durationMs: 15_000 })

  it('is all of it where each clip begins where the last one ended', () => {
    expect(coverageOf([following(0), following(15_000), following(30_000)])).toBe(1)
  })

  it('counts what falls between two clips, and what is in both only once', () => {
    expect(coverageOf([following(0), following(20_000)])).toBeCloseTo(30 / 35)
    expect(coverageOf([following(0), following(10_000), following(30_000)])).toBeCloseTo(40 / 45)
  })

  it('is that of the least covered camera', () => {
    const other = (startedAtMs: number) => ({ ...following(startedAtMs), camera: 1 })
    expect(coverageOf([following(0), following(15_000), other(0), other(45_000)])).toBeCloseTo(30 / 60)
  })
})
