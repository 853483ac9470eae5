import { NUMBER, numberOf } from '../times/number-words'
import { type AskedPeriod, joinedPeriods, PRESENT } from '../times/period'
import { readPeriod } from '../times/read-period'
import { type ReadTimes, readTimes } from '../times/read-times'
import { inFigures } from '../times/spoken-times'
import { clockLeftIn, unreadTimeIn } from '../times/unread-time'
import { type NamedCamera, readCameras, spellingFor, withoutExcepted } from './camera-names'
import { type Kinds, kindsIn } from './kinds'
import { unreadIn } from './known-words'
import { labelWords } from './label-words'
import { leansIn, stepIn, thenIn } from './leaning-words'
import { asksStorageTable } from './measured-tables'
import { normalized } from './spelling'
import { asksSizeOfOne, asksWell, type Topic, topicRuleOf } from './topic'
import { anyOf } from './vocabulary'

/** How much of what is there an answer should tell. */
export type Ask =
  | 'any'
  | 'count'
  | 'list'
  | 'first'
  | 'last'
  | 'largest'
  | 'smallest'
  | 'compare'
  | 'most'
  | 'least'
  | 'each'
  | 'size'
  | null

export type Grouping = 'camera' | 'hour' | 'day' | 'type'

/** What a question says by itself; null and empty lists are left open, and may follow from the question before. */
export interface QuestionParts extends Kinds {
  /** In small letters, spelt right, without time and cameras. */
  readonly words: string
  readonly topic: Topic | null
  readonly ask: Ask
  readonly by: Grouping | null
  /** Whether a table is asked for, of the storage that recordings take. */
  readonly isOfStorage: boolean
  /** "the last 3 alerts". */
  readonly count: number | null
  /** So many of the first or last are passed over: "and before that?". */
  readonly passed: number
  readonly cameras: readonly (readonly NamedCamera[])[]
  /** In the order in which they are named; two where they are compared. */
  readonly periods: readonly AskedPeriod[]
  /** The time in which those of a follow-up lie; null: they lie in none that was named before. */
  readonly among: AskedPeriod | null
  readonly isNegative: boolean
  readonly isYesNo: boolean
  /** Whether all is well. */
  readonly isWell: boolean
  /** It leans on the question before: "and yesterday?". */
  readonly isFollowUp: boolean
  /** With the time: what a part of a day without a day is of may follow from the question before. */
  readonly spelt: string
  readonly isOfAnyDay: boolean
  /** Words that nothing here knows. */
  readonly unread: readonly string[]
  /** Words for a time that could not be read: without it nothing must be answered. */
  readonly unreadTime: string | null
}

export interface Reading {
  readonly cameras: readonly NamedCamera[]
  readonly nowMs: number
  readonly zone: string
}

/** What is read of a question: the time that reading takes grows faster than the text. */
const READ_CHARACTERS = 600

export function readParts(question: string, { cameras, nowMs, zone }: Reading): QuestionParts {
  const spelling = spellingFor(cameras)
  const spelt = inFigures(normalized(question.slice(0, READ_CHARACTERS), spelling))
  const named = withoutExcepted(readCameras(spelt, cameras), cameras)
  const { periods, rest: words, left, isOfAnyDay } = readPeriods(named.rest, nowMs, zone)
  const step = stepIn(named.rest)
  const unreadTime = unreadTimeIn(named.rest, words, nowMs, zone) ?? left ?? clockLeftIn(words) ?? step?.said ?? null
  const isTimed = unreadTime !== null || periods.some(({ label }) => label !== PRESENT)
  const isOfStorage = asksStorageTable(words) && groupingIn(words) !== 'hour'
  const topic = isOfStorage ? 'recordings' : (topicRuleOf(words, isTimed)?.topic ?? null)
  return {
    words,
    topic,
    ...kindsIn(words),
    ask: askOf(words, periods, named.groups),
    // "The day before" asks for no table by days.
    by: groupingIn(step === null ? words : words.replace(step.said, ' ')),
    isOfStorage,
    count: countIn(words),
    passed: passedIn(words),
    cameras: named.groups,
    periods,
    among: null,
    isNegative:
      /\b(nobody|nothing|not|no|quiet|inactive|still|empty|clear|undisturbed|everything|all|safe|secure|fine)\b/.test(
        words,
      ),
    isYesNo: /^(?:and |so |but |ok |hey |hi |please )*(did|was|were|has|have|is|are|does|do|had|can you see)\b/.test(
      spelt,
    ),
    isWell: asksWell(words),
    isFollowUp: followsUp(spelt, words, topic),
    spelt: named.rest,
    isOfAnyDay,
    unread: [...unreadIn(words.replace(/\bas well\b/, ''), spelling.known), ...sideIn(words)],
    unreadTime,
  }
}

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

/** "anyone at the front": which of the cameras look there is not known. */
function sideIn(words: string): string[] {
  const side = /\b(?:at|in|on|to|from) (?:the |my |our )?(front|back|side)(?=$| (?:and|or|at|in|on|while)\b)/.exec(
    words,
  )?.[1]
  return side === undefined ? [] : [side]
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

const THAN = '(?<!(?:other|rather) )than'
const comparing = new RegExp(
  `\\b(${anyOf('comparison')}|more|less|fewer|busier|quieter|${THAN}|difference|better|worse|or|as many)\\b`,
)

const asks: readonly (readonly [Exclude<Ask, null>, RegExp])[] = [
  [
    'compare',
    new RegExp(`\\b(${anyOf('comparison')}|${THAN}|difference|busier|quieter|(more|fewer|less) .*\\bor\\b|as many)\\b`),
  ],
  [
    'each',
    /\b(per|by|for each|each|every) (camera|hour|day|type)s?\b|\b(which|what) cameras\b|\b(which|what) (days?|hours?) .*\b(no|nobody|nothing)\b|\b(which|what) camera .*\b(no|not|nothing|nobody|none|never|inactive|quiet)\b|\b(break ?down|hourly|daily|(what|which) (kinds?|types?))\b/,
  ],
  ['most', new RegExp(`\\b(busiest|(?<!at )most(?! recent)|${anyOf('most')})\\b`)],
  ['least', new RegExp(`(?<!\\bat )\\b(quietest|${anyOf('least')})\\b`)],
  ['largest', new RegExp(`\\b(${anyOf('largest')})\\b`)],
  ['smallest', new RegExp(`\\b(${anyOf('smallest')})\\b`)],
  ['size', /\b(size|how (big|large)|how much (space|storage|disk|room)|how many (gb|mb|bytes|megabytes|gigabytes))\b/],
  ['count', /\b(how many|number of|count|how often|how much|total|times|at (least|most))\b/],
  ['last', new RegExp(`\\b(${anyOf('last')})\\b`)],
  ['first', new RegExp(`\\b(${anyOf('first')})\\b`)],
  [
    'list',
    /\b(show|list|which|tell|give|display|see|what|who|where|find|pull up|play|view|open|summary|summarize|overview)\b/,
  ],
  ['any', /\b(any|anything|anyone|anybody|did|was|were|has|have|is|are|there|someone|somebody|nobody)\b/],
]

/** Left aside where the size of one recording is asked, which is told with it. */
const SIZES: readonly Ask[] = ['size', 'count']

/** "more cats than dogs today", "more than 3 people": kinds, or a number, beside which no other time is meant. */
const besideKind = new RegExp(
  `\\b(?:${THAN}|versus|vs|compared (?:to|with)) (?:(?:the|my|any|an?) )*(?:${NUMBER}|once|twice|${anyOf('alarm', 'person', 'motion')}|${[...labelWords].join('|')})\\b`,
)

function askOf(words: string, periods: QuestionParts['periods'], cameras: QuestionParts['cameras']): Ask {
  const ask = askIn(words, periods.length)
  const isOfKinds = ask === 'compare' && periods.length < 2 && cameras.length < 2 && besideKind.test(words)
  return isOfKinds ? 'count' : ask
}

function askIn(said: string, periodCount: number): Ask {
  const words = said.replace(/^(and |so |ok )?(what|how) about\b/, '')
  if (
    /\b(when|what time)\b/.test(words) &&
    !/\b(busiest|most(?! recent)|quietest|least|fewest|first|earliest|oldest|peak)\b/.test(words)
  ) {
    const isRange = periodCount > 0 && !/\b(last|latest|most recent)\b/.test(words)
    return isRange ? 'list' : 'last'
  }
  if (asksInactive(words)) return 'each'
  // Of two that are named it compares these: "which day had more, Sunday or Monday".
  const more = periodCount < 2 ? asksWhichHadMore.exec(words)?.groups?.['more'] : undefined
  if (more !== undefined) return /more|busier/.test(more) ? 'most' : 'least'
  const isOfOne = asksSizeOfOne(words)
  return asks.find(([ask, pattern]) => !(isOfOne && SIZES.includes(ask)) && pattern.test(words))?.[0] ?? null
}

/** "which day had more motion": of all of them the one that had the most. */
const asksWhichHadMore = new RegExp(
  `\\b(?:which|what) (?:day|hour|camera) (?!.*\\b(?:or|${THAN})\\b).*\\b(?<more>more|busier|fewer|less|quieter)\\b`,
)

/** "inactive cameras", "are any cameras inactive": those that had nothing. */
export function asksInactive(words: string): boolean {
  return /\binactive cameras?\b|\bcameras\b.*\binactive\b/.test(words)
}

function groupingIn(words: string): Grouping | null {
  if (/\b(hour|hours|hourly|what time|(busiest|quietest) time|time of (the )?day|when)\b/.test(words)) return 'hour'
  if (/\b(day|days|daily|weekday)\b/.test(words)) return 'day'
  if (/\b(cameras?|where|place|spot|area)\b/.test(words)) return 'camera'
  return /\b(types?|kinds?)\b/.test(words) ? 'type' : null
}

const COUNT_AFTER = new RegExp(
  `\\b(?:last|latest|first|newest|oldest|top|most recent|recent|biggest|largest|smallest|longest) (${NUMBER})\\b`,
)
const COUNT_BEFORE = new RegExp(
  `\\b(${NUMBER}) (?:last|latest|first|newest|oldest|most recent|recent|biggest|largest|smallest|longest)\\b`,
)

function countIn(words: string): number | null {
  const match = COUNT_AFTER.exec(words) ?? COUNT_BEFORE.exec(words)
  const number = numberOf(match?.[1] ?? '')
  if (number !== null && number >= 1) return Math.floor(number)
  return several.test(words) ? SEVERAL : null
}

/** How many of the newest "the second last" passes over; 0 where no place is named. */
export function passedIn(words: string): number {
  const place = /\b(second|third|fourth)(?: to)? (?:last|latest|newest)\b|\b(?:last|next|one) but (one)\b/.exec(words)
  return place === null ? 0 : ['second', 'third', 'fourth'].indexOf(place[1] ?? 'second') + 1
}

/** "the latest recordings" are more than one. */
const several =
  /\b(last|latest|newest|most recent|recent|first|oldest|earliest|largest|biggest|smallest|longest|shortest) (\p{L}+ )?(events|alerts|alarms|recordings|videos|clips|visitors|persons|people|motions|movements|animals|pets|cats|dogs|birds|horses|vehicles|cars|bicycles|bikes|motorcycles|buses|trucks)\b/u
const SEVERAL = 5

function followsUp(spelt: string, words: string, topic: Topic | null): boolean {
  if (/^(and|what about|how about|only|just|or|same|also|then|but|ok and|now)\b/.test(spelt)) return true
  if (
    /^(show|list|play|see|open|give|and)( me| us)?( all)?( of)? (the )?(clips?|videos?|recordings?|footage|events?|alerts?)$/.test(
      words,
    ) &&
    spelt === words
  )
    return true
  if (thenIn(words) !== null || stepIn(spelt) !== null) return true
  if (/^which (were|are|was) \S+( \S+)?$/.test(spelt)) return true
  if (leansIn(words) && spelt.split(' ').length <= 9) return true
  return topic === null && spelt.split(' ').length <= 7
}
