import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Complaint } from '../complaint'
import { processMs, processTree, readParents, threadWaitMs } from '../processes'

const START_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 30_000
/** In the first half minute V8 gives back, in a go or two, what it needed for the start: a hub is at rest only after that. */
export const START_SETTLE_MS = 45_000

/** The built hub as a process of its own, on 127.0.0.1. Whoever starts it calls `stop`. */
export class HubProcess {
  readonly port: number
  /** From the start of the process to the line that says it is ready. */
  readonly startMs: number
  readonly #child: ChildProcess
  readonly #output: () => string

  private constructor(child: ChildProcess, port: number, startMs: number, output: () => string) {
    this.#child = child
    this.port = port
    this.startMs = startMs
    this.#output = output
  }

  /** `more`: variables of its environment; `flags`: Node's own. */
  static async start(
    dataDir: string,
    databaseUrl: string | null,
    more: Readonly<Record<string, string>> = {},
    flags: readonly string[] = [],
  ): Promise<HubProcess> {
    const startedAtMs = performance.now()
    const database = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }
    const env = {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: '0',
      DEFAULT_TIER: 'TEAM',
      LOG_LEVEL: 'warn',
      TRUST_PROXY: 'loopback',
    }
    const child = spawn(process.execPath, [...flags, 'dist/hub/main.js'], {
      env: { ...env, ...database, ...more },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    const port = await portIn(child, () => output)
    return new HubProcess(child, port, performance.now() - startedAtMs, () => output)
  }

  /** The last code that the hub printed for an address; its terminal is its mail server here. */
  async codeFor(email: string): Promise<string> {
    const pattern = new RegExp(`Mail to ${email.replaceAll('.', '\\.')}:[^]*?^(\\d{6})$`, 'm')
    for (let tries = 0; tries < 200; tries++) {
      const [, code] = pattern.exec(this.#output().slice(this.#output().lastIndexOf(`Mail to ${email}:`))) ?? []
      if (code !== undefined) return code
      await wait(5)
    }
    throw new Complaint(`The hub printed no code for ${email}.`)
  }

  /** Resident memory now, and the most it was since the start; of several processes their sum. */
  memoryMb(): { now: number; peak: number } {
    const memories = this.#pids().map(memoryMbOf)
    return { now: sumOf(memories.map(({ now }) => now)), peak: sumOf(memories.map(({ peak }) => peak)) }
  }

  /** Processor time since the start, of all its processes. */
  cpuMs(): number {
    return sumOf(this.#pids().map(processMs))
  }

  /** How long the main thread of each of its processes has waited for a processor since the start, in the mean. */
  waitMs(): number {
    const waits = this.#pids().map((pid) => threadWaitMs(pid, pid))
    return sumOf(waits) / waits.length
  }

  /** Begins to count: the answer tells what the hub took from then on, in percent of a core, and for how much it waited for one. */
  startCounting(): () => { readonly cpuPercent: number; readonly waitPercent: number } {
    const [cpuMs, waitMs, atMs] = [this.cpuMs(), this.waitMs(), performance.now()]
    return () => {
      const share = (ms: number) => (100 * ms) / (performance.now() - atMs)
      return { cpuPercent: share(this.cpuMs() - cpuMs), waitPercent: share(this.waitMs() - waitMs) }
    }
  }

  #pids(): number[] {
    return processTree(this.#child.pid ?? 0, readParents())
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return
    const ended = new Promise((resolve) => this.#child.once('close', resolve))
    this.#child.kill('SIGTERM')
    const late = setTimeout(() => this.#child.kill('SIGKILL'), STOP_LIMIT_MS)
    await ended
    clearTimeout(late)
  }
}

function memoryMbOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mbOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024
  return { now: mbOf('VmRSS'), peak: mbOf('VmHWM') }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

async function portIn(child: ChildProcess, output: () => string): Promise<number> {
  const endMs = performance.now() + START_LIMIT_MS
  while (child.exitCode === null && performance.now() < endMs) {
    const [, port] = /ready at http:\/\/localhost:(\d+)/.exec(output()) ?? []
    if (port !== undefined) return Number(port)
    await wait(5)
  }
  child.kill('SIGKILL')
  throw new Complaint('The hub did not start; the reason is above.')
}
