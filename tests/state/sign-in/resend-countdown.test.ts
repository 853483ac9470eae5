import { describe, expect, test } from 'vitest'
import { firstResendAtMs, nextResendAtMs, secondsLeft } from '../../../src/state/sign-in/resend-countdown'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString()

describe('the resend countdown (AUTH-44 to AUTH-46)', () => {
  test('starts at 60 seconds, whatever the first answer said (X-05)', () => {
    expect(secondsLeft(firstResendAtMs(NOW), NOW)).toBe(60)
  })

  test.each([
    ['in 90 s', at(90), 90],
    ['in the past', at(-5), 0],
    ['missing', null, 60],
    ['no date', 'soon', 60],
    ['empty', '', 60],
  ])('after a resend with a retry time %s it shows %3$i (X-05, X-06)', (_name, retryAt, seconds) => {
    expect(secondsLeft(nextResendAtMs(retryAt, NOW), NOW)).toBe(seconds)
  })

  test.each([
    [60_000, 60],
    [59_999, 60],
    [59_000, 59],
    [1, 1],
    [0, 0],
    [-1, 0],
  ])('%i ms left show as %i whole seconds, rounded up and never negative (X-06)', (leftMs, seconds) => {
    expect(secondsLeft(NOW + leftMs, NOW)).toBe(seconds)
  })
})
