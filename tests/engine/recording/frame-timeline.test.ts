import { describe, expect, it } from 'vitest'
import { FrameTimeline } from '../../../src/engine/recording/frame-timeline'
import { seededRandom } from '../../support/random'

/** Distances between the times that frames of a camera with 15 a second are given, in whole milliseconds. */
function gapsOf(frames: readonly { readonly timestampUs: number; readonly atMs: number }[]): number[] {
  const timeline = new FrameTimeline()
  const placed = frames.map(({ timestampUs, atMs }) => timeline.place(timestampUs, atMs))
  return placed.slice(1).map((placedMs, i) => Math.round(placedMs - (placed[i] ?? 0)))
}

const frame = (i: number, lateMs = 0, sinceUs = 0) => ({
  timestampUs: sinceUs + i * 66_667,
  atMs: 5_000 + i * 66.667 + lateMs,
})

describe('when frames were seen', () => {
  it('is what the clock says of the first one, wherever timestamps count from', () => {
    expect(new FrameTimeline().place(987_654_321, 5_000)).toBe(5_000)
    expect(new FrameTimeline().place(-3_000_000, 5_000)).toBe(5_000)
  })

  it('is evenly spaced though the page was busy now and then, up to 250 ms', () => {
    const random = seededRandom(4)
    const frames = Array.from({ length: 200 }, (_, i) => frame(i, i === 0 ? 0 : random.between(0, 240)))
    expect(new Set(gapsOf(frames))).toEqual(new Set([67]))
  })

  it('is never later than the clock: the frame with the least delay says where timestamps begin', () => {
    const timeline = new FrameTimeline()
    const lateMs = [200, 120, 0, 90, 200]
    const placed = lateMs.map((late, i) => timeline.place(i * 100_000, i * 100 + late))
    expect(placed).toEqual([200, 220, 200, 300, 400])
  })

  it.each([
    ['forwards', 3_600_000_000],
    ['backwards', -3_600_000_000],
  ])('goes on with the clock when timestamps jump %s, as with another device', (_, jumpUs) => {
    const frames = [0, 1, 2, 3, 4, 5].map((i) => frame(i, 0, i < 3 ? 0 : jumpUs))
    expect(new Set(gapsOf(frames))).toEqual(new Set([67]))
  })

  it('shows the hole where the device slept and its timestamps did not go on', () => {
    const slept = [0, 1].map((i) => frame(i)).concat([2, 3].map((i) => frame(i, 4_000)))
    expect(gapsOf(slept)).toEqual([67, 4_067, 67])
  })

  it('shows the hole where frames were left out', () => {
    expect(gapsOf([0, 1, 5, 6].map((i) => frame(i)))).toEqual([67, 267, 67])
  })

  it('stays within a quarter of a second of the clock though the camera’s own runs 1 % slow', () => {
    const timeline = new FrameTimeline()
    const offsMs = Array.from({ length: 9_000 }, (_, i) => {
      const atMs = (i * 1_000) / 15
      return Math.abs(timeline.place(atMs * 990, atMs) - atMs)
    })
    expect(Math.max(...offsMs)).toBeLessThanOrEqual(250)
  })
})
