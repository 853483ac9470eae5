import * as z from 'zod/mini'
import { call } from './call'
import { labelCount } from './detection'
import { event, readEventType } from './event'
import { flag, isoTime, listOf, numberOrZero, sentTime, textOrEmpty, textOrNull } from './wire'

/** Longest time that one answer tells of: a day, which has 25 hours when the clocks go back, and 26 at Troll (Antarctica). */
export const MAX_REVIEW_MS = 26 * 3_600_000
/** Most events of one answer; some 20 bytes each. */
export const MAX_REVIEW_EVENTS = 20_000
/** Most recordings of one answer: each comes with links of its own. */
export const MAX_REVIEW_CLIPS = 100
/** Most events without a recording of one answer, more than a screen shows side by side. */
export const MAX_REVIEW_UNRECORDED = 20

const offset = z.number().check(z.minimum(0))
/** From when until when, in milliseconds since `from` of the answer. */
const span = z.tuple([offset, offset])
export type ReviewSpan = z.infer<typeof span>

/** A camera's time. Its events are three lists of one length, since a day may have thousands. */
const lane = z
  .object({
    cameraId: z.string(),
    name: textOrEmpty,
    /** When each began, in milliseconds since `from`, the oldest first. */
    at: z.array(offset),
    /** How long its recording is, in milliseconds; 0: there is none, or none any more. */
    lengthMs: z.array(offset),
    /** What it shows (`sightBits` of src/lib/sight.ts). */
    sees: z.array(z.number().check(z.int(), z.minimum(0))),
    /** When the camera was off, or was none yet or any more. */
    off: z.catch(z.array(span), []),
    /** When the mode had motion begin no clip. */
    unarmed: z.catch(z.array(span), []),
  })
  .check(z.refine(({ at, lengthMs, sees }) => at.length === lengthMs.length && at.length === sees.length))
export type ReviewLane = z.infer<typeof lane>

const reviewClip = z.object({
  videoId: z.string(),
  cameraId: z.string(),
  title: textOrEmpty,
  type: z.catch(z.nullable(readEventType), null),
  labels: z.catch(listOf(labelCount), []),
  startedAt: sentTime,
  lengthMs: numberOrZero,
  /** Bytes. */
  size: numberOrZero,
  thumbnailUrl: textOrNull,
  videoUrl: z.string(),
})
export type ReviewClip = z.infer<typeof reviewClip>

const bound = sentTime

/** Extension `review`: a day or an hour of all cameras. */
export const reviewCalls = {
  /** Both ends belong to the time, which is at most `MAX_REVIEW_MS` long. */
  read: call({
    method: 'GET',
    path: '/review',
    signedIn: true,
    status: 200,
    query: z.object({ from: bound, to: bound }),
    answer: z.object({
      from: isoTime,
      /** Until when all is told: `to`, now, or where the answer had to end. */
      until: isoTime,
      /** There are more events than one answer takes: ask for less time. */
      isCut: flag(false),
      lanes: listOf(lane),
    }),
  }),
  /** Recordings that began in the time, the oldest first, with links that are good for some minutes. */
  clips: call({
    method: 'GET',
    path: '/review/clips',
    signedIn: true,
    status: 200,
    query: z.object({ from: bound, to: bound, cameraId: z.optional(z.string().check(z.maxLength(100))) }),
    answer: z.object({
      clips: listOf(reviewClip),
      /** Where one camera is asked for: its last events of the time that have no recording, or none any more, the latest first. */
      unrecorded: z.catch(listOf(event), []),
      /** There are more: ask again from the last one's `startedAt` on. */
      isCut: flag(false),
    }),
  }),
}
export type Review = z.infer<(typeof reviewCalls)['read']['answer']>
