import { type AskedPeriod, joinedPeriods, PRESENT } from '../times/period'
import { readPeriod } from '../times/read-period'
import { type ReadTimes, readTimes } from '../times/read-times'
import { clockLeftIn, unreadTimeIn } from '../times/unread-time'
import { THAN } from './ask'
import { besideToldIn, stepIn } from './leaning-words'
import { anyOf } from './vocabulary'

/** When: all that a question says of time. */
export interface AskedTimes {
  /** In the order in which they are named; two where they are compared. */
  readonly periods: readonly AskedPeriod[]
  /** A part of a day or a clock time was said, and no day: of which it is may follow from the question before. */
  readonly isOfAnyDay: boolean
  /** The time in which those of a follow-up lie; null: they lie in none that was named before. */
  readonly among: AskedPeriod | null
  /** Words for a time that could not be read: without it nothing must be answered. */
  readonly unread: string | null
}

/** Takes the times out of a question in small letters, of which `words` are left. */
export function readAskedTimes(spelt: string, nowMs: number, zone: string): { times: AskedTimes; words: string } {
  const { periods, rest: words, left, isOfAnyDay } = readPeriods(spelt, nowMs, zone)
  const beside = periods.length === 0 ? besideToldIn(words) : null
  const unread =
    unreadTimeIn(spelt, words, nowMs, zone) ?? left ?? clockLeftIn(words) ?? stepIn(spelt)?.said ?? beside ?? null
  return { times: { periods, isOfAnyDay, among: null, unread }, words }
}

/** Whether a time other than now is named, be it read or not. */
export function namesTime({ periods, unread }: AskedTimes): boolean {
  return unread !== null || periods.some(({ label }) => label !== PRESENT)
}

const comparing = new RegExp(
  `\\b(${anyOf('comparison')}|more|less|fewer|busier|quieter|${THAN}|difference|better|worse|or|as many)\\b`,
)

/** The times of a question, joined where it does not compare them. */
function readPeriods(said: string, nowMs: number, zone: string): ReadTimes {
  const text = said.replace(
    /\bthis (week|month|year|weekend)\b(.*\b(?:than|with|to) )(?:the )?(?:last|previous)(?: one)?$/,
    'this $1$2last $1',
  )
  const isComparing = comparing.test(text)
  const times = readTimes(text, nowMs, zone, isComparing)
  if (times.periods.length === 0) return { ...times, periods: readPresent(text, nowMs, zone) }
  return isComparing ? times : { ...times, periods: joinedPeriods(times.periods) }
}

/** "how many people are at the door": what they were seen in, or how many on average, is of no moment. */
const howManyAre = new RegExp(
  `\\bhow many (?:${anyOf('person', 'stranger')}) are (?:there )?(?:still )?(?:at|in|on|here|home|outside|inside|by|near)\\b(?! (?:average|total|all)\\b)(?!.*\\b(?:${anyOf('recording', 'event', 'alarm', 'camera')})\\b)`,
)

/** "who is at the door" asks of now. */
function readPresent(text: string, nowMs: number, zone: string): readonly AskedPeriod[] {
  const isPresent =
    /\bwho(?:(?:s| is| are)(?: still)?| still|(?!.*\b(?:was|were|is|are|has|have|had|did|does|came|comes|went|left|seen|entered)\b)) (?:at|in|on|there|here|outside|inside|by|near)\b|(?<!\b(?:events?|alerts?|recordings?|clips?|videos?|motions?|movements?|them|these|those)(?: (?:at|in|on|from|of) (?:(?:the|my|our) )*_)? )\b(is|are) (there )?(still )?(anyone|anybody|someone|somebody|nobody|people|a person)(?: still)?(?: (at|in|on|there|here|outside|inside|by|near|home|around|_)\b|$)/
  const now = isPresent.test(text) || howManyAre.test(text) ? readPeriod('now', nowMs, zone) : null
  return now === null ? [] : [now.period]
}
