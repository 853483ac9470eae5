import { randomUUID } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '../../src/lib/durations'
import type { OutageTable } from '../db/notification-tables'
import type { CameraTable, Db } from '../db/schema'
import { recordAlertEvent } from '../events/alert-event'
import { eachWorkspace } from '../lib/each-workspace'
import type { Job } from '../lib/job'
import { lockWorkspace } from '../members/people-rows'
import { QUIET_MS } from '../notifications/incidents'
import { KEPT_MS, NOTIFICATIONS_JOB } from '../notifications/notification-jobs'
import type { NotificationServices } from '../notifications/services'
import { noteHappenings } from '../webhooks/happenings'
import { WEBHOOKS_JOB } from '../webhooks/webhook-jobs'
import { deleteOldNotices } from './alert-rows'
import { findCamera } from './camera-rows'
import { statusOf } from './camera-status'
import {
  deleteOldOutages,
  findLatestOutage,
  findOutageWatch,
  insertOutage,
  listOpenOutages,
  listSilentCameras,
  putOutageWatch,
  updateOpenOutage,
} from './outage-rows'
import type { CameraServices } from './services'
import { tellStatus } from './status-messages'

/** A camera must be offline this long before anybody is told. */
const OFFLINE_MS = MINUTE_MS
/** And online this long before it counts as back, */
const BACK_MS = 30_000
/** or this long when it failed again soon after: one that comes and goes is told of as gone. */
const FLAPPING_BACK_MS = QUIET_MS
/** Rounds further apart mean that the hub itself was away, and with it every camera's snapshots. */
const WATCH_GAP_MS = MINUTE_MS
/** How often the watch is written down. */
const WATCH_NOTED_MS = 20_000

type WatchServices = Pick<CameraServices, 'db' | 'clock' | 'log' | 'jobs' | 'snapshotPace' | 'lastSeen'> &
  Pick<NotificationServices, 'believedTime'>

/** Watches the cameras, and forgets outages when what was told of them is forgotten. */
export function outageJobs(services: WatchServices): Job[] {
  const { db, jobs, believedTime } = services
  return [
    {
      name: 'camera-status',
      everyMs: 5_000,
      run: async () => {
        const { isTold, isCalled } = await watchCameras(services)
        if (isTold) jobs.nudge(NOTIFICATIONS_JOB)
        if (isCalled) jobs.nudge(WEBHOOKS_JOB)
      },
    },
    {
      name: 'old-outages',
      everyMs: HOUR_MS,
      run: async () => {
        const beforeMs = (await believedTime()) - KEPT_MS
        await deleteOldOutages(db, beforeMs)
        await deleteOldNotices(db, beforeMs)
      },
    },
  ]
}

/**
 * One round of watching for cameras that went offline or came back (MSG-08). What is known stands in
 * rows alone, so that any hub can go on after another.
 */
async function watchCameras(services: WatchServices): Promise<ToSend> {
  const { db, clock, lastSeen } = services
  // The database is asked who is silent.
  await lastSeen.flush()
  const nowMs = clock.now()
  const watchedSinceMs = await noteRound(db, nowMs)
  let toSend = nothing
  const silent = await listSilentCameras(db, { fromMs: nowMs - OFFLINE_MS, untilMs: nowMs + OFFLINE_MS })
  const gone = silent.filter((camera) => isGone(services, camera, watchedSinceMs, nowMs))
  await eachWorkspace(services, gone, workspaceOf, async (camera) => {
    toSend = both(toSend, await beginOutage(services, camera))
  })
  await eachWorkspace(services, await listOpenOutages(db), workspaceOf, async (outage) => {
    toSend = both(toSend, await followOutage(services, outage))
  })
  return toSend
}

interface ToSend {
  /** There is a notification to send, */
  readonly isTold: boolean
  /** or a webhook to call. */
  readonly isCalled: boolean
}

const nothing: ToSend = { isTold: false, isCalled: false }

function both(a: ToSend, b: ToSend): ToSend {
  return { isTold: a.isTold || b.isTold, isCalled: a.isCalled || b.isCalled }
}

function workspaceOf({ workspace_id }: CameraTable | OutageTable): string {
  return workspace_id
}

/** Since when the cameras have been watched without a gap. */
async function noteRound(db: Db, nowMs: number): Promise<number> {
  const watch = await findOutageWatch(db)
  // Also where the round was in the future: the clock was ahead, and has been set right.
  const isNew = watch === undefined || Math.abs(nowMs - watch.round_at) > WATCH_GAP_MS
  const sinceMs = isNew ? nowMs : watch.since_at
  if (isNew || nowMs - watch.round_at >= WATCH_NOTED_MS)
    await putOutageWatch(db, { since_at: sinceMs, round_at: nowMs })
  return sinceMs
}

/** Long enough offline, of which the hub saw all. A camera that never sent a snapshot is not among those asked about. */
function isGone({ snapshotPace }: WatchServices, camera: CameraTable, watchedSinceMs: number, nowMs: number): boolean {
  const seenAtMs = camera.last_snapshot_at ?? nowMs
  // A snapshot of the future came while the clock was ahead: since it was set right there was none.
  const offlineFromMs = seenAtMs > nowMs ? watchedSinceMs : seenAtMs + snapshotPace.onlineWindowMs(camera.id, seenAtMs)
  return nowMs - Math.max(offlineFromMs, watchedSinceMs) >= OFFLINE_MS
}

async function beginOutage({ db, clock, lastSeen }: WatchServices, seen: CameraTable): Promise<ToSend> {
  const nowMs = clock.now()
  return db.transaction().execute(async (transaction) => {
    await lockWorkspace(transaction, seen.workspace_id)
    const camera = await findCamera(transaction, seen.workspace_id, seen.id)
    const last = await findLatestOutage(transaction, seen.id)
    const isStillGone = camera !== undefined && lastSeen.over(camera).last_snapshot_at === seen.last_snapshot_at
    if (!isStillGone || last?.ended_at === null) return nothing
    const seenAtMs = Math.min(camera.last_snapshot_at ?? nowMs, nowMs)
    const gone = [{ kind: 'camera.offline', atMs: seenAtMs }] as const
    const isCalled = await noteHappenings(transaction, camera, gone, nowMs)
    const told = await tellGone(transaction, camera, seenAtMs, nowMs)
    const isFlapping = last !== undefined && seenAtMs - (last.ended_at ?? 0) <= QUIET_MS
    await insertOutage(transaction, {
      id: randomUUID(),
      workspace_id: camera.workspace_id,
      camera_id: camera.id,
      seen_at: seenAtMs,
      started_at: nowMs,
      stay_ms: isFlapping ? FLAPPING_BACK_MS : BACK_MS,
      back_since: null,
      ended_at: null,
      is_told: Number(told.isTold),
    })
    return both(told, { isTold: false, isCalled })
  })
}

/** A camera that was to look for motion is an alert (MSG-09); whoever gets that is not told the same once more. */
async function tellGone(db: Db, camera: CameraTable, seenAtMs: number, nowMs: number): Promise<ToSend> {
  const alert =
    camera.is_motion_enabled === 1 ? await recordAlertEvent(db, camera, 'offline', seenAtMs, nowMs) : nothing
  // An alert goes to every channel there is.
  if (alert.isTold) return alert
  const isTold = await tellStatus(db, camera, { kind: 'offline', atMs: seenAtMs, knownAtMs: nowMs }, nowMs)
  return { isTold, isCalled: alert.isCalled }
}

async function followOutage(services: WatchServices, outage: OutageTable): Promise<ToSend> {
  const { db, clock } = services
  const nowMs = clock.now()
  const camera = await findCamera(db, outage.workspace_id, outage.camera_id)
  if (camera === undefined) {
    await updateOpenOutage(db, outage.id, { ended_at: nowMs })
    return nothing
  }
  // What a clock that was ahead wrote counts for nothing.
  const backSinceMs = outage.back_since !== null && outage.back_since > nowMs ? null : outage.back_since
  const isOnline = statusOf(camera, services) === 'ONLINE'
  if (isOnline && backSinceMs !== null && nowMs - backSinceMs >= outage.stay_ms)
    return endOutage(services, outage, camera, backSinceMs)
  if (isOnline !== (backSinceMs !== null))
    await updateOpenOutage(db, outage.id, { back_since: isOnline ? nowMs : null })
  return nothing
}

async function endOutage(
  { db, clock }: WatchServices,
  outage: OutageTable,
  camera: CameraTable,
  backSinceMs: number,
): Promise<ToSend> {
  const nowMs = clock.now()
  return db.transaction().execute(async (transaction) => {
    await lockWorkspace(transaction, outage.workspace_id)
    const isOurs = await updateOpenOutage(transaction, outage.id, { ended_at: nowMs })
    if (!isOurs) return nothing
    const back = [{ kind: 'camera.online', atMs: backSinceMs }] as const
    const isCalled = await noteHappenings(transaction, camera, back, nowMs)
    if (outage.is_told === 0) return { isTold: false, isCalled }
    const news = { kind: 'online', atMs: backSinceMs, knownAtMs: nowMs } as const
    return { isTold: await tellStatus(transaction, camera, news, nowMs), isCalled }
  })
}
