import { describe, expect, it } from 'vitest'
import type { DeliveredVideo } from '../../../bench/delivered-videos'
import type { LoggedTake } from './take-log'
import { isFailure, verdictOf } from './verdict'

const START = 1_700_000_000_000

/** Recorded for 10 s after 5 s of pre-roll. */
const finished: LoggedTake = {
  startedAtMs: START,
  begunAtMs: START + 5_000,
  lastFrameAtMs: START + 15_000,
  isFinished: true,
}
const brokenOff: LoggedTake = { ...finished, isFinished: false }
const video = (changes: Partial<DeliveredVideo> = {}): DeliveredVideo => ({
  id: 'a',
  startedAtMs: START,
  durationMs: 15_000,
  startsOnKeyframe: true,
  ...changes,
})

describe('what became of a clip when its browser was killed (OPS-13, OUT-02)', () => {
  it('a finished clip is whole, once', () => {
    expect(verdictOf(finished, [video(), video({ id: 'b', startedAtMs: START + 20_000 })])).toEqual({ kind: 'whole' })
  })

  it('a finished clip that is missing, twice there, short or without a keyframe is a failure', () => {
    const verdicts = [
      verdictOf(finished, []),
      verdictOf(finished, [video(), video({ id: 'b' })]),
      verdictOf(finished, [video({ durationMs: 14_000 })]),
      verdictOf(finished, [video({ startsOnKeyframe: false })]),
    ]
    expect(verdicts.map(({ kind }) => kind)).toEqual(['lost', 'doubled', 'cut', 'broken'])
    expect(verdicts.every(isFailure)).toBe(true)
  })

  it('the one being recorded may miss its last 2 s, and no more', () => {
    expect(verdictOf(brokenOff, [video({ durationMs: 13_100 })])).toEqual({ kind: 'saved', lostMs: 1_900 })
    expect(verdictOf(brokenOff, [video({ durationMs: 12_900 })])).toMatchObject({ kind: 'cut' })
  })

  it('one that was killed in its first 2 s need not be there; an older one must', () => {
    expect(verdictOf({ ...brokenOff, lastFrameAtMs: START + 6_900 }, [])).toEqual({ kind: 'too-young' })
    expect(verdictOf({ ...brokenOff, lastFrameAtMs: START + 7_100 }, [])).toEqual({ kind: 'lost' })
  })

  it('one that was killed in its first 2 s may lack what was filmed before the motion; an older one must not', () => {
    const firstPicture = [video({ durationMs: 0 })]
    expect(verdictOf({ ...brokenOff, lastFrameAtMs: START + 6_900 }, firstPicture)).toEqual({ kind: 'too-young' })
    expect(verdictOf({ ...brokenOff, lastFrameAtMs: START + 7_100 }, firstPicture)).toMatchObject({ kind: 'cut' })
    expect(verdictOf({ ...finished, lastFrameAtMs: START + 6_900 }, firstPicture)).toMatchObject({ kind: 'cut' })
  })
})
