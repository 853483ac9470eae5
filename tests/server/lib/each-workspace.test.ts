import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../server/db/schema'
import { addCamera } from '../support/calls'
import { postClip, postSnapshot } from '../support/forms'
import { startTestHub, type TestHub } from '../support/hub'
import { openHubDatabase } from '../support/webhook-worker'

const MINUTE_MS = 60_000
/** Before the first moment that a date can hold. */
const BEYOND_TIME_MS = -8.7e15
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

test('digests of a workspace that cannot be read keep no other’s waiting (OPS-11)', async () => {
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

test('a plan change that fails keeps no other’s waiting (OPS-11)', async () => {
  const users = []
  for (const name of names) users.push(await hub.signIn(name))
  const ids = users.map(({ workspaceId }) => workspaceId)
  const paid = {
    tier: 'FREE',
    billing_period: 'MONTHLY',
    period_end: hub.clock.now() + MINUTE_MS,
    former_tier: null,
    former_until: null,
    former_mails: 0,
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

test('an offline camera that cannot be told of keeps no other workspace’s waiting (OPS-11)', async () => {
  const users = []
  for (const name of names) users.push(await hub.signIn(name))
  for (const user of users) {
    const { id } = await addCamera(hub.fastify, user)
    await postSnapshot(hub.fastify, user, id)
  }
  // The end of one that looks for motion is an alert, which people are told of.
  await db.updateTable('cameras').set({ is_motion_enabled: 1 }).execute()
  const [gone] = users
  await db.deleteFrom('workspace_configs').where('workspace_id', '=', String(gone?.workspaceId)).execute()
  hub.mails.length = 0
  // Close enough to each other that the hub has watched all the while.
  for (let rounds = 0; rounds < 4; rounds++) {
    await hub.hub.jobs.runNow('camera-status')
    hub.clock.advance(50_000)
  }
  await hub.hub.jobs.runNow('notifications')
  expect(hub.mails.map(({ to }) => to).sort()).toEqual(names.slice(1))
})

test('a lost message that cannot be given back keeps no other’s waiting (OPS-11)', async () => {
  const users = []
  for (const name of names) users.push(await hub.signIn(name))
  const sentAt = hub.clock.now()
  for (const [position, { workspaceId }] of users.entries()) {
    const chat = { id: `chat-${position}`, workspace_id: workspaceId, position: 1, created_at: sentAt }
    await db.insertInto('chats').values(chat).execute()
    const message = { chat_id: chat.id, workspace_id: workspaceId, message: 'hello', sent_at: sentAt }
    const unanswered = { answer: null, answered_at: null, answer_position: null }
    await db
      .insertInto('chat_messages')
      .values({ id: `message-${position}`, ...message, ...unanswered })
      .execute()
  }
  const [bad] = users
  // A month that is nowhere: giving back to it fails.
  await db.updateTable('chat_messages').set({ sent_at: BEYOND_TIME_MS }).where('id', '=', 'message-0').execute()
  hub.clock.advance(11 * MINUTE_MS)
  await hub.hub.jobs.runNow('lost-messages')
  const left = await db.selectFrom('chat_messages').select('workspace_id').execute()
  expect(left).toEqual([{ workspace_id: bad?.workspaceId }])
})
