import { describe, expect, it } from 'vitest'
import { Punctuality } from '../../../src/engine/pacing/punctuality'

/** '.' is on time, 'L' late. */
function isLateAfter(checks: string): boolean {
  const punctuality = new Punctuality()
  for (const check of checks) punctuality.note(check === '.')
  return punctuality.isLate
}

describe('the punctuality of a camera’s checks', () => {
  it('is on time from the beginning, and late after three late ones in a row', () => {
    expect(['....', '..LL', '..LLL', '..LLLL'].map(isLateAfter)).toEqual([false, false, true, true])
  })

  it('is not disturbed by single hiccups, either way', () => {
    expect(['.L..LL..L.', 'LLL.LL..LL.L'].map(isLateAfter)).toEqual([false, true])
  })

  it('is on time again after three such checks in a row', () => {
    expect(['LLLLL..', 'LLLLL...'].map(isLateAfter)).toEqual([true, false])
  })
})
