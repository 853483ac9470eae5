import { listOfWords } from '../../../src/lib/words'
import type { Filter } from '../question/intent'
import type { Asked } from './asked'
import { othersSentence } from './kind-groups'
import { sightOf } from './sight-note'

/**
 * An answer that there was none, from a sentence that begins with "There was no". Alone it would pass for an all-clear: what else
 * there was is said (ASK-08), and that the cameras could not see, where they could not (ASK-10).
 */
export async function noneOf(sentence: string, filter: Filter, asked: Asked, isYesNo = false): Promise<string> {
  const none = await noneAmong(sentence, [{ filter, where: '' }], asked)
  const isSure = isYesNo && none[0] === sentence
  return [isSure ? `No: ${uncapitalised(sentence)}` : none[0], ...none.slice(1)].join(' ')
}

/** A side of a comparison, and how the answer calls it: "today", "at Garage"; '' where there is but one. */
export interface Side {
  readonly filter: Filter
  readonly where: string
}

/** The sentence of a comparison, with the same care for each of its sides that has none (ASK-13); then a sentence for each on what else there was. */
export async function noneAmong(
  sentence: string,
  empty: readonly Side[],
  asked: Asked,
): Promise<[sentence: string, ...others: string[]]> {
  const others: string[] = []
  const sights = []
  for (const { filter, where } of empty) {
    sights.push(await sightOf(filter, asked))
    const other = await othersSentence(filter, 0, asked, where)
    if (other !== '') others.push(`But ${other}`)
  }
  if (sights.length > 0 && sights.every(({ isBlind }) => isBlind)) {
    const when = listOfWords(empty.map(({ where }) => where || 'then'))
    return [`I cannot say: nothing could be seen ${when}. As far as is known, ${uncapitalised(sentence)}`, ...others]
  }
  const isSeen = sights.every(({ unseen }) => unseen.length === 0)
  return [isSeen ? sentence : `As far as the cameras could see, ${uncapitalised(sentence)}`, ...others]
}

function uncapitalised(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
}
