import { randomUUID } from 'node:crypto'
import { screenshotCalls } from '../../src/contract/camera'
import { MAX_IMAGE_BYTES } from '../../src/contract/limits'
import { listCameras } from '../cameras/camera-rows'
import type { CameraTable } from '../db/schema'
import type { Handler, Route } from '../http/contract'
import { notFound, unsupportedMedia } from '../lib/errors'
import { snapshotKey } from '../storage/blobs'
import { isJpeg } from '../storage/media-formats'
import { mediaUrls } from '../storage/media-urls'
import { type FormRules, receiveForm } from '../storage/uploads'
import type { SnapshotServices } from './services'

export function snapshotRoutes(route: Route<SnapshotServices>): void {
  route(screenshotCalls.list, listScreenshots)
  route(screenshotCalls.upload, uploadScreenshot)
}

const listScreenshots: Handler<typeof screenshotCalls.list, SnapshotServices> = async (
  services,
  { member, request },
) => {
  services.sharedPictures.noteWatched(member.workspaceId)
  const urlOf = mediaUrls(services, request)
  const cameras = (await listCameras(services.db, member.workspaceId)).map((camera) => services.lastSeen.over(camera))
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
  { member, memberNow, params, request },
) => {
  const { clock, cameraLookup, snapshotPace, lastSeen, latestPictures } = services
  const camera = await cameraLookup.camera(member.workspaceId, params.cameraId)
  if (camera === null) {
    // Another hub may have removed it.
    latestPictures.forget(snapshotKey({ id: params.cameraId, workspace_id: member.workspaceId }))
    throw notFound('camera')
  }
  const { file } = await receiveForm(request, latestPictures, rules)
  await file.discard()
  await memberNow()
  if (!isJpeg(file)) throw unsupportedMedia('The snapshot is not a JPEG picture.')
  await keepPicture(services, camera, file.bytes)
  lastSeen.note({ workspaceId: camera.workspace_id, cameraId: camera.id, atMs: clock.now(), version: randomUUID() })
  if (camera.snapshot_version === null) await lastSeen.flush()
  return { snapshotIntervalMs: snapshotPace.noteSnapshot(member.workspaceId, camera.id) }
}

/** A camera's first picture is stored before its row names one, so that no crash leaves a name without a picture. */
async function keepPicture(
  { latestPictures, sharedPictures }: SnapshotServices,
  camera: CameraTable,
  bytes: Buffer,
): Promise<void> {
  const key = snapshotKey(camera)
  latestPictures.put(key, bytes)
  sharedPictures.share(camera.workspace_id, key, bytes)
  if (camera.snapshot_version !== null) return
  try {
    await latestPictures.write(key)
  } catch (problem) {
    latestPictures.forget(key)
    throw problem
  }
}
