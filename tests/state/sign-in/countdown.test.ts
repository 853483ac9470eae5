import { describe, expect, test } from 'vitest'
import { launchBannerText } from '../../../src/state/sign-in/launch-banner'
import {
  firstResendAtMs,
  isCompleteCode,
  nextResendAtMs,
  readCodeRequest,
  secondsLeft,
} from '../../../src/state/sign-in/sign-in'

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

test('a code is complete with exactly six digits (AUTH-42)', () => {
  expect(['012345', '12345', '1234567', '12345a', ''].map(isCompleteCode)).toEqual([true, false, false, false, false])
})

describe('what the sign-in screen passes along (AUTH-30)', () => {
  test.each([null, undefined, 'ann@example.org', {}, { email: '' }, { email: 7 }, { retryAt: at(60) }])(
    '%j has no e-mail: back to sign-in',
    (state) => {
      expect(readCodeRequest(state)).toBe(null)
    },
  )

  test('an e-mail is enough; a retry time comes along where it is text', () => {
    expect(readCodeRequest({ email: 'a@b', retryAt: at(60) })).toEqual({ email: 'a@b', retryAt: at(60) })
    expect(readCodeRequest({ email: 'a@b', retryAt: 7 })).toEqual({ email: 'a@b', retryAt: null })
    expect(readCodeRequest({ email: 'a@b' })).toEqual({ email: 'a@b', retryAt: null })
  })
})

describe('the launch banner (AUTH-17 to AUTH-19, read literally: X-04)', () => {
  test.each([
    ['15 July 2025', new Date(2025, 6, 15)],
    ['15 June 2025', new Date(2025, 5, 15)],
    ['30 July 2025 at its end', new Date(2025, 6, 30, 23, 59, 59)],
    ['a day of another year', new Date(2026, 2, 10)],
  ])('on %s it announces July 31st, 2025 with a discount (AUTH-15, AUTH-17)', (_name, now) => {
    const text = launchBannerText(now)
    expect(text).toContain('launching on July 31st, 2025')
    expect(text).toContain('special discount')
    expect(text).not.toContain('TODAY')
  })

  test.each([new Date(2025, 6, 31), new Date(2025, 6, 31, 23, 59), new Date(2026, 0, 31)])(
    'on a 31st (%s) it says TODAY (AUTH-18)',
    (now) => {
      expect(launchBannerText(now)).toContain('TODAY')
      expect(launchBannerText(now)).toContain('special discount')
    },
  )

  test.each([new Date(2025, 7, 1), new Date(2025, 7, 5), new Date(2025, 7, 31)])(
    'in August (%s) it is hidden (AUTH-19)',
    (now) => {
      expect(launchBannerText(now)).toBe(null)
    },
  )
})
