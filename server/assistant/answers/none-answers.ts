import type { Filter } from '../question/intent'
import type { Asked } from './asked'
import { othersSentence } from './kind-groups'
import { sightOf } from './sight-note'

/**
 * An answer that there was none, from a sentence that begins with "There was no". Alone it would pass for an all-clear: what else
 * there was is said (ASK-08), and that the cameras could not see, where they could not (ASK-10).
 */
export async function noneOf(sentence: string, filter: Filter, asked: Asked, isYesNo = false): Promise<string> {
  const sight = await sightOf(filter, asked)
  const others = await othersSentence(filter, 0, asked)
  const none = hedged(sentence, sight.isBlind ? 'blind' : sight.unseen.length > 0 ? 'partly' : 'clear', isYesNo)
  return others === '' ? none : `${none} But ${others}`
}

function hedged(sentence: string, seen: 'blind' | 'partly' | 'clear', isYesNo: boolean): string {
  const lower = `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
  if (seen === 'blind') return `I cannot say: nothing could be seen then. As far as is known, ${lower}`
  if (seen === 'partly') return `As far as the cameras could see, ${lower}`
  return isYesNo ? `No: ${lower}` : sentence
}
