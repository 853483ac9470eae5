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
  it('are the first ones, and then the first, the last and one between them', () => {
    expect(keptOf(300)).toEqual([0, 300])
    expect(keptOf(600)).toEqual([0, 300, 600])
    expect(keptOf(1_200)).toEqual([0, 600, 1_200])
  })

  it('are of less than two seconds, however long it takes, and none is open that is not kept', () => {
    for (let ms = 1_800; ms < 9_000; ms += 300) {
      const taken = keptOf(ms)
      expect(taken).toHaveLength(3)
      expect(taken.at(-1)).toBe(ms)
      expect(ms - (taken[0] ?? 0)).toBeLessThanOrEqual(2_100)
    }
  })
})
