import { expect, it } from 'vitest'
import { quickShare, reviewBars, reviewRows } from '../../bench/browser/review/review-figures'
import { review } from '../../bench/figures/blocks/review'
import { barLine } from '../../bench/report'

const run = {
  ...{ cameras: 4, events: 10_000, firstPictureMs: 640, lists: 12, pictures: 90 },
  framesMs: [...new Array<number>(190).fill(17), ...new Array<number>(10).fill(50)],
}

it('a day of 10,000 events has its bars: a second to the first picture, 95 % of frames under 50 ms (REV-15)', () => {
  expect(quickShare(run.framesMs)).toBe(0.95)
  expect(reviewBars(run).map((bar) => barLine(bar).split(') ').at(-1))).toEqual(['ok', 'ok', 'ok'])
  const slow = { ...run, firstPictureMs: 1_001, framesMs: [...run.framesMs, 51] }
  expect(reviewBars(slow).map((bar) => barLine(bar).split(') ').at(-1))).toEqual(['missed', 'ok', 'missed'])
})

it('its rows say what was measured, and documents say so where nothing was (BENCH-01)', () => {
  const rows = Object.fromEntries(reviewRows(run).map(({ metric, value, unit }) => [metric, `${value} ${unit}`]))
  expect(rows).toMatchObject({
    'first-picture': '640 ms',
    'frame-p50': '17 ms',
    'under-50': '0.95 share',
    lists: '12 count',
  })
  expect(review(null)).toContain('No run of')
})
