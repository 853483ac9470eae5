import { describe, expect, test } from 'vitest'
import { isCompleteCode, readCodeRequest } from '../../../src/state/sign-in/sign-in'

test('a code is complete with exactly six digits (AUTH-42)', () => {
  expect(['012345', '12345', '1234567', '12345a', ''].map(isCompleteCode)).toEqual([true, false, false, false, false])
})

const RETRY_AT = '2026-03-10T12:01:00.000Z'

describe('what the sign-in screen passes along (AUTH-30)', () => {
  test.each([null, undefined, 'ann@example.org', {}, { email: '' }, { email: 7 }, { retryAt: RETRY_AT }])(
    '%j has no e-mail: back to sign-in',
    (state) => {
      expect(readCodeRequest(state)).toBe(null)
    },
  )

  test('an e-mail is enough; a retry time comes along where it is text', () => {
    expect(readCodeRequest({ email: 'a@b', retryAt: RETRY_AT })).toEqual({ email: 'a@b', retryAt: RETRY_AT })
    expect(readCodeRequest({ email: 'a@b', retryAt: 7 })).toEqual({ email: 'a@b', retryAt: null })
    expect(readCodeRequest({ email: 'a@b' })).toEqual({ email: 'a@b', retryAt: null })
  })
})
