import { type AskedPeriod, joinedPeriods } from '../times/period'
import { readPeriod } from '../times/read-period'
import { type ReadTimes, readTimes } from '../times/read-times'
import { THAN } from './ask'
import { anyOf } from './vocabulary'

const comparing = new RegExp(
  `\\b(${anyOf('comparison')}|more|less|fewer|busier|quieter|${THAN}|difference|better|worse|or|as many)\\b`,
)

/** The times of a question, joined where it does not compare them. */
export function readPeriods(said: string, nowMs: number, zone: string): ReadTimes {
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
