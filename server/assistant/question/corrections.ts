import { isOneSlip, isTwoSlips } from './slips'

export const LEAST_LETTERS = 5
/** Letters of a word in which two slips may be put right. */
const LEAST_FOR_TWO = 8

/**
 * What puts a word right that is nearly one of some: where one alone is one slip away, and begins alike, as a guess would
 * answer another question. Short words are put right toward names.
 */
export function correctionToward(words: readonly string[], names: readonly string[]): (word: string) => string {
  const [targets, named] = [byFirstLetter(words), byFirstLetter(names)]
  return (word) => {
    if (!/^\p{L}+$/u.test(word)) return word
    const alike = targets(word)
    return word.length < LEAST_LETTERS ? completedShort(word, alike, named(word)) : corrected(word, alike)
  }
}

function byFirstLetter(words: readonly string[]): (word: string) => readonly string[] {
  const groups = new Map<string, string[]>()
  for (const word of words) {
    const group = groups.get(word.charAt(0))
    if (group === undefined) groups.set(word.charAt(0), [word])
    else group.push(word)
  }
  return (word) => groups.get(word.charAt(0)) ?? []
}

function corrected(word: string, alike: readonly string[]): string {
  const one = alike.filter((target) => isOneSlip(word, target))
  const near = one.length > 0 || word.length < LEAST_FOR_TWO ? one : alike.filter((target) => isTwoSlips(word, target))
  const [only] = near
  // Singular and plural of one word are one answer.
  const isOne = near.every((other) => other === only || other === `${only}s` || `${other}s` === only)
  return only !== undefined && isOne ? only : word
}

/** A short word with a letter missing, or one of a name with one too many; another letter would make "deck" of "dock". */
function completedShort(word: string, alike: readonly string[], names: readonly string[]): string {
  if (word.length < 3) return word
  const named = names.filter((name) => name.length !== word.length)
  const longer = word.length === LEAST_LETTERS - 1 ? alike.filter((target) => target.length > word.length) : []
  const near = [...new Set([...named, ...longer])].filter((name) => isOneSlip(word, name))
  return near.length === 1 ? (near[0] ?? word) : word
}
