import { expect, it } from 'vitest'
import { formatPercent } from '../../src/lib/percent'

it.each([
  [0, '0.00%'],
  [0.0004, '0.04%'],
  [0.0204, '2.04%'],
  [0.1, '10.0%'],
  [0.1254, '12.5%'],
  [1, '100.0%'],
])('a share of %d reads %s', (share, text) => {
  expect(formatPercent(share)).toBe(text)
})
