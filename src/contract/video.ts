import * as z from 'zod/mini'
import { call } from './call'
import { timeZone } from './chat'
import { eventDescription, stillsField } from './descriptions'
import { detection, detectionsField, labelCount } from './detection'
import { readEventType } from './event'
import { MAX_SEARCH_LENGTH } from './event-search'
import {
  hubAheadPart,
  id,
  ignored,
  isoTime,
  listOf,
  numberOrZero,
  pageQuery,
  sentTime,
  textOrEmpty,
  textOrNull,
  usage,
} from './wire'

const video = z.object({
  id,
  title: textOrEmpty,
  /** Media type of the stored file, such as video/webm. */
  type: textOrEmpty,
  /** Type of the event it belongs to; null shows as 'Unknown'. */
  notificationType: z.catch(z.nullable(readEventType), null),
  quality: textOrEmpty,
  /** Bytes. */
  size: numberOrZero,
  createdAt: isoTime,
  thumbnailUrl: textOrNull,
  videoUrl: textOrNull,
  camera: z.catch(z.nullable(z.object({ name: textOrEmpty })), null),
  /** Extension `keeping`: stays when room is made for new recordings. */
  isKept: z.catch(z.optional(z.boolean()), undefined),
  /** Extension `detections`: who and what was seen in it, oldest first; left out where there is nothing. */
  detections: z.catch(z.optional(listOf(detection)), undefined),
  /** Extension `facts`: what it shows, people first; empty where nothing was recognised. */
  labels: z.catch(z.optional(listOf(labelCount)), undefined),
  /** Extension `facts`: how long it is; null: not read yet, or it cannot be played. So with size and codec. */
  durationMs: z.catch(z.optional(z.nullable(z.number())), undefined),
  /** Pixels, as it is shown. */
  width: z.catch(z.optional(z.nullable(z.number())), undefined),
  height: z.catch(z.optional(z.nullable(z.number())), undefined),
  /** Such as vp8 or avc; null also where the provider does not know its name. */
  codec: z.catch(z.optional(z.nullable(z.string())), undefined),
  hasSound: z.catch(z.optional(z.nullable(z.boolean())), undefined),
  /** Whether it can be shown from its first picture on. */
  startsOnKeyframe: z.catch(z.optional(z.nullable(z.boolean())), undefined),
  /** false: the provider found no film in the file, which stays; null: it was not read yet. */
  isPlayable: z.catch(z.optional(z.nullable(z.boolean())), undefined),
  /** Extension `shares`: until when somebody may watch it by a link, and retention spares it; null: it is not shared. */
  sharedUntil: z.catch(z.optional(z.nullable(z.string())), undefined),
  /** Extension `descriptions`: of its event. */
  description: z.catch(z.optional(eventDescription), undefined),
  /** Extension `evidence`: whether its camera signed it, or what came as a proof does not hold; left out where neither is so. */
  proof: z.catch(z.optional(z.enum(['signed', 'wrong'])), undefined),
})
export type Video = z.infer<typeof video>

export const clipIdField = z
  .string()
  .check(
    z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, { error: 'The clip id is a UUID.' }),
  )

/** What the recordings of one camera, or of one day, take together. */
const storagePart = <Name extends z.ZodMiniType<string>>(name: Name) =>
  z.object({ name, sizeBytes: numberOrZero, count: numberOrZero })

const storageParts = z.object({
  /** By the name that a camera has, or had when it was removed; the largest first, as the days. */
  byCamera: listOf(storagePart(textOrEmpty)),
  /** Such as 2026-03-10. */
  byDay: listOf(storagePart(z.iso.date())),
})
export type StorageParts = z.infer<typeof storageParts>

/** A boolean of a form. */
const truth = (error: string) =>
  z.pipe(
    z.enum(['true', 'false'], { error }),
    z.transform((value) => value === 'true'),
  )

/**
 * Text parts of a video upload. The last eight are extensions (`clip-details`, `clock-difference`, `detections`, `by-hand`,
 * `descriptions`, `evidence`).
 */
const videoFields = z.object({
  cameraId: z.string({ error: 'Give the cameraId of the clip.' }),
  /** Bytes of the video part; checked against what came (HUB-13). */
  size: z.coerce
    .number({ error: "Give the clip's size in bytes." })
    .check(z.int({ error: "The clip's size is a whole number of bytes." }), z.minimum(0)),
  hasAudio: truth('hasAudio is true or false.'),
  clipId: z.optional(clipIdField),
  startedAt: z.optional(sentTime),
  hubAheadMs: z.optional(hubAheadPart),
  /** A JPEG of the moment of motion, in base64. */
  thumbnail: z.optional(z.string()),
  /** JSON of whom and what the camera saw; none makes no person of it. */
  detections: z.optional(detectionsField),
  /** Somebody who looked had it recorded. */
  isByHand: z.optional(truth('isByHand is true or false.')),
  /** What a language model may be shown of it, where its camera's events are described. */
  stills: z.optional(stillsField),
  /** What the camera signed (src/lib/proof/clip-proof.ts). One that cannot be read costs no clip. */
  proof: z.optional(z.string()),
})
export type VideoFields = z.infer<typeof videoFields>

const taken = z.object({ clipId: z.string() })

/** The clip that an answer to an upload is about; null where it does not say. */
export function readTakenClip(answer: unknown): string | null {
  const read = z.safeParse(taken, answer)
  return read.success ? read.data.clipId : null
}

export const videoCalls = {
  upload: call({
    method: 'POST',
    path: '/videos/upload',
    signedIn: true,
    status: 201,
    form: { file: 'video', fields: videoFields },
    answer: z.unknown(),
    isHandover: true,
  }),
  list: call({
    method: 'GET',
    path: '/videos',
    signedIn: true,
    status: 200,
    query: z.object({
      ...pageQuery,
      /** Extension `video-search`: words in the title or in the camera's name; none where it is blank. */
      q: z.optional(z.string().check(z.trim(), z.maxLength(MAX_SEARCH_LENGTH))),
    }),
    answer: z.object({ videos: listOf(video), total: numberOrZero }),
  }),
  one: call({
    method: 'GET',
    path: '/videos/:videoId',
    signedIn: true,
    status: 200,
    /** Extension `detections`: all of them, where a list of events tells those of its thumbnail alone. */
    answer: z.object({ videoUrl: z.string(), detections: z.catch(z.optional(listOf(detection)), undefined) }),
  }),
  download: call({
    method: 'GET',
    path: '/videos/:videoId/download',
    signedIn: true,
    status: 200,
    answer: z.object({ url: z.string() }),
  }),
  storageUsage: call({
    method: 'GET',
    path: '/videos/storage-usage',
    signedIn: true,
    status: 200,
    /** Extension `storage-parts`: by whose days the parts are told; they are left out where it is. */
    query: z.object({ timeZone: z.optional(timeZone) }),
    answer: z.extend(usage, { parts: z.catch(z.optional(storageParts), undefined) }),
  }),
  /** Extension `removal`. Its event stays, without a recording. */
  remove: call({ method: 'DELETE', path: '/videos/:videoId', signedIn: true, status: 200, answer: ignored }),
  /** Extension `keeping`. */
  keep: call({
    method: 'PUT',
    path: '/videos/:videoId/keep',
    signedIn: true,
    status: 200,
    body: z.object({ isKept: z.boolean({ error: 'isKept is true or false.' }) }),
    answer: ignored,
  }),
}
