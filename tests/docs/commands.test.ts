import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Difference } from '../../server/hub/check'
import { addCamera } from '../server/support/calls'
import { postClip } from '../server/support/forms'
import { startTestHub, type TestHub } from '../server/support/hub'

const root = resolve(import.meta.dirname, '..', '..')
const LIMIT_MS = 60_000
const inShell = promisify(execFile)

let folder: string
let hub: TestHub
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nightjar-docs-'))
  hub = await startTestHub({ dataDir: join(folder, 'data') })
  const ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await postClip(hub.fastify, ann, { cameraId })
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** Runs a line as it stands in a document, with the values of this test for those of the text. */
async function runLine(line: string, dataDir: string): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, npm_config_loglevel: 'error' }
  const { stdout } = await inShell('sh', ['-c', line], { cwd: root, env, timeout: LIMIT_MS })
  return stdout
}

async function operationsLine(start: string): Promise<string> {
  const text = await readFile(join(root, 'docs', 'operations.md'), 'utf8')
  const line = text.split('\n').find((one) => one.trim().startsWith(start))
  if (line === undefined) throw new Error(`docs/operations.md has no line that begins with ${start}`)
  return line.trim()
}

/** What docs/operations.md says of each difference that `hub:check` tells of. */
const wordsOf: Readonly<Record<Difference['kind'], string>> = {
  'clip-missing': 'without a file',
  'thumbnail-missing': 'every row with its file',
  'snapshot-missing': 'every row with its file',
  stray: 'strays',
  'size-differs': 'of another size',
  'bytes-differ': 'with other bytes',
  unreadable: 'that cannot be read',
  'proof-differs': 'whose proof does not hold',
  'day-differs': 'days',
}

describe('the commands of docs/operations.md (OPS-15)', () => {
  it('say what hub:check finds', async () => {
    const text = await readFile(join(root, 'docs', 'operations.md'), 'utf8')
    const [, told = ''] = /^- `npm run hub:check` (.*?)\n\n/ms.exec(text) ?? []
    expect(Object.entries(wordsOf).filter(([, words]) => !told.includes(words))).toEqual([])
  })

  it(
    'back up a running hub, and the copy passes the check',
    async () => {
      const copy = join(folder, 'copy')
      const line = await operationsLine('npm run hub:backup -- --to')
      await runLine(line.replace(/--to \S+/, `--to ${copy}`), join(folder, 'data'))
      await hub.close()
      expect(await runLine('npm run hub:check', copy)).toContain('agree')
    },
    LIMIT_MS,
  )

  it('check a copy that is restored before a hub is started on it, which holds the folder', async () => {
    const restoring = await operationsLine('To restore, ')
    expect(restoring).toMatch(/stop the hub, .* run `npm run hub:check`, and start\.$/)
  })

  it(
    'do not check a folder against the rows that a move to PostgreSQL left behind',
    async () => {
      const left = join(folder, 'left')
      await startTestHub({ dataDir: left }).then((other) => other.close())
      await writeFile(join(left, 'moved'), 'localhost:5432/nightjar\n')
      const refused = / are in the database localhost:5432\/nightjar: set DATABASE_URL/
      await expect(runLine('npm run hub:check', left)).rejects.toThrow(refused)
    },
    LIMIT_MS,
  )

  it(
    'and the README list the licences and the requirements without a test',
    async () => {
      expect(await runLine('npm run licences', folder)).toContain('fastify')
      expect(await runLine('npm run checklist', folder)).toMatch(/requirements|no checklist/)
    },
    LIMIT_MS,
  )
})
