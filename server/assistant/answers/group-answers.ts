import { DateTime } from 'luxon'
import { formatBytes } from '../../../src/lib/bytes'
import { listOfWords } from '../../../src/lib/words'
import { plainText } from '../clip-links'
import type { NamedCamera } from '../question/camera-names'
import type { Grouping } from '../question/grouping'
import type { Filter, IntentOf, Tabled } from '../question/intent'
import type { Sized } from '../search/recording-group-rows'
import { QUARTER_MS } from '../search/search-rows'
import { namesakesAmong } from '../sight/namesakes'
import { type AskedPeriod, periodWords } from '../times/period'
import { dayAfter } from '../times/span'
import { type Asked, wantedOf } from './asked'
import { countedName, countOf, figureOf } from './counted'
import { type Group, kindGroups } from './kind-groups'
import { noneAmong, noneOf } from './none-answers'
import { numberOf, placeOf, pluralOf, scopeOf, thereWere } from './phrases'

/** Lines of a table; the days of a year would be too many. */
const MOST_LINES = 31
const MOST_TIED = 5

export async function aboutEach({ of, filter, by, only }: IntentOf<'each'>, asked: Asked): Promise<string> {
  const groups = await groupsOf(filter, by, asked, of)
  const total = await countOf(of, wantedOf(filter), asked.search)
  const heading = `${thereWere(total, countedName(of, filter))}${scopeOf(filter, asked)}`
  if (total === 0) return noneOf(`${heading}.`, filter, asked)
  if (only === 'none') return withNone(of, filter, asked)
  const lines = groups
    .filter(({ count }) => only === null || count > 0)
    .slice(-MOST_LINES)
    .map(({ name, count }) => `- ${name}: ${figureOf(of, count)}`)
  const size = of === 'storage' ? `, ${formatBytes(sumOf(groups))} in all` : ''
  const left = only === null && groups.length > lines.length ? `, here the last ${lines.length} days` : ''
  return [`${heading}${size}${left}:`, ...lines].join('\n')
}

/** Of those that had none, what else they had, and could not see (ASK-13). */
async function withNone(of: Tabled, filter: Filter, asked: Asked): Promise<string> {
  const all = await countedCameras(filter, asked, of)
  const none = all.filter(({ count }) => count === 0).map(({ camera }) => camera)
  const which = none.length === 0 ? '' : `: ${listOfWords(none.map(({ name }) => plainText(name)))}`
  const sentence = `${none.length} of ${numberOf(all.length, 'camera')} had no ${countedName(of, filter)} ${periodWords(filter.period, asked.nowMs, asked.zone)}${which}.`
  const empty = none.length === 0 ? [] : [{ filter: { ...filter, cameras: none }, where: 'there' }]
  return (await noneAmong(sentence, empty, asked)).join(' ')
}

export async function aboutBusiest({ of, filter, by, isLeast }: IntentOf<'busiest'>, asked: Asked): Promise<string> {
  const all = await groupsOf(filter, by, asked, of)
  // A day that goes on is not quiet yet.
  const today = dayName(DateTime.fromMillis(asked.nowMs, { zone: asked.zone }))
  const over = by === 'day' && isLeast ? all.filter(({ name }) => name !== today) : all
  const groups = over.length === 0 ? all : over
  const note = groups.length < all.length ? ' Today is not over, and left out.' : ''
  const name = countedName(of, filter)
  const counts = groups.map(({ count }) => count)
  const best = isLeast ? Math.min(...counts) : Math.max(...counts)
  const total = sumOf(all)
  if (groups.length === 0 || total === 0)
    return noneOf(`${thereWere(0, name)}${scopeOf(filter, asked)}.`, filter, asked)
  const tied = groups.filter(({ count }) => count === best).map((group) => group.name)
  const shown =
    tied.length > MOST_TIED
      ? `${listOfWords(tied.slice(0, MOST_TIED))} and ${tied.length - MOST_TIED} more`
      : listOfWords(tied)
  const when = periodWords(filter.period, asked.nowMs, asked.zone)
  const place = placeOf(filter.cameras)
  const each = tied.length > 1 ? ' each' : ''
  if (of === 'storage') {
    const which = by === 'camera' ? ` at ${shown}` : ` on ${shown}${place}`
    const most = `The ${pluralOf(name)}${which} take the ${isLeast ? 'least' : 'most'} storage ${when}`
    return `${most}: ${formatBytes(best)}${each}, of ${formatBytes(total)} in all.${note}`
  }
  return `${isLeast ? 'The fewest' : 'The most'} ${pluralOf(name)}${place} ${when} ${verbOf(by)} ${shown}: ${numberOf(best, name)}${each}, of ${total} in all.${note}`
}

function verbOf(by: Exclude<Grouping, 'type'>): string {
  return by === 'camera' ? 'were at' : by === 'day' ? 'were on' : 'were from'
}

function sumOf(groups: readonly Group[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0)
}

/** How many events or recordings of each camera, type, hour of the wall clock or day there are, or how many bytes. */
export async function groupsOf(filter: Filter, by: Grouping, asked: Asked, of: Tabled): Promise<readonly Group[]> {
  switch (by) {
    case 'camera':
      return byCamera(filter, asked, of)
    case 'type':
      return kindGroups(filter, asked, of === 'events' ? 'events' : 'recordings')
    case 'hour':
      return byHour(filter, asked, of)
    case 'day':
      return byDay(filter, asked, of)
  }
}

async function byCamera(filter: Filter, asked: Asked, of: Tabled): Promise<Group[]> {
  return (await countedCameras(filter, asked, of)).map(({ camera, count }) => ({ name: plainText(camera.name), count }))
}

/** Also those that have none, unless they were removed. What was removed counts to what has its name now. */
async function countedCameras(
  filter: Filter,
  { search }: Asked,
  of: Tabled,
): Promise<{ readonly camera: NamedCamera; readonly count: number }[]> {
  const wanted = wantedOf(filter)
  const counts =
    of === 'events'
      ? new Map((await search.eventsByCamera(wanted)).map(({ key, count }) => [key, count]))
      : new Map((await search.recordingsByCamera(wanted)).map((sum) => [sum.key, figureIn(of, sum)]))
  const cameras = (await search.camerasEver()).filter(({ id, removed_at }) => {
    const isMeant = filter.cameras === null || filter.cameras.some((camera) => camera.id === id)
    return isMeant && (removed_at === null || counts.has(id))
  })
  const { standInOf } = namesakesAmong(cameras)
  const sums = new Map<NamedCamera, number>()
  for (const camera of cameras) {
    const standIn = standInOf(camera)
    sums.set(standIn, (sums.get(standIn) ?? 0) + (counts.get(camera.id) ?? 0))
  }
  return cameras.flatMap((camera) => (sums.has(camera) ? [{ camera, count: sums.get(camera) ?? 0 }] : []))
}

/** Of the wall clock, added up over all days: those that are asked for. */
async function byHour(filter: Filter, asked: Asked, of: Tabled): Promise<Group[]> {
  const counts = await countedBy(filter, asked, of, (time) => time.hour)
  return hoursOf(filter.period, asked).map((hour) => ({
    name: `${two(hour)}:00 to ${two(hour + 1)}:00`,
    count: counts.get(hour) ?? 0,
  }))
}

const HOURS = 24

/** Of others nobody asked, and none of them must pass for a quiet one. */
function hoursOf({ ranges }: AskedPeriod, { zone }: Asked): number[] {
  const hours = new Set<number>()
  const alike = new Set<string>()
  for (const { fromMs, untilMs } of ranges) {
    // Of a thousand nights a few are looked at: those that begin at one time of the day and are as long have the same hours.
    const { hour, minute } = DateTime.fromMillis(fromMs, { zone })
    const kind = `${hour}:${minute} ${untilMs - fromMs}`
    if (alike.has(kind)) continue
    alike.add(kind)
    for (let quarter = Math.floor(fromMs / QUARTER_MS); quarter * QUARTER_MS < untilMs && hours.size < HOURS; quarter++)
      hours.add(DateTime.fromMillis(quarter * QUARTER_MS, { zone }).hour)
  }
  return [...hours].sort((a, b) => a - b)
}

/** Those that are asked for, from the first of the period, or that has an event, to the last. */
async function byDay(filter: Filter, asked: Asked, of: Tabled): Promise<Group[]> {
  const counts = await countedBy(filter, asked, of, (time) => time.startOf('day').toMillis())
  const days = new Map<number, DateTime>()
  for (const { fromMs, untilMs } of filter.period.ranges) {
    const firstMs = fromMs <= 0 ? Math.min(...counts.keys()) : fromMs
    if (!Number.isFinite(firstMs)) continue
    const first = DateTime.fromMillis(firstMs, { zone: asked.zone }).startOf('day')
    for (let day: DateTime = first; day.toMillis() < untilMs; day = dayAfter(day)) days.set(day.toMillis(), day)
  }
  return [...days].map(([ms, day]) => ({ name: dayName(day), count: counts.get(ms) ?? 0 }))
}

function dayName(day: DateTime): string {
  return day.toFormat('cccc yyyy-MM-dd')
}

async function countedBy(
  filter: Filter,
  { search, zone }: Asked,
  of: Tabled,
  keyOf: (time: DateTime) => number,
): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  const wanted = wantedOf(filter)
  const add = (quarter: number, figure: number) => {
    const key = keyOf(DateTime.fromMillis(quarter * QUARTER_MS, { zone }))
    counts.set(key, (counts.get(key) ?? 0) + figure)
  }
  if (of === 'events') for (const { key, count } of await search.eventsByQuarter(wanted)) add(key, count)
  else for (const sum of await search.recordingsByQuarter(wanted)) add(sum.key, figureIn(of, sum))
  return counts
}

function figureIn(of: 'recordings' | 'storage', { count, sizeBytes }: Sized<unknown>): number {
  return of === 'storage' ? sizeBytes : count
}

function two(hour: number): string {
  return String(hour).padStart(2, '0')
}
