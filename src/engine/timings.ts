/** The specification's numbers, handed in by the app (spec 9). */
export interface EngineTimings {
  readonly checkIntervalMs: number
  readonly cooldownMs: number
  readonly clipLengthMs: number
  readonly snapshotIntervalMs: number
  /** JPEG quality of snapshots and thumbnails, 0 to 1. */
  readonly jpegQuality: number
}
