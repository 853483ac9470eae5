import { STILLS_FIELD_BYTES } from '../../src/contract/descriptions'
import { DETECTIONS_FIELD_BYTES } from '../../src/contract/detection'
import { MAX_CLIP_BYTES } from '../../src/contract/limits'
import { videoCalls } from '../../src/contract/video'
import { findCameraOfClip } from '../cameras/camera-rows'
import { checked, type Handler } from '../http/contract'
import { notFound, sizeMismatch, unsupportedMedia, unusable } from '../lib/errors'
import { clipFormatOf } from '../storage/media-formats'
import {
  type FormRules,
  type HashedBlob,
  hashed,
  IMAGE_FIELD_BYTES,
  type ReceivedForm,
  receiveForm,
} from '../storage/uploads'
import { type IncomingClip, storeClip } from './clip-intake'
import { checkFilm } from './facts/film-check'
import type { RecordingServices } from './services'
import { decodeThumbnail } from './thumbnails'

/** Three times what a proof with a conversion has. */
const PROOF_FIELD_BYTES = 8_000

const rules: FormRules = {
  part: videoCalls.upload.form.file,
  maxBytes: MAX_CLIP_BYTES,
  what: 'The clip',
  fieldBytes: {
    cameraId: 200,
    size: 20,
    hasAudio: 10,
    clipId: 100,
    startedAt: 100,
    hubAheadMs: 20,
    thumbnail: IMAGE_FIELD_BYTES,
    detections: DETECTIONS_FIELD_BYTES,
    isByHand: 10,
    stills: STILLS_FIELD_BYTES,
    proof: PROOF_FIELD_BYTES,
  },
  // A wrong proof is no reason to lose the clip.
  forgiven: ['proof'],
}

/** The camera keeps what is refused, so that a person can say what becomes of it. */
const NO_FILM = 'The clip is no film: its file holds no picture that could be played. It was not stored.'

export const uploadVideo: Handler<typeof videoCalls.upload, RecordingServices> = async (
  services,
  { memberNow, request },
) => {
  const form = await receiveForm(request, hashed(services.blobs), rules)
  try {
    const { workspaceId } = await memberNow()
    const clip = await checkForm(services, workspaceId, form)
    const stored = await storeClip(services, clip)
    return { id: stored.id, clipId: stored.clip_id, ...(stored.isKeySpent === true && { isKeySpent: true }) }
  } finally {
    await form.file.discard()
  }
}

/** The form's words are checked against the bytes that came, never trusted (HUB-13). */
async function checkForm(
  { db }: RecordingServices,
  workspaceId: string,
  form: ReceivedForm<HashedBlob>,
): Promise<IncomingClip> {
  const { file, fileName } = form
  const fields = checked(videoCalls.upload.form.fields, form.fields)
  if (file.sizeBytes === 0) throw unusable('The clip is empty.')
  if (fields.size !== file.sizeBytes) throw sizeMismatch(fields.size, file.sizeBytes)
  const format = clipFormatOf(file)
  if (format === null) throw unsupportedMedia('The clip is neither a webm nor an mp4 video.')
  if ((await checkFilm(file, format)) === 'no-film') throw unusable(NO_FILM)
  const camera = await findCameraOfClip(db, workspaceId, fields.cameraId)
  if (camera === undefined) throw notFound('camera')
  const thumbnail = fields.thumbnail === undefined ? null : decodeThumbnail(fields.thumbnail)
  return { camera, file, sha256: file.sha256, fileName, format, fields, thumbnail }
}
