/** They mean what was asked before, or go with it. "Too late" does not, nor "more than one". */
const leaning =
  /\b(them|those|these|that one|it|that|(?<!than )one|ones|of these|he|she|they|also|as well|too(?= (?:at|in|on|near|by)\b|$))\b/

/** Whether words lean on the question before. */
export function leansIn(words: string): boolean {
  return leaning.test(words)
}

/** A time that only the question before may name: "who was there then?" */
const THEN =
  /\b(?:at|around) that (?:time|moment|hour)\b|(?<=^(?:(?:and|so|but) )*(?:who|what(?! about)|was|were|did|any\w*|some\w*|how many)\b.* )then$/

/** null: no such time is meant. */
export function thenIn(words: string): string | null {
  return THEN.exec(words)?.[0] ?? null
}
