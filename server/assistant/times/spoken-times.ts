import type { Rewrite } from './rewrite'
import { rewrites } from './rewrites'

/** A question in small letters with its spoken times in figures: "half past two" is 2:30. */
export function inFigures(text: string): string {
  return rewrites.reduce(rewritten, text).replace(/ {2,}/g, ' ')
}

function rewritten(text: string, { pattern, to }: Rewrite): string {
  if (typeof to === 'string') return text.replace(pattern, to)
  return text.replace(pattern, (said, ...found) => to(found.at(-1), said) ?? said)
}
