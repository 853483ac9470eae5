import { expect, it } from 'vitest'
import { WaitingClock } from '../../../src/ui/review/film-clock'

it('the clock goes on with the frames, and never leaps after a pause (REV-09)', () => {
  const clock = new WaitingClock()
  expect([clock.frame(1_000), clock.frame(1_016), clock.frame(61_016)]).toEqual([0, 16, 250])
})

it('it waits for a film that is not there yet, and for none for longer than four seconds (REV-09)', () => {
  const clock = new WaitingClock()
  let isReady = false
  const leave = clock.follow(() => isReady)
  clock.frame(0)
  expect([clock.frame(16), clock.frame(4_000), clock.frame(4_020)]).toEqual([0, 0, 20])
  isReady = true
  expect(clock.frame(4_040)).toBe(20)
  isReady = false
  expect(clock.frame(4_060)).toBe(0)
  leave()
  expect(clock.frame(4_080)).toBe(20)
})
