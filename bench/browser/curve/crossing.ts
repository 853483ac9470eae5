/** What some bit rate gave: a point of a curve. */
export interface CurvePoint {
  readonly sizeBytes: number
  readonly likeness: number
}

/**
 * How many bytes a curve takes to be as like as that, between its two points around it; Infinity where all its points are
 * less like. NaN where all are more: how few bytes it would take was not measured then.
 */
export function sizeAt(likeness: number, points: readonly CurvePoint[]): number {
  const bySize = [...points].sort((one, other) => one.sizeBytes - other.sizeBytes)
  for (const [i, point] of bySize.entries()) {
    if (point.likeness < likeness) continue
    const below = bySize[i - 1]
    if (below === undefined) return Number.NaN
    const share = (likeness - below.likeness) / (point.likeness - below.likeness)
    return below.sizeBytes + share * (point.sizeBytes - below.sizeBytes)
  }
  return Number.POSITIVE_INFINITY
}
