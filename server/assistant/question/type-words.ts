import type { EventType } from '../../../src/contract/event'
import { labelsIn, labelWords } from './label-words'
import { anyOf, EXCEPTING } from './vocabulary'

const THE_CAMERA = '(?:the|my|our|any|a|this|that) cameras?'
const WAS = '(?:was|were|been|got)'
/** "did anyone cover the garage camera", "was the camera moved": a camera's name takes the word along. */
const DEED = [
  '(?:cover|unplug) (?:(?:the|my|our) )*_',
  `(?:cover|unplug|moved?|turned) ${THE_CAMERA}(?! (?:on|off)\\b)`,
  `(?:${THE_CAMERA}(?: ${WAS})?|cameras? ${WAS}|(?:${WAS}|has|have) (?:(?:the|my|our) )*_(?: been)?) (?:moved?|turned(?! (?:on|off)\\b))`,
].join('|')
/** What keeps a camera from seeing. */
export const TAMPERING = `${DEED}|${anyOf('tampering')}|tamper\\w*|sabotag\\w*|power (?:cuts?|failures?|outages?)`
export const BREAK_IN = 'break ins?|broke in'
const PERSON = anyOf('person', 'stranger')

/** Names of a type; they count before other words. */
const named: readonly (readonly [EventType, string])[] = [
  ['ALERT', `${anyOf('alarm', 'strange')}|${TAMPERING}|${BREAK_IN}`],
  ['PERSON', PERSON],
  ['MOTION', anyOf('motion', 'moving')],
]

const patterns = named.map(([type, pattern]) => [type, new RegExp(`\\b(?:${pattern})\\b`)] as const)

const deeds = new RegExp(`\\b(?:${DEED})\\b`, 'g')

export function namedTypes(words: string): EventType[] {
  // "Who moved the camera" asks for no motion.
  const said = words.replace(deeds, 'tampering')
  return patterns.filter(([, pattern]) => pattern.test(said)).map(([type]) => type)
}

const TYPE = named.map(([, pattern]) => pattern).join('|')
const LABEL = [...labelWords].join('|')
const ANY_LABEL = new RegExp(`\\b(?:${LABEL})\\b`)
const KIND = `(?:(?:for|the|my|any|an?) )*(?:${TYPE}|${LABEL})`
/** "the camera was not covered" excludes nothing: after "not" only things count. */
const THING = `(?:(?:the|my|any|an?|by|of|from) )*(?:${anyOf('alarm', 'motion')}|${PERSON}|${LABEL})`
/** "were there not people", "wasn't a person here" ask for people. */
const ASKING =
  '(?<!(?:^|^and |^so )(?:was|were|is|are) |\\b(?:there|it|that|this|did|do|does|has|have|had|can|why|if) )'
const EXCLUDED = new RegExp(
  `\\b(?:(?:(?:all|everything|anything|events?) but|but no|${EXCEPTING}) ${KIND}(?: (?:and|or|nor) ${KIND})*|${ASKING}not ${THING}(?: (?:or|nor) ${THING})*)\\b`,
  'g',
)

/** "events that were not people": types that are not meant, and the question without them. */
export function withoutExcluded(words: string): { excluded: readonly EventType[]; rest: string } {
  return { excluded: (words.match(EXCLUDED) ?? []).flatMap(namedTypes), rest: words.replace(EXCLUDED, '') }
}

const NOBODY = /(?<!\b(?:but|cameras?|cam) )\b(?:nobody|no one)\b/gi
const NO_KIND = new RegExp(`(?<!\\bbut )\\bno (?=${KIND}\\b)`, 'gi')

/** Who asks whether there were no people asks for them; who searches for "no people" does not. */
export function withNoneLeftOut(words: string): string {
  return words.replace(NOBODY, 'without people').replace(NO_KIND, 'without ')
}

const WITHOUT = new RegExp(`\\bwithout (?:${KIND}|anybody|anyone|somebody|someone)\\b`)

/** "cars without people", "people without cars": one event may show both. */
function isWithout(words: string): boolean {
  const phrase = WITHOUT.exec(words)?.[0]
  return phrase !== undefined && (ANY_LABEL.test(phrase) || labelsIn(words) !== null)
}

/** "neither people nor cats", "which days were without people": the search has no such thing. */
export function isExcludedBeyond(words: string): boolean {
  const phrases = (words.match(EXCLUDED) ?? []).filter((phrase) => namedTypes(phrase).length > 0)
  const isMixed = phrases.some((phrase) => ANY_LABEL.test(phrase))
  const isOfGroups = /\b(which|what) (\w+ )?(cameras?|days?|hours?)\b/.test(words) && phrases.length > 0
  // "Which nights had nobody": the nights are taken out with the time.
  const isOfParts = /^(?:and |so )?(which|what) (had|have|were|was|saw) (no|nobody|nothing|not|without)\b/.test(words)
  return isMixed || isOfGroups || isOfParts || isWithout(words) || /\bneither\b/.test(words)
}
