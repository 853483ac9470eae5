import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { HubProcess } from '../../../scripts/demo/hub-process.mjs'
import { root } from '../../../scripts/root.mjs'
import type { HubClock } from './hub-clock'

/** Generous: a machine with other work must not look like a hub that hangs. */
const START_LIMIT_MS = 60_000
const CHECK_LIMIT_MS = 120_000

type Variables = Readonly<Record<string, string>>

/** The built hub as a process that is killed and started again on one data folder, always on the same port. */
export class HubUnderTest extends HubProcess {
  readonly #variables: Variables
  readonly #clock: HubClock | null

  constructor(dataDir: string, variables: Variables = {}, clock: HubClock | null = null) {
    const own = { DEFAULT_TIER: 'TEAM', LOG_LEVEL: 'warn', ...variables, ...clock?.variables }
    super({ dataDir, env: own, startLimitMs: START_LIMIT_MS })
    this.#variables = own
    this.#clock = clock
  }

  /** How often its clock was set so far. */
  get clockJumps(): number {
    return this.#clock?.jumps ?? 0
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
