import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/open'
import { backUp } from '../../../server/hub/backup'
import { movedText } from '../../../server/hub/migration'
import { requireOwnUser } from '../../../server/hub/require-hub'
import { snapshotKey } from '../../../server/storage/blobs'
import { openS3Blobs } from '../../../server/storage/s3/s3-blobs'
import { addCamera } from '../support/calls'
import { jpeg, postClip, webm } from '../support/forms'
import { startTestHub } from '../support/hub'
import { startS3 } from '../support/s3/s3'

/** Inside the repository, where the bundles find their packages. */
const outDir = `node_modules/.nightjar-tools-under-test-${process.pid}`
let folder: string

beforeAll(async () => {
  for (const name of ['hub-check', 'hub-backup', 'migrate', 'pair']) {
    await build({ logLevel: 'error', build: { ssr: `server/${name}.ts`, outDir: `${outDir}/${name}` } })
  }
  folder = await mkdtemp(join(tmpdir(), 'nightjar-tools-'))
}, 60_000)
afterAll(async () => {
  await rm(outDir, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

/** Exit code, all that is told where people look for errors, and all that is said else. */
function run(
  name: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): [number | null, string, string] {
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: join(folder, 'data'), ...environment }
  const { status, stderr, stdout } = spawnSync(process.execPath, [join(outDir, name, `${name}.js`), ...args], {
    env,
    encoding: 'utf8',
  })
  return [status, stderr, stdout]
}

const usage = {
  'hub-check': /^The only option is --repair\.\n$/,
  'hub-backup': /^Say where to: npm run hub:backup -- --to FOLDER \(a new one\)\n$/,
  migrate: /^Say where to: npm run hub:migrate -- --to postgres:\/\/\S+, or --to s3 for the recordings alone\n$/,
  pair: /^Say for whom: npm run hub:pair -- ann@example\.org\n$/,
}

test('recordings move to no bucket that is not named (OPS-06)', () => {
  expect(run('migrate', ['--to', 's3']).slice(0, 2)).toEqual([
    1,
    expect.stringMatching(/^Set S3_ENDPOINT, S3_BUCKET, /),
  ])
})

describe.each(Object.entries(usage))('the tool %s (OPS-15)', (name, sentence) => {
  test('says in one sentence how it is used where it is not told that', () => {
    const [code, told] = run(name, ['--sideways'])
    expect(told).toMatch(sentence)
    expect(code).toBe(1)
  })

  test('says in one sentence what is wrong with the settings', () => {
    const [code, told] = run(name, options(name), { PORT: 'x' })
    expect(told).toMatch(/^PORT .*\n$/)
    expect(code).toBe(1)
  })

  test.each([[[]], [['--']]])('says in one sentence that there is no hub, and makes none: %j', (dashes) => {
    const [code, told] = run(name, [...dashes, ...options(name)])
    expect(told).toMatch(/^There is no hub in .*\n$/)
    expect(code).toBe(1)
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })
})

// As the folder of the unit is to everybody else. Rights would not keep root out.
test.each(['hub-check', 'hub-backup', 'migrate', 'pair'])(
  'a folder that is closed to who calls %s is not said to have no hub (OPS-17)',
  (name) => {
    const preload = `import fs from 'node:fs'
      import { syncBuiltinESMExports } from 'node:module'
      const right = fs.statSync
      fs.statSync = (path, ...more) => {
        if (!path.endsWith('nightjar.db')) return right(path, ...more)
        throw Object.assign(new Error('EACCES'), { code: 'EACCES', errno: -13 })
      }
      syncBuiltinESMExports()`
    const closed = join(folder, 'closed')
    const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(preload)}`
    expect(run(name, options(name), { DATA_DIR: closed, NODE_OPTIONS })).toEqual([
      1,
      `This user may not look into ${closed}. Run this as the user of its hub (deploy/README.md).\n`,
      '',
    ])
  },
)

test.each([
  [['ann'], 'ann is no e-mail address. Say for whom'],
  [['ann@example.org', 'bob@example.org'], 'Say for whom'],
])('a link for %j is refused with what is wrong with it (REL-09)', (named, sentence) => {
  expect(run('pair', named)).toEqual([1, `${sentence}: npm run hub:pair -- ann@example.org\n`, ''])
})

test('a folder for the copy is found from where the person is, not from where npm runs (OPS-15)', async () => {
  const damaged = join(folder, 'damaged')
  await mkdir(damaged)
  await writeFile(join(damaged, 'nightjar.db'), 'no database')
  // It fails, and says where the copy would have been.
  const [code, told] = run('hub-backup', ['--to', 'copy'], { DATA_DIR: damaged, INIT_CWD: folder })
  expect([code, told]).toEqual([1, expect.stringContaining(`cannot be copied to ${join(folder, 'copy')}: `)])
})

test.skipIf(process.platform === 'win32')(
  'a backup from a full disk says that it is the hub’s own, and what else does (OPS-05)',
  async () => {
    const data = join(folder, 'full')
    await mkdir(data)
    await (await openDatabase(data)).destroy()
    // As the end of a hub's process leaves it.
    for (const name of ['nightjar.db-shm', 'nightjar.db-wal']) await rm(join(data, name), { force: true })
    // Files end at 8 kB: the index of the WAL, which has 32, finds no room.
    const command = `trap '' XFSZ; ulimit -f 8; exec "$0" "$@"`
    const tool = [process.execPath, join(outDir, 'hub-backup', 'hub-backup.js'), '--to', join(folder, 'elsewhere')]
    const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: data }
    const { status, stderr } = spawnSync('bash', ['--norc', '-c', command, ...tool], { env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([
      1,
      `The hub in ${data} cannot be copied: its own disk is full, and SQLite needs 32 kB there to read. Free that much, or stop the hub and copy the folder as it is.\n`,
    ])
  },
)

test('a backup names what its disk does not give, and ends with 1 (OPS-05)', async () => {
  const data = join(folder, 'with-bad-sector')
  await mkdir(join(data, 'blobs'), { recursive: true })
  await (await openDatabase(data)).destroy()
  for (const name of ['secret', 'blobs/bad', 'blobs/good']) await writeFile(join(data, name), name)
  const preload = `import fs from 'node:fs/promises'
    import { syncBuiltinESMExports } from 'node:module'
    for (const name of ['open', 'copyFile']) {
      const right = fs[name]
      fs[name] = async (path, ...more) => {
        if (path.endsWith('bad')) throw Object.assign(new Error('EIO'), { code: 'EIO', errno: -5 })
        return right(path, ...more)
      }
    }
    syncBuiltinESMExports()`
  const [code, told, said] = run('hub-backup', ['--to', join(folder, 'of-bad-sector')], {
    DATA_DIR: data,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(preload)}`,
  })
  expect([code, told]).toEqual([1, `${join('blobs', 'bad')} cannot be read, so it is not in the copy.\n`])
  expect(said).toMatch(/^The database and 2 files are in \S+\n$/)
})

test('a backup that somebody stops says so, and leaves nothing of the copy (OPS-05)', async () => {
  const data = join(folder, 'stopped')
  await mkdir(join(data, 'blobs'), { recursive: true })
  await (await openDatabase(data)).destroy()
  for (const name of ['secret', 'blobs/a', 'blobs/b']) await writeFile(join(data, name), name)
  const preload = `import fs from 'node:fs/promises'
    import { syncBuiltinESMExports } from 'node:module'
    const right = fs.copyFile
    fs.copyFile = async (...paths) => {
      process.kill(process.pid, 'SIGINT')
      await new Promise((resolve) => setTimeout(resolve, 100))
      return right(...paths)
    }
    syncBuiltinESMExports()`
  const copy = join(folder, 'of-stopped')
  const outcome = run('hub-backup', ['--to', copy], {
    DATA_DIR: data,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(preload)}`,
  })
  expect([outcome, existsSync(copy)]).toEqual([[1, 'Stopped: there is no copy.\n', ''], false])
})

describe('the backup of a hub whose recordings are in a bucket (OPS-05)', () => {
  const bucket = {
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_BUCKET: 'recordings',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'key',
  }

  test('has all the rest, and says that the bucket comes after it', async () => {
    const data = join(folder, 'with-bucket')
    await mkdir(data)
    await (await openDatabase(data)).destroy()
    for (const name of ['secret', 'authority.pem', 'authority.pem.old', 'lost/a', 'blobs/b']) {
      await mkdir(join(data, name, '..'), { recursive: true })
      await writeFile(join(data, name), name)
    }
    const copy = join(folder, 'of-bucket')
    const [code, told, said] = run('hub-backup', ['--to', copy], { ...bucket, DATA_DIR: data })
    expect([code, told]).toEqual([0, ''])
    expect(said).toMatch(
      /^The database and 4 files are in \S+\. The recordings are in the bucket recordings: copy it now, /,
    )
    expect((await readdir(copy)).sort()).toEqual([
      'authority.pem',
      'authority.pem.old',
      'lost',
      'nightjar.db',
      'secret',
    ])
  })

  test('is not said to be whole where nothing names the bucket: what has no file here is counted', async () => {
    const data = join(folder, 'bucket-unsaid')
    const hub = await startTestHub({ dataDir: data })
    const ann = await hub.signIn()
    const { id: cameraId } = await addCamera(hub.fastify, ann)
    for (let clip = 0; clip < 3; clip++) await postClip(hub.fastify, ann, { cameraId, bytes: webm(1000 + clip) })
    await hub.close()
    const clips = join(data, 'blobs', ann.workspaceId, 'clips')
    for (const name of (await readdir(clips)).slice(1)) await rm(join(clips, name))
    const [code, told, said] = run('hub-backup', ['--to', join(folder, 'of-part')], { DATA_DIR: data })
    expect([code, said]).toEqual([1, expect.stringMatching(/^The database and \d files are in \S+\.\n$/)])
    expect(told).toMatch(/^2 recordings that it names have no file in \S+, .* set its S3_\* here as well .*\n$/)
  })

  test('is pg_dump’s where the rows are in PostgreSQL', () => {
    const postgres = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    const [code, told] = run('hub-backup', options('hub-backup'), postgres)
    expect([code, told]).toEqual([1, expect.stringMatching(/^This hub keeps its rows in PostgreSQL: .*pg_dump.*\n$/)])
  })
})

describe('a hub’s folder that is not root’s (OPS-17)', () => {
  const isRoot = process.getuid?.() === 0
  const nobody = 65534
  let data: string
  beforeAll(async () => {
    data = join(folder, 'not-of-root')
    await mkdir(data)
    await (await openDatabase(data)).destroy()
    if (isRoot) await chown(join(data, 'nightjar.db'), nobody, nobody)
  })

  test('is not worked on by root, whose files the hub could not use', () => {
    expect(() => requireOwnUser(data, 0)).toThrow(
      /are those of user \d+, and what root adds there the hub could not use\. Run this as that user/,
    )
    expect(() => requireOwnUser(data, nobody)).not.toThrow()
  })

  test.runIf(isRoot).each(['hub-check', 'migrate'])('nor by %s, which then leaves nothing there', async (name) => {
    const before = await readdir(data)
    const [code, told] = run(name, options(name), { DATA_DIR: data })
    expect([code, told]).toEqual([1, expect.stringMatching(/^The files in \S+ are those of user 65534, .*\n$/)])
    expect(await readdir(data)).toEqual(before)
  })
})

test('the check does not touch the recordings of another database, and says where their store goes away (OPS-04)', async () => {
  const data = join(folder, 'of-another')
  await mkdir(data)
  await (await openDatabase(data)).destroy()
  const s3 = await startS3()
  try {
    const blobs = await openS3Blobs(s3.config, data, { warn: () => undefined })
    await blobs.markAs('another')
    const key = snapshotKey({ workspace_id: 'w', id: 'c' })
    await (await blobs.stage([jpeg()])).commit(key, 'quick')
    const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: data, ...s3.environment }
    // Beside this process, in which the store is.
    const check = () =>
      promisify(execFile)(process.execPath, [join(outDir, 'hub-check', 'hub-check.js'), '--repair'], { env })
    await expect(check()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The recordings in the bucket recordings belong to another database\. .*\n$/),
    })
    expect([await blobs.list(), await blobs.owner()]).toEqual([[key], 'another'])
    s3.moodOf = (request) => (request.includes('owner') ? 'failing' : 'well')
    await expect(check()).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/\n[A-Z][^\n{]*\.\n$/) })
  } finally {
    await s3.close()
  }
})

test('the check waits for the disk of the recordings as the hub does, and takes none of them for lost (OPS-04, OPS-16)', async () => {
  const hub = await startTestHub({ dataDir: join(folder, 'disk-away') })
  const ann = await hub.signIn()
  await postClip(hub.fastify, ann, { cameraId: (await addCamera(hub.fastify, ann)).id })
  await hub.close()
  const blobs = join(hub.dataDir, 'blobs')
  await rename(blobs, join(folder, 'disk'))
  await mkdir(blobs)
  const refusal = /^None of the latest recordings .*blobs \(is its disk mounted\?\)\. If they are lost, [^\n]*\n$/
  for (const args of [[], ['--repair']])
    expect(run('hub-check', args, { DATA_DIR: hub.dataDir })).toEqual([1, expect.stringMatching(refusal), ''])
  await rm(blobs, { recursive: true })
  await rename(join(folder, 'disk'), blobs)
  const [code, , said] = run('hub-check', [], { DATA_DIR: hub.dataDir })
  expect([code, said]).toEqual([0, expect.stringContaining('Rows and files agree.')])
})

test('the check of a copy looks at the bucket that its hub uses, and repairs nothing there (OPS-18)', async () => {
  const s3 = await startS3()
  const environment = s3.environment
  const copy = join(folder, 'copy-of-used')
  const hub = await startTestHub({ dataDir: join(folder, 'used'), environment })
  try {
    const ann = await hub.signIn()
    await backUp(hub.dataDir, copy, { recordings: 'bucket' })
    await postClip(hub.fastify, ann, { cameraId: (await addCamera(hub.fastify, ann)).id })
    const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: copy, ...environment }
    const check = (...args: string[]) =>
      promisify(execFile)(process.execPath, [join(outDir, 'hub-check', 'hub-check.js'), ...args], { env })
    await expect(check()).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('file without a row') })
    const refused = { code: 1, stderr: expect.stringMatching(/^Another copy of this hub uses the bucket /) }
    await expect(check('--repair')).rejects.toMatchObject(refused)
    const blobs = await openS3Blobs(s3.config, copy, { warn: () => undefined })
    expect(await blobs.listSetAside()).toEqual([])
  } finally {
    await hub.close()
    await s3.close()
  }
})

test('a repair goes on to its end where nobody reads on, as behind head (OPS-04)', async () => {
  const hub = await startTestHub({ dataDir: join(folder, 'piped') })
  await hub.close()
  const stray = join('someone', 'clips', 'stray.webm')
  await mkdir(join(hub.dataDir, 'blobs', stray, '..'), { recursive: true })
  await writeFile(join(hub.dataDir, 'blobs', stray), '')
  expect(await runUnread('hub-check', ['--repair'], hub.dataDir)).toEqual([0, ''])
  expect(existsSync(join(hub.dataDir, 'lost', stray))).toBe(true)
  const copy = join(folder, 'of-piped')
  expect(await runUnread('hub-backup', ['--to', copy], hub.dataDir)).toEqual([0, ''])
})

/** Exit code, and what is told of errors, where nobody reads what is said. */
async function runUnread(name: string, args: readonly string[], data: string): Promise<[number | null, string]> {
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: data }
  const tool = spawn(process.execPath, [join(outDir, name, `${name}.js`), ...args], { env })
  tool.stdout.destroy()
  let told = ''
  tool.stderr.setEncoding('utf8').on('data', (text) => {
    told += text
  })
  await once(tool, 'close')
  return [tool.exitCode, told]
}

function options(name: string): string[] {
  if (name === 'hub-backup') return ['--to', join(folder, 'copy')]
  // Nothing asks the address before there is a hub to move.
  return name === 'migrate' ? ['--to', 'postgres://nobody@127.0.0.1:1/none'] : []
}

test('who moved recordings to a bucket is told to set it at the start as well, and nobody else is (OPS-06)', () => {
  const contents = { rows: 3, hash: 'ab'.repeat(32) }
  const tables = [{ name: 'videos', source: contents, target: contents }]
  const moved = movedText({ tables, blobs: { count: 2, sizeBytes: 1024 ** 2, known: 1 } })
  expect(moved).toContain('2 recordings and pictures (1.0 MB) are in the bucket, 1 of them from an earlier try.')
  expect(moved).toContain('Start the hub with DATABASE_URL set to the new one, and S3_* as they were for this:\n')
  const stayed = movedText({ tables, blobs: null })
  expect(stayed).toMatch(/^videos +3 {2}abababababababab {2}abababababababab$/m)
  expect(stayed).toContain('Recordings and pictures stay where they are.')
  expect(stayed).not.toContain('S3')
})
