import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { clipParts, FORM_TYPE, formOf, webm } from '../support/forms'
import { isListening } from '../support/together/door'

const MB = 1024 ** 2
/** Far longer than anything may take. */
const PATIENCE = { timeout: 30_000, interval: 20 }
/** Inside the repository, where the bundle finds its packages. */
const outDir = `node_modules/.nightjar-hub-to-stop-${process.pid}`
const children: ChildProcess[] = []
let dataDir: string

beforeAll(async () => {
  await build({ logLevel: 'error', build: { ssr: 'server/main.ts', outDir } })
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-stop-'))
}, 60_000)
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(async () => {
  await rm(outDir, { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
})

interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  readonly port: number
  said(): string
}

async function start(environment: Record<string, string> = {}): Promise<Running> {
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', ...environment }
  const child = spawn(process.execPath, [join(outDir, 'main.js')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  await vi.waitFor(() => expect(output).toMatch(/ready at https?:\/\/localhost:\d+/), 15_000)
  const [, port] = /ready at https?:\/\/localhost:(\d+)/.exec(output) ?? []
  return { child, ended, port: Number(port), said: () => output }
}

async function call(running: Running, path: string, body: object | null, headers: Record<string, string> = {}) {
  const answer = await fetch(`http://127.0.0.1:${running.port}/v1${path}`, {
    method: body === null ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', connection: 'close', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return answer.json()
}

async function signIn(running: Running): Promise<Record<string, string>> {
  const email = 'ann@example.org'
  const [saidBefore] = [running.said().length]
  await call(running, '/auth/request-otp', { email })
  await vi.waitFor(() => expect(running.said().slice(saidBefore)).toMatch(/^\d{6}$/m), PATIENCE)
  const [otp] = /^\d{6}$/m.exec(running.said().slice(saidBefore)) ?? []
  const { token } = await call(running, '/auth/verify-otp', { email, otp })
  return { authorization: `Bearer ${token}` }
}

/** A clip of which the first megabyte is on the hub's disk. */
async function beginUpload(running: Running, sizeBytes: number) {
  const headers = await signIn(running)
  const camera = { name: 'Door', location: 'Hall', deviceId: 'd', deviceLabel: 'l' }
  const made = await call(running, '/cameras', camera, headers)
  // The plan has room for one, of the test before.
  const cameraId = made.id ?? (await call(running, '/cameras', null, headers))[0].id
  const body = formOf(clipParts({ cameraId, bytes: webm(sizeBytes) }))
  const socket = connect(running.port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.on('error', () => undefined)
  const head = [
    'POST /v1/videos/upload HTTP/1.1\r\nhost: localhost',
    `authorization: ${headers['authorization']}\r\ncontent-type: ${FORM_TYPE}\r\ncontent-length: ${body.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(body.subarray(0, MB))
  await vi.waitFor(async () => expect(await readdir(join(dataDir, 'incoming'))).toHaveLength(1), PATIENCE)
  return { finish: () => socket.write(body.subarray(MB)), answered: () => answer }
}

const refuses = (running: Running) => vi.waitFor(() => expect(isListening(running.port)).resolves.toBe(false), PATIENCE)

test.each([
  ['SIGTERM', 4 * MB],
  ['SIGINT', 3 * MB],
] as const)(
  '%s lets an upload in flight finish: it is acknowledged, and there after the next start (OPS-03)',
  {
    timeout: 60_000,
  },
  async (signal, size) => {
    const running = await start()
    const upload = await beginUpload(running, size)
    running.child.kill(signal)
    await refuses(running)
    // One press of Ctrl+C under npm comes twice.
    running.child.kill(signal)
    upload.finish()
    expect(await running.ended).toBe(0)
    expect(upload.answered()).toMatch(/^HTTP\/1\.1 201 /)
    const again = await start()
    const { videos } = await call(again, '/videos', null, await signIn(again))
    expect(videos).toContainEqual(expect.objectContaining({ size }))
  },
)

test('a second press ends it at once, whoever is being answered', { timeout: 60_000 }, async () => {
  const running = await start()
  await beginUpload(running, 2 * MB)
  running.child.kill('SIGINT')
  await refuses(running)
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  running.child.kill('SIGINT')
  expect(await running.ended).toBe(1)
})

test('LAN=1 says both addresses at its start, and ends with its second ear open (ENV-16, LAN-01, LAN-03)', {
  timeout: 60_000,
}, async () => {
  const running = await start({ LAN: '1', LAN_PORT: '0', LAN_ADDRESSES: '127.0.0.1' })
  expect(running.said()).toMatch(
    /^Nightjar is ready at http:\/\/localhost:\d+\nOn the local network: https:\/\/127\.0\.0\.1:\d+\nSHA-256 of its certificate: ([0-9A-F]{2}:){31}[0-9A-F]{2}\n/,
  )
  running.child.kill('SIGTERM')
  expect(await running.ended).toBe(0)
})
