import type { AskedPeriod } from '../times/period'
import { asksFuture, type Beyond, beyondIn, unknownPlace } from './beyond'
import { asksMeasuredTable } from './measured-tables'
import type { QuestionParts } from './question-parts'
import { asksAccess, type Topic } from './topic'
import { anyOf } from './vocabulary'

/** What is said of a question instead of an answer. */
export type Refusal =
  | { readonly kind: 'unknown-camera'; readonly named: string }
  | { readonly kind: 'beyond'; readonly beyond: Beyond }

/** Of a question with this topic: why it cannot be answered, or which of its places is no camera. null: it can be. */
export function refusalOf(parts: QuestionParts, topic: Topic | null): Refusal | null {
  const { words, times, cameras } = parts
  const beyond = whyBeyond(parts, topic)
  if (beyond !== null) return { kind: 'beyond', beyond }
  const isOfMessages = topic === 'plan' && asksMessages(words, times.periods)
  const isAsked = topic !== null || times.periods.length > 0 || cameras.length > 0
  // The plan is of no place: what looks like one is none, but where messages came from or somebody was.
  const mayNamePlace = topic === 'plan' ? isOfMessages || isSomebodyIn.test(words) : isAsked
  const named = mayNamePlace ? unknownPlace(words) : null
  if (named !== null) return { kind: 'unknown-camera', named }
  return isOfMessages ? { kind: 'beyond', beyond: { why: 'thing', word: 'messages' } } : null
}

/** The first that holds: the time comes before what is asked of it. */
function whyBeyond({ words, spelt, times }: QuestionParts, topic: Topic | null): Beyond | null {
  if (asksFuture(spelt)) return { why: 'future' }
  if (times.unread !== null && topic !== 'plan') return { why: 'time', word: times.unread }
  if (asksWhichPart.test(spelt)) return { why: 'narrow' }
  if (asksMeasuredTable(words) && topic !== 'storage') return { why: 'narrow' }
  const beyond = beyondIn(words)
  return beyond !== null && isOfSettings(beyond, topic, words) ? null : beyond
}

/** Of parts of days, and of weeks, months and years, none is looked for: "which night had the most alerts". */
const asksWhichPart =
  /\b(?:which|what) (?:night|morning|afternoon|evening|weekend|week|month|year)s?(?= (?:had|has|have|was|were|is|are|did|saw|of|in|at)\b|$)|\b(?:busiest|quietest) (?:night|morning|afternoon|evening|weekend|week|month|year)s?\b(?! (?:hours?|times?|days?|cameras?|place|spot)\b)/

/** "was anyone in the storage room" */
const isSomebodyIn = /(?<!\bcan )\b(anyone|anybody|someone|somebody|nobody) (at|in|inside|outside|near|by|on)\b/

const ofPlan = new RegExp(`\\b(${anyOf('plan')}|chats?|left|remaining|used?|month|included|allowed|can|may|could)\\b`)

/** "how many messages did I get yesterday": of messages, only those to the assistant are counted, and by months. */
function asksMessages(words: string, periods: readonly AskedPeriod[]): boolean {
  if (!/\bmessages?\b/.test(words) || ofPlan.test(words)) return false
  return /\b(get|got|sent|receive\w*)\b|_/.test(words) || periods.some(({ label }) => label !== 'this month')
}

/** "Will I run out of storage", "can I record audio", "who can see my videos": plan and cameras say. */
function isOfSettings({ why }: Beyond, topic: Topic | null, words: string): boolean {
  if (why === 'who') return topic === 'plan' && asksAccess(words)
  const isOfPlan = topic === 'plan' && (why === 'future' || why === 'sound' || why === 'narrow')
  return isOfPlan || (topic === 'cameras' && why === 'sound')
}
