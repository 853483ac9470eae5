import { randomUUID } from 'node:crypto'
import { cameraCalls } from '../../src/contract/camera'
import type { Tier } from '../../src/contract/plans'
import { hasAudio, requireRoomForCamera } from '../billing/plan-rules'
import { keptGroupsText } from '../db/label-text'
import type { CameraTable } from '../db/schema'
import { forgetQueued } from '../events/descriptions/description-rows'
import type { Handler, Route } from '../http/contract'
import { lockWorkspace } from '../members/people-rows'
import { BLOB_REMOVAL_JOB } from '../storage/blob-removals'
import { noteBlobRemovals } from '../storage/blob-rows'
import { snapshotKey } from '../storage/blobs'
import { takeAlert } from './alerts'
import { presentCamera } from './camera-presenter'
import * as cameras from './camera-rows'
import { changeCamera, loadCamera } from './camera-settings'
import { statusOf } from './camera-status'
import type { CameraServices } from './services'

export function cameraRoutes(route: Route<CameraServices>): void {
  route(cameraCalls.list, listCameras)
  route(cameraCalls.checkStatuses, checkStatuses)
  route(cameraCalls.create, createCamera)
  route(cameraCalls.update, updateCamera)
  route(cameraCalls.setMotionAudio, setMotionAudio)
  route(cameraCalls.alert, takeCameraAlert)
  route(cameraCalls.remove, removeCamera)
}

const listCameras: Handler<typeof cameraCalls.list, CameraServices> = async (services, { member }) => {
  const rows = await cameras.listCameras(services.db, member.workspaceId)
  return rows.map((row) => presentCamera(withinPlan(row, member.tier), services))
}

const checkStatuses: Handler<typeof cameraCalls.checkStatuses, CameraServices> = async (services, { member }) => {
  const rows = await cameras.listCameras(services.db, member.workspaceId)
  return rows.map((row) => ({ id: row.id, status: statusOf(row, services) }))
}

const createCamera: Handler<typeof cameraCalls.create, CameraServices> = async (services, { member, body }) => {
  const { db, clock } = services
  const row = await db.transaction().execute(async (transaction) => {
    const workspace = await lockWorkspace(transaction, member.workspaceId)
    requireRoomForCamera(workspace.tier, await cameras.countCameras(transaction, workspace.id))
    return cameras.insertCamera(transaction, {
      id: randomUUID(),
      workspace_id: workspace.id,
      name: body.name,
      location: body.location,
      device_id: body.deviceId,
      device_label: body.deviceLabel,
      is_motion_enabled: 0,
      is_audio_enabled: 0,
      motion_sensitivity: null,
      keep_clips_of: null,
      is_live_allowed: 1,
      is_described: 0,
      created_at: clock.now(),
      last_snapshot_at: null,
      snapshot_version: null,
      removed_at: null,
    })
  })
  return presentCamera(row, services)
}

const updateCamera: Handler<typeof cameraCalls.update, CameraServices> = async (services, { member, params, body }) => {
  const row = await changeCamera(services, member, params.cameraId, {
    name: body.name,
    location: body.location,
    is_motion_enabled: Number(body.isMotionEnabled),
    is_audio_enabled: Number(body.isAudioEnabled),
    motion_sensitivity: body.motionSensitivity,
    device_id: body.deviceId,
    device_label: body.deviceLabel,
    ...(body.keepClipsOf !== undefined && { keep_clips_of: keptGroupsText(body.keepClipsOf) }),
    ...(body.isLiveAllowed !== undefined && { is_live_allowed: Number(body.isLiveAllowed) }),
    ...(body.isDescribed !== undefined && { is_described: Number(body.isDescribed) }),
  })
  if (body.isLiveAllowed !== undefined || body.isDescribed !== undefined)
    await services.cameraWatch.noteCameraChange(row.workspace_id, row.id)
  return presentCamera(withinPlan(row, member.tier), services)
}

const setMotionAudio: Handler<typeof cameraCalls.setMotionAudio, CameraServices> = async (
  services,
  { member, params, body },
) => {
  const row = await changeCamera(services, member, params.cameraId, {
    is_motion_enabled: Number(body.isMotionEnabled),
    is_audio_enabled: Number(body.isAudioEnabled),
  })
  return presentCamera(withinPlan(row, member.tier), services)
}

/** After a downgrade a camera keeps its settings, but its sound reads as off (KEEP-10). */
function withinPlan(row: CameraTable, tier: Tier): CameraTable {
  return { ...row, is_audio_enabled: Number(hasAudio(tier, row.is_audio_enabled === 1)) }
}

const takeCameraAlert: Handler<typeof cameraCalls.alert, CameraServices> = async (services, { member, params, body }) =>
  takeAlert(services, { workspaceId: member.workspaceId, cameraId: params.cameraId }, body)

const removeCamera: Handler<typeof cameraCalls.remove, CameraServices> = async (services, { member, params }) => {
  const { db, clock, jobs, cameraWatch } = services
  const camera = await loadCamera(db, member.workspaceId, params.cameraId)
  await db.transaction().execute(async (transaction) => {
    await cameras.updateCamera(transaction, member.workspaceId, camera.id, { removed_at: clock.now() })
    await noteBlobRemovals(transaction, [snapshotKey(camera)], clock.now())
    await forgetQueued(transaction, camera)
  })
  jobs.nudge(BLOB_REMOVAL_JOB)
  await cameraWatch.noteCameraChange(member.workspaceId, camera.id)
  return {}
}
