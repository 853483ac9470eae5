import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scripts } from '../../../package.json'

const folder = mkdtempSync(join(tmpdir(), 'nightjar-no-packages-'))
const npm = join(folder, 'npm-cli.cjs')

/** A fresh clone of what commands are made of, with an npm that reaches nothing. */
beforeAll(() => {
  mkdirSync(join(folder, 'clone'))
  for (const path of ['scripts', 'package.json', 'package-lock.json', 'CHANGELOG.md'])
    cpSync(path, join(folder, 'clone', path), { recursive: true })
  writeFileSync(npm, 'process.exit(1)')
})
afterAll(() => rmSync(folder, { recursive: true }))

function outputOf(command: string): Promise<string> {
  const options = {
    cwd: join(folder, 'clone'),
    env: { PATH: process.env['PATH'] ?? '', npm_execpath: npm },
    timeout: 60_000,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/run.mjs', command], options, (_problem, said, problems) =>
      resolve(said + problems),
    )
  })
}

test('no command of a fresh clone needs a package before it has seen to them (ENV-02)', async () => {
  const all = Object.values(scripts).flatMap((line) => /^node scripts\/run\.mjs (\S+)$/.exec(line)?.[1] ?? [])
  // Those of a kind go the same way: one of each.
  const commands = [...new Map(all.map((command) => [command.split(':')[0], command])).values()]
  expect(commands).toContain('release')
  const outputs = await Promise.all(commands.map(async (command) => [command, await outputOf(command)] as const))
  const broken = outputs.filter(([, output]) => output.includes('ERR_MODULE_NOT_FOUND'))
  expect(broken).toEqual([])
  expect(outputs.filter(([, output]) => output.includes('Installing the packages failed')).length).toBeGreaterThan(8)
}, 60_000)
