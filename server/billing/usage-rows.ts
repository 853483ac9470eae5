import type { Db } from '../db/schema'

/** What was taken in the month that begins at the given time. */
export interface MonthlyUsage {
  readonly recordedBytes: number
  readonly chats: number
}

export async function findMonthlyUsage(db: Db, workspaceId: string, monthStartMs: number): Promise<MonthlyUsage> {
  const row = await db
    .selectFrom('usage_months')
    .select(['recorded_bytes', 'chats'])
    .where('workspace_id', '=', workspaceId)
    .where('month_start', '=', monthStartMs)
    .executeTakeFirst()
  return { recordedBytes: Number(row?.recorded_bytes ?? 0), chats: row?.chats ?? 0 }
}

/** Adds to the month's counts; what they are then. What was taken and not used is given back with a negative number. */
export async function addMonthlyUsage(
  db: Db,
  workspaceId: string,
  monthStartMs: number,
  { recordedBytes, chats }: MonthlyUsage,
): Promise<MonthlyUsage> {
  const row = await db
    .insertInto('usage_months')
    .values({ workspace_id: workspaceId, month_start: monthStartMs, recorded_bytes: recordedBytes, chats })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'month_start']).doUpdateSet((row) => ({
        recorded_bytes: row('usage_months.recorded_bytes', '+', recordedBytes),
        chats: row('usage_months.chats', '+', chats),
      })),
    )
    .returning(['recorded_bytes', 'chats'])
    .executeTakeFirstOrThrow()
  return { recordedBytes: row.recorded_bytes, chats: row.chats }
}
