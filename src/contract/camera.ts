import * as z from 'zod/mini'
import { call } from './call'
import { labelGroup } from './detection'
import { MAX_NAME_LENGTH } from './limits'
import { nameOf } from './names'
import { cameraAlert } from './tampering'
import { flag, id, ignored, isoTime, listOf, textOrEmpty } from './wire'

const cameraStatus = z.enum(['ONLINE', 'OFFLINE'])
export type CameraStatus = z.infer<typeof cameraStatus>

const camera = z.object({
  id,
  name: textOrEmpty,
  location: textOrEmpty,
  status: z.catch(cameraStatus, 'OFFLINE'),
  isMotionEnabled: flag(false),
  isAudioEnabled: flag(false),
  /** 0 to 100; null counts as 50 (CAM-24). */
  motionSensitivity: z.catch(z.nullable(z.number()), null),
  deviceId: textOrEmpty,
  deviceLabel: textOrEmpty,
  /** Extension `label-choices`: clips that show none of these are not kept; null: every clip is. */
  keepClipsOf: z.catch(z.optional(z.nullable(z.array(labelGroup))), undefined),
  /** Extension `live`: whether the workspace may look through it now. */
  isLiveAllowed: z.catch(z.optional(z.boolean()), undefined),
  /** Extension `live`: when its tab sent the last snapshot, which it does at least each ten seconds, to the minute; null: never. */
  lastSeenAt: z.catch(z.optional(z.nullable(isoTime)), undefined),
  /** Extension `descriptions`: whether stills of its events go to a language model. */
  isDescribed: z.catch(z.optional(z.boolean()), undefined),
})
export type Camera = z.infer<typeof camera>

/** The updated camera, or of it what a provider sends back: what it leaves out has no default, as it stays what it was. */
const updatedCamera = z.object({
  id: z.exactOptional(id),
  name: z.exactOptional(z.string()),
  location: z.exactOptional(z.string()),
  status: z.exactOptional(cameraStatus),
  isMotionEnabled: z.exactOptional(z.boolean()),
  isAudioEnabled: z.exactOptional(z.boolean()),
  motionSensitivity: z.exactOptional(z.nullable(z.number())),
  deviceId: z.exactOptional(z.string()),
  deviceLabel: z.exactOptional(z.string()),
  keepClipsOf: z.optional(z.nullable(z.array(labelGroup))),
  isLiveAllowed: z.optional(z.boolean()),
  lastSeenAt: z.optional(z.nullable(isoTime)),
  isDescribed: z.optional(z.boolean()),
})

/** A status the provider may extend: anything but ONLINE and OFFLINE is unknown. */
const cameraStatusRow = z.object({ id: z.catch(id, ''), status: textOrEmpty })
export type CameraStatusRow = z.infer<typeof cameraStatusRow>

const name = (what: string) =>
  nameOf(MAX_NAME_LENGTH, {
    missing: `Give the camera's ${what}.`,
    tooLong: `The camera's ${what} has at most ${MAX_NAME_LENGTH} characters.`,
  })

/** Of a device, whose texts are the browser's: what turns them is no fault of who chooses it. */
const printable = z.regex(/^\P{Cc}*$/u, { error: 'Leave out control characters such as line ends.' })

const deviceId = z
  .string({ error: 'Choose a camera device.' })
  .check(
    z.minLength(1, { error: 'Choose a camera device.' }),
    z.maxLength(500, { error: 'The device id has at most 500 characters.' }),
    printable,
  )
const deviceLabel = z
  .string({ error: "Give the device's label." })
  .check(z.maxLength(500, { error: "The device's label has at most 500 characters." }), printable)

export const newCamera = z.object({ name: name('name'), location: name('location'), deviceId, deviceLabel })
export type NewCamera = z.infer<typeof newCamera>

const isMotionEnabled = z.boolean({ error: 'isMotionEnabled is true or false.' })
const isAudioEnabled = z.boolean({ error: 'isAudioEnabled is true or false.' })

const KEEP_SENTENCE =
  'keepClipsOf is null for every clip, or a list of person, animal and vehicle, each once, at least one.'
const keepClipsOf = z.nullable(
  z.array(labelGroup, { error: KEEP_SENTENCE }).check(
    z.minLength(1, { error: KEEP_SENTENCE }),
    z.refine((groups) => new Set(groups).size === groups.length, { error: KEEP_SENTENCE }),
  ),
)

const cameraSettings = z.object({
  name: name('name'),
  location: name('location'),
  isMotionEnabled,
  isAudioEnabled,
  motionSensitivity: z.nullable(
    z
      .number({ error: 'The sensitivity is a number from 0 to 100.' })
      .check(
        z.int({ error: 'The sensitivity is a whole number from 0 to 100.' }),
        z.minimum(0, { error: 'The sensitivity is at least 0.' }),
        z.maximum(100, { error: 'The sensitivity is at most 100.' }),
      ),
  ),
  deviceId,
  deviceLabel,
  /** Extension `label-choices`; left out, it stays as it is. */
  keepClipsOf: z.optional(keepClipsOf),
  /** Extension `live`; left out, it stays as it is. */
  isLiveAllowed: z.optional(z.boolean({ error: 'isLiveAllowed is true or false.' })),
  /** Extension `descriptions`; left out, it stays as it is. Only the owner of the workspace switches it on. */
  isDescribed: z.optional(z.boolean({ error: 'isDescribed is true or false.' })),
})
export type CameraSettings = z.infer<typeof cameraSettings>

export const cameraCalls = {
  list: call({ method: 'GET', path: '/cameras', signedIn: true, status: 200, answer: listOf(camera) }),
  checkStatuses: call({
    method: 'GET',
    path: '/cameras/check-statuses',
    signedIn: true,
    status: 200,
    answer: listOf(cameraStatusRow),
  }),
  create: call({ method: 'POST', path: '/cameras', signedIn: true, status: 201, body: newCamera, answer: camera }),
  update: call({
    method: 'PUT',
    path: '/cameras/:cameraId',
    signedIn: true,
    status: 200,
    body: cameraSettings,
    answer: ignored,
  }),
  setMotionAudio: call({
    method: 'PATCH',
    path: '/cameras/:cameraId/motion-audio',
    signedIn: true,
    status: 200,
    body: z.object({ isMotionEnabled, isAudioEnabled }),
    /** Empty where a provider sends no camera back: what was asked for then holds. */
    answer: z.catch(updatedCamera, {}),
  }),
  /**
   * Extensions `alerts` and `senses`. The answer's id is that of the event, of power-back, which makes none, the alert's own; a
   * repeat is answered like the first.
   */
  alert: call({
    method: 'POST',
    path: '/cameras/:cameraId/alerts',
    signedIn: true,
    status: 201,
    body: cameraAlert,
    answer: z.object({ id: textOrEmpty }),
    isHandover: true,
  }),
  /** Extension `removal`. Its recordings stay as long as the plan keeps them. */
  remove: call({ method: 'DELETE', path: '/cameras/:cameraId', signedIn: true, status: 200, answer: ignored }),
}

/** The latest snapshot of a camera. */
const screenshot = z.object({ cameraId: id, screenshotUrl: z.string() })

/** `snapshotIntervalMs`: how long the camera may wait before the next; null where the hub does not ask (an extension). */
const taken = z.catch(z.object({ snapshotIntervalMs: z.catch(z.nullable(z.number().check(z.positive())), null) }), {
  snapshotIntervalMs: null,
})

export const screenshotCalls = {
  list: call({ method: 'GET', path: '/screenshots', signedIn: true, status: 200, answer: listOf(screenshot) }),
  upload: call({
    method: 'POST',
    path: '/screenshots/:cameraId/upload',
    signedIn: true,
    status: 201,
    form: { file: 'screenshot', fields: z.object({}) },
    answer: taken,
  }),
}
