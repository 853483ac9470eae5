import { expect, it } from 'vitest'
import { quickShare, reviewBars, reviewRows } from '../../bench/browser/review/review-figures'
import { review } from '../../bench/figures/blocks/review'
import { barLine } from '../../bench/report'

const drag = {
  lists: 12,
  pictures: 90,
  framesMs: [...new Array<number>(190).fill(17), ...new Array<number>(10).fill(50)],
}
const run = {
  cameras: 4,
  events: 10_000,
  drawnMs: 640,
  firstStillMs: 210,
  flowing: drag,
  resting: { ...drag, pictures: 300 },
}

const verdicts = (of: typeof run) => reviewBars(of).map((bar) => barLine(bar).split(') ').at(-1))

it('a day of 10,000 events has its bars: a second to the lanes and to the first still, 95 % of frames under 50 ms, with rests and without (REV-15)', () => {
  expect(quickShare(drag.framesMs)).toBe(0.95)
  expect(verdicts(run)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok'])
  const slow = { ...drag, framesMs: [...drag.framesMs, 51] }
  expect(verdicts({ ...run, drawnMs: 1_001, firstStillMs: 1_001, flowing: slow })).toEqual([
    'missed',
    'missed',
    'ok',
    'missed',
    'ok',
    'ok',
    'ok',
  ])
  expect(verdicts({ ...run, resting: { ...slow, pictures: 0 } }).slice(-3)).toEqual(['ok', 'missed', 'missed'])
})

it('its rows say what was measured, and documents say so where nothing was (BENCH-01)', () => {
  const rows = Object.fromEntries(reviewRows(run).map(({ metric, value, unit }) => [metric, `${value} ${unit}`]))
  expect(rows).toMatchObject({
    drawn: '640 ms',
    'first-still': '210 ms',
    'frame-p50': '17 ms',
    'under-50': '0.95 share',
    lists: '12 count',
    'rest-under-50': '0.95 share',
    'rest-pictures': '300 count',
  })
  expect(review(null)).toContain('No run of')
})
