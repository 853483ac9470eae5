import { listOfWords } from '../../../src/lib/words'
import { plainText } from '../clip-links'
import type { Intent } from '../question/intent'
import { filterOf } from '../question/intent'
import { readParts } from '../question/question-parts'
import { soughtWords } from '../question/sought-words'
import { unseenLine } from '../sight/sight-words'
import { type Asked, wantedOf } from './asked'
import { eventLine, LISTED, listed, numberOf, scopeOf } from './phrases'
import { sightOf } from './sight-note'

/**
 * What descriptions by a language model say of what the hub itself does not know: looks, things, deeds. null: the question asks
 * for none of that, or no event of its time and place is described. Types are not asked for: a model may see somebody whom the
 * camera did not recognise.
 */
export async function aboutDescribed(text: string, intent: Intent, asked: Asked): Promise<string | null> {
  const { search, nowMs, zone } = asked
  if (!isOfLooks(intent)) return null
  const parts = readParts(text, { cameras: await search.camerasEver(), nowMs, zone })
  const words = soughtWords(parts.words)
  if (words.length === 0) return null
  const filter = { ...filterOf(parts, nowMs), types: null, labels: null }
  const wanted = wantedOf(filter)
  const described = await search.countDescribed(wanted)
  if (described === 0) return null
  const named = listOfWords(words.map((word) => `“${plainText(word)}”`))
  const scope = scopeOf(filter, asked)
  const matching = { ...wanted, text: words.join(' ') }
  const count = await search.countEvents(matching)
  const unseen = unseenLine(await sightOf(filter, asked), asked)
  const rest = unseen === '' ? [] : [unseen]
  if (count === 0) {
    const share = `${described} of the ${numberOf(await search.countEvents(wanted), 'event')} then ${described === 1 ? 'is' : 'are'} described`
    return [
      `No description by a language model mentions ${named}${scope}. That is no all-clear: ${share}, and a description may leave things out.`,
      ...rest,
    ].join('\n')
  }
  const found = await search.events(matching, { order: 'newest', limit: LISTED })
  const lines = found.map((event) => eventLine(event, asked))
  const heading = `By words of a language model, which looked at pictures and may be wrong, ${numberOf(count, 'event')} ${count === 1 ? 'mentions' : 'mention'} ${named}${scope}.`
  return [heading, ...listed(count, lines, 'newest'), ...rest].join('\n')
}

/** What only pictures tell, or words that the rules would leave out. */
function isOfLooks(intent: Intent): boolean {
  if (intent.kind === 'beyond') return intent.beyond.why === 'looks' || intent.beyond.why === 'thing'
  return intent.kind === 'events' && intent.filter.unread.length > 0
}
