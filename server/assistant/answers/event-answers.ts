import { listOfWords } from '../../lib/list-of-words'
import { plainText } from '../clip-links'
import type { NamedCamera } from '../question/camera-names'
import type { Filter, Intent } from '../question/intent'
import type { AskedPeriod } from '../times/period'
import { periodWords } from '../times/period'
import { type Asked, wantedOf } from './asked'
import { groupsOf } from './group-answers'
import { kindSentences, othersSentence } from './kind-groups'
import { noneOf } from './none-answers'
import { eventLine, eventName, LISTED, listed, numberOf, placeOf, pluralOf, scopeOf, thereWere } from './phrases'

type Of<K extends Intent['kind']> = Extract<Intent, { kind: K }>

const WHO = 'Who people are is not known to this hub.'

/** How many there were, and the newest of them. */
export async function aboutEvents({ filter, manner, isWho, isVague }: Of<'events'>, asked: Asked): Promise<string> {
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
  const groups = await groupsOf(filter, 'camera', asked)
  return [`${listOfWords(groups.map(({ name, count }) => `${name}: ${count}`))}.`]
}

export async function aboutOneEnd({ filter, end, count, passed }: Of<'one-end'>, asked: Asked): Promise<string> {
  const limit = Math.min(count, 3 * LISTED)
  const page = { order: end === 'last' ? 'newest' : 'oldest', limit: limit + passed } as const
  const found = (await asked.search.events(wantedOf(filter), page)).slice(passed)
  const [only] = found
  const name = eventName(filter)
  const beside = passed === 0 ? '' : end === 'last' ? ' before that' : ' after that'
  if (only === undefined) {
    const none = `${thereWere(0, name)}${beside}${scopeOf(filter, asked)}.`
    return passed === 0 ? noneOf(none, filter, asked) : none
  }
  if (count === 1) return `The ${end} ${name}${beside}${scopeOf(filter, asked)} was at ${eventLine(only, asked)}.`
  const heading = `The ${end} ${numberOf(found.length, name)}${beside}${scopeOf(filter, asked)}:`
  return [heading, ...found.map((event) => `- ${eventLine(event, asked)}`)].join('\n')
}

export async function aboutTwoPeriods({ filter, other }: Of<'compare-periods'>, asked: Asked): Promise<string> {
  const wanted = wantedOf(filter)
  const here = await asked.search.countEvents(wanted)
  const there = await asked.search.countEvents({ ...wanted, ranges: other.ranges })
  const words = (period: AskedPeriod) => periodWords(period, asked.nowMs, asked.zone)
  const name = eventName(filter)
  const difference = here === there ? 'as many' : `${Math.abs(here - there)} ${here > there ? 'more' : 'fewer'}`
  return [
    `${thereWere(here, name)}${placeOf(filter.cameras)} ${words(filter.period)}, and ${there} ${words(other)}.`,
    `That is ${difference} ${filter.period.label || 'in the first'} ${here === there ? 'as' : 'than'} ${other.label || 'in the second'}.`,
  ].join('\n')
}

/** Cameras that one word names count as one side. */
export async function aboutTwoCameras({ filter, groups }: Of<'compare-cameras'>, asked: Asked): Promise<string> {
  const wanted = wantedOf(filter)
  const sides = await Promise.all(
    groups.map(async (cameras) => ({
      name: nameOf(cameras),
      count: await asked.search.countEvents({ ...wanted, cameraIds: cameras.map(({ id }) => id) }),
    })),
  )
  const [most, second] = [...sides].sort((a, b) => b.count - a.count)
  if (most === undefined || second === undefined)
    return aboutEvents({ kind: 'events', filter, manner: 'count', isWho: false, isVague: false }, asked)
  const name = eventName(filter)
  const when = periodWords(filter.period, asked.nowMs, asked.zone)
  const verdict = most.count === second.count ? 'As many' : `More at ${most.name}`
  return [`${verdict}: ${pluralOf(name)} ${when}:`, ...sides.map((side) => `- ${side.name}: ${side.count}`)].join('\n')
}

function nameOf(cameras: readonly NamedCamera[]): string {
  return listOfWords(cameras.map(({ name }) => plainText(name)))
}
