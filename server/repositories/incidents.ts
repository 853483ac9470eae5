import type { EventType } from '../../src/contract/event'
import type { IncidentTable } from '../db/notification-tables'
import type { CameraTable, Db } from '../db/schema'

/** The incident of a camera and type that had the latest event. */
export async function findLatestIncident(
  db: Db,
  cameraId: string,
  type: EventType,
): Promise<IncidentTable | undefined> {
  return db
    .selectFrom('incidents')
    .selectAll()
    .where('camera_id', '=', cameraId)
    .where('type', '=', type)
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

export async function listDueDigests(db: Db, nowMs: number): Promise<Pick<IncidentTable, 'id' | 'workspace_id'>[]> {
  return db
    .selectFrom('incidents')
    .select(['id', 'workspace_id'])
    .where('digest_due_at', '<=', nowMs)
    .orderBy('digest_due_at')
    .execute()
}

export type DueDigest = IncidentTable & { camera_name: CameraTable['name']; camera_location: CameraTable['location'] }

/** undefined: somebody else has told it meanwhile. */
export async function findDueDigest(db: Db, id: string, nowMs: number): Promise<DueDigest | undefined> {
  return db
    .selectFrom('incidents')
    .innerJoin('cameras', 'cameras.id', 'incidents.camera_id')
    .selectAll('incidents')
    .select(['cameras.name as camera_name', 'cameras.location as camera_location'])
    .where('incidents.id', '=', id)
    .where('incidents.digest_due_at', '<=', nowMs)
    .executeTakeFirst()
}

export async function deleteOldIncidents(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('incidents').where('last_at', '<', beforeMs).where('digest_due_at', 'is', null).execute()
}
