import { randomUUID } from 'node:crypto'
import { MAX_IMAGE_BYTES } from '../../src/contract/limits'
import { screenshotCalls } from '../../src/contract/screenshot'
import { listCameras } from '../cameras/camera-rows'
import type { Handler, Route } from '../http/contract'
import { notFound, unsupportedMedia } from '../lib/errors'
import { snapshotKey } from '../storage/blobs'
import { isJpeg } from '../storage/media-formats'
import { mediaUrls } from '../storage/media-urls'
import { type FormRules, receiveForm } from '../storage/uploads'
import type { SnapshotServices } from './services'

export function screenshotRoutes(route: Route<SnapshotServices>): void {
  route(screenshotCalls.list, listScreenshots)
  route(screenshotCalls.upload, uploadScreenshot)
}

const listScreenshots: Handler<typeof screenshotCalls.list, SnapshotServices> = async (
  services,
  { member, request },
) => {
  services.snapshotPace.noteWatched(member.workspaceId)
  const urlOf = mediaUrls(services, request)
  const cameras = await listCameras(services.db, member.workspaceId)
  return cameras.flatMap((camera) =>
    camera.snapshot_version === null
      ? []
      : [{ cameraId: camera.id, screenshotUrl: urlOf(snapshotKey(camera), { v: camera.snapshot_version }) }],
  )
}

const rules: FormRules = {
  part: screenshotCalls.upload.form.file,
  maxBytes: MAX_IMAGE_BYTES,
  what: 'The snapshot',
  fieldBytes: {},
}

const uploadScreenshot: Handler<typeof screenshotCalls.upload, SnapshotServices> = async (
  services,
  { member, params, request },
) => {
  const { blobs, clock, cameraLookup, snapshotPace, snapshotNotes } = services
  const camera = await cameraLookup.camera(member.workspaceId, params.cameraId)
  if (camera === null) throw notFound('camera')
  const { file } = await receiveForm(request, blobs, rules)
  try {
    if (!isJpeg(file)) throw unsupportedMedia('The snapshot is not a JPEG picture.')
    await file.commit(snapshotKey(camera), 'quick')
  } finally {
    await file.discard()
  }
  const snapshot = { workspaceId: member.workspaceId, cameraId: camera.id, atMs: clock.now(), version: randomUUID() }
  if (!(await snapshotNotes.note(snapshot))) {
    // Removed meanwhile: its picture must not come back.
    await blobs.remove(snapshotKey(camera))
    throw notFound('camera')
  }
  return { snapshotIntervalMs: snapshotPace.noteSnapshot(member.workspaceId, camera.id) }
}
