import { expect, test } from 'vitest'
import { Kept } from '../../../server/peers/kept'

test('what is kept has a bound in bytes, and goes when its time is over (SCALE-16)', () => {
  let nowMs = 0
  const kept = new Kept<string>(1_000, () => nowMs)
  for (const key of ['a', 'b', 'c']) kept.put(key, key, 5_000, 300)
  expect(['a', 'b', 'c'].map((key) => kept.find(key))).toEqual([null, 'b', 'c'])
  kept.put('b', 'again', 60_000, 300)
  nowMs = 5_000
  expect(['b', 'c'].map((key) => kept.find(key))).toEqual(['again', null])
  kept.drop('b')
  expect(kept.find('b')).toBeNull()
})
