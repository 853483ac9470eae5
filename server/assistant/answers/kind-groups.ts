import { label } from '../../../src/contract/detection'
import { type EventType, eventType } from '../../../src/contract/event'
import { labelTitle } from '../../../src/lib/label'
import { listOfWords } from '../../../src/lib/words'
import type { Compared, Filter } from '../question/intent'
import type { Kind } from '../search/search-rows'
import { type Asked, wantedOf } from './asked'
import { eventName, isAnyMotion, numberOf } from './phrases'

export interface Group {
  readonly name: string
  readonly count: number
}

/**
 * Named as the titles of events begin: what shows several is counted to each of them, and Motion is that in which nothing was
 * recognised. Animals and vehicles are left out where there are none.
 */
export async function kindGroups(
  filter: Filter,
  { search }: Asked,
  of: Compared = 'events',
): Promise<readonly Group[]> {
  const wanted = wantedOf(filter)
  const counted = of === 'events' ? await search.eventsByKind(wanted) : await search.recordingsByKind(wanted)
  const group = (name: string, isMeant: (kind: Kind) => boolean): Group => ({
    name,
    count: counted.reduce((sum, { key, count }) => sum + (isMeant(key) ? count : 0), 0),
  })
  const things = (filter.labels ?? label.options)
    .filter((name) => name !== 'person')
    .map((name) => group(labelTitle(name), ({ seen }) => seen.some((one) => one.label === name)))
  return [
    ...(asksPerson(filter) ? [group('Person', ({ type }) => type === 'PERSON')] : []),
    ...things.filter(({ count }) => count > 0),
    ...(asksMotion(filter) ? [group('Motion', ({ type, seen }) => type === 'MOTION' && seen.length === 0)] : []),
    ...(asksAlert(filter) ? [group('Alert', ({ type }) => type === 'ALERT')] : []),
  ]
}

function isOfType({ types }: Filter, type: EventType): boolean {
  return types === null || types.includes(type)
}

function asksPerson(filter: Filter): boolean {
  return filter.labels === null ? isOfType(filter, 'PERSON') : filter.labels.includes('person')
}

function asksMotion(filter: Filter): boolean {
  return filter.labels === null ? isOfType(filter, 'MOTION') : filter.labels.length === 0
}

function asksAlert(filter: Filter): boolean {
  return filter.labels === null ? isOfType(filter, 'ALERT') : filter.types !== null && isOfType(filter, 'ALERT')
}

/** How many of each there were, where several may be meant; who asks for motion is told what moved, and of alerts. */
export async function kindSentences(filter: Filter, asked: Asked): Promise<string[]> {
  const { types, labels } = filter
  const areNamed = labels === null && types !== null
  const isOne = labels === null ? types?.length === 1 && !asksMotion(filter) : labels.length < 2 && !asksAlert(filter)
  if (isOne) return []
  const groups = (await kindGroups(filter, asked)).filter(({ count }) => areNamed || count > 0)
  const isPlain = groups.every(({ name, count }) => count === 0 || name === 'Motion')
  const beside = await besideMotion(filter, asked)
  if (isPlain && types !== null && (isAnyMotion(types) || types.length === 1)) return beside
  return [`${countsOf(groups)}.`, ...beside]
}

/** Who asks for motion may mean whatever happened: people where only the rest is asked for, and alerts. */
export async function besideMotion(filter: Filter, { search }: Asked, where = ''): Promise<string[]> {
  if (filter.types === null || !asksMotion(filter) || asksAlert(filter)) return []
  const left = eventType.options.filter((type) => !isOfType(filter, type))
  const counts = await Promise.all(
    left.map(async (type) => ({
      name: eventName({ types: [type], labels: null }),
      count: await search.countEvents(wantedOf({ ...filter, types: [type], labels: null })),
    })),
  )
  const some = counts.filter(({ count }) => count > 0)
  if (some.length === 0) return []
  const isOne = some.length === 1 && some[0]?.count === 1
  return [
    `Besides there ${isOne ? 'was' : 'were'} ${listOfWords(some.map(({ name, count }) => numberOf(count, name)))}${after(where)}.`,
  ]
}

export function countsOf(groups: readonly Group[]): string {
  return listOfWords(groups.map(({ name, count }) => `${name}: ${count}`))
}

/** All that is not asked for, in the same place and time; '' where there is none. */
export async function othersSentence(filter: Filter, found: number, asked: Asked, where = ''): Promise<string> {
  const all: Filter = { ...filter, types: null, labels: null }
  const count = (await asked.search.countEvents(wantedOf(all))) - found
  if (count <= 0) return ''
  const groups = (await kindGroups(all, asked)).filter((group) => group.count > 0)
  const kinds = found === 0 ? ` ${countsOf(groups)}.` : ''
  return `there ${count === 1 ? 'was' : 'were'} ${numberOf(count, 'other event')}${after(where)}.${kinds}`
}

function after(where: string): string {
  return where === '' ? '' : ` ${where}`
}
