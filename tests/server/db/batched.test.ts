import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CameraLookup } from '../../../server/cameras/camera-lookup'
import { Batched } from '../../../server/db/batched'
import type { Db } from '../../../server/db/schema'
import { SessionLookup } from '../../../server/sign-in/session-lookup'
import { addCamera, send } from '../support/calls'
import { forgetDatabase, openTestDatabase } from '../support/database'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

let dataDir: string
let hub: TestHub
let ann: SignedInUser
let ben: SignedInUser
let db: Db
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-lookups-'))
  hub = await startTestHub({ dataDir, tier: 'PRO' })
  ann = await hub.signIn('ann@example.com')
  ben = await hub.signIn('ben@example.com')
  db = await openTestDatabase(dataDir)
})
afterEach(async () => {
  await db.destroy()
  await hub.close()
  await rm(dataDir, { recursive: true })
  await forgetDatabase(dataDir)
})

const sessions = () => db.selectFrom('sessions').selectAll().orderBy('workspace_id').execute()
async function sessionOf(user: SignedInUser) {
  const session = (await sessions()).find(({ workspace_id }) => workspace_id === user.workspaceId)
  if (session === undefined) throw new Error('no session')
  return session
}

describe('who asks', () => {
  test('each of many that ask together gets its own answer, of the workspace it asked for', async () => {
    const lookup = new SessionLookup(db)
    const [anns, bens] = [await sessionOf(ann), await sessionOf(ben)]
    const answers = await Promise.all([
      lookup.member(anns.id, ann.workspaceId),
      lookup.member(bens.id, ben.workspaceId),
      lookup.member(anns.id, ben.workspaceId),
      lookup.member(bens.id, 'no workspace'),
      lookup.member('no session', ann.workspaceId),
    ])
    expect(answers).toEqual([
      expect.objectContaining({ user_id: anns.user_id, tier: 'PRO', role: 'owner' }),
      expect.objectContaining({ user_id: bens.user_id, tier: 'PRO', role: 'owner' }),
      expect.objectContaining({ user_id: anns.user_id, tier: null, role: null }),
      expect.objectContaining({ user_id: bens.user_id, tier: null, role: null }),
      null,
    ])
  })

  test('a session that ended before it was asked for is gone, however many ask', async () => {
    const lookup = new SessionLookup(db)
    const { id } = await sessionOf(ann)
    const before = lookup.member(id, ann.workspaceId)
    await before
    await send(hub.fastify, null, 'POST', '/auth/sign-out', { refreshToken: ann.refreshToken })
    const after = await Promise.all([0, 1, 2].map(() => lookup.member(id, ann.workspaceId)))
    expect(after).toEqual([null, null, null])
  })
})

describe('for which camera', () => {
  test('a camera is found in its own workspace only, also beside one that asks for it there', async () => {
    const lookup = new CameraLookup(db)
    const gate = await addCamera(hub.fastify, ann, 'Gate')
    const asked = [ann.workspaceId, ben.workspaceId, ann.workspaceId]
    const found = await Promise.all(asked.map((workspaceId) => lookup.camera(workspaceId, gate.id)))
    expect(found.map((camera) => camera?.name ?? null)).toEqual(['Gate', null, 'Gate'])
    await send(hub.fastify, ann, 'DELETE', `/cameras/${gate.id}`)
    expect(await lookup.camera(ann.workspaceId, gate.id)).toBeNull()
  })

  test('what the database refuses fails for those who asked then, not for later ones', async () => {
    const lookup = new CameraLookup(db)
    const gate = await addCamera(hub.fastify, ann, 'Gate')
    await sql`alter table cameras rename to cameras_away`.execute(db)
    const asked = await Promise.allSettled([0, 1].map(() => lookup.camera(ann.workspaceId, gate.id)))
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await sql`alter table cameras_away rename to cameras`.execute(db)
    expect((await lookup.camera(ann.workspaceId, gate.id))?.name).toBe('Gate')
  })
})

describe('what comes together', () => {
  test('is refused where it has waited for more than ten seconds behind a database that is silent (SCALE-13)', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const fails: (() => void)[] = []
      const batched = new Batched<number, number>(db, (items) =>
        items[0] === 1
          ? new Promise((_, reject) => fails.push(() => reject(new Error('silent'))))
          : Promise.resolve(items),
      )
      const asked = [batched.ask(1)]
      await new Promise((resolve) => setTimeout(resolve, 20))
      asked.push(batched.ask(2))
      vi.advanceTimersByTime(10_001)
      fails[0]?.()
      const messages = await Promise.allSettled(asked)
      expect(messages.map((one) => (one.status === 'rejected' ? one.reason.message : one.value))).toEqual([
        'silent',
        "The hub's database does not answer. Try again in a moment.",
      ])
      expect(await batched.ask(3)).toBe(3)
    } finally {
      vi.useRealTimers()
    }
  })

  test('goes together while an earlier statement is under way, a hundred at once, in order', async () => {
    const sizes: number[] = []
    let finish = () => {}
    const isFinished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const batched = new Batched<number, number>(db, async (items) => {
      sizes.push(items.length)
      await isFinished
      return items.map((item) => item * 2)
    })
    const first = batched.ask(1)
    await new Promise((resolve) => setTimeout(resolve, 20))
    const rest = Promise.all(Array.from({ length: 150 }, (_, index) => batched.ask(index)))
    finish()
    expect(await first).toBe(2)
    expect(await rest).toEqual(Array.from({ length: 150 }, (_, index) => index * 2))
    expect(sizes).toEqual([1, 100, 50])
  })
})
