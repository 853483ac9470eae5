import * as z from 'zod/mini'
import { call } from './call'
import { timeZone } from './chat'
import { labelGroup } from './detection'
import { event, eventType } from './event'
import { listOf, numberOrZero, pageQuery, sentTime, textOrEmpty } from './wire'

/** Longest search, in characters. */
export const MAX_SEARCH_LENGTH = 200

/** Extension `event-search`: events by words as people write them, such as "people at the garage last night". */
export const eventSearchCalls = {
  search: call({
    method: 'GET',
    path: '/notifications/search',
    signedIn: true,
    status: 200,
    query: z.object({
      ...pageQuery,
      q: z.string({ error: 'Say what to search for.' }).check(z.trim(), z.minLength(1), z.maxLength(MAX_SEARCH_LENGTH)),
      timeZone: z.optional(timeZone),
      /** Filters beside the words: all must hold. */
      type: z.optional(eventType),
      /** Extension `facts`: events that show one of these. */
      group: z.optional(labelGroup),
      dateStart: z.optional(sentTime),
      dateEnd: z.optional(sentTime),
    }),
    answer: z.object({
      events: listOf(event),
      total: numberOrZero,
      /** How the words were read: the period, types and cameras in words, and what had to stand in the text; or why none was looked for. */
      readAs: textOrEmpty,
    }),
  }),
}
