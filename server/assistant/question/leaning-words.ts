import { DAY } from '../times/day-words'
import { MONTH } from '../times/patterns'
import type { Topic } from './topic'

/** They mean what was asked before, or go with it. "Too late" does not, nor "more than one". */
const leaning =
  /\b(them|those|these|that one|it|that|(?<!than )one|ones|of these|he|she|they|also|as well|too(?= (?:at|in|on|near|by)\b|$))\b/

/** A time that only the question before may name: "who was there then?" */
const THEN =
  /\b(?:at|around) that (?:time|moment|hour)\b|(?<=^(?:(?:and|so|but) )*(?:who|what(?! about)|was|were|did|any\w*|some\w*|how many)\b.* )then$/

/** null: no such time is meant. */
export function thenIn(words: string): string | null {
  return THEN.exec(words)?.[0] ?? null
}

/** From or up to one that was told of, which may be days ago. "Before that" alone asks for the one before it. */
const BESIDE_TOLD =
  /\b(?:(?:ever )?since(?: then| that| it)?|(?<=\b(?:happen\w*|c[oa]me|seen|there|any\w+|some\w+|what) )(?:before|after) (?:that|it))$/

/** Of a question that names no time; null: none is meant. */
export function besideToldIn(words: string): string | null {
  return BESIDE_TOLD.exec(words)?.[0] ?? null
}

const UNIT = 'hour|day|night|morning|afternoon|evening|week|weekend|month|year'
/** Not "the day before yesterday", nor "the morning before 8", nor "the day before my birthday". */
const STEP = new RegExp(
  `\\bthe (?:same )?(${UNIT}) (before|after)(?: that| it)?(?= |$)(?! (?:last|tomorrow|the|this|i|we|you|he|she|they|my|our|your|his|her|their|noon|midday|midnight|\\d+|${MONTH}|${DAY})\\b)`,
)

/** A day, or a part of one, beside the one that the question before asks of: "the night before". */
export interface Step {
  readonly said: string
  readonly unit: string
  readonly way: string
}

/** null: none is meant. */
export function stepIn(spelt: string): Step | null {
  const [said, unit = '', way = ''] = STEP.exec(spelt) ?? []
  return said === undefined ? null : { said, unit, way }
}

const ALL_OF_THEM =
  /^(?:(?:let me|can (?:i|you)|please) )?(?:(?:show|list|play|see|open|watch|give|and)( me| us)?( all)?( of)? |(?:is|are) there |the )(?:(?:the|an?|any) )?(clips?|videos?|recordings?|footage|events?|alerts?)(?: please)?$/

/** Whether it leans on the question before: "and yesterday?". */
export function leansOnBefore(said: string, words: string, topic: Topic | null): boolean {
  if (/^((and|what about|how about|only|just|or|same|also|then|but|ok and|now)\b|who$)/.test(said)) return true
  if (ALL_OF_THEM.test(words) && said === words) return true
  if (thenIn(words) !== null || stepIn(said) !== null) return true
  if (/^which (were|are|was) \S+( \S+)?$/.test(said)) return true
  const length = said.split(' ').length
  const isThing = length === 1 && (topic === 'events' || topic === 'recordings')
  return isThing || (leaning.test(words) && length <= 9) || (topic === null && length <= 7)
}
