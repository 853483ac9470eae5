import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { postClip } from '../support/forms'
import { makeWebhook } from '../webhooks/support/webhooks'
import { openWorld, type World } from '../webhooks/support/world'

let world: World
beforeEach(async () => {
  world = await openWorld()
  world.hub.mails.length = 0
})
afterEach(() => world.close())

/** Runs a job while the database takes no word of what has left; it takes it once the job has tried. */
async function runWhileAway(job: string, table: string, hasLeft: () => number): Promise<void> {
  const { db, hub } = world
  await sql`create trigger away before update on ${sql.table(table)} when new.state = 'delivered'
    begin select raise(abort, 'away'); end`.execute(db)
  const run = hub.hub.jobs.runNow(job)
  await expect.poll(hasLeft).toBe(1)
  await sql`drop trigger away`.execute(db)
  await run
}

test('a mail that left while the database took nothing is not sent again (MSG-06)', async () => {
  const { hub, ann, cameraId } = world
  await postClip(hub.fastify, ann, { cameraId })
  await runWhileAway('notifications', 'deliveries', () => hub.mails.length)
  hub.clock.advance(121_000)
  await hub.hub.jobs.runNow('notifications')
  expect(hub.mails).toHaveLength(1)
})

test('a webhook that was called while the database took nothing is not called again (HOOK-11)', async () => {
  const { hub, ann, cameraId, receiver } = world
  await makeWebhook(hub.fastify, ann, { url: receiver.url, kinds: ['clip.created'] })
  await postClip(hub.fastify, ann, { cameraId })
  await runWhileAway('webhooks', 'webhook_deliveries', () => receiver.posts.length)
  hub.clock.advance(121_000)
  await hub.hub.jobs.runNow('webhooks')
  expect(receiver.posts).toHaveLength(1)
})
