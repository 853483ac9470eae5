import type { Compared, IntentOf } from '../question/intent'
import { type AskedPeriod, periodWords } from '../times/period'
import { type Asked, wantedOf } from './asked'
import { countedName, countOf } from './counted'
import { aboutEvents } from './event-answers'
import { besideMotion } from './kind-groups'
import { noneAmong, type Side } from './none-answers'
import { namesOf, placeOf, pluralOf, thereWere } from './phrases'

type Counted = Side & { readonly count: number }

export async function aboutTwoPeriods(
  { of, filter, other }: IntentOf<'compare-periods'>,
  asked: Asked,
): Promise<string> {
  const here = filter.period.label || 'in the first'
  const there = other.label || 'in the second'
  const one = await counted(of, { filter, where: here }, asked)
  const two = await counted(of, { filter: { ...filter, period: other }, where: there }, asked)
  const words = (period: AskedPeriod) => periodWords(period, asked.nowMs, asked.zone)
  const isSame = one.count === two.count
  const difference = isSame
    ? 'as many'
    : `${Math.abs(one.count - two.count)} ${one.count > two.count ? 'more' : 'fewer'}`
  const sentence = `${thereWere(one.count, countedName(of, filter))}${placeOf(filter.cameras)} ${words(filter.period)}, and ${two.count} ${words(other)}.`
  const [counts, ...besides] = await compared(of, sentence, [one, two], asked)
  return [counts, [`That is ${difference} ${here} ${isSame ? 'as' : 'than'} ${there}.`, ...besides].join(' ')].join(
    '\n',
  )
}

/** Cameras that one word names count as one side. */
export async function aboutTwoCameras(
  { of, filter, groups }: IntentOf<'compare-cameras'>,
  asked: Asked,
): Promise<string> {
  const sides = await Promise.all(
    groups.map((cameras) => counted(of, { filter: { ...filter, cameras }, where: `at ${namesOf(cameras)}` }, asked)),
  )
  const [most, second] = [...sides].sort((a, b) => b.count - a.count)
  if (most === undefined || second === undefined)
    return aboutEvents({ kind: 'events', filter, manner: 'count', isWho: false, isVague: false }, asked)
  const name = countedName(of, filter)
  const when = periodWords(filter.period, asked.nowMs, asked.zone)
  const verdict = most.count === second.count ? 'As many' : `More ${most.where}`
  const [heading, ...besides] = await compared(of, `${verdict}: ${pluralOf(name)} ${when}:`, sides, asked)
  const lines = sides.map(({ where, count }) => `- ${where.replace(/^at /, '')}: ${count}`)
  return [heading, ...lines, ...(besides.length === 0 ? [] : [besides.join(' ')])].join('\n')
}

/** What each side had besides is told too: a comparison of nothing, or of motion alone, is no all-clear (ASK-13). */
async function compared(
  of: Compared,
  sentence: string,
  sides: readonly Counted[],
  asked: Asked,
): Promise<[string, ...string[]]> {
  const [said, ...others] = await noneAmong(
    sentence,
    sides.filter(({ count }) => count === 0),
    asked,
  )
  const some = of === 'events' ? sides.filter(({ count }) => count > 0) : []
  const besides = await Promise.all(some.map(({ filter, where }) => besideMotion(filter, asked, where)))
  return [said, ...others, ...besides.flat()]
}

async function counted(of: Compared, side: Side, { search }: Asked): Promise<Counted> {
  return { ...side, count: await countOf(of, wantedOf(side.filter), search) }
}
