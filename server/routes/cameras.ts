import { randomUUID } from 'node:crypto'
import { cameraCalls } from '../../src/contract/camera'
import type { CameraTable, Db } from '../db/schema'
import { notFound } from '../errors'
import type { Handler, Route } from '../plugins/contract'
import { requireAudioInPlan, requireRoomForCamera } from '../policies'
import { presentCamera, statusOf } from '../presenters/camera'
import * as cameras from '../repositories/cameras'
import { lockWorkspace } from '../repositories/people'

export function cameraRoutes(route: Route): void {
  route(cameraCalls.list, listCameras)
  route(cameraCalls.checkStatuses, checkStatuses)
  route(cameraCalls.create, createCamera)
  route(cameraCalls.update, updateCamera)
  route(cameraCalls.setMotionAudio, setMotionAudio)
}

const listCameras: Handler<typeof cameraCalls.list> = async (services, { member }) => {
  const rows = await cameras.listCameras(services.db, member.workspaceId)
  return rows.map((row) => presentCamera(row, services))
}

const checkStatuses: Handler<typeof cameraCalls.checkStatuses> = async (services, { member }) => {
  const rows = await cameras.listCameras(services.db, member.workspaceId)
  return rows.map((row) => ({ id: row.id, status: statusOf(row, services) }))
}

const createCamera: Handler<typeof cameraCalls.create> = async (services, { member, body }) => {
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
      created_at: clock.now(),
      last_snapshot_at: null,
      snapshot_version: null,
    })
  })
  return presentCamera(row, services)
}

const updateCamera: Handler<typeof cameraCalls.update> = async (services, { member, params, body }) => {
  const { db } = services
  await loadCamera(db, member.workspaceId, params.cameraId)
  requireAudioInPlan(member.tier, body.isAudioEnabled)
  const row = await cameras.updateCamera(db, member.workspaceId, params.cameraId, {
    name: body.name,
    location: body.location,
    is_motion_enabled: Number(body.isMotionEnabled),
    is_audio_enabled: Number(body.isAudioEnabled),
    motion_sensitivity: body.motionSensitivity,
    device_id: body.deviceId,
    device_label: body.deviceLabel,
  })
  if (row === undefined) throw notFound('camera')
  return presentCamera(row, services)
}

const setMotionAudio: Handler<typeof cameraCalls.setMotionAudio> = async (services, { member, params, body }) => {
  const { db } = services
  await loadCamera(db, member.workspaceId, params.cameraId)
  requireAudioInPlan(member.tier, body.isAudioEnabled)
  const row = await cameras.updateCamera(db, member.workspaceId, params.cameraId, {
    is_motion_enabled: Number(body.isMotionEnabled),
    is_audio_enabled: Number(body.isAudioEnabled),
  })
  if (row === undefined) throw notFound('camera')
  return presentCamera(row, services)
}

async function loadCamera(db: Db, workspaceId: string, cameraId: string): Promise<CameraTable> {
  const row = await cameras.findCamera(db, workspaceId, cameraId)
  if (row === undefined) throw notFound('camera')
  return row
}
