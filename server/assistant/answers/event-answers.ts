import { listOfWords } from '../../../src/lib/words'
import type { Filter, IntentOf } from '../question/intent'
import { type Asked, wantedOf } from './asked'
import { groupsOf } from './group-answers'
import { kindSentences, othersSentence } from './kind-groups'
import { noneOf } from './none-answers'
import { besideEnd, eventLine, eventName, LISTED, listed, numberOf, scopeOf, thereWere } from './phrases'

const WHO = 'Who people are is not known to this hub.'

/** How many there were, and the newest of them. */
export async function aboutEvents(
  { filter, manner, isWho, isVague }: IntentOf<'events'>,
  asked: Asked,
): Promise<string> {
  const wanted = wantedOf(filter)
  const count = await asked.search.countEvents(wanted)
  const sentence = `${thereWere(count, eventName(filter))}${scopeOf(filter, asked)}.`
  if (count === 0) return noneOf(sentence, filter, asked, manner === 'yes-no')
  const heading = manner === 'yes-no' ? `Yes: t${sentence.slice(1)}` : sentence
  const others = isVague ? await othersSentence(filter, count, asked) : ''
  const parts = [
    ...(await kindSentences(filter, asked)),
    ...(await cameraSentences(filter, asked)),
    ...(others === '' ? [] : [`Besides ${others}`]),
  ]
  const found = await asked.search.events(wanted, { order: 'newest', limit: LISTED })
  const lines = found.map((event) => eventLine(event, asked))
  return [[heading, ...parts, ...(isWho ? [WHO] : [])].join(' '), ...listed(count, lines, 'newest')].join('\n')
}

const MOST_PARTS = 4

/** Of several cameras that are named, how many each has. */
async function cameraSentences(filter: Filter, asked: Asked): Promise<string[]> {
  if (filter.cameras === null || filter.cameras.length < 2 || filter.cameras.length > MOST_PARTS) return []
  const groups = await groupsOf(filter, 'camera', asked, 'events')
  if (groups.length < 2) return []
  return [`${listOfWords(groups.map(({ name, count }) => `${name}: ${count}`))}.`]
}

const STANDS_STILL = 'What stands still is in no event, so I do not know what is there now.'

export async function aboutOneEnd(
  { filter, end, count, isOfNow, ...passing }: IntentOf<'one-end'>,
  asked: Asked,
): Promise<string> {
  const { passed } = passing
  const limit = Math.min(count, 3 * LISTED)
  const page = { order: end === 'last' ? 'newest' : 'oldest', limit: limit + passed } as const
  const found = (await asked.search.events(wantedOf(filter), page)).slice(passed)
  const [only] = found
  const name = eventName(filter)
  const { place, beside } = besideEnd(passing, end)
  if (only === undefined) {
    const none = `${thereWere(0, `${place === '' ? '' : `${place}last `}${name}`)}${beside}${scopeOf(filter, asked)}.`
    return passed === 0 ? noneOf(none, filter, asked) : none
  }
  if (count === 1) {
    const one = `The ${place}${end} ${name}${beside}${scopeOf(filter, asked)} was at ${eventLine(only, asked)}.`
    return isOfNow ? `${one} ${STANDS_STILL}` : one
  }
  const heading = `The ${end} ${numberOf(found.length, name)}${beside}${scopeOf(filter, asked)}:`
  return [heading, ...found.map((event) => `- ${eventLine(event, asked)}`)].join('\n')
}
