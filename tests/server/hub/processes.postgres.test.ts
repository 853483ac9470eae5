import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { freshDatabaseUrl } from '../support/database'
import { clipParts, FORM_TYPE, formOf, webm } from '../support/forms'
import { isListening } from '../support/together/door'

/** Far longer than anything may take: each process loads the whole hub. */
const PATIENCE = { timeout: 90_000, interval: 50 }
const CALL_LIMIT_MS = 5_000
/** Inside the repository, where the bundle finds its packages. */
const outDir = `node_modules/.nightjar-processes-${process.pid}`
const children: ChildProcess[] = []
let dataDir: string

beforeAll(async () => {
  await build({ logLevel: 'error', build: { ssr: 'server/main.ts', outDir } })
}, 120_000)
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-processes-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})
afterAll(() => rm(outDir, { recursive: true, force: true }))

function run(environment: Record<string, string>) {
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: '0', HUB_PROCESSES: '2', ...environment }
  const child = spawn(process.execPath, [join(outDir, 'main.js')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  const said = { output: '', log: '' }
  child.stdout.on('data', (text: Buffer) => {
    said.output += String(text)
  })
  child.stderr.on('data', (text: Buffer) => {
    said.log += String(text)
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, said, ended }
}

async function start(environment: Record<string, string> = {}) {
  const running = run({ DATABASE_URL: await freshDatabaseUrl(), DEFAULT_TIER: 'PRO', ...environment })
  await vi.waitFor(() => expect(running.said.output).toMatch(/ready at/), PATIENCE)
  const [, port = ''] = /localhost:(\d+)/.exec(running.said.output) ?? []
  const origin = `http://127.0.0.1:${port}`
  const call = async (path: string, body: object | null = null, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${origin}${path}`, {
      method: body === null ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', connection: 'close', ...headers },
      // One that was dealt to a process in the moment of its death hears nothing.
      signal: AbortSignal.timeout(CALL_LIMIT_MS),
      ...(body !== null && { body: JSON.stringify(body) }),
    })
    return answer.text()
  }
  return { ...running, port: Number(port), call }
}

async function signIn({ said, call }: Awaited<ReturnType<typeof start>>): Promise<string> {
  const email = 'ann@example.org'
  await call('/v1/auth/request-otp', { email })
  await vi.waitFor(() => expect(said.output).toMatch(/^\d{6}$/m), PATIENCE)
  const [otp] = /^\d{6}$/m.exec(said.output) ?? []
  return `Bearer ${JSON.parse(await call('/v1/auth/verify-otp', { email, otp })).token}`
}

/** Of those that serve, by their number. */
function pidsOf(log: string): Map<number, number> {
  const lines = log.split('\n').filter((line) => line.includes('Server listening'))
  return new Map(lines.map((line) => [JSON.parse(line).process, JSON.parse(line).pid]))
}

const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('two processes serve one port and one folder; one that is killed is started anew while the other goes on (SCALE-14, SCALE-15)', {
  timeout: 300_000,
}, async () => {
  const { child, said, ended, call } = await start()
  expect(said.output).toMatch(/^Nightjar is ready at http:\/\/localhost:\d+\n$/)
  const health = { status: 'ok', version: expect.any(String), processes: { running: 2, of: 2 }, pubsub: 'together' }
  await vi.waitFor(async () => expect(JSON.parse(await call('/healthz'))).toEqual(health), PATIENCE)
  const figures = await call('/metrics')
  for (const number of [0, 1, 2]) expect(figures).toContain(`process_cpu_seconds_total{process="${number}"}`)
  expect(figures.match(/^nightjar_cameras\{/gm)).toHaveLength(2)
  const [, second = 0] = [...pidsOf(said.log).values()]
  process.kill(second, 'SIGKILL')
  await vi.waitFor(() => expect(said.log).toContain('a process of the hub ended; it is started anew'), PATIENCE)
  // The other goes on: no process has been started yet that could answer in its place.
  expect(await call('/healthz')).toContain('"running":1')
  await vi.waitFor(async () => expect(JSON.parse(await call('/healthz'))).toEqual(health), PATIENCE)
  expect(pidsOf(said.log).get(2)).not.toBe(second)
  const pids = [...pidsOf(said.log).values()]
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(pids.map(isThere)).toEqual([false, false])
})

test('SIGTERM lets uploads in flight at all processes finish: each is acknowledged (SCALE-15, OPS-03)', {
  timeout: 300_000,
}, async () => {
  const running = await start()
  const { child, said, ended, port, call } = running
  const authorization = await signIn(running)
  const camera = { name: 'Door', location: 'Hall', deviceId: 'd', deviceLabel: 'l' }
  const { id: cameraId } = JSON.parse(await call('/v1/cameras', camera, { authorization }))
  const begin = () => {
    const body = formOf(clipParts({ cameraId, bytes: webm(500_000), fields: { clipId: crypto.randomUUID() } }))
    const socket = connect(port, '127.0.0.1')
    const state = { answer: '', finish: () => socket.write(body.subarray(100_000)) }
    socket.on('data', (text: Buffer) => {
      state.answer += String(text)
    })
    const head = `host: localhost\r\nauthorization: ${authorization}\r\ncontent-type: ${FORM_TYPE}\r\ncontent-length: ${body.length}`
    socket.write(`POST /v1/videos/upload HTTP/1.1\r\n${head}\r\n\r\n`)
    socket.write(body.subarray(0, 100_000))
    return state
  }
  const underWay = async () => {
    const lines = (await call('/metrics')).match(/^nightjar_under_way\{kind="clip",process="\d"\} \d+/gm) ?? []
    return lines.map((line) => Number(line.split(' ').at(-1)))
  }
  const uploads: ReturnType<typeof begin>[] = []
  // A connection goes to whichever process is the first to be free, so there are as many as it takes for both.
  while (uploads.length < 2 || (await underWay()).includes(0)) {
    uploads.push(begin())
    expect(uploads.length).toBeLessThan(20)
    await vi.waitFor(async () => {
      expect((await underWay()).reduce((sum, number) => sum + number, 0)).toBe(uploads.length)
    }, PATIENCE)
  }
  child.kill('SIGTERM')
  await vi.waitFor(async () => expect(await isListening(port)).toBe(false), PATIENCE)
  // A service manager signals all of them; who was told to close before that goes on closing.
  for (const pid of pidsOf(said.log).values()) process.kill(pid, 'SIGTERM')
  for (const { finish } of uploads) finish()
  expect(await ended).toBe(0)
  for (const { answer } of uploads) expect(answer).toMatch(/^HTTP\/1\.1 201 /)
})

test('whichever process is asked says how the one that publishes is with the broker (MQTT-13)', {
  timeout: 120_000,
}, async () => {
  // Nothing listens there.
  const running = await start({ MQTT_URL: 'mqtt://127.0.0.1:9' })
  const state = async () => JSON.parse(await running.call('/healthz')).mqtt
  expect(await state()).toBe('waiting')
  await signIn(running)
  await vi.waitFor(async () => expect(await state()).toBe('away'), PATIENCE)
  expect(await Promise.all(Array.from({ length: 12 }, state))).toEqual(Array(12).fill('away'))
  const [publishing] = (await running.call('/metrics')).match(/(?<=state="away",process=")\d(?="} 1)/g) ?? []
  process.kill(pidsOf(running.said.log).get(Number(publishing)) ?? 0, 'SIGKILL')
  await vi.waitFor(async () => expect(await state()).toBe('waiting'), PATIENCE)
})

test('a terminal that is closed tells all processes, more than once, and they end in order (SCALE-15, ENV-02)', {
  timeout: 60_000,
}, async () => {
  const { child, said, ended } = await start()
  const pids = [...pidsOf(said.log).values()]
  for (let time = 0; time < 2; time++) {
    for (const pid of pids) process.kill(pid, 'SIGHUP')
    child.kill('SIGHUP')
  }
  expect(await ended).toBe(0)
  expect(pids.map(isThere)).toEqual([false, false])
})

test('uploads that a crash cut off are cleared, also where the hub had more processes then, or one alone (SCALE-15, HUB-14)', {
  timeout: 120_000,
}, async () => {
  const incoming = join(dataDir, 'incoming')
  await mkdir(incoming)
  for (const name of ['1-ours', '7-of-more-processes', 'of-one-alone'])
    await writeFile(join(incoming, name), 'half a clip')
  await start()
  expect(await readdir(incoming)).toEqual([])
})

test('a hub of which a process did not end in order ends with 1 (OPS-03, SCALE-15)', { timeout: 60_000 }, async () => {
  const { child, said, ended } = await start()
  const [orderly = 0, stuck = 0] = pidsOf(said.log).values()
  process.kill(stuck, 'SIGSTOP')
  child.kill('SIGTERM')
  await vi.waitFor(() => expect(isThere(orderly)).toBe(false), PATIENCE)
  process.kill(stuck, 'SIGKILL')
  expect(await ended).toBe(1)
})

test.skipIf(process.platform !== 'linux')(
  'SIGTERM ends a hub whose processes have not loaded yet (SCALE-15)',
  {
    timeout: 60_000,
  },
  async () => {
    const { child, said, ended } = run({ DATABASE_URL: await freshDatabaseUrl() })
    const { pid } = child
    await vi.waitFor(async () => {
      expect(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).toMatch(/^\d/)
    }, PATIENCE)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(said).toEqual({ output: '', log: '' })
  },
)

test.each([
  ['a database that may still come up', { port: '9' }, 1],
  ['one that is not there', { pathname: '/none' }, 78],
])(
  'a hub that cannot start says why once, also where a process of it finds that out: %s (SCALE-15, OPS-16)',
  {
    timeout: 60_000,
  },
  async (_what, change, code) => {
    const { said, ended } = run({ DATABASE_URL: Object.assign(new URL(await freshDatabaseUrl()), change).href })
    expect(await ended).toBe(code)
    expect(said.log.trim().split('\n')).toHaveLength(1)
  },
)
