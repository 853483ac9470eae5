import { describe, expect, it } from 'vitest'
import { ClipLooks } from '../../../src/engine/naming/clip-looks'

const every = (stepMs: number, fromMs: number, toMs: number) =>
  Array.from({ length: Math.floor((toMs - fromMs) / stepMs) + 1 }, (_, i) => fromMs + i * stepMs)

/** A clip in which something moved at these moments, and those that were looked at; `seen` are looks that saw something. */
function areEnough(movedAtMs: readonly number[], lookedAtMs: readonly number[], seen: readonly number[] = []) {
  const looks = new ClipLooks()
  for (const atMs of movedAtMs) looks.noteMoved(atMs)
  for (const atMs of lookedAtMs) looks.noteLooked(atMs, seen.includes(atMs))
  return looks.areEnough
}

describe('whether a clip was looked at enough to say that something is not in it (LABEL-09)', () => {
  const clip = every(300, 0, 14_700)

  it('is yes where its looks follow one another soon enough to make a name', () => {
    expect(areEnough(clip, every(300, 0, 14_700))).toBe(true)
    expect(areEnough(clip, every(2_100, 0, 14_700))).toBe(true)
  })

  it('is no where they do not', () => {
    expect(areEnough(clip, every(2_400, 0, 14_700))).toBe(false)
  })

  it('is no after fewer than three looks', () => {
    expect(areEnough([0, 300], [0, 300])).toBe(false)
    expect(areEnough([0, 300, 600], [0, 300, 600])).toBe(true)
  })

  it('is no where most of it was looked at, and nobody looked for a while in which somebody may have passed', () => {
    expect(areEnough(clip, [...every(300, 0, 3_000), ...every(300, 10_000, 14_700)])).toBe(false)
    expect(areEnough(clip, every(300, 0, 9_000))).toBe(false)
    expect(areEnough(clip, every(300, 6_000, 14_700))).toBe(false)
  })

  it('is yes where that was a tenth of what moved at most', () => {
    expect(areEnough(clip, every(300, 0, 11_100))).toBe(true)
    expect(areEnough(clip, every(300, 0, 10_800))).toBe(false)
  })

  it('is yes where nothing moved meanwhile', () => {
    expect(areEnough([...every(300, 0, 900), ...every(300, 10_000, 10_900)], [0, 600, 10_000, 10_600])).toBe(true)
  })

  it('is yes where what moved for a moment only was looked at then, unless that look saw something', () => {
    const moments = every(5_000, 0, 20_000)
    expect(areEnough(moments, moments)).toBe(true)
    expect(areEnough(moments, moments, [10_000])).toBe(false)
    expect(areEnough(moments, moments.slice(0, 4))).toBe(false)
  })
})
