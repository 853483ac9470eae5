/** Words that stand for a number. */
const wordNumbers: Readonly<Record<string, number>> = { no: 0, none: 0, nothing: 0, nobody: 0, one: 1 }

export const NO = /\b(no|not|none|nothing|nobody|never|0)\b/i

/** How an answer says that it has none. */
export const REFUSAL =
  /cannot|can't|can not|do not|don't|does not|beyond|unable|not able|no camera called|nothing of the future|I change nothing|not kept|did not understand|not sure|know no|is not known|are not kept/i

/** The numbers that an answer says of events: not those of its list, of links, of times, and of what stands in brackets. */
export function numbersIn(answer: string): number[] {
  const plain = answer
    .split('\n')
    .filter((line) => !/^\W*\d{4}-\d\d-\d\d \d\d:\d\d/.test(line))
    .join('\n')
    .replace(/\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\([^)]*\)/g, ' ')
    .replace(
      /(in|of|from|over) the (last|past) \d+ \w+|(about )?\d+ \w+ ago|on \d+ \w+|\d{4}-\d\d-\d\d( \d\d:\d\d)?|\d\d:\d\d/g,
      ' ',
    )
  const said = plain.matchAll(/\b(\d+|no|none|nothing|nobody|one)\b/gi)
  return [...said].map(([word]) => wordNumbers[word.toLowerCase()] ?? Number(word))
}
