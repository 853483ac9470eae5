/** The specification's numbers (REC-01 to REC-11), handed in by the app. */
export interface EngineTimings {
  readonly checkIntervalMs: number
  readonly cooldownMs: number
  /** Length of a clip, its pre-roll included. */
  readonly clipLengthMs: number
  /** How far a clip reaches back before the motion that began it; 0: not at all. */
  readonly preRollMs: number
  readonly snapshotIntervalMs: number
  /** JPEG quality of snapshots and thumbnails, 0 to 1. */
  readonly jpegQuality: number
}
