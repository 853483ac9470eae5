/** A share of 0 to 1 as people read it: `2.04%`, `0.04%`, `12.5%`. */
export function formatPercent(share: number): string {
  const percent = share * 100
  return `${percent.toFixed(percent < 10 ? 2 : 1)}%`
}
