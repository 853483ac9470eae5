import { existsSync, readlinkSync, statSync } from 'node:fs'
import {
  chmod,
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backUp } from '../../../server/hub/backup'
import { StartupProblem } from '../../../server/lib/startup-problem'
import { addCamera, listVideos, pathOf } from '../support/calls'
import { seen, seenFields } from '../support/detections'
import { postClip, webm } from '../support/forms'
import { manualClock, type SignedInUser, startTestHub, type TestHub } from '../support/hub'

let folder: string
let hub: TestHub
let ann: SignedInUser
let cameraId: string
const clock = manualClock()
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nightjar-backup-'))
  hub = await startTestHub({ dataDir: join(folder, 'data'), clock, tier: 'TEAM' })
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
})
afterEach(async () => {
  await hub.close()
  await rm(folder, { recursive: true, force: true })
})

const clipOf = (index: number) => webm(20_000 + index, index % 256)
const upload = async (index: number) =>
  expect((await postClip(hub.fastify, ann, { cameraId, bytes: clipOf(index) })).statusCode).toBe(201)

test('a backup taken while the hub stores clips holds every clip that was acknowledged before it (OPS-05)', async () => {
  for (let index = 0; index < 20; index++) await upload(index)
  const before = (await listVideos(hub.fastify, ann, '?pageSize=100')).videos
  let isUploading = true
  const uploads = (async () => {
    for (let index = 20; isUploading; index++) await upload(index)
  })()
  const copy = join(folder, 'copy')
  const told: [number, number][] = []
  const onProgress = (done: number, of: number) => void told.push([done, of])
  const { files, missing } = await backUp(hub.dataDir, copy, { onProgress })
  expect(missing).toBe(0)
  // The first of all that were looked for, and then each.
  expect([told[0]?.[0], told.length]).toEqual([0, told[0]?.[1]])
  expect(told.length).toBeGreaterThanOrEqual(files)
  isUploading = false
  await uploads
  await hub.close()
  hub = await startTestHub({ dataDir: copy, clock, tier: 'TEAM' })
  const restored = (await listVideos(hub.fastify, ann, '?pageSize=100')).videos
  expect(restored.length).toBeGreaterThanOrEqual(before.length)
  expect(restored.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)))
  const wanted = new Set(Array.from({ length: 300 }, (_, index) => clipOf(index).toString('base64')))
  for (const { videoUrl } of restored) {
    const { rawPayload } = await hub.fastify.inject({ url: pathOf(videoUrl) })
    expect(wanted.has(rawPayload.toString('base64'))).toBe(true)
  }
})

test('the copy knows who was seen in a recording (PERSON-06)', async () => {
  await postClip(hub.fastify, ann, { cameraId, fields: seenFields([seen(250)]) })
  const copy = join(folder, 'copy')
  await backUp(hub.dataDir, copy)
  await hub.close()
  hub = await startTestHub({ dataDir: copy, clock, tier: 'TEAM' })
  expect((await listVideos(hub.fastify, ann)).videos[0]?.detections).toEqual([seen(250)])
})

test('the copy is for its owner only, and is never put into a folder that holds something', async () => {
  await upload(1)
  const copy = join(folder, 'copy')
  await backUp(hub.dataDir, copy)
  for (const name of ['.', 'blobs']) expect((await stat(join(copy, name))).mode & 0o777).toBe(0o700)
  for (const name of ['nightjar.db', 'secret']) expect((await stat(join(copy, name))).mode & 0o777).toBe(0o600)
  await expect(backUp(hub.dataDir, copy)).rejects.toThrow(/is not empty\. Name a new folder\.$/)
  await expect(backUp(join(folder, 'none'), join(folder, 'other'))).rejects.toThrow(/There is no hub in/)
})

test.runIf(process.platform === 'linux')(
  'all of the copy is on its disk before it is said to be: the power may go, or the disk be pulled out (OPS-05)',
  async () => {
    await upload(1)
    const copy = join(folder, 'backups', 'copy')
    const synced = await pathsSyncedBy(() => backUp(hub.dataDir, copy))
    const names = await readdir(copy, { recursive: true })
    expect(names).toContain('nightjar.db')
    expect(synced).toEqual(expect.arrayContaining(names.map((name) => join(copy, 'unfinished', name))))
    expect(synced).toEqual(expect.arrayContaining([copy, join(folder, 'backups'), folder]))
  },
)

async function pathsSyncedBy(work: () => Promise<unknown>): Promise<string[]> {
  const paths: string[] = []
  await whileSynced(({ fd }) => paths.push(readlinkSync(`/proc/self/fd/${fd}`)), work)
  return paths
}

/** Calls `onSync` before each file or folder that is synced meanwhile. */
async function whileSynced(onSync: (file: FileHandle) => void, work: () => Promise<unknown>): Promise<void> {
  const handle = await open(folder, 'r')
  const prototype: FileHandle = Object.getPrototypeOf(handle)
  await handle.close()
  const { sync } = prototype
  prototype.sync = function (this: FileHandle) {
    onSync(this)
    return sync.call(this)
  }
  await work().finally(() => {
    prototype.sync = sync
  })
}

test('a backup is stopped also while its disk takes it, which may be long after all was copied (OPS-05)', async () => {
  for (const index of [1, 2, 3]) await upload(index)
  const copy = join(folder, 'copy')
  const stop = new AbortController()
  let synced = 0
  const stopped = whileSynced(
    () => {
      synced += 1
      stop.abort(new StartupProblem('Stopped.'))
    },
    () => backUp(hub.dataDir, copy, { stop: stop.signal }),
  )
  await expect(stopped).rejects.toThrow('Stopped.')
  expect([synced, existsSync(copy)]).toEqual([1, false])
})

test('what was left of a copy that was killed is said to be that, and what to do about it (OPS-05)', async () => {
  await mkdir(join(folder, 'copy', 'unfinished'), { recursive: true })
  await expect(backUp(hub.dataDir, join(folder, 'copy'))).rejects.toThrow(/ of a copy that was cut off, .* Name a new /)
})

test('a folder of recordings that cannot be listed ends the backup: one without them is none (OPS-05)', async () => {
  await upload(1)
  const blobs = join(hub.dataDir, 'blobs')
  await rename(blobs, join(folder, 'away'))
  // Rights would not keep root out.
  await writeFile(blobs, 'no folder')
  const copy = join(folder, 'copy')
  const again = join(folder, 'backups', 'again')
  await mkdir(copy)
  for (const target of [copy, again]) await expect(backUp(hub.dataDir, target)).rejects.toThrow(/ENOTDIR/)
  // Nor is anything left of it that could be taken for one.
  expect(await readdir(copy)).toEqual([])
  expect(existsSync(join(folder, 'backups'))).toBe(false)
})

test('what a disk of its own has at the top of the recordings, which only root may enter, is not asked for (OPS-05)', async () => {
  await upload(1)
  const closed = join(hub.dataDir, 'blobs', 'lost+found')
  await mkdir(closed)
  await writeFile(join(closed, '#1234'), 'of the file system')
  await chmod(closed, 0)
  const copy = join(folder, 'copy')
  try {
    expect(await backUp(hub.dataDir, copy)).toMatchObject({ missing: 0, unreadable: [] })
  } finally {
    await chmod(closed, 0o700)
  }
  expect((await readdir(join(copy, 'blobs'))).sort()).toEqual([ann.workspaceId, 'owner'].sort())
})

test('what goes wrong with the target or the database is a sentence that names the target, and nothing is left (OPS-05)', async () => {
  await writeFile(join(folder, 'file'), '')
  const below = join(folder, 'file', 'copy')
  const damaged = join(folder, 'damaged')
  await mkdir(damaged)
  await writeFile(join(damaged, 'nightjar.db'), 'no database, and longer than its head would be'.repeat(100))
  const copy = join(folder, 'copy')
  for (const [from, to] of [
    [hub.dataDir, below],
    // A folder that is there and takes none, as an automounter's.
    ...(process.platform === 'linux' ? [[hub.dataDir, '/proc/nightjar/copy'] as const] : []),
    [damaged, copy],
  ] as const) {
    const backup = backUp(from, to)
    await expect(backup).rejects.toThrow(StartupProblem)
    await expect(backup).rejects.toThrow(`The hub in ${from} cannot be copied to ${to}: `)
  }
  await expect(backUp(join(folder, 'mistyped'), copy)).rejects.toThrow(/^There is no hub in/)
  expect(existsSync(copy)).toBe(false)
})

test('a copy is refused where the hub would take its files for its own, also by a link (OPS-05)', async () => {
  await upload(1)
  const disk = join(folder, 'disk')
  await rename(join(hub.dataDir, 'blobs'), disk)
  await symlink(disk, join(hub.dataDir, 'blobs'))
  const refused = [
    ...['blobs', 'lost', 'incoming', 'upgrades'].map((name) => [name, join(hub.dataDir, name, 'backups', 'today')]),
    ['blobs', disk],
    ['blobs', join(disk, '..today')],
  ] as const
  for (const [name, to] of refused) {
    await expect(backUp(hub.dataDir, to)).rejects.toThrow(
      `${to} is in ${join(hub.dataDir, name)}, where the hub takes all files for its own. Name a folder elsewhere.`,
    )
    expect(existsSync(join(to, '..', 'today'))).toBe(false)
  }
  for (const to of [join(hub.dataDir, 'backups', 'today'), `${disk}-2`, join(folder, '..disk')])
    expect(await backUp(hub.dataDir, to)).toMatchObject({ missing: 0, unreadable: [] })
})

test('nobody else can read the copy while it is made, in a folder that was there before either (OPS-05)', async () => {
  await mkdir(join(hub.dataDir, 'lost'))
  for (let index = 0; index < 100; index++) await writeFile(join(hub.dataDir, 'lost', `clip ${index}`), clipOf(index))
  const copy = join(folder, 'copy')
  await mkdir(copy, { mode: 0o755 })
  let isDone = false
  const backup = backUp(hub.dataDir, copy).finally(() => {
    isDone = true
  })
  const modes = new Set<number>()
  while (!isDone) {
    for (const name of await readdir(copy)) {
      // The folder of what is unfinished may just have gone.
      const found = statSync(join(copy, name), { throwIfNoEntry: false })
      if (found !== undefined) modes.add(found.mode & 0o077)
    }
    await new Promise(setImmediate)
  }
  await backup
  expect([...modes]).toEqual([0])
  expect((await readdir(copy)).sort()).toEqual(['blobs', 'lost', 'nightjar.db', 'secret'])
})
