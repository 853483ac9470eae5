import type { EventType } from '../../src/contract/event'
import type { Span } from '../../src/lib/span'
import type { IncidentTable } from '../db/notification-tables'
import type { CameraTable, Db } from '../db/schema'

/** The incident of a camera and type that had the latest event up to a moment. */
export async function findLatestIncident(
  db: Db,
  cameraId: string,
  type: EventType,
  untilMs: number,
): Promise<IncidentTable | undefined> {
  return db
    .selectFrom('incidents')
    .selectAll()
    .where('camera_id', '=', cameraId)
    .where('type', '=', type)
    .where('last_at', '<=', untilMs)
    .orderBy('last_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertIncident(db: Db, incident: IncidentTable): Promise<void> {
  await db.insertInto('incidents').values(incident).execute()
}

export async function updateIncident(db: Db, id: string, change: Partial<IncidentTable>): Promise<void> {
  await db.updateTable('incidents').set(change).where('id', '=', id).execute()
}

/** What is due now, and what a clock that was ahead has put off too far. */
export interface DueDigests {
  readonly nowMs: number
  /** The code puts no digest off for longer. */
  readonly latestMs: number
}

export async function listDueDigests(
  db: Db,
  { nowMs, latestMs }: DueDigests,
): Promise<Pick<IncidentTable, 'id' | 'workspace_id'>[]> {
  // `is not null`: else SQLite walks the index through all that have none.
  return db
    .selectFrom('incidents')
    .select(['id', 'workspace_id'])
    .where('digest_due_at', 'is not', null)
    .where((row) => row.or([row('digest_due_at', '<=', nowMs), row('digest_due_at', '>', latestMs)]))
    .orderBy('digest_due_at')
    .execute()
}

export type DueDigest = IncidentTable & {
  camera_name: CameraTable['name']
  camera_location: CameraTable['location']
  camera_removed_at: CameraTable['removed_at']
}

/** undefined: somebody else has told it meanwhile. */
export async function findDueDigest(
  db: Db,
  id: string,
  { nowMs, latestMs }: DueDigests,
): Promise<DueDigest | undefined> {
  return db
    .selectFrom('incidents')
    .innerJoin('cameras', 'cameras.id', 'incidents.camera_id')
    .selectAll('incidents')
    .select(['cameras.name as camera_name', 'cameras.location as camera_location'])
    .select('cameras.removed_at as camera_removed_at')
    .where('incidents.id', '=', id)
    .where((row) => row.or([row('digest_due_at', '<=', nowMs), row('digest_due_at', '>', latestMs)]))
    .executeTakeFirst()
}

/** What the newest event of an incident says, within a stretch, whose clip was refused and has not come since. */
export async function findUnrecordedMessage(
  db: Db,
  incidentId: string,
  { fromMs, untilMs }: Span,
): Promise<string | null> {
  const event = await db
    .selectFrom('incidents')
    .innerJoin('events', 'events.camera_id', 'incidents.camera_id')
    .innerJoin('refused_clips', 'refused_clips.event_id', 'events.id')
    .select('events.message')
    .where('incidents.id', '=', incidentId)
    .whereRef('events.type', '=', 'incidents.type')
    .where('events.created_at', '>=', fromMs)
    .where('events.created_at', '<', untilMs)
    .orderBy('events.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return event?.message ?? null
}

export async function deleteOldIncidents(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('incidents').where('last_at', '<', beforeMs).where('digest_due_at', 'is', null).execute()
}
