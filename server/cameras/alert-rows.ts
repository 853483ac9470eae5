import type { CameraAlertTable, CameraNoticeTable } from '../db/notification-tables'
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

/** The good news that a camera told of before; undefined: it did not. */
export async function findNotice(
  db: Db,
  workspaceId: string,
  noticeId: string,
): Promise<CameraNoticeTable | undefined> {
  return db
    .selectFrom('camera_notices')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('notice_id', '=', noticeId)
    .executeTakeFirst()
}

/** When alerts and good news of a camera came after a moment and up to another, oldest first. */
export async function listAlertTimes(db: Db, cameraId: string, afterMs: number, untilMs: number): Promise<number[]> {
  const timesIn = (table: 'camera_alerts' | 'camera_notices') =>
    db
      .selectFrom(table)
      .select('received_at')
      .where('camera_id', '=', cameraId)
      .where('received_at', '>', afterMs)
      .where('received_at', '<=', untilMs)
      .execute()
  const rows = [...(await timesIn('camera_alerts')), ...(await timesIn('camera_notices'))]
  return rows.map(({ received_at }) => received_at).toSorted((one, other) => one - other)
}

export async function insertAlert(db: Db, alert: CameraAlertTable): Promise<void> {
  await db.insertInto('camera_alerts').values(alert).execute()
}

export async function insertNotice(db: Db, notice: CameraNoticeTable): Promise<void> {
  await db.insertInto('camera_notices').values(notice).execute()
}

/** Nobody repeats what is older than a day. */
export async function deleteOldNotices(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('camera_notices').where('received_at', '<', beforeMs).execute()
}
