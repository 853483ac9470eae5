import type { Db } from '../db/schema'

/** Takes a job for a holder until the given time, if nobody else holds it then; true: it is ours. */
export async function takeJobLease(
  db: Db,
  lease: { readonly name: string; readonly holder: string; readonly nowMs: number; readonly untilMs: number },
): Promise<boolean> {
  const { name, holder, nowMs, untilMs } = lease
  await db
    .insertInto('job_leases')
    .values({ name, holder: null, held_until: 0 })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const taken = await db
    .updateTable('job_leases')
    .set({ holder, held_until: untilMs })
    .where('name', '=', name)
    .where((row) => row.or([row('held_until', '<=', nowMs), row('holder', '=', holder)]))
    .executeTakeFirst()
  return Number(taken.numUpdatedRows) === 1
}

/** Gives a job back before its time; nothing happens where somebody else holds it by now. */
export async function releaseJobLease(db: Db, name: string, holder: string): Promise<void> {
  await db
    .updateTable('job_leases')
    .set({ holder: null, held_until: 0 })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .execute()
}
