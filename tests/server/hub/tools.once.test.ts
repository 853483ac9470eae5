import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

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

/** Exit code, and all that is told where people look for errors. */
function run(name: string, args: readonly string[], environment: Record<string, string> = {}): [number | null, string] {
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: join(folder, 'data'), ...environment }
  const { status, stderr } = spawnSync(process.execPath, [join(outDir, name, `${name}.js`), ...args], {
    env,
    encoding: 'utf8',
  })
  return [status, stderr]
}

const usage = {
  'hub-check': /^The only option is --repair\.\n$/,
  'hub-backup': /^Say where to: npm run hub:backup -- --to FOLDER \(a new one\)\n$/,
  migrate: /^Say where to: npm run hub:migrate -- --to postgres:\/\/\S+\n$/,
  pair: /^Say for whom: npm run hub:pair -- ann@example\.org\n$/,
}

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

test('a folder for the copy is found from where the person is, not from where npm runs (OPS-15)', async () => {
  const damaged = join(folder, 'damaged')
  await mkdir(damaged)
  await writeFile(join(damaged, 'nightjar.db'), 'no database')
  // It fails, and says where the copy would have been.
  const [code, told] = run('hub-backup', ['--to', 'copy'], { DATA_DIR: damaged, INIT_CWD: folder })
  expect([code, told]).toEqual([1, expect.stringContaining(`cannot be copied to ${join(folder, 'copy')}: `)])
})

function options(name: string): string[] {
  if (name === 'hub-backup') return ['--to', join(folder, 'copy')]
  // Nothing asks the address before there is a hub to move.
  return name === 'migrate' ? ['--to', 'postgres://nobody@127.0.0.1:1/none'] : []
}
