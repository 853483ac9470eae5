import type { AttemptCountTable, Db } from './schema'

export type Attempt = Pick<AttemptCountTable, 'subject' | 'kind' | 'window_start'>

/** Counts one attempt; how many there are with it. Inside a transaction its row is held until the end. */
export async function takeAttempt(db: Db, attempt: Attempt): Promise<number> {
  const { attempts } = await db
    .insertInto('attempt_counts')
    .values({ ...attempt, attempts: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'kind', 'window_start'])
        .doUpdateSet((row) => ({ attempts: row('attempt_counts.attempts', '+', 1) })),
    )
    .returning('attempts')
    .executeTakeFirstOrThrow()
  return attempts
}

/** Takes one attempt back. */
export async function giveBackAttempt(db: Db, { subject, kind, window_start }: Attempt): Promise<void> {
  await db
    .updateTable('attempt_counts')
    .set((row) => ({ attempts: row('attempts', '-', 1) }))
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .where('window_start', '=', window_start)
    .where('attempts', '>', 0)
    .execute()
}

export async function deleteOldAttempts(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('attempt_counts').where('window_start', '<', beforeMs).execute()
}
