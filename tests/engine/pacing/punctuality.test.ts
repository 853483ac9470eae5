import { describe, expect, it } from 'vitest'
import { Punctuality } from '../../../src/engine/pacing/punctuality'

/** Notes checks 300 ms apart, from 300 ms on: '.' is on time, 'L' late. */
function judged(checks: string) {
  const punctuality = new Punctuality(0)
  const nowMs = () => 300 * checks.length
  for (const [i, check] of [...checks].entries()) punctuality.note(check === '.', 300 * (i + 1))
  return {
    isLate: punctuality.isLate,
    lateForMs: punctuality.lateForMs(nowMs()),
    onTimeForMs: punctuality.onTimeForMs(nowMs()),
  }
}

describe('the punctuality of a camera’s checks', () => {
  it('is on time from the beginning', () => {
    expect(judged('....')).toEqual({ isLate: false, lateForMs: 0, onTimeForMs: 1_200 })
  })

  it('is late from the first of three late checks in a row', () => {
    expect(judged('..LL').isLate).toBe(false)
    expect(judged('..LLLL')).toEqual({ isLate: true, lateForMs: 900, onTimeForMs: 0 })
  })

  it('is not disturbed by single hiccups, either way', () => {
    expect(judged('.L..LL..L.').onTimeForMs).toBe(3_000)
    expect(judged('LLL.LL..LL.L').lateForMs).toBe(3_300)
  })

  it('is on time again from the first of three such checks in a row', () => {
    expect(judged('LLLLL...')).toEqual({ isLate: false, lateForMs: 0, onTimeForMs: 600 })
  })

  it('counts from a restart on, in the state it is in', () => {
    const punctuality = new Punctuality(0)
    for (const atMs of [300, 600, 900]) punctuality.note(false, atMs)
    punctuality.restart(1_000)
    expect([punctuality.isLate, punctuality.lateForMs(1_500)]).toEqual([true, 500])
  })
})
