import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareDataFolder } from '../../../server/storage/data-folder'
import { startTestHub } from '../support/hub'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nightjar-data-folder-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test.each(['disk', 'disk/hub', 'disk/hub/data'])(
  'a link %s to a disk that is not mounted yet is waited for, and told as that (OPS-16)',
  async (path) => {
    await symlink(join(folder, 'mounted-later', 'hub'), join(folder, 'disk'))
    const link = join(folder, 'disk')
    await expect(prepareDataFolder(join(folder, path))).rejects.toMatchObject({
      message: `The data folder ${join(folder, path)} cannot be used: ${link} leads to a folder that is not there (is its disk mounted?).`,
      remedy: 'time',
    })
    await mkdir(join(folder, 'mounted-later', 'hub'), { recursive: true })
    await prepareDataFolder(join(folder, path))
  },
)

// As an automounter's folder, whose disk is away: Node's own way never ends there.
test.skipIf(process.platform !== 'linux')(
  'a folder that takes none is told as a disk that is away (OPS-16)',
  async () => {
    const dataDir = '/proc/nightjar/data'
    await expect(prepareDataFolder(dataDir)).rejects.toMatchObject({
      message: `The data folder ${dataDir} cannot be used: /proc/nightjar is not there (is its disk mounted?).`,
      remedy: 'time',
    })
  },
)

test('a file in the way is not: a hand must take it away (OPS-16)', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(prepareDataFolder(join(folder, 'file', 'data'))).rejects.toMatchObject({
    message: expect.stringContaining('a part of the path is a file, not a folder'),
    remedy: 'hand',
  })
  await symlink(join(folder, 'file'), join(folder, 'link'))
  await expect(prepareDataFolder(join(folder, 'link', 'data'))).rejects.toMatchObject({ remedy: 'hand' })
})

/** Of nobody: rights do not keep root out. */
const NOBODY = 65_534

// As where somebody else took the folder over, and the files in it stayed as they were.
test.skipIf(process.platform === 'win32')(
  'a folder that takes no file, whose files can be written, is told as that: no file in it is in the way (OPS-16)',
  async () => {
    const lock = join(folder, 'lock')
    await writeFile(lock, '', { mode: 0o600 })
    const isRoot = process.getuid?.() === 0
    if (isRoot) for (const path of [folder, lock]) await chown(path, NOBODY, NOBODY)
    await chmod(folder, 0o500)
    // A folder of temporary files may be its owner's alone.
    const around = { path: dirname(folder), mode: (await stat(dirname(folder))).mode & 0o7777 }
    if (isRoot) await chmod(around.path, around.mode | 0o011)
    if (isRoot) process.seteuid?.(NOBODY)
    try {
      await expect(startTestHub({ dataDir: folder })).rejects.toMatchObject({
        message: `The data folder ${folder} cannot be used: this user may not write there (${lock}-journal).`,
        remedy: 'time',
      })
    } finally {
      if (isRoot) process.seteuid?.(0)
      if (isRoot) await chmod(around.path, around.mode)
      await chmod(folder, 0o700)
    }
  },
)
