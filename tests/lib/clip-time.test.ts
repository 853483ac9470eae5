import { expect, it } from 'vitest'
import { formatClipTime } from '../../src/lib/clip-time'

it.each([
  [0, '0:00'],
  [4.87, '0:04'],
  [14.99, '0:14'],
  [60, '1:00'],
  [671, '11:11'],
  [-1, '0:00'],
])('%d seconds into a recording are written %s', (seconds, text) => {
  expect(formatClipTime(seconds)).toBe(text)
})
