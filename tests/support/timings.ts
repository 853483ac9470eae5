import type { EngineTimings } from '../../src/engine/timings'

/** The numbers of REC-01 to REC-11, written out so that a change in the contract shows. */
export const specTimings: EngineTimings = {
  checkIntervalMs: 300,
  cooldownMs: 5_000,
  clipLengthMs: 15_000,
  preRollMs: 5_000,
  snapshotIntervalMs: 2_500,
  jpegQuality: 0.5,
}
