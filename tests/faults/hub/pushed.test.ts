import { expect, test } from 'vitest'
import { verdictOfPushes } from './pushed'

test('each event that was acknowledged is pushed at least once, and twice only after a crash (OPS-13)', () => {
  expect(verdictOfPushes(['a', 'b'], ['b', 'a'], 1)).toEqual({ acknowledged: 2, lost: 0, doubled: 0, again: 0 })
  expect(verdictOfPushes(['a', 'b'], ['a', 'a', 'b'], 1)).toEqual({ acknowledged: 2, lost: 0, doubled: 0, again: 1 })
  expect(verdictOfPushes(['a', 'b'], ['a', 'a', 'b'], 0)).toMatchObject({ doubled: 1 })
  expect(verdictOfPushes(['a', 'b'], ['a', 'a', 'b', 'b'], 1)).toMatchObject({ doubled: 1, again: 1 })
  expect(verdictOfPushes(['a', 'b'], ['b'], 1)).toMatchObject({ lost: 1 })
})
