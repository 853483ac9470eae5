/** The longest time between two moments, of which `fromMs` and `toMs` are the first and the last. */
export function longestGapMs(atMs: readonly number[], fromMs: number, toMs: number): number {
  const moments = [fromMs, ...atMs.filter((moment) => moment > fromMs && moment < toMs), toMs]
  return Math.max(0, ...moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment)))
}
