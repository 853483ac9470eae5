import { randomUUID } from 'node:crypto'
import { CLIP_PRE_ROLL_MS } from '../../src/contract/limits'
import { DAY_MS, MINUTE_MS } from '../../src/lib/durations'
import type { Ground } from '../db/ground'
import { joinedLabels, labelsIn, labelsText } from '../db/label-text'
import type { AlertKind, IncidentTable, UnrecordedWhy } from '../db/notification-tables'
import type { CameraTable, Db, EventTable } from '../db/schema'
import { eachWorkspace } from '../lib/each-workspace'
import { lockWorkspace } from '../members/people-rows'
import { isSnoozed, mayTell } from '../modes/mode-gate'
import { channelsFor, topicsOf } from './channels'
import { newsTag } from './delivery-rows'
import {
  type DueDigest,
  type DueDigests,
  findDueDigest,
  findLatestIncident,
  insertIncident,
  listDueDigests,
  updateIncident,
} from './incident-rows'
import { tell } from './outbound'
import { findWorkspaceConfig } from './settings-rows'

/** An incident is over when nothing has happened for this long. */
export const QUIET_MS = 10 * MINUTE_MS
/** Least time between two messages of one incident. */
const DIGEST_MS = 15 * MINUTE_MS
/** What happened longer ago is no news: a camera that was away for so long delivers it all the same. */
const NEWS_MS = 30 * DAY_MS
/** A digest that is due later than this was put off by a clock that was ahead; another hub's may be a little. */
const LONGEST_WAIT_MS = 2 * DIGEST_MS

/** An event with what a message says of it. */
export interface NotedEvent {
  readonly event: EventTable
  readonly camera: Pick<CameraTable, 'name' | 'location'>
  readonly thumbnailKey: string | null
  /** Of an ALERT event. */
  readonly alertKind?: AlertKind | null
  /** Of a clip that was refused. */
  readonly unrecordedWhy?: UnrecordedWhy | null
}

/**
 * Decides who is told of an event, and when: the first of an incident at once, the others later by a digest, an alert
 * always at once (MSG-04). Times are those at which events reach the hub: what waited in a camera's outbox is one
 * incident too. Call it inside the event's transaction, which holds the workspace; true: there is something to send.
 */
export async function noteEvent(db: Db, noted: NotedEvent, nowMs: number): Promise<boolean> {
  const { event } = noted
  if (event.type !== 'ALERT' && nowMs - event.created_at > NEWS_MS) return false
  const config = await findWorkspaceConfig(db, event.workspace_id)
  const channels = await channelsFor(db, config, topicsOf(event.type, labelsIn(event.labels)))
  if (channels.length === 0 || !(await isToldNow(db, noted, nowMs))) return false
  const incident = event.type === 'ALERT' ? null : await countIn(db, noted, nowMs)
  if (incident?.isOn === true) return false
  const { camera, thumbnailKey, alertKind = null, unrecordedWhy = null } = noted
  const told = {
    workspace_id: event.workspace_id,
    kind: 'event',
    event_type: event.type,
    camera_id: event.camera_id,
    camera_name: camera.name,
    camera_location: camera.location,
    occurred_at: event.created_at,
    from_at: event.created_at,
    event_count: 1,
    labels: event.labels,
    alert_kind: alertKind,
    unrecorded_why: unrecordedWhy,
    thumbnail_key: thumbnailKey,
    // One that is offline, or unplugged, is one story with its return, which is told as a status.
    tag: newsTag(event.camera_id, alertKind) ?? incident?.id ?? event.id,
  } as const
  await tell(db, told, channels, nowMs)
  return true
}

/**
 * That a camera is gone is certain a minute after its last picture: who arms in that minute is told, and so is who has
 * switched it off meanwhile.
 */
async function isToldNow(db: Db, { event, alertKind }: NotedEvent, nowMs: number): Promise<boolean> {
  const tellable = tellableOf(event)
  if (await mayTell(db, tellable, nowMs)) return true
  return alertKind === 'offline' && (await mayTell(db, { ...tellable, happenedAtMs: nowMs }, nowMs))
}

/** A clip begins before its motion: whoever comes right after a switch of modes is told of by the new one. */
function tellableOf({ workspace_id, camera_id, type, created_at }: EventTable) {
  const isUrgent = type === 'ALERT'
  const happenedAtMs = isUrgent ? created_at : created_at + CLIP_PRE_ROLL_MS
  return { workspaceId: workspace_id, cameraId: camera_id, isUrgent, happenedAtMs }
}

/** Counts the event into the incident that goes on, or begins one. */
async function countIn(
  db: Db,
  { event, thumbnailKey }: NotedEvent,
  nowMs: number,
): Promise<{ readonly id: string; readonly isOn: boolean }> {
  // One of the future is of a clock that was ahead: nothing is counted into it, or nobody would be told until then.
  const incident = await findLatestIncident(db, event.camera_id, event.type, nowMs + QUIET_MS)
  if (incident === undefined || nowMs - incident.last_at > QUIET_MS) {
    const begun = newIncident(event, nowMs)
    await insertIncident(db, begun)
    return { id: begun.id, isOn: false }
  }
  const { untold_from, untold_to } = incident
  const seen = joinedLabels(labelsIn(incident.labels), labelsIn(event.labels))
  const isNewest = untold_to === null || event.created_at >= untold_to
  await updateIncident(db, incident.id, {
    last_at: Math.max(nowMs, incident.last_at),
    untold_count: incident.untold_count + 1,
    untold_from: Math.min(untold_from ?? event.created_at, event.created_at),
    untold_to: Math.max(untold_to ?? event.created_at, event.created_at),
    ...(isNewest && { thumbnail_key: thumbnailKey }),
    labels: labelsText(seen),
    digest_due_at: incident.digest_due_at ?? Math.max(incident.told_at + DIGEST_MS, nowMs),
  })
  return { id: incident.id, isOn: true }
}

function newIncident(event: EventTable, nowMs: number): IncidentTable {
  return {
    id: randomUUID(),
    workspace_id: event.workspace_id,
    camera_id: event.camera_id,
    type: event.type,
    started_at: nowMs,
    last_at: nowMs,
    told_at: nowMs,
    untold_count: 0,
    untold_from: null,
    untold_to: null,
    thumbnail_key: null,
    labels: null,
    digest_due_at: null,
  }
}

/** Writes the digests that are due, each in a transaction of its own. */
export async function tellDigests(services: Pick<Ground, 'db' | 'clock' | 'log'>): Promise<void> {
  const { db, clock } = services
  const nowMs = clock.now()
  const due = await listDueDigests(db, dueBy(nowMs))
  await eachWorkspace(
    services,
    due,
    (incident) => incident.workspace_id,
    (incident) =>
      db.transaction().execute(async (transaction) => {
        await lockWorkspace(transaction, incident.workspace_id)
        await tellDigest(transaction, incident.id, nowMs)
      }),
  )
}

function dueBy(nowMs: number): DueDigests {
  return { nowMs, latestMs: nowMs + LONGEST_WAIT_MS }
}

async function tellDigest(db: Db, incidentId: string, nowMs: number): Promise<void> {
  const incident = await findDueDigest(db, incidentId, dueBy(nowMs))
  if (incident === undefined) return
  const none = { untold_from: null, untold_to: null, thumbnail_key: null, labels: null, digest_due_at: null }
  // Nothing goes on at a camera that is there no more.
  const isDropped = incident.camera_removed_at !== null || (await isSnoozed(db, incident.workspace_id, nowMs))
  if (!isDropped) await tellUntold(db, incident, nowMs)
  await updateIncident(db, incident.id, { ...none, untold_count: 0, told_at: nowMs })
}

async function tellUntold(db: Db, incident: DueDigest, nowMs: number): Promise<void> {
  const config = await findWorkspaceConfig(db, incident.workspace_id)
  const told = {
    workspace_id: incident.workspace_id,
    kind: 'digest',
    event_type: incident.type,
    camera_id: incident.camera_id,
    camera_name: incident.camera_name,
    camera_location: incident.camera_location,
    occurred_at: incident.untold_to ?? incident.last_at,
    from_at: incident.untold_from ?? incident.last_at,
    event_count: incident.untold_count,
    thumbnail_key: incident.thumbnail_key,
    labels: incident.labels,
    tag: incident.id,
  } as const
  // Each of them was wanted when it came: it is enough that any of what they may be is still.
  const topics = [incident.type, ...topicsOf(incident.type, labelsIn(incident.labels))]
  await tell(db, told, await channelsFor(db, config, topics), nowMs)
}
