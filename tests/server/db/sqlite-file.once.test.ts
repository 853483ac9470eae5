import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/open'
import { relaxed } from '../../../server/db/relaxed'
import type { Db } from '../../../server/db/schema'
import { addCamera } from '../support/calls'
import { postClip } from '../support/forms'
import { manualClock, startTestHub, type TestHub } from '../support/hub'

/** SQLite's numbers of `synchronous`. */
const NORMAL = 1
const FULL = 2

let dataDir: string
let hub: TestHub
const clock = manualClock()
const start = async () => {
  hub = await startTestHub({ dataDir, clock, tier: 'PRO' })
}
beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'nightjar-sqlite-')), 'data')
  await start()
})
afterEach(async () => {
  await hub.close()
  await rm(join(dataDir, '..'), { recursive: true })
})

test('a database that was lost costs no recording: the files wait in the folder lost (HUB-14)', async () => {
  const ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await postClip(hub.fastify, ann, { cameraId })
  await hub.close()
  const clips = 'clips'
  const [name = ''] = await readdir(join(dataDir, 'blobs', ann.workspaceId, clips))
  const bytes = await readFile(join(dataDir, 'blobs', ann.workspaceId, clips, name))
  for (const file of await readdir(dataDir)) {
    if (file.startsWith('nightjar.db')) await rename(join(dataDir, file), join(dataDir, `old-${file}`))
  }
  await start()
  expect(await readFile(join(dataDir, 'lost', ann.workspaceId, clips, name))).toEqual(bytes)
})

test('what is only of the moment does not wait for the disk, everything else does (HUB-19)', async () => {
  const folder = await mkdtemp(join(dataDir, '..', 'relaxed-'))
  const db = await openDatabase(folder)
  const level = async (of: Db) =>
    (await sql<{ synchronous: number }>`select synchronous from pragma_synchronous`.execute(of)).rows[0]?.synchronous
  for (let round = 0; round < 2; round++) {
    expect(await relaxed(db, level)).toBe(NORMAL)
    await expect(relaxed(db, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    expect(await level(db)).toBe(FULL)
  }
  await db.destroy()
})

test('nobody else on the machine can read the data (ENV-05)', async () => {
  const ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await postClip(hub.fastify, ann, { cameraId })
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const { mode } = await stat(join(entry.parentPath, entry.name))
    expect([entry.name, mode & 0o777]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600])
  }
})

test('a data folder that is a file, a broken database and a broken secret are told in a sentence', async () => {
  await expect(startTestHub({ dataDir: join(dataDir, 'secret') })).rejects.toThrow(
    /cannot be used: there is a file where a folder should be/,
  )
  const broken = join(dataDir, '..', 'broken')
  await mkdir(broken)
  await writeFile(join(broken, 'nightjar.db'), 'this is no database, it is a longer text of no meaning')
  await expect(startTestHub({ dataDir: broken })).rejects.toMatchObject({
    message: expect.stringMatching(/^The database .* cannot be used: .*\. Put back a backup, /),
    remedy: 'hand',
  })
  await unlink(join(broken, 'nightjar.db'))
  await writeFile(join(broken, 'secret'), 'short')
  await expect(startTestHub({ dataDir: broken })).rejects.toThrow(
    /secret is damaged\. Put it back from a backup\. Without one remove it: webhooks/,
  )
})

test('keeps no network address in the clear', async () => {
  const home = '203.0.113.7'
  const payload = { email: 'ann@example.org' }
  await hub.fastify.inject({ method: 'POST', url: '/v1/auth/request-otp', payload, remoteAddress: home })
  const files = await Promise.all(['nightjar.db', 'nightjar.db-wal'].map((name) => readFile(join(dataDir, name))))
  const stored = Buffer.concat(files)
  expect([stored.includes('ann@example.org'), stored.includes(home)]).toEqual([true, false])
})
