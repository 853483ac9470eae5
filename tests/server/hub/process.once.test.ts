import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }

/** Inside the repository, where the bundle finds its packages, as far from package.json as `dist/hub`. */
const outDir = `node_modules/.nightjar-hub-under-test-${process.pid}`
let dataDir: string
const children: ChildProcess[] = []

beforeAll(async () => {
  await build({ logLevel: 'error', build: { ssr: 'server/main.ts', outDir } })
}, 60_000)
afterAll(() => rm(outDir, { recursive: true, force: true }))
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-process-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

interface Run {
  readonly child: ChildProcess
  output: string
  errors: string
  exitCode: number | null
}

/** `log`: a file that standard error goes to. */
function run(environment: Record<string, string>, log: number | 'pipe' = 'pipe'): Run {
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', ...environment }
  const child = spawn(process.execPath, [join(outDir, 'main.js')], { env, stdio: ['pipe', 'pipe', log] })
  children.push(child)
  const state: Run = { child, output: '', errors: '', exitCode: null }
  child.stdout?.on('data', (chunk) => {
    state.output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    state.errors += chunk
  })
  child.on('close', (code) => {
    state.exitCode = code ?? -1
  })
  return state
}

async function originOf(state: Run): Promise<string> {
  await vi.waitFor(() => expect(state.output).toMatch(/ready/), 10_000)
  const [, origin = ''] = /^Nightjar is ready at (http:\/\/localhost:\d+)$/m.exec(state.output) ?? []
  return origin
}
const ended = (state: Run) => vi.waitFor(() => expect(state.exitCode).not.toBeNull(), 10_000)

test('prints its address in one line, answers there with its version, and ends in order on SIGTERM (ENV-02, REL-10)', async () => {
  const state = run({})
  const origin = await originOf(state)
  expect(state.output).toBe(`Nightjar is ready at ${origin}\n`)
  const health = await fetch(`${origin.replace('localhost', '127.0.0.1')}/healthz`)
  expect(await health.json()).toEqual({ status: 'ok', version: manifest.version })
  state.child.kill('SIGTERM')
  await ended(state)
  expect([state.exitCode, state.errors]).toEqual([0, ''])
})

test('TLS=self-signed says an https address at its start, and in its log, beside the data folder (ENV-05, ENV-07)', async () => {
  const state = run({ TLS: 'self-signed', LOG_LEVEL: 'info' })
  await vi.waitFor(() => expect(state.output).toMatch(/^Nightjar is ready at https:\/\/localhost:\d+\n$/), 10_000)
  await vi.waitFor(() => expect(state.errors).toMatch(/"Server listening at https:\/\/127\.0\.0\.1:\d+"/), 10_000)
  expect(state.errors).toContain(`"dataDir":"${dataDir}"`)
  state.child.kill('SIGTERM')
  await ended(state)
  expect([state.exitCode, state.errors]).toEqual([0, expect.not.stringContaining('http:')])
})

test('ends in order when its terminal is closed (ENV-02)', async () => {
  const state = run({ LOG_LEVEL: 'debug' })
  const { port } = new URL(await originOf(state))
  // Nobody reads any more, and the end of this request is logged while the hub closes.
  state.child.stdout?.destroy()
  state.child.stderr?.destroy()
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write(
    'POST /v1/auth/refresh HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{',
  )
  const moment = () => new Promise((resolve) => setTimeout(resolve, 100))
  await moment()
  // The shell tells its jobs, and the system all that were left in the terminal: the second is nobody's impatience.
  state.child.kill('SIGHUP')
  await moment()
  state.child.kill('SIGHUP')
  await moment()
  socket.write('}')
  await ended(state)
  socket.destroy()
  expect([state.exitCode, answer.slice(0, 12)]).toEqual([0, 'HTTP/1.1 400'])
})

// A disk that always is.
test.skipIf(process.platform !== 'linux')(
  'serves on where the disk of its log is full, and nobody reads what it prints (OPS-16)',
  async () => {
    const log = openSync('/dev/full', 'w')
    const state = run({ LOG_LEVEL: 'debug' }, log)
    closeSync(log)
    const origin = (await originOf(state)).replace('localhost', '127.0.0.1')
    state.child.stdout?.destroy()
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ email: 'ann@example.org' })
    for (let times = 0; times < 2; times++) {
      await fetch(`${origin}/v1/auth/request-otp`, { method: 'POST', headers, body })
      expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    }
    state.child.kill('SIGTERM')
    await ended(state)
    expect(state.exitCode).toBe(0)
  },
)

test('prints the code of a sign-in alone on a line when no mail server is set (ENV-08)', async () => {
  const state = run({})
  const origin = (await originOf(state)).replace('localhost', '127.0.0.1')
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: 'ann@example.org' })
  expect((await fetch(`${origin}/v1/auth/request-otp`, { method: 'POST', headers, body })).status).toBe(200)
  expect(state.output).toMatch(/^\d{6}$/m)
})

test('says in one sentence that the port is taken', async () => {
  const first = run({})
  const { port } = new URL(await originOf(first))
  const second = run({ PORT: port, DATA_DIR: join(dataDir, 'other') })
  await ended(second)
  expect([second.exitCode, second.errors]).toEqual([
    1,
    `Port ${port} is already in use. Stop what uses it, or set another PORT.\n`,
  ])
})

// Reserved for documents (RFC 5737): no machine has it, and to listen sends nothing.
test('names HOST where its address is not there, and is tried again (ENV-04, OPS-16)', async () => {
  const state = run({ HOST: '192.0.2.7', PORT: '18977' })
  await ended(state)
  expect([state.exitCode, state.errors]).toEqual([
    1,
    expect.stringMatching(/^The hub cannot listen on HOST=192\.0\.2\.7, port 18977: .*EADDRNOTAVAIL.*\n$/),
  ])
})

test('says in one sentence that the data folder is taken, and takes it over after kill -9', async () => {
  const first = run({})
  await originOf(first)
  const second = run({})
  await ended(second)
  expect([second.exitCode, second.errors.split('\n').length]).toEqual([78, 2])
  expect(second.errors).toMatch(/is in use by another hub/)
  first.child.kill('SIGKILL')
  await ended(first)
  expect(await originOf(run({}))).toMatch(/^http/)
})

test('reports every bad variable, a line each, and ends with 78 (ENV-04, OPS-16)', async () => {
  const state = run({ PORT: 'x', DEFAULT_TIER: 'GOLD', DATABASE_URL: 'mysql://x' })
  await ended(state)
  expect(state.exitCode).toBe(78)
  expect(state.errors.trim().split('\n')).toHaveLength(3)
  expect(state.errors).not.toMatch(/\n\s+at /)
})

test('ends with 1 where its database may still come up, so that it is tried again (OPS-16)', async () => {
  const state = run({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  await ended(state)
  expect([state.exitCode, state.errors]).toEqual([
    1,
    'The database 127.0.0.1:1/none cannot be used: nothing answers there.\n',
  ])
})
