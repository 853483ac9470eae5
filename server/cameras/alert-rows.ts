import type { CameraAlertTable } from '../db/notification-tables'
import type { Db } from '../db/schema'

/** The alert that a camera told of before; undefined: it did not. */
export async function findAlert(db: Db, workspaceId: string, alertId: string): Promise<CameraAlertTable | undefined> {
  return db
    .selectFrom('camera_alerts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('alert_id', '=', alertId)
    .executeTakeFirst()
}

/** When the alerts of a camera came after a moment and up to another, oldest first. */
export async function listAlertTimes(db: Db, cameraId: string, afterMs: number, untilMs: number): Promise<number[]> {
  const rows = await db
    .selectFrom('camera_alerts')
    .select('received_at')
    .where('camera_id', '=', cameraId)
    .where('received_at', '>', afterMs)
    .where('received_at', '<=', untilMs)
    .orderBy('received_at')
    .execute()
  return rows.map(({ received_at }) => received_at)
}

export async function insertAlert(db: Db, alert: CameraAlertTable): Promise<void> {
  await db.insertInto('camera_alerts').values(alert).execute()
}
