import { inFigures } from '../times/spoken-times'
import { type Ask, askOf, asksNow, countIn, passedIn } from './ask'
import { type AskedTimes, namesTime, readAskedTimes } from './asked-times'
import { type NamedCamera, readCameras, spellingFor, withoutExcepted } from './camera-names'
import { type Grouping, groupingIn } from './grouping'
import { type Kinds, kindsIn } from './kinds'
import { unreadIn } from './known-words'
import { stepIn } from './leaning-words'
import { normalized } from './spelling'
import { asksWell, type Topic, topicRuleOf } from './topic'
import { isShown, type Whether, whetherIn } from './whether'

/** What a question says by itself; null and empty lists are left open, and may follow from the question before. */
export interface QuestionParts {
  /** In small letters, spelt right. */
  readonly said: string
  /** Without cameras. */
  readonly spelt: string
  /** Without cameras and time. */
  readonly words: string
  readonly topic: Topic | null
  readonly kinds: Kinds
  readonly ask: Ask
  readonly by: Grouping | null
  /** "the last 3 alerts". */
  readonly count: number | null
  /** So many of the first or last are passed over: "and before that?". */
  readonly passed: number
  readonly cameras: readonly (readonly NamedCamera[])[]
  readonly times: AskedTimes
  /** null: it asks for no yes or no. */
  readonly whether: Whether | null
  /** Whether events show all that it says, and what it means of the questions before: else no yes may answer it. */
  readonly isShown: boolean
  /** Whether all is well. */
  readonly isWell: boolean
  /** Words that nothing here knows. */
  readonly unread: readonly string[]
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
  const said = inFigures(normalized(question.slice(0, READ_CHARACTERS), spelling))
  const { groups, rest: spelt } = withoutExcepted(readCameras(said, cameras), cameras)
  const { times, words } = readAskedTimes(spelt, nowMs, zone)
  const step = stepIn(spelt)
  const topic = topicRuleOf(words, namesTime(times))?.topic ?? null
  const kinds = kindsIn(words)
  const isOfThings =
    topic === 'events' && kinds.labels !== null && kinds.labels.length > 0 && times.periods.length === 0
  const ask = askOf(words, times.periods.length, groups.length)
  const unread = [...unreadIn(words.replace(/\bas well\b/, ''), spelling.known), ...sideIn(words)]
  return {
    said,
    spelt,
    words,
    topic,
    kinds,
    ask: isOfThings && asksNow(words, ask, groups.length) ? 'now' : ask,
    // "The day before" asks for no table by days.
    by: groupingIn(step === null ? words : words.replace(step.said, ' ')),
    count: countIn(words),
    passed: passedIn(words),
    cameras: groups,
    times,
    whether: whetherIn(said, words),
    isShown: isShown(words, unread),
    isWell: asksWell(words),
    unread,
  }
}

/** "anyone at the front": which of the cameras look there is not known. */
function sideIn(words: string): string[] {
  const side = /\b(?:at|in|on|to|from) (?:the |my |our )?(front|back|side)(?=$| (?:and|or|at|in|on|while)\b)/.exec(
    words,
  )?.[1]
  return side === undefined ? [] : [side]
}
