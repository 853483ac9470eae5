import { afterEach, beforeEach, expect, test } from 'vitest'
import { databaseRefusalOf } from '../../../server/db/failures'
import type { Db } from '../../../server/db/schema'
import { startTestHub, type TestHub } from '../support/hub'
import { openHubDatabase } from '../support/webhook-worker'

let hub: TestHub
let db: Db
beforeEach(async () => {
  hub = await startTestHub()
  db = await openHubDatabase(hub)
})
afterEach(async () => {
  await db.destroy()
  await hub.close()
})

/** What a client would be told of what the database says. */
async function refusalOf(work: Promise<unknown>) {
  const problem = await work.then(
    () => expect.unreachable(),
    (reason: unknown) => reason,
  )
  const refusal = databaseRefusalOf(problem instanceof Error ? problem : expect.unreachable())
  return [refusal?.status, refusal?.code, refusal?.message]
}

const CONFLICT = [409, 'conflict', 'Somebody else has just made the same change. Reload to see it.']

test('a row that is there already is a conflict, by its key as by any other rule (OPS-09)', async () => {
  const ann = { id: 'ann', email: 'ann@example.org', created_at: 0 }
  const insert = (user: typeof ann) => db.insertInto('users').values(user).execute()
  await insert(ann)
  expect(await refusalOf(insert({ ...ann, email: 'other@example.org' }))).toEqual(CONFLICT)
  expect(await refusalOf(insert({ ...ann, id: 'other' }))).toEqual(CONFLICT)
})

test('a row that needs one which is gone finds it gone (OPS-09)', async () => {
  const gone = [404, 'not-found', 'This was removed a moment ago. Reload to see what is there.']
  const token = { token_hash: 't', session_id: 'nowhere', created_at: 0, expires_at: 0, rotated_at: null }
  expect(await refusalOf(db.insertInto('refresh_tokens').values(token).execute())).toEqual(gone)
})

test('a value that is missing is a bug and no conflict', async () => {
  // @ts-expect-error: no address.
  const insert = db.insertInto('users').values({ id: 'ann', created_at: 0 }).execute()
  expect(await refusalOf(insert)).toEqual([undefined, undefined, undefined])
})
