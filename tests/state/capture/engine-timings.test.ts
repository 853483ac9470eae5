import { expect, test } from 'vitest'
import { engineTimings } from '../../../src/state/capture/engine-timings'

test('the engine runs on the specified numbers (REC-01, REC-03, REC-04, REC-10, REC-11)', () => {
  expect(engineTimings(false)).toEqual({
    checkIntervalMs: 300,
    cooldownMs: 5_000,
    clipLengthMs: 15_000,
    preRollMs: 5_000,
    snapshotIntervalMs: 2_500,
    jpegQuality: 0.5,
  })
})

test('a mobile device checks every 500 ms, all else being equal (REC-02)', () => {
  expect(engineTimings(true)).toEqual({ ...engineTimings(false), checkIntervalMs: 500 })
})
