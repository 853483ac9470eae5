import { afterEach, beforeEach, expect, test } from 'vitest'
import { addCamera, send } from '../support/calls'
import { freshDatabaseUrl } from '../support/database'
import { postSnapshot } from '../support/forms'
import { manualClock, type SignedInUser, startTestHub, type TestHub } from '../support/hub'

const clock = manualClock()

let first: TestHub
let second: TestHub
let ann: SignedInUser
let cameraId: string
beforeEach(async () => {
  const environment = { DATABASE_URL: await freshDatabaseUrl() }
  first = await startTestHub({ clock, environment })
  second = await startTestHub({ clock, environment })
  ann = await first.signIn()
  cameraId = (await addCamera(first.fastify, ann)).id
})
afterEach(async () => {
  await first.close()
  await second.close()
})

/** Snapshots to one hub, each so long after what came before. */
async function sendTo({ fastify }: TestHub, intervalMs: number, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent++) {
    clock.advance(intervalMs)
    expect((await postSnapshot(fastify, ann, cameraId)).statusCode).toBe(201)
  }
}

const statuses = () =>
  Promise.all(
    [first, second].map(async ({ fastify }) => {
      const [camera] = (await send(fastify, ann, 'GET', '/cameras/check-statuses')).json()
      return camera.status
    }),
  )
/** A second later at most they stand where every hub reads them. */
const bothSay = (status: string) => expect.poll(statuses, { timeout: 3_000 }).toEqual([status, status])

test('a hub to which a camera sends nothing, or sent at another pace before, holds it for online as long as the one that gets its snapshots (HUB-10)', async () => {
  await sendTo(first, 10_000, 3)
  clock.advance(16_000)
  await bothSay('ONLINE')
  clock.advance(14_001)
  await bothSay('OFFLINE')
  await sendTo(second, 2_500, 3)
  await bothSay('ONLINE')
  await sendTo(first, 10_000, 3)
  clock.advance(16_000)
  await bothSay('ONLINE')
})
