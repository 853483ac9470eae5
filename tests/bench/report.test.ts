import { describe, expect, it } from 'vitest'
import { intervalOf } from '../../bench/intervals'
import { aligned, barLine, figure, median, quantile } from '../../bench/report'

describe('quantiles of an unsorted list', () => {
  it('takes the middle, and the mean of the two middle ones', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([10, 2, 4, 8])).toBe(6)
    expect(median([7])).toBe(7)
  })

  it('sorts numbers as numbers', () => {
    expect(median([100, 9, 20])).toBe(20)
  })

  it('goes from the least to the most, linear between neighbours', () => {
    expect(quantile([4, 1, 3, 2], 0)).toBe(1)
    expect(quantile([4, 1, 3, 2], 1)).toBe(4)
    expect(quantile([0, 10], 0.25)).toBe(2.5)
  })

  it('knows no quantile of nothing', () => {
    expect(median([])).toBeNaN()
  })
})

describe('the line of a bar', () => {
  it('says value, limit and whether it is met', () => {
    expect(barLine({ what: 'ratio', value: 0.63, least: 0.6 })).toBe('bar: ratio: 0.630 (at least 0.600) ok')
    expect(barLine({ what: 'ratio', value: 0.59, least: 0.6 })).toContain('missed')
    expect(barLine({ what: 'cost', value: 0.2, most: 0.2 })).toContain('ok')
    expect(barLine({ what: 'cost', value: 0.21, most: 0.2 })).toContain('missed')
  })

  it('does not take a figure that is missing for a bar that is met', () => {
    expect(barLine({ what: 'cost', value: Number.NaN, most: 1 })).toContain('missed')
  })
})

it('shows three digits that mean something', () => {
  expect([0.1234, 1.234, 12.34, 1234.5, Number.NaN].map(figure)).toEqual(['0.123', '1.23', '12.3', '1235', '-'])
})

it('aligns the first column to the left and the others to the right', () => {
  expect(
    aligned([
      ['name', 'us'],
      ['a', '12.5'],
    ]),
  ).toBe('name    us\na     12.5')
})

describe('an interval (BENCH-04)', () => {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

  it('is a point where all items are alike, and the same each time', () => {
    expect(intervalOf([3, 3, 3], mean)).toEqual({ value: 3, low: 3, high: 3 })
    expect(intervalOf([1, 5, 9], mean)).toEqual(intervalOf([1, 5, 9], mean))
  })

  it('holds the value, and narrows with more items', () => {
    const few = intervalOf([1, 9, 4, 6], mean)
    const many = intervalOf(Array.from({ length: 20 }, () => [1, 9, 4, 6]).flat(), mean)
    expect(few.low).toBeLessThan(5)
    expect(few.high).toBeGreaterThan(5)
    expect(many.high - many.low).toBeLessThan((few.high - few.low) / 3)
  })
})
