import { NUMBER, numberOf } from '../times/number-words'
import { HOLE } from './camera-names'
import { labelWords } from './label-words'
import { asksSizeOfOne } from './topic'
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
  | 'longest'
  | 'shortest'
  | 'compare'
  | 'most'
  | 'least'
  | 'each'
  | 'size'
  /** Which things are there now: what stands still was seen when it last moved. */
  | 'now'
  | null

/** "Other than" compares nothing. */
export const THAN = '(?<!(?:other|rather) )than'

const asks: readonly (readonly [Exclude<Ask, 'now' | null>, RegExp])[] = [
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
  ['longest', new RegExp(`\\b(${anyOf('longest')})\\b`)],
  ['shortest', new RegExp(`\\b(${anyOf('shortest')})\\b`)],
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

/** Of words beside which so many times and cameras are named. */
export function askOf(words: string, periodCount: number, cameraCount: number): Ask {
  const ask = askIn(words, periodCount)
  const isOfKinds = ask === 'compare' && periodCount < 2 && cameraCount < 2 && besideKind.test(words)
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

const ones: ReadonlySet<Ask> = new Set(['first', 'last', 'now', 'largest', 'smallest', 'longest', 'shortest'])

/** For one of them, or so many, that stand out. */
export function asksForOne(ask: Ask): boolean {
  return ones.has(ask)
}

/** And not for those that stand out, or how they compare. */
export function asksForAny(ask: Ask): boolean {
  return ask === null || ask === 'any' || ask === 'list' || ask === 'count' || ask === 'now'
}

const OPENING = '^(?:(?:and|so|but|ok|hey|hi|please) )*'

/** "is the car back", "where are the dogs", "where's the cat" without its "s" */
const isNow = new RegExp(`${OPENING}(?:(?:where )?(?:is|are) (?!there\\b)|where (?:the|my|our)\\b)`)

/** "is there a car in the garage", "how many cars are in the garage": without a place these ask of all that is kept. */
const isNowInPlace = new RegExp(
  `${OPENING}(?:is|are) there\\b|\\bhow many (?:\\p{L}+ )?\\p{L}+ are (?:there )?(?:still )?(?:at|in|on|by|near|outside|inside|${HOLE})(?= |$)`,
  'u',
)

const ofWhatHappened = new RegExp(`\\b(?:${anyOf('event', 'alarm')})\\b`)

/** Whether words that name things, and no time, ask which of them are there now. */
export function asksNow(words: string, ask: Ask, cameraCount: number): boolean {
  if (!asksForAny(ask) || ofWhatHappened.test(words)) return false
  return isNow.test(words) || (cameraCount > 0 && isNowInPlace.test(words))
}

/** "which day had more motion": of all of them the one that had the most. */
const asksWhichHadMore = new RegExp(
  `\\b(?:which|what) (?:day|hour|camera) (?!.*\\b(?:or|${THAN})\\b).*\\b(?<more>more|busier|fewer|less|quieter)\\b`,
)

/** "inactive cameras", "are any cameras inactive": those that had nothing. */
export function asksInactive(words: string): boolean {
  return /\binactive cameras?\b|\bcameras\b.*\binactive\b/.test(words)
}

const COUNT_AFTER = new RegExp(
  `\\b(?:last|latest|first|newest|oldest|top|most recent|recent|biggest|largest|smallest|longest) (${NUMBER})\\b`,
)
const COUNT_BEFORE = new RegExp(
  `\\b(${NUMBER}) (?:last|latest|first|newest|oldest|most recent|recent|biggest|largest|smallest|longest)\\b`,
)

/** How many of them: "the last 3 alerts"; null: it is not said. */
export function countIn(words: string): number | null {
  const match = COUNT_AFTER.exec(words) ?? COUNT_BEFORE.exec(words)
  const number = numberOf(match?.[1] ?? '')
  if (number !== null && number >= 1) return Math.floor(number)
  return several.test(words) ? SEVERAL : null
}

/** How many "the second last", or "the second longest", passes over; 0 where no place is named. */
export function passedIn(words: string): number {
  const place =
    /\b(second|third|fourth)(?: to)? (?:last|latest|newest|longest|shortest|largest|biggest|smallest)\b|\b(?:last|next|one) but (one)\b/.exec(
      words,
    )
  return place === null ? 0 : ['second', 'third', 'fourth'].indexOf(place[1] ?? 'second') + 1
}

/** "the latest recordings" are more than one. */
const several =
  /\b(last|latest|newest|most recent|recent|first|oldest|earliest|largest|biggest|smallest|longest|shortest) (\p{L}+ )?(events|alerts|alarms|recordings|videos|clips|visitors|persons|people|motions|movements|animals|pets|cats|dogs|birds|horses|vehicles|cars|bicycles|bikes|motorcycles|buses|trucks)\b/u
const SEVERAL = 5
