import type { EventType } from '../../../src/contract/event'

/** What the built-in assistant can tell about. */
export type Topic =
  | { readonly kind: 'events'; readonly type: EventType | null }
  | { readonly kind: 'recordings' }
  | { readonly kind: 'cameras' }
  | { readonly kind: 'plan' }
  | { readonly kind: 'unknown' }

const eventWords: readonly (readonly [EventType, RegExp])[] = [
  ['ALERT', /\balerts?\b|\balarms?\b|\btamper/],
  ['PERSON', /\b(who|person|persons|people|somebody|someone|anybody|anyone|visit\w*)\b/],
  ['MOTION', /\b(motions?|movements?|moved)\b/],
]

/** Read from its words; the more special ones first. */
export function topicOf(question: string): Topic {
  const [type] = eventWords.find(([, words]) => words.test(question)) ?? []
  if (type !== undefined) return { kind: 'events', type }
  if (/\b(storage|space|plan|tier|subscription|limits?|quota|usage|chats?)\b/.test(question)) return { kind: 'plan' }
  if (/\b(footage|recordings?|recorded|videos?|clips?)\b/.test(question)) return { kind: 'recordings' }
  if (/\b(events?|happen\w*|activity|detected|seen)\b/.test(question)) return { kind: 'events', type: null }
  if (/\b(cameras?|online|offline)\b/.test(question)) return { kind: 'cameras' }
  return { kind: 'unknown' }
}
