import { ALERTS_PER_HOUR, type CameraAlert } from '../../src/contract/tampering'
import { HOUR_MS } from '../../src/lib/durations'
import type { CameraTable, Db } from '../db/schema'
import { recordAlertEvent } from '../events/alert-event'
import { notFound, tooManyRequests } from '../lib/errors'
import { saidTimeOr } from '../lib/said-time'
import { lockWorkspace } from '../members/people-rows'
import { NOTIFICATIONS_JOB } from '../notifications/notification-jobs'
import { WEBHOOKS_JOB } from '../webhooks/webhook-jobs'
import { findAlert, findNotice, insertAlert, insertNotice, listAlertTimes } from './alert-rows'
import { findCamera } from './camera-rows'
import type { CameraServices } from './services'
import { tellStatus } from './status-messages'

/** Where an alert is for. */
export interface AlertPlace {
  readonly workspaceId: string
  readonly cameraId: string
}

/** What came of an alert. */
interface Taken {
  /** Of its event; of what makes none its own. */
  readonly id: string
  /** There is a notification to send. */
  readonly isTold: boolean
  /** There is a webhook to call. */
  readonly isCalled: boolean
}

/** Makes the event of an alert, and tells of it at once; one that is here already is answered like the first time. */
export async function takeAlert(
  services: CameraServices,
  place: AlertPlace,
  alert: CameraAlert,
): Promise<{ id: string }> {
  const { db, clock, jobs, eventWatch } = services
  const nowMs = clock.now()
  const { id, isTold, isCalled } = await db
    .transaction()
    .execute((transaction) => record(transaction, place, alert, nowMs))
  eventWatch.noteEvent(place.workspaceId)
  if (isTold) jobs.nudge(NOTIFICATIONS_JOB)
  if (isCalled) jobs.nudge(WEBHOOKS_JOB)
  return { id }
}

async function record(
  db: Db,
  { workspaceId, cameraId }: AlertPlace,
  alert: CameraAlert,
  nowMs: number,
): Promise<Taken> {
  await lockWorkspace(db, workspaceId)
  const camera = await findCamera(db, workspaceId, cameraId)
  if (camera === undefined) throw notFound('camera')
  const alertId = alert.alertId.toLowerCase()
  const occurredAtMs = saidTimeOr(alert.occurredAt, nowMs, { hubAheadMs: alert.hubAheadMs })
  const known = await knownAs(db, workspaceId, alertId)
  if (known !== null) return { id: known, isTold: false, isCalled: false }
  await requireRoomForAlert(db, camera.id, nowMs)
  if (alert.kind === 'power-back') return recordNotice(db, camera, { alertId, occurredAtMs }, nowMs)
  const { eventId, isTold, isCalled } = await recordAlertEvent(db, camera, alert.kind, occurredAtMs, nowMs)
  await insertAlert(db, {
    workspace_id: workspaceId,
    alert_id: alertId,
    camera_id: camera.id,
    event_id: eventId,
    received_at: nowMs,
  })
  return { id: eventId, isTold, isCalled }
}

/** How the first of the same id was answered; null: this is the first. */
async function knownAs(db: Db, workspaceId: string, alertId: string): Promise<string | null> {
  const alert = await findAlert(db, workspaceId, alertId)
  if (alert !== undefined) return alert.event_id
  return (await findNotice(db, workspaceId, alertId)) === undefined ? null : alertId
}

/** Good news is a message under System Status and no event (SENSE-04). */
async function recordNotice(
  db: Db,
  camera: CameraTable,
  { alertId, occurredAtMs }: { readonly alertId: string; readonly occurredAtMs: number },
  nowMs: number,
): Promise<Taken> {
  const news = { kind: 'power-back', atMs: occurredAtMs, knownAtMs: occurredAtMs } as const
  const isTold = await tellStatus(db, camera, news, nowMs)
  await insertNotice(db, {
    workspace_id: camera.workspace_id,
    notice_id: alertId,
    camera_id: camera.id,
    received_at: nowMs,
  })
  return { id: alertId, isTold, isCalled: false }
}

async function requireRoomForAlert(db: Db, cameraId: string, nowMs: number): Promise<void> {
  // Those of the future came while the clock was ahead; that of another hub may be so a little.
  const timesMs = await listAlertTimes(db, cameraId, nowMs - HOUR_MS, nowMs + HOUR_MS)
  const [oldestMs] = timesMs
  if (oldestMs !== undefined && timesMs.length >= ALERTS_PER_HOUR) throw tooManyRequests(nowMs, oldestMs + HOUR_MS)
}
