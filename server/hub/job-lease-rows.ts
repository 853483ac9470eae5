import type { Db } from '../db/schema'

/** Takes a job for a holder until the given time, if nobody else holds it then; true: it is ours. */
export async function takeJobLease(
  db: Db,
  lease: { readonly name: string; readonly holder: string; readonly nowMs: number; readonly untilMs: number },
): Promise<boolean> {
  const { name, holder, nowMs, untilMs } = lease
  // One that ends later was written while the clock was ahead, or nobody would run the job until then; another hub's may be a little.
  const latestMs = nowMs + 2 * (untilMs - nowMs)
  const taken = await db
    .insertInto('job_leases')
    .values({ name, holder, held_until: untilMs })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, held_until: untilMs })
        .where((row) =>
          row.or([
            row('job_leases.held_until', '<=', nowMs),
            row('job_leases.held_until', '>', latestMs),
            row('job_leases.holder', '=', holder),
          ]),
        ),
    )
    .returning('name')
    .executeTakeFirst()
  return taken !== undefined
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
