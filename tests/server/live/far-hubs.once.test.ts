import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FarHubs } from '../../../server/live/far/far-hubs'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a hub that is not heard for 3.5 s, as one that was killed, counts as gone, once (SCALE-11)', () => {
  const gone: string[] = []
  let beats = 0
  const hubs = new FarHubs({ beat: () => (beats += 1), onGone: (hub) => gone.push(hub) })
  expect([hubs.note('killed'), hubs.note('there'), hubs.note('there')]).toEqual([true, true, false])
  for (let second = 0; second < 3; second++) {
    vi.advanceTimersByTime(1_000)
    hubs.note('there')
  }
  expect(gone).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(gone).toEqual(['killed'])
  hubs.lose('there')
  hubs.lose('there')
  expect(gone).toEqual(['killed', 'there'])
  expect(beats).toBe(4)
  hubs.close()
  vi.advanceTimersByTime(10_000)
  expect(beats).toBe(4)
  expect(hubs.note('killed')).toBe(true)
})
