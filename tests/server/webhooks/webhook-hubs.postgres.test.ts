import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deferred } from '../../support/deferred'
import { addCamera } from '../support/calls'
import { freshDatabaseUrl } from '../support/database'
import { postClip } from '../support/forms'
import { startTestHub, type TestHub } from '../support/hub'
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver'
import { listDeliveries, makeWebhook } from './support/webhooks'

const PATIENCE = { timeout: 15_000, interval: 20 }

let receiver: WebhookReceiver
const hubs: TestHub[] = []
beforeEach(async () => {
  receiver = await startReceiver()
  const environment = { DATABASE_URL: await freshDatabaseUrl(), WEBHOOK_HOSTS: receiver.host }
  for (let count = 0; count < 2; count++) hubs.push(await startTestHub({ environment, hasJobTimers: true }))
})
afterEach(async () => {
  for (const hub of hubs.splice(0)) await hub.close()
  await receiver.close()
})

test('what comes to one hub does not wait for a receiver that another hub waits for (HOOK-06)', async () => {
  const [sends, other] = hubs
  if (sends === undefined || other === undefined) throw new Error('two hubs were to start')
  const [ann, bob] = [await sends.signIn('ann@example.org'), await other.signIn('bob@example.org')]
  const slow = await makeWebhook(sends.fastify, ann, { url: `${receiver.url}/slow`, kinds: ['clip.created'] })
  await makeWebhook(other.fastify, bob, { url: `${receiver.url}/quick`, kinds: ['clip.created'] })
  const { id: yard } = await addCamera(sends.fastify, ann, 'Yard')
  const { id: hall } = await addCamera(other.fastify, bob, 'Hall')
  const paths = () => receiver.posts.map(({ path }) => path)
  const quick = deferred<void>()
  receiver.answer = async ({ path }) => {
    if (path.endsWith('/slow')) await quick.promise
    else quick.resolve()
    return { status: 200 }
  }
  await postClip(sends.fastify, ann, { cameraId: yard })
  await vi.waitFor(() => expect(paths()).toEqual(['/hook/slow']), PATIENCE)
  await postClip(other.fastify, bob, { cameraId: hall })
  await vi.waitFor(() => expect(paths()).toContain('/hook/quick'), PATIENCE)
  // It was answered before it was given up, which takes 10 s.
  await vi.waitFor(async () => {
    expect((await listDeliveries(sends.fastify, ann, slow.id))[0]).toMatchObject({ state: 'delivered', tries: 1 })
  }, PATIENCE)
})
