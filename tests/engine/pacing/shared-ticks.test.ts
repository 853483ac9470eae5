import { expect, it } from 'vitest'
import { sharedTicks } from '../../../src/engine/pacing/shared-ticks'
import { manualClock } from '../../support/manual-clock'

it('repeating timers of one length are one timer, which ends with the last of them (LESS-07)', async () => {
  const clock = manualClock()
  const shared = sharedTicks(clock)
  const told: string[] = []
  const cancels = ['a', 'b', 'c'].map((who) => shared.every(5_000, () => told.push(who)))
  const other = shared.every(33, () => undefined)
  expect(clock.pending()).toEqual([33, 5_000])
  other()
  await clock.advance(5_000)
  expect(told).toEqual(['a', 'b', 'c'])
  cancels[1]?.()
  cancels[1]?.()
  await clock.advance(5_000)
  expect(told.slice(3)).toEqual(['a', 'c'])
  for (const cancel of cancels) cancel()
  expect(clock.pending()).toEqual([])
})

it('one that ends another while both are due is not followed by it', async () => {
  const clock = manualClock()
  const shared = sharedTicks(clock)
  let ticks = 0
  shared.every(100, () => cancelLater())
  const cancelLater = shared.every(100, () => ticks++)
  await clock.advance(1_000)
  expect(ticks).toBe(0)
})
