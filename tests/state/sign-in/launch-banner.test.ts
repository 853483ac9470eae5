import { describe, expect, test } from 'vitest'
import { launchBannerText } from '../../../src/state/sign-in/launch-banner'

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
