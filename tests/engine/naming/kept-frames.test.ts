import { describe, expect, it } from 'vitest'
import { KeptFrames } from '../../../src/engine/naming/kept-frames'
import { fakeVideoFrame } from '../../support/engine/fake-frames'
import { manualClock } from '../../support/manual-clock'

/** A frame each 300 ms for so long; when those were taken that are kept. */
function keptOf(ms: number) {
  const kept = new KeptFrames(manualClock())
  const frames = Array.from({ length: ms / 300 + 1 }, (_, i) => ({ fake: fakeVideoFrame(), atMs: 300 * i }))
  for (const { fake, atMs } of frames) kept.add({ frame: fake.frame, atMs, moved: [] })
  const open = frames.filter(({ fake }) => !fake.isClosed).map(({ atMs }) => atMs)
  const taken: number[] = []
  for (let one = kept.take(); one !== null; one = kept.take()) taken.push(one.atMs)
  expect(open).toEqual(taken)
  return taken
}

describe('the frames that wait for a detector that is loaded (LABEL-13)', () => {
  it('are the first ones, and then the first, the last and two between them', () => {
    expect(keptOf(300)).toEqual([0, 300])
    expect(keptOf(900)).toEqual([0, 300, 600, 900])
    expect(keptOf(1_500)).toEqual([0, 600, 1_200, 1_500])
  })

  it('are of less than two seconds, however long it takes, and none is open that is not kept', () => {
    for (let ms = 1_800; ms < 9_000; ms += 300) {
      const taken = keptOf(ms)
      expect(taken).toHaveLength(4)
      expect(taken.at(-1)).toBe(ms)
      expect(ms - (taken[0] ?? 0)).toBeLessThanOrEqual(2_100)
    }
  })

  it.each([
    ['all, where somebody is whole from the beginning', [0.1, 0.12, 0.1, 0.08], [0, 1, 2, 3]],
    ['those from where somebody has come in', [0.02, 0.04, 0.1, 0.12], [2, 3]],
    ['two at least', [0.01, 0.02, 0.02, 0.2], [2, 3]],
    ['two at least, where there are more', [0.01, 0.2], [0, 1]],
    ['the only one', [0.1], [0]],
    ['all, where nobody knows what moved', [0, 0, 0], [0, 1, 2]],
    ['none', [], []],
  ])('are looked at: %s (LABEL-19)', (_, shares, expected) => {
    const kept = new KeptFrames(manualClock())
    const fakes = shares.map((width, atMs) => {
      const fake = fakeVideoFrame()
      kept.add({ frame: fake.frame, atMs, moved: width === 0 ? [] : [{ left: 0, top: 0, width, height: 1 }] })
      return fake
    })
    kept.leaveOutEntering()
    expect(fakes.flatMap(({ isClosed }, i) => (isClosed ? [] : [i]))).toEqual(expected)
    expect(expected.map(() => kept.take()?.atMs)).toEqual(expected)
    expect(kept.take()).toBeNull()
  })
})
