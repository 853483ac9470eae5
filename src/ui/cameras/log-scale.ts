/** Smallest share that meters show: below T at full sensitivity (0.0004), so that every threshold has its place. */
const FLOOR = 0.0001
const DECADES = Math.log10(1 / FLOOR)

/** Where a share of 0 to 1 stands on a logarithmic scale, 0 to 1. */
export function logPosition(share: number): number {
  return Math.max(0, Math.min(1, Math.log10(Math.max(share, FLOOR) / FLOOR) / DECADES))
}

/** The powers of ten between the ends of the scale. */
export const decades: readonly number[] = [0.001, 0.01, 0.1]
