import { describe, expect, it } from 'vitest'
import { Retry } from '../../src/outbox/retry'
import { manualClock } from '../support/manual-clock'

function failing() {
  const clock = manualClock()
  const tries: number[] = []
  const retry = new Retry(clock.after, () => 0)
  return { clock, tries, retry, fail: () => retry.noteFailure(() => tries.push(clock.nowMs())) }
}

describe('the next try of what has failed', () => {
  it('comes ever later, until it succeeds once', async () => {
    const { clock, tries, retry, fail } = failing()
    const startMs = clock.nowMs()
    for (const waitMs of [1_000, 2_000, 4_000]) {
      fail()
      await clock.advance(waitMs)
    }
    retry.noteSuccess()
    expect(retry.isFailing).toBe(false)
    fail()
    await clock.advance(1_000)
    expect(tries.map((atMs) => atMs - startMs)).toEqual([1_000, 3_000, 7_000, 8_000])
  })

  it('is one: a new plan takes the place of the old', async () => {
    const { clock, tries, retry, fail } = failing()
    fail()
    retry.plan(500, () => tries.push(-1))
    await clock.advance(10_000)
    expect([tries, retry.isFailing]).toEqual([[-1], true])
  })

  it('does not come once it was cancelled or closed, and is not planned after that', async () => {
    const { clock, tries, retry, fail } = failing()
    fail()
    retry.cancel()
    await clock.advance(10_000)
    fail()
    retry.close()
    fail()
    await clock.advance(60_000)
    expect(tries).toEqual([])
  })
})
