import type { Db } from '../db/schema'

/** Keeps the value under the name unless there is one already; resolves to the one that is kept, the same for all hubs. */
export async function keepSecret(db: Db, name: string, value: string): Promise<string> {
  await db
    .insertInto('hub_secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await db.selectFrom('hub_secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}

/** null: none is kept under the name. */
export async function findSecret(db: Db, name: string): Promise<string | null> {
  const row = await db.selectFrom('hub_secrets').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? null
}

export async function replaceSecret(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('hub_secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
