import { readPeriod } from '../times/read-period'
import { type Ask, asksForAny } from './ask'
import { unknownPlace } from './beyond'
import { courtesyIn } from './courtesies'
import { meansTheOne, passedOver, timesAfter } from './follow-up'
import type { Intent } from './intent'
import { intentOf } from './intent'
import { namesNobody } from './kinds'
import { leansOnBefore, stepIn, thenIn } from './leaning-words'
import { type QuestionParts, type Reading, readParts } from './question-parts'
import { type Refusal, refusalOf } from './refusal'
import { asksLength, asksUnit, type Topic } from './topic'
import { saidBy, type Whether } from './whether'

/** Understands a question, with those before it (oldest first): "and yesterday?" asks again of another day. */
export function readQuestion(question: string, before: readonly string[], reading: Reading): Intent {
  return intentOf(againstToday(readAfter(question, before, reading), reading), reading.nowMs)
}

/** Reads the questions before it only where it leans on them. */
function readAfter(question: string, before: readonly string[], reading: Reading): QuestionParts {
  const parts = readParts(question, reading)
  const last = leansOnBefore(parts.said, parts.words, parts.topic) ? before.at(-1) : undefined
  return withThen(last === undefined ? parts : completed(parts, readAfter(last, before.slice(0, -1), reading), reading))
}

/** "who was there then", where nothing before it says when. */
function withThen(parts: QuestionParts): QuestionParts {
  const { times, words } = parts
  return times.periods.length > 0 ? parts : { ...parts, times: { ...times, unread: times.unread ?? thenIn(words) } }
}

/** "more motion than yesterday?": what a single time is compared with is today. */
function againstToday(parts: QuestionParts, { nowMs, zone }: Reading): QuestionParts {
  const { periods } = parts.times
  const isOne = parts.ask === 'compare' && periods.length === 1 && parts.cameras.length < 2
  const today = isOne && /\b(than|compared|versus|vs)\b/.test(parts.words) ? readPeriod('today', nowMs, zone) : null
  return today === null ? parts : { ...parts, times: { ...parts.times, periods: [today.period, ...periods] } }
}

/** The same is asked once more. */
const doubts =
  /^(?:(?:and|but|ok) )*(?:(?:are you )?(?:really )?(?:sure|really)(?: about (?:that|it))?|is that (?:right|so))$/

/** Fills what a follow-up leaves open with what was asked before it. */
function completed(parts: QuestionParts, previous: QuestionParts, reading: Reading): QuestionParts {
  const { said, words, unread } = parts
  if (courtesyIn(said, words) !== null) return { ...previous, said, words }
  if (previous.topic === null) return parts
  if (doubts.test(said)) return { ...previous, said }
  const refused = refusalOf(previous, previous.topic)
  const same = { ...previous, said, words: refused === null ? words : previous.words }
  const passed = passedOver(parts, previous)
  if (passed > 0) return { ...same, passed }
  if (meansTheOne(parts, previous)) return { ...same, unread, topic: topicOfOne(parts, previous) }
  if (!(hasOwn(parts) || asksSizeAgain(parts, previous)) || isOther(parts, previous)) return parts
  const isEvents = parts.topic === null || parts.topic === previous.topic || isPair(parts, previous)
  if (!isEvents) return parts
  const topic = parts.topic ?? previous.topic
  return {
    ...parts,
    words: refused !== null && isRefusedAgain(parts, refused) ? previous.words : words,
    topic,
    kinds: hasKinds(parts) && !meansSame(parts, previous) ? parts.kinds : previous.kinds,
    ask: parts.ask ?? askAgain(parts, previous),
    by: parts.by ?? (parts.ask === null ? previous.by : null),
    count: parts.count ?? (parts.ask === null ? previous.count : null),
    cameras:
      parts.cameras.length > 0 ||
      /\b(all|every|each|overall|which) ?(the )?cameras?\b|\b(everywhere|overall)\b/.test(parts.words)
        ? parts.cameras
        : previous.cameras,
    times: timesAfter(parts, previous, reading),
    isWell: parts.isWell || (previous.isWell && topic === 'events' && parts.ask === null && !hasKinds(parts)),
    whether: whetherAfter(parts, previous),
    // "Was it at the pool" means the last one where that was asked for, and not whether there was any.
    isShown: parts.isShown && (isWhole(parts) || (previous.isShown && asksForAny(previous.ask))),
  }
}

function topicOfOne({ topic, words }: QuestionParts, previous: QuestionParts): Topic | null {
  return topic === 'recordings' || asksLength(words) ? 'recordings' : previous.topic
}

/** "and yesterday" after "did the mailman come today"; instead of a time that was not read, or is to come, it may name one that can be. */
function isRefusedAgain(parts: QuestionParts, refused: Refusal): boolean {
  if (hasKinds(parts) || (parts.ask !== null && parts.ask !== 'any')) return false
  if (refused.kind === 'unknown-camera') return parts.cameras.length === 0
  return refused.beyond.why !== 'time' && refused.beyond.why !== 'future'
}

/** A short question asks for some or for none as the one before: "and yesterday" after "did nobody come". */
function whetherAfter(parts: QuestionParts, previous: QuestionParts): Whether | null {
  if (isWhole(parts) || previous.whether === null) return parts.whether
  if (parts.whether === null && parts.ask !== null) return null
  return previous.whether === 'none' ? 'none' : saidBy(parts.words)
}

/** "and did anyone come": of the question before it leaves nothing to be answered with yes or no. "Was anyone in it" does. */
function isWhole(parts: QuestionParts): boolean {
  return parts.whether !== null && hasKinds(parts) && !/\b(?:in|on|with|by|beside) (?:it|that|them)$/.test(parts.words)
}

/** Something in it is understood: a time, a camera, a type, a manner. */
function hasOwn(parts: QuestionParts): boolean {
  const { times, cameras, ask, topic, words } = parts
  const isNamed = times.periods.length > 0 || cameras.length > 0 || hasKinds(parts)
  return (
    isNamed ||
    unknownPlace(words) !== null ||
    ask !== null ||
    topic !== null ||
    /\b(before|after)$/.test(words) ||
    stepIn(parts.spelt) !== null
  )
}

/** "in gigabytes" says something only of what has a size. */
function asksSizeAgain({ words }: QuestionParts, { topic }: QuestionParts): boolean {
  return asksUnit(words) && (topic === 'recordings' || topic === 'storage' || topic === 'plan')
}

function hasKinds({ kinds }: QuestionParts): boolean {
  return kinds.types !== null || kinds.labels !== null
}

/** "did it come back" after a cat asks for no person. */
function meansSame({ words }: QuestionParts, previous: QuestionParts): boolean {
  return previous.kinds.labels !== null && /\b(it|they)\b/.test(words) && namesNobody(words)
}

/** A question that stands by itself, however short. */
function isOther(parts: QuestionParts, previous: QuestionParts): boolean {
  const isPlain = parts.topic !== null && parts.topic !== previous.topic && !isPair(parts, previous)
  return isPlain || parts.topic === 'plan' || (parts.topic === 'cameras' && parts.ask !== null)
}

function isPair(a: QuestionParts, b: QuestionParts): boolean {
  return [a.topic, b.topic].every((topic) => topic === 'events' || topic === 'recordings' || topic === 'storage')
}

/** A comparison that only asks again holds against the question before; one of two times needs nothing. Of a time it is not now. */
function askAgain({ times }: QuestionParts, { ask }: QuestionParts): Ask {
  if (ask === 'compare') return 'count'
  return ask === 'now' && times.periods.length > 0 ? null : ask
}
