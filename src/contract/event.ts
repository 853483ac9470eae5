import * as z from 'zod/mini'
import { call } from './call'
import { eventDescription } from './descriptions'
import { detection, labelCount } from './detection'
import {
  id,
  idOrNull,
  isoTime,
  listOf,
  numberOrZero,
  pageQuery,
  sentTime,
  textOrEmpty,
  textOrNull,
  usage,
} from './wire'

export const eventType = z.enum(['PERSON', 'MOTION', 'ALERT'])
export type EventType = z.infer<typeof eventType>

const inUpperCase = (type: unknown) => (typeof type === 'string' ? type.toUpperCase() : type)

/** As answers are read: the specification writes types in either case, and so may a provider. */
export const readEventType = z.pipe(z.transform(inUpperCase), eventType)

/** Wire name: notification. */
export const event = z.object({
  id,
  type: z.catch(readEventType, 'MOTION'),
  title: textOrEmpty,
  message: textOrEmpty,
  createdAt: isoTime,
  videoId: idOrNull,
  /** Extension `facts`: what was seen, people first; empty where nothing was recognised. It stays when the recording goes. */
  labels: z.catch(z.optional(listOf(labelCount)), undefined),
  /** Extension `descriptions`; it goes with the recording. */
  description: z.catch(z.optional(eventDescription), undefined),
  video: z.catch(
    z.nullable(
      z.object({
        thumbnailUrl: textOrNull,
        camera: z.catch(z.nullable(z.object({ name: textOrEmpty })), null),
        /** Extension `detections`: what the thumbnail shows; all of the recording is told with it (`videos.one`). */
        detections: z.catch(z.optional(listOf(detection)), undefined),
      }),
    ),
    null,
  ),
})
export type SecurityEvent = z.infer<typeof event>

export const eventCalls = {
  list: call({
    method: 'GET',
    path: '/notifications',
    signedIn: true,
    status: 200,
    query: z.object({ ...pageQuery, dateStart: z.optional(sentTime), dateEnd: z.optional(sentTime) }),
    answer: z.object({ events: listOf(event), total: numberOrZero }),
  }),
  usage: call({ method: 'GET', path: '/notifications/usage', signedIn: true, status: 200, answer: usage }),
  test: call({
    method: 'POST',
    path: '/notifications/test',
    signedIn: true,
    // It writes to whatever address it is given.
    tokens: 'none',
    status: 200,
    body: z.object({
      type: z.enum(['email', 'slack', 'discord'], { error: 'The type is email, slack or discord.' }),
      connectionValue: z.string({ error: 'Give the address or webhook URL to test.' }).check(z.maxLength(2000)),
    }),
    answer: z.unknown(),
  }),
}
