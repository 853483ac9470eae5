import { ALERTS_PER_HOUR, type CameraAlert } from '../../src/contract/tampering'
import type { Db } from '../db/schema'
import { type AlertEvent, recordAlertEvent } from '../events/alert-event'
import { notFound, tooManyRequests } from '../lib/errors'
import { saidTimeOr } from '../lib/said-time'
import { lockWorkspace } from '../members/people-rows'
import { NOTIFICATIONS_JOB } from '../notifications/notification-jobs'
import { findAlert, insertAlert, listAlertTimes } from './alert-rows'
import { findCamera } from './camera-rows'
import type { CameraServices } from './services'

const HOUR_MS = 3_600_000

/** Where an alert is for. */
export interface AlertPlace {
  readonly workspaceId: string
  readonly cameraId: string
}

/** Makes the event of an alert, and tells of it at once; one that is here already is answered like the first time. */
export async function takeAlert(
  services: CameraServices,
  place: AlertPlace,
  alert: CameraAlert,
): Promise<{ id: string }> {
  const { db, clock, jobs } = services
  const nowMs = clock.now()
  const { eventId, isTold } = await db.transaction().execute((transaction) => record(transaction, place, alert, nowMs))
  if (isTold) jobs.nudge(NOTIFICATIONS_JOB)
  return { id: eventId }
}

async function record(
  db: Db,
  { workspaceId, cameraId }: AlertPlace,
  alert: CameraAlert,
  nowMs: number,
): Promise<AlertEvent> {
  await lockWorkspace(db, workspaceId)
  const camera = await findCamera(db, workspaceId, cameraId)
  if (camera === undefined) throw notFound('camera')
  const alertId = alert.alertId.toLowerCase()
  const known = await findAlert(db, workspaceId, alertId)
  if (known !== undefined) return { eventId: known.event_id, isTold: false }
  await requireRoomForAlert(db, camera.id, nowMs)
  const recorded = await recordAlertEvent(db, camera, alert.kind, saidTimeOr(alert.occurredAt, nowMs), nowMs)
  await insertAlert(db, {
    workspace_id: workspaceId,
    alert_id: alertId,
    camera_id: camera.id,
    event_id: recorded.eventId,
    received_at: nowMs,
  })
  return recorded
}

async function requireRoomForAlert(db: Db, cameraId: string, nowMs: number): Promise<void> {
  // Those of the future came while the clock was ahead; that of another hub may be so a little.
  const timesMs = await listAlertTimes(db, cameraId, nowMs - HOUR_MS, nowMs + HOUR_MS)
  const [oldestMs] = timesMs
  if (oldestMs !== undefined && timesMs.length >= ALERTS_PER_HOUR) throw tooManyRequests(nowMs, oldestMs + HOUR_MS)
}
