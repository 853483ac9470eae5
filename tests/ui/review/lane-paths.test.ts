import { describe, expect, it } from 'vitest'
import { sightBits } from '../../../src/lib/sight'
import { type DrawnLane, lanePaths } from '../../../src/ui/review/lane-paths'
import { ticksOf } from '../../../src/ui/review/time-axis'

const DAY_MS = 24 * 3_600_000
const span = { fromMs: 0, untilMs: DAY_MS }
const WIDTH = 1_000

/** So many events over the day, one after the other, of which some show a person. */
function crowd(count: number): DrawnLane {
  const all = Array.from({ length: count }, (_, index) => index)
  return {
    startsMs: all.map((index) => Math.floor((index * DAY_MS) / count)),
    lengthsMs: all.map(() => 8_000),
    sees: all.map((index) => (index % 3 === 0 ? sightBits.person : index % 100 === 1 ? sightBits.alert : 0)),
    off: [{ fromMs: 0, untilMs: DAY_MS / 2 }],
    unarmed: [],
  }
}
const shapesIn = (path: string) => (path.match(/M/g) ?? []).length

describe('the drawing of a lane', () => {
  it('of 10,000 events is a few hundred shapes, whatever their number (REV-12)', () => {
    const paths = lanePaths(crowd(10_000), span, WIDTH)
    expect(shapesIn(paths.motion)).toBeLessThanOrEqual(WIDTH / 3 + 1)
    for (const mark of ['person', 'alert', 'seen'] as const)
      expect(shapesIn(paths[mark])).toBeLessThanOrEqual(WIDTH / 5)
    // Recordings that touch on the screen are one bar.
    expect(shapesIn(paths.films)).toBeLessThan(5)
    expect(Object.values(paths).join('').length).toBeLessThan(60_000)
  })

  it('is higher where more happened (REV-12)', () => {
    const lane = { ...crowd(0), startsMs: [0, 1, 2, 3, DAY_MS / 2], lengthsMs: [0, 0, 0, 0, 0], sees: [0, 0, 0, 0, 0] }
    const heights = [...lanePaths(lane, span, WIDTH).motion.matchAll(/v-([\d.]+)/g)].map(([, height]) => Number(height))
    expect(heights).toEqual([10, 6])
  })

  it('has what happened within its time alone, gaps cut at its ends (REV-12)', () => {
    const hour = { fromMs: DAY_MS / 4, untilMs: DAY_MS / 4 + 3_600_000 }
    const paths = lanePaths({ ...crowd(24), unarmed: [{ fromMs: 0, untilMs: 5 }] }, hour, WIDTH)
    expect([shapesIn(paths.motion), paths.off, paths.unarmed]).toEqual([1, 'M0 0h1000v48H0z', ''])
  })
})

it('the axis tells each third hour of a day, and each tenth minute of an hour (REV-12)', () => {
  const from = new Date(2026, 2, 10).getTime()
  expect(ticksOf({ fromMs: from, untilMs: from + DAY_MS }).length).toBe(9)
  expect(ticksOf({ fromMs: from, untilMs: from + 3_600_000 }).map(({ isMain }) => isMain)).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
  ])
})
