import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../scripts/root.mjs'

/** Of an app that would call nobody (ENV-12). */
const NO_BASE =
  'VITE_API_BASE must be an http or https address without a slash at its end, such as https://api.example.org.'

test.each<[args: string[], sentence: string, environment?: Record<string, string>]>([
  [['start', '--port', '9000'], 'start takes no options; settings are environment variables: PORT=9000 npm start'],
  [['start', '9000'], 'start takes no options; settings are environment variables: PORT=9000 npm start'],
  [['dev', '--port', '9000'], 'dev takes no options; settings are environment variables: PORT=9000 npm run dev'],
  [['figures', '--check'], 'figures takes no options.'],
  [['licences', '--json', 'x'], 'licences takes no options.'],
  [['build', '--fource'], "Unknown option '--fource'. The flags are --force."],
  [['build'], NO_BASE, { VITE_API_BASE: 'api.example.org' }],
])('npm run %j is refused before anything is built or started', (args, sentence, environment = {}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nightjar-refused-'))
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/run.mjs'), ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: '0', ...environment },
    encoding: 'utf8',
    timeout: 5_000,
  })
  rmSync(dataDir, { recursive: true })
  expect([status, stdout, stderr]).toEqual([1, '', `\n${sentence}\n`])
})
