import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { HubProcess } from '../../../scripts/demo/hub-process.mjs'
import { root } from '../../../scripts/root.mjs'

/** Generous: a machine with other work must not look like a hub that hangs. */
const START_LIMIT_MS = 60_000
const CHECK_LIMIT_MS = 120_000

type Variables = Readonly<Record<string, string>>

/** What makes a hub start with one of the files of `preload/`, which read the rest from the environment. */
export function preload(name: 'disk' | 'clock'): string {
  return `--import=${pathToFileURL(join(root, 'tests', 'faults', 'preload', `${name}.mjs`)).href}`
}

/** The built hub as a process that is killed and started again on one data folder, always on the same port. */
export class HubUnderTest extends HubProcess {
  readonly #variables: Variables

  constructor(dataDir: string, variables: Variables = {}) {
    const own = { DEFAULT_TIER: 'TEAM', LOG_LEVEL: 'warn', ...variables }
    super({ dataDir, env: own, startLimitMs: START_LIMIT_MS })
    this.#variables = own
  }

  /** `npm run hub:check` on the stopped hub: what it prints where it finds anything, else null. */
  async check(): Promise<string | null> {
    const own = { PATH: process.env['PATH'], ...this.#variables, DATA_DIR: this.dataDir }
    const { code, output } = await runTool(join(root, 'dist', 'hub-check', 'hub-check.js'), own)
    return code === 0 ? null : output.trim()
  }
}

function runTool(file: string, env: NodeJS.ProcessEnv): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: CHECK_LIMIT_MS })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}
