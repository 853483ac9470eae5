import { MAX_DESCRIPTION_LENGTH } from '../../../src/contract/descriptions'

/** What came of asking a model what an event's stills show. Only `described` is kept as a description. */
export type Said =
  | { readonly kind: 'described'; readonly text: string }
  /** It says that nothing can be made out. */
  | { readonly kind: 'nothing' }
  /** It said something that is no description. */
  | { readonly kind: 'nonsense'; readonly problem: string }

/** What the model is told to answer where it can make nothing out. */
export const NOTHING_WORD = 'NOTHING'

/** An answer longer than this describes no stills, whatever it does. */
const LONGEST_ANSWER = 600
const MOST_SENTENCES = 2
const LEAST_WORDS = 2
/** So many words of one kind in a row of them are a model that hangs. */
const LEAST_VARIETY = 0.4
const VARIETY_WORDS = 10

const refusal =
  /^(?:i(?:'|’)?m sorry|i am sorry|sorry|apologies|unfortunately|as an ai|i(?:'|’)?m (?:unable|not able)|i am (?:unable|not able)|i can(?:'|’)?t|i cannot|i can not|i won(?:'|’)?t|i do not|i don(?:'|’)?t|unable to|cannot|no images?\b|there (?:is|are) no (?:images?|pictures?|stills?)\b|please (?:provide|upload|send)\b)/i

const nothing = new RegExp(`^${NOTHING_WORD}\\b`, 'i')

/**
 * Reads what a model said. It is the text of a stranger, who may have read signs held before the lens: nothing but plain words
 * is left of it, one or two sentences without markup, links or addresses.
 */
export function readDescription(answer: string): Said {
  const said = plainWords(withoutThoughts(answer))
  if (said === '') return { kind: 'nonsense', problem: 'the model said nothing' }
  if (said.length > LONGEST_ANSWER) return { kind: 'nonsense', problem: 'the description is too long' }
  if (nothing.test(said) && said.length < 20) return { kind: 'nothing' }
  if (refusal.test(said)) return { kind: 'nonsense', problem: 'the model refused' }
  if (!isLanguage(answer, said)) return { kind: 'nonsense', problem: 'the description is no sentence' }
  return { kind: 'described', text: shortened(said) }
}

/** Models that think aloud do so before they answer. */
function withoutThoughts(answer: string): string {
  return answer.replace(/^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i, '')
}

function plainWords(answer: string): string {
  return (
    answer
      .normalize('NFC')
      // Addresses are nothing that a camera sees somebody do.
      .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
      .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S*|\bwww\.\S+/gi, ' ')
      .replace(/\bclip:\S*/gi, ' ')
      // Control, format (also those that turn the direction of writing) and private characters have no picture.
      .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
      .replace(/[[\]{}<>*_#`|~\\^]/g, ' ')
      .replace(/^\s*(?:description|answer)\s*:\s*/i, '')
      .replace(/\s+/g, ' ')
      .replace(/ ([.,;:!?])/g, '$1')
      .replace(/^["“”'\s-]+|["“”\s]+$/g, '')
      .trim()
  )
}

/** JSON, code, and the same word again and again are what models say that hang. */
function isLanguage(answer: string, said: string): boolean {
  if (/^\s*(?:\{|\[|```|<[a-z!?])/i.test(withoutThoughts(answer))) return false
  const words = said.toLowerCase().match(/\p{L}{2,}/gu) ?? []
  if (words.length < LEAST_WORDS) return false
  const isVaried = new Set(words).size / words.length >= LEAST_VARIETY
  return words.length < VARIETY_WORDS || isVaried
}

function shortened(said: string): string {
  const sentences = said.match(/[^.!?。！？]+(?:[.!?。！？]+(?=\s|$)|$|[.!?。！？]+)/gu) ?? [said]
  const first = joined(sentences)
  if (first.length <= MAX_DESCRIPTION_LENGTH) return first
  const cut = first.slice(0, MAX_DESCRIPTION_LENGTH - 1)
  const end = cut.lastIndexOf(' ')
  return `${(end > MAX_DESCRIPTION_LENGTH / 2 ? cut.slice(0, end) : cut).replace(/[\s,;:.-]+$/, '')}…`
}

function joined(sentences: readonly string[]): string {
  return sentences.slice(0, MOST_SENTENCES).join('').trim()
}
