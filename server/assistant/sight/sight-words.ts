import { MINUTE_MS } from '../../../src/lib/durations'
import { listOfWords } from '../../../src/lib/words'
import { plainText } from '../clip-links'
import { lengthOf, type Range, timeOf } from '../times/period'
import type { Blindness, Sight, Unseen } from './unseen'

/** How an answer says it needs: the zone of its times, and which moment is now. */
export interface Saying {
  readonly nowMs: number
  readonly zone: string
}

/** What could not be seen, and why; '' where all could be. */
export function unseenLine(sight: Sight, saying: Saying): string {
  const parts = unseenParts(sight, saying)
  if (sight.cameras.length === 0 && sight.isBlind) return 'Nothing could be seen: there is no camera.'
  if (parts.length === 0) return ''
  const heading = sight.isBlind ? 'Nothing could be seen' : 'Not everything could be seen'
  return `${heading}: ${parts.join('; ')}. Whatever happened there then may not be known.`
}

/** A part for each reason and time, with the cameras that share it. */
export function unseenParts(sight: Sight, saying: Saying): string[] {
  const groups = new Map<string, Unseen[]>()
  for (const one of sight.unseen) {
    const key = `${one.why} ${when(one, sight, saying)}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const ids = new Set(group.map(({ camera }) => camera.id))
    const names = new Set(group.map(({ camera }) => plainText(camera.name)))
    const isAll = sight.cameras.length > 1 && sight.cameras.every(({ id }) => ids.has(id))
    const who = isAll ? `all ${sight.cameras.length} cameras` : listOfWords([...names])
    return [partOf(first.why, who, isAll || names.size > 1, when(first, sight, saying))]
  })
}

function partOf(why: Blindness, names: string, areMany: boolean, time: string): string {
  const [was, has] = areMany ? ['were', 'have'] : ['was', 'has']
  switch (why) {
    case 'offline':
      return time.startsWith('since') ? `${names} ${has} been offline ${time}` : `${names} ${was} offline ${time}`
    case 'never-online':
      return `${names} ${has} never been online`
    case 'unarmed':
      return `by the mode ${names} recorded no motion ${time}`
    case 'detection-off':
      return `motion detection is off now at ${names}`
    case 'not-added':
      return `${names} ${was} added only later${time}`
    case 'removed':
      return `${names} ${was} removed${time}`
  }
}

/** More are told by their number. */
const MOST_RANGES = 2

function when({ why, ranges, whole }: Unseen, sight: Sight, saying: Saying): string {
  const [first, last] = [ranges[0], ranges.at(-1)]
  if (first === undefined || last === undefined) return ''
  if (why === 'not-added')
    return isWhole(ranges, sight) ? '' : `, at ${timeOf(wholeOf(last, whole).untilMs, saying.zone)}`
  if (why === 'removed')
    return isWhole(ranges, sight) ? ' before' : ` at ${timeOf(wholeOf(first, whole).fromMs, saying.zone)}`
  if (why === 'never-online' || why === 'detection-off') return ''
  if (ranges.length > MOST_RANGES)
    return `${ranges.length} times, ${durationOf(lengthOf(ranges))} in all, ${stretch({ fromMs: first.fromMs, untilMs: last.untilMs }, saying).replace('from ', 'between ').replace(' to ', ' and ')}`
  // Of the mode only what lies in that time was looked up.
  if (isWhole(ranges, sight) && (last.untilMs < saying.nowMs || why === 'unarmed')) return 'all that time'
  return listOfWords(
    ranges.map((range) => stretch(range.untilMs < saying.nowMs ? range : wholeOf(range, whole), saying)),
  )
}

/** A part as it was, also outside of the time that is asked of: since when a camera is away is no matter of the question. */
function wholeOf(part: Range, whole: readonly Range[]): Range {
  return whole.find(({ fromMs, untilMs }) => fromMs <= part.fromMs && part.untilMs <= untilMs) ?? part
}

function isWhole(ranges: readonly Range[], sight: Sight): boolean {
  return lengthOf(ranges) >= lengthOf(sight.ranges)
}

function stretch({ fromMs, untilMs }: Range, { nowMs, zone }: Saying): string {
  if (untilMs >= nowMs) return `since ${timeOf(fromMs, zone)}`
  return `from ${timeOf(fromMs, zone).replace(` ${zone}`, '')} to ${timeOf(untilMs, zone)}`
}

/** "3 h 20 min" */
function durationOf(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
