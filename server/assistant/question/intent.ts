import { DAY_MS } from '../../../src/lib/durations'
import { type AskedPeriod, allTime, joinedPeriods, PRESENT, periodOf } from '../times/period'
import { type Ask, asksInactive, passedIn } from './ask'
import { HOLE, type NamedCamera } from './camera-names'
import { type Courtesy, courtesyIn } from './courtesies'
import type { Grouping } from './grouping'
import type { Kinds } from './kinds'
import { knownWords } from './known-words'
import type { QuestionParts } from './question-parts'
import { type Refusal, refusalOf } from './refusal'
import { type CamerasTopic, camerasTopicIn, type Deed, deedIn, type PlanTopic, planTopicIn } from './settings-topics'
import { asksLength, type Topic } from './topic'
import { BREAK_IN } from './type-words'
import { anyOf } from './vocabulary'

/** What events or recordings are meant. */
export interface Filter extends Kinds {
  readonly period: AskedPeriod
  /** null: of any camera. */
  readonly cameras: readonly NamedCamera[] | null
  /** Words of the question that are left out, since nothing here knows them. */
  readonly unread: readonly string[]
}

export type End = 'first' | 'last'
export type RecordingOrder = 'newest' | 'oldest' | 'largest' | 'smallest' | 'longest' | 'shortest'
/** What a comparison, or a table, counts. */
export type Compared = 'events' | 'recordings'
/** What a table is of: how many there were, or how much storage recordings take. */
export type Tabled = Compared | 'storage'

/** What is asked, understood: everything that an answer needs to know of the question. */
export type Intent =
  | {
      readonly kind: 'events'
      readonly filter: Filter
      readonly manner: 'count' | 'list' | 'yes-no'
      readonly isWho: boolean
      /** "anything strange": what is found may not be all that is meant. */
      readonly isVague: boolean
    }
  /** Whether all is well. */
  | { readonly kind: 'well'; readonly filter: Filter }
  | {
      readonly kind: 'one-end'
      readonly filter: Filter
      readonly end: End
      readonly count: number
      readonly passed: number
      /** "the second last" names its place; "and before that?" does not. */
      readonly isPlaceNamed: boolean
      /** It was asked what is there now. */
      readonly isOfNow: boolean
    }
  | { readonly kind: 'compare-periods'; readonly of: Compared; readonly filter: Filter; readonly other: AskedPeriod }
  | {
      readonly kind: 'compare-cameras'
      readonly of: Compared
      readonly filter: Filter
      readonly groups: readonly (readonly NamedCamera[])[]
    }
  | {
      readonly kind: 'busiest'
      readonly of: Tabled
      readonly filter: Filter
      readonly by: Exclude<Grouping, 'type'>
      readonly isLeast: boolean
    }
  | {
      readonly kind: 'each'
      readonly of: Tabled
      readonly filter: Filter
      readonly by: Grouping
      /** Only those that have some, or none: "which cameras saw nobody". */
      readonly only: 'some' | 'none' | null
    }
  | { readonly kind: 'average'; readonly filter: Filter; readonly per: 'hour' | 'day' | 'week' }
  | { readonly kind: 'share'; readonly filter: Filter }
  | {
      readonly kind: 'recordings'
      readonly filter: Filter
      readonly order: RecordingOrder
      /** How many to list; null: as many as fit. */
      readonly count: number | null
      readonly passed: number
      readonly isPlaceNamed: boolean
      readonly asksLength: boolean
    }
  | { readonly kind: 'cameras'; readonly about: CamerasTopic; readonly cameras: readonly NamedCamera[] | null }
  /** Whether cameras were there, and looked, in a time that is over. */
  | { readonly kind: 'watch'; readonly filter: Filter }
  | { readonly kind: 'plan'; readonly about: PlanTopic }
  /** How to do something. */
  | { readonly kind: 'how-to'; readonly deed: Deed }
  | Refusal
  | { readonly kind: Courtesy }
  | { readonly kind: 'abilities' }
  | { readonly kind: 'unknown' }

export type IntentOf<Kind extends Intent['kind']> = Extract<Intent, { kind: Kind }>
export type Passing = Pick<IntentOf<'one-end'>, 'passed' | 'isPlaceNamed'>

const asksAbilities =
  /\b(what can (you|i)|help( me)?$|how do (you|i) (work|use)|who are you|what are you|^are you an? (?:person|human)|abilities)/

/** The intent of parts that are whole: what a follow-up leaves out is filled in before. */
export function intentOf(parts: QuestionParts, nowMs: number): Intent {
  const { words, cameras } = parts
  const courtesy = courtesyIn(parts.said, words)
  if (courtesy !== null) return { kind: courtesy }
  if (asksAbilities.test(words)) return { kind: 'abilities' }
  const deed = deedIn(words)
  if (deed !== null) return { kind: 'how-to', deed }
  const topic = parts.topic ?? impliedTopic(parts)
  const refused = refusalOf(parts, topic)
  if (refused !== null) return refused
  const filter = filterOf(parts, nowMs)
  switch (topic) {
    case 'plan':
      return { kind: 'plan', about: planTopicIn(words) }
    case 'cameras':
      if (asksWatch(parts)) return { kind: 'watch', filter }
      return {
        kind: 'cameras',
        about: camerasTopicIn(words, parts.ask),
        cameras: cameras.length === 0 ? null : cameras.flat(),
      }
    case 'recordings':
      return recordingsIntent(parts, filter)
    case 'storage':
      return storageIntent(parts, filter)
    case 'events':
      if (parts.isWell) return { kind: 'well', filter: lately(filter, nowMs) }
      return eventsIntent(parts, asksNews.test(words) ? lately(filter, nowMs) : filter)
    case null:
      return { kind: 'unknown' }
  }
}

/** "which camera used the most storage", "how much does each use" */
function storageIntent({ ask, by }: QuestionParts, filter: Filter): Intent {
  const of = 'storage'
  const groups = by === 'day' ? by : 'camera'
  if (ask === 'most' || ask === 'least') return { kind: 'busiest', of, filter, by: groups, isLeast: ask === 'least' }
  return { kind: 'each', of, filter, by: groups, only: null }
}

/** "front door yesterday" asks for events: a place or a time with no other thing beside it. */
function impliedTopic({ words, cameras, times: { periods }, ask, by }: QuestionParts): Topic | null {
  if (/^(and )?(which|what) cameras?$/.test(words)) return periods.length > 0 ? 'events' : 'cameras'
  if (by !== null && (ask === 'most' || ask === 'least' || ask === 'each')) return 'events'
  if (cameras.length === 0 && periods.length === 0) return null
  const isPlain = words
    .split(' ')
    .every((word) => word === '' || word === HOLE || knownWords.has(word) || /^\d+$/.test(word))
  return isPlain ? 'events' : null
}

/** Of what is left open: any type, any camera, all that is kept. Of several times it is about all of them. */
export function filterOf({ times, kinds, cameras, unread }: QuestionParts, nowMs: number): Filter {
  const [period] = joinedPeriods(times.periods)
  const all = [...new Map(cameras.flat().map((camera) => [camera.id, camera])).values()]
  return { period: period ?? allTime(nowMs), ...kinds, cameras: all.length === 0 ? null : all, unread }
}

const asksNews = /\b(?:(?:what|any\w+|some\w+) (?:is )?new|(?:i|we) miss(?:ed)?)\b/

/** Who asks whether all is well, or what is new, and names no time, means the last day. */
function lately(filter: Filter, nowMs: number): Filter {
  if (!filter.period.isAll) return filter
  return { ...filter, period: periodOf([{ fromMs: nowMs - DAY_MS, untilMs: nowMs }], 'in the last 24 hours', nowMs) }
}

const settingWords = new RegExp(`\\b(${anyOf('audio', 'sensitivity')})\\b`)

/** A camera's state in a time: "now" is what it is. */
function asksWatch({ words, times }: QuestionParts): boolean {
  const [period] = times.periods
  return !settingWords.test(words) && period !== undefined && !isPresent(period)
}

function isPresent({ label }: AskedPeriod): boolean {
  return label === PRESENT
}

/** null: it compares no two times or cameras. */
function comparisonOf(
  { ask, words, times, cameras }: QuestionParts,
  filter: Filter,
  of: Compared,
  isComparing = ask === 'compare',
): Intent | null {
  const [period, other] = times.periods
  if (isComparing && period !== undefined && other !== undefined)
    return { kind: 'compare-periods', of, filter: { ...filter, period }, other }
  const isOfCameras =
    (isComparing || ask === 'most' || ask === 'least') &&
    cameras.length > 1 &&
    /\b(more|most|fewer|least|less|busier|quieter|compare\w*|versus|vs|busiest)\b/.test(words)
  return isOfCameras ? { kind: 'compare-cameras', of, filter, groups: cameras } : null
}

function eventsIntent(parts: QuestionParts, filter: Filter): Intent {
  const { ask, by, words, count } = parts
  const of = 'events'
  const compared = comparisonOf(parts, filter, of, ask === 'compare' || /\bor\b/.test(words))
  if (compared !== null) return compared
  const figured = figureOf(words, filter)
  if (figured !== null) return figured
  switch (ask) {
    case 'most':
    case 'least':
      // "the three busiest days", and the few types, are shown with the rest.
      if (by === 'type' || (by !== null && count !== null && count > 1))
        return { kind: 'each', of, filter, by, only: null }
      return { kind: 'busiest', of, filter, by: by ?? 'camera', isLeast: ask === 'least' }
    case 'each':
      return { kind: 'each', of, filter, by: by ?? 'camera', only: onlyOf(words) }
    case 'first':
    case 'last':
    case 'now': {
      const passing = passingOf(parts)
      const isOfNow = ask === 'now' && passing.passed === 0
      return { kind: 'one-end', filter, end: ask === 'first' ? ask : 'last', count: count ?? 1, ...passing, isOfNow }
    }
    default:
      return { kind: 'events', filter, manner: mannerOf(parts), isWho: who.test(words), isVague: vague.test(words) }
  }
}

function passingOf({ words, passed }: QuestionParts): Passing {
  return { passed, isPlaceNamed: passedIn(words) > 0 }
}

/** Words for people say who they are, which nobody here knows. */
const who = new RegExp(`\\b(who|${anyOf('stranger')})\\b`)

/** Who asks like that is told of everything. */
const vague = new RegExp(`\\b(${anyOf('strange', 'worrying')}|${BREAK_IN})\\b`)

/** "which cameras saw nobody", "which camera saw nobody", "are there any inactive cameras" */
function onlyOf(words: string): 'some' | 'none' | null {
  if (asksInactive(words)) return 'none'
  const asked = /\b(?:which|what) (?:\p{L}+ )?(cameras?)\b/u.exec(words)?.[1]
  if (asked !== undefined && /\b(no|not|nothing|nobody|none|never|without|inactive|quiet)\b/.test(words)) return 'none'
  return asked === 'cameras' ? 'some' : null
}

/** An average, or what part of the whole something is. */
function figureOf(words: string, filter: Filter): Intent | null {
  const unit = /\b(?:per|an?|each|every) (hour|day|week)\b/.exec(words)?.[1]
  if (/\b(average|averages|averaged)\b/.test(words))
    return { kind: 'average', filter, per: unit === 'hour' || unit === 'week' ? unit : 'day' }
  const isPart = filter.types !== null || filter.labels !== null || filter.cameras !== null
  return isPart && /\b(percent|percentage|share|proportion|fraction)\b/.test(words) ? { kind: 'share', filter } : null
}

function mannerOf(parts: QuestionParts): 'count' | 'list' | 'yes-no' {
  const { ask, whether, isShown } = parts
  if (ask === 'count' || ask === 'size' || ask === 'compare') return 'count'
  return whether === 'some' && isShown ? 'yes-no' : 'list'
}

const orders = new Map<Ask, RecordingOrder>([
  ['first', 'oldest'],
  ['last', 'newest'],
  ['now', 'newest'],
  ['largest', 'largest'],
  ['smallest', 'smallest'],
  ['longest', 'longest'],
  ['shortest', 'shortest'],
])

/** How long or large recordings are, and not how many: that is not compared. */
const measures = new RegExp(`\\b(${anyOf('storage')}|size|bytes|mb|room|hours|minutes|length|duration)\\b`)

function recordingsIntent(parts: QuestionParts, filter: Filter): Intent {
  const { ask, words, count, by } = parts
  const compared = measures.test(words) ? null : comparisonOf(parts, filter, 'recordings')
  if (compared !== null) return compared
  const of = 'recordings'
  if (ask === 'each' && by !== null) return { kind: 'each', of, filter, by, only: onlyOf(words) }
  if ((ask === 'most' || ask === 'least') && by !== 'type')
    return { kind: 'busiest', of, filter, by: by ?? 'camera', isLeast: ask === 'least' }
  const order = orders.get(ask)
  return {
    kind: 'recordings',
    filter,
    order: order ?? 'newest',
    count: order === undefined ? null : (count ?? 1),
    ...passingOf(parts),
    asksLength: asksLength(words) || ask === 'longest' || ask === 'shortest',
  }
}
