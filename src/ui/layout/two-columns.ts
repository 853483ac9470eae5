/**
 * Two columns of one width, and one where letters are so large that words would break in two (WCAG 2.2, 1.4.4). The gap is
 * 24 px at most.
 */
export function twoColumns(leastWidth: string): string {
  return `repeat(auto-fit, minmax(min(100%, max(${leastWidth}, 50% - 0.75rem)), 1fr))`
}
