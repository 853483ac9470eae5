import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../../support/free-port'

const START_LIMIT_MS = 30_000
const DEBIAN_FOLDER = '/usr/lib/postgresql'

interface Owner {
  readonly uid: number
  readonly gid: number
}

/** A PostgreSQL of our own on loopback, in a folder that goes with it. */
export class PostgresCluster {
  readonly url: string
  readonly #folder: string
  readonly #port: number
  readonly #programs: string
  readonly #owner: Owner | null
  #server: ChildProcess | null = null

  private constructor(place: { folder: string; port: number; programs: string; owner: Owner | null }) {
    this.#folder = place.folder
    this.#port = place.port
    this.#programs = place.programs
    this.#owner = place.owner
    this.url = `postgres://nightjar@127.0.0.1:${place.port}/postgres`
  }

  /** Why this machine can run none; null: it can. */
  static lack(): string | null {
    if (programsFolder() === null) return 'PostgreSQL’s programs initdb and postgres are not installed'
    if (isRoot() && postgresUser() === null) return 'PostgreSQL runs for no root, and there is no user postgres'
    return null
  }

  static async start(): Promise<PostgresCluster> {
    const owner = isRoot() ? postgresUser() : null
    const folder = mkdtempSync(join(tmpdir(), 'nightjar-faults-postgres-'))
    if (owner !== null) chownSync(folder, owner.uid, owner.gid)
    const cluster = new PostgresCluster({ folder, port: await freePort(), programs: programsFolder() ?? '', owner })
    execFileSync(
      join(cluster.#programs, 'initdb'),
      ['--pgdata', folder, '--username', 'nightjar', '--auth', 'trust', '--encoding', 'UTF8', '--no-locale'],
      { ...cluster.#as(), stdio: 'ignore' },
    )
    await cluster.startAgain()
    return cluster
  }

  /** Resolves when it answers. */
  async startAgain(): Promise<void> {
    const args = ['-D', this.#folder, '-k', this.#folder, '-h', '127.0.0.1', '-p', String(this.#port)]
    this.#server = spawn(join(this.#programs, 'postgres'), args, { ...this.#as(), stdio: 'ignore' })
    for (const startMs = performance.now(); performance.now() - startMs < START_LIMIT_MS; await delay(50)) {
      if (await answers(this.url)) return
    }
    throw new Error('PostgreSQL did not start.')
  }

  /** The immediate shutdown: every process of it ends at once, as after a crash. */
  async stop(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (server === null || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGQUIT')
    await ended
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }

  #as() {
    return { cwd: this.#folder, ...(this.#owner ?? {}) }
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** PostgreSQL refuses to run as root. */
function postgresUser(): Owner | null {
  try {
    const idOf = (flag: string) =>
      Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    return null
  }
}

/** Of the newest version, where Debian puts them; else from the PATH. */
function programsFolder(): string | null {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(DEBIAN_FOLDER, version, 'bin'))]
  folders.push(...(process.env['PATH'] ?? '').split(':'))
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))) ?? null
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 1_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
