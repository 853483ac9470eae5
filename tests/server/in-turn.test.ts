import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../server/db/schema'
import { addCamera } from './support/calls'
import { postClip } from './support/forms'
import { startTestHub, type TestHub } from './support/hub'
import { openHubDatabase } from './support/webhook-worker'

const MINUTE_MS = 60_000
const names = ['ann', 'bob', 'eve'].map((name) => `${name}@example.org`)

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

test('digests of a workspace that cannot be read keep no other’s waiting (issue 6)', async () => {
  const users = []
  for (const name of names) users.push(await hub.signIn(name))
  for (const user of users) {
    const { id: cameraId } = await addCamera(hub.fastify, user)
    for (const _ of [1, 2]) await postClip(hub.fastify, user, { cameraId })
  }
  await hub.hub.jobs.runNow('notifications')
  hub.mails.length = 0
  // As where somebody removes it between the list and its turn.
  const [gone] = users
  await db.deleteFrom('workspace_configs').where('workspace_id', '=', String(gone?.workspaceId)).execute()
  hub.clock.advance(15 * MINUTE_MS)
  await hub.hub.jobs.runNow('notifications')
  expect(hub.mails.map(({ to }) => to).sort()).toEqual(names.slice(1))
})

test('a plan change that fails keeps no other’s waiting (issue 6)', async () => {
  const users = []
  for (const name of names) users.push(await hub.signIn(name))
  const ids = users.map(({ workspaceId }) => workspaceId)
  const paid = {
    tier: 'FREE',
    billing_period: 'MONTHLY',
    period_end: hub.clock.now() + MINUTE_MS,
    former_tier: null,
    former_until: null,
    stripe_customer_id: null,
    stripe_read_at: 0,
  } as const
  await db.updateTable('workspaces').set({ tier: 'PRO' }).execute()
  for (const workspace_id of ids)
    await db
      .insertInto('workspace_billing')
      .values({ workspace_id, ...paid })
      .execute()
  const [bad = '', ...others] = ids
  // @ts-expect-error: no such tier.
  await db.updateTable('workspaces').set({ tier: 'GOLD' }).where('id', '=', bad).execute()
  hub.clock.advance(MINUTE_MS)
  await hub.hub.jobs.runNow('plan-changes')
  const changed = await db.selectFrom('workspaces').select('id').where('tier', '=', 'FREE').execute()
  expect(changed.map(({ id }) => id).sort()).toEqual(others.sort())
})
