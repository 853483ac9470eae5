/** Share of the largest possible difference that counts as motion at sensitivity 51 (REC-06). */
const BASE_THRESHOLD = 0.02

/**
 * T(s) = 0.02 x (101 - s) / 50 of the maximum (REC-06). Sensitivity in percent, 0 to 100; values outside are taken
 * as the nearest bound.
 */
export function motionThreshold(sensitivityPercent: number): number {
  const s = Math.min(100, Math.max(0, sensitivityPercent))
  return (BASE_THRESHOLD * (101 - s)) / 50
}

/** Motion is a difference above the threshold, not at it (REC-08). */
export function isMotion(difference: number, sensitivityPercent: number): boolean {
  return difference > motionThreshold(sensitivityPercent)
}
