import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../server/db/schema'
import { addCamera } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { look, lookThrough, OFFER, openCamera, openTab } from '../support/live'
import { openHubDatabase } from '../support/webhook-worker'

let hub: TestHub
let ann: SignedInUser
let cameraIds: readonly string[]
let origin: string
let db: Db
beforeEach(async () => {
  hub = await startTestHub({ tier: 'TEAM', logLevel: 'error' })
  ann = await hub.signIn()
  cameraIds = [(await addCamera(hub.fastify, ann)).id, (await addCamera(hub.fastify, ann)).id]
  origin = await hub.listen()
  db = await openHubDatabase(hub)
})
afterEach(async () => {
  await db.destroy()
  await hub.close()
})

/** No camera's row can be read meanwhile. */
async function whileAway(act: () => Promise<void>): Promise<void> {
  await sql`alter table cameras rename to cameras_away`.execute(db)
  try {
    await act()
  } finally {
    await sql`alter table cameras_away rename to cameras`.execute(db)
  }
}

test('a look that the database does not answer fails alone: others go on (LIVE-105)', async () => {
  const [first = '', second = ''] = cameraIds
  const camera = await openCamera(origin, ann, first, second)
  const viewer = await openTab(origin, ann)
  await lookThrough(viewer, camera, first)
  await whileAway(async () => {
    const viewingId = look(viewer, second)
    expect(await viewer.hears('end')).toEqual({ kind: 'end', viewingId, reason: 'failed' })
    await Promise.all([viewer.settled(), camera.settled()])
    expect([viewer.all('end').length, camera.all('end')]).toEqual([1, []])
  })
  await lookThrough(viewer, camera, second)
})

test('a camera that is offered while the database is away is present once it is back (LIVE-105)', async () => {
  const [first = '', second = ''] = cameraIds
  const camera = await openCamera(origin, ann, first)
  const viewer = await openTab(origin, ann)
  await lookThrough(viewer, camera, first)
  await whileAway(async () => {
    camera.send({ kind: 'cameras', cameraIds: [first, second] })
    await camera.settled()
    await expect(hub.hub.live.checkAccess()).rejects.toThrow()
    await Promise.all([viewer.settled(), camera.settled()])
    expect([viewer.all('end'), camera.all('end'), viewer.present.length]).toEqual([[], [], 1])
  })
  await hub.hub.live.checkAccess()
  await viewer.hears('presence', () => viewer.present.length === 2)
  expect(hub.logLines.join()).toContain('a camera could not be read for live view')
})

test('a player is told that there is no picture while the database is away (LIVE-42)', async () => {
  const [cameraId = ''] = cameraIds
  await openCamera(origin, ann, cameraId)
  await whileAway(async () => {
    const answer = await fetch(`${origin}/v1/cameras/${cameraId}/whep`, {
      method: 'POST',
      headers: { 'content-type': 'application/sdp', authorization: `Bearer ${ann.token}` },
      body: OFFER,
    })
    expect(answer.status).toBe(503)
  })
})
