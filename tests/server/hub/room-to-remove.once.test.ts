import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clipParts, FORM_TYPE, formOf, webm } from '../support/forms'

/** Inside the repository, where the bundle finds its packages. */
const outDir = `node_modules/.nightjar-full-under-test-${process.pid}`
const DISK = 'mount -t tmpfs -o size=16m tmpfs "$DATA_DIR" && exec "$0" "$@"'
/** Another process's mounts are root's alone to look into. */
const mayMount =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp'], { stdio: 'ignore' }).status === 0

let dataDir: string
let hub: ChildProcess
let output: string
let origin: string
beforeAll(async () => {
  await build({ logLevel: 'error', build: { ssr: 'server/main.ts', outDir } })
}, 60_000)
afterAll(() => rm(outDir, { recursive: true, force: true }))
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-full-'))
  output = ''
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'warn' }
  const program = [process.execPath, join(outDir, 'main.js')]
  hub = spawn('unshare', ['--mount', 'sh', '-c', DISK, ...program], { env })
  hub.stdout?.on('data', (chunk) => {
    output += chunk
  })
  origin = `http://127.0.0.1:${env.PORT}`
  await vi.waitFor(() => expect(output).toMatch(/ready/), 30_000)
}, 40_000)
afterEach(async () => {
  hub.kill('SIGKILL')
  await once(hub, 'close')
  await rm(dataDir, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function ask(method: string, path: string, headers: Record<string, string>, body?: object | Buffer) {
  const isForm = Buffer.isBuffer(body)
  const type = { 'content-type': isForm ? FORM_TYPE : 'application/json' }
  const sent = body === undefined ? {} : { body: isForm ? new Uint8Array(body) : JSON.stringify(body) }
  const answer = await fetch(`${origin}/v1${path}`, { method, headers: { ...headers, ...(body && type) }, ...sent })
  return { status: answer.status, json: await answer.json() }
}

async function signIn(): Promise<Record<string, string>> {
  const email = 'ann@example.org'
  await ask('POST', '/auth/request-otp', {}, { email })
  const [otp] = /^\d{6}$/m.exec(output) ?? []
  const { json } = await ask('POST', '/auth/verify-otp', {}, { email, otp })
  return { authorization: `Bearer ${json.token}`, 'x-workspace-id': json.workspaceId }
}

/** On its disk, which is mounted for it alone. */
const fileOfHub = (name: string) => join(`/proc/${hub.pid}/root`, dataDir, name)

/** Nothing more can be written there. */
async function fillDisk(): Promise<void> {
  await vi.waitFor(() => expect(statSync(fileOfHub('room-to-remove')).size).toBe(4 * 1024 ** 2), 10_000)
  const path = fileOfHub('ballast')
  for (const bytes of [1024 ** 2, 1024]) {
    try {
      for (;;) appendFileSync(path, Buffer.alloc(bytes))
    } catch (problem) {
      expect(problem).toMatchObject({ code: 'ENOSPC' })
    }
  }
}

test.runIf(mayMount)('on a full disk recordings can be removed all the same, which makes room (OPS-16)', async () => {
  const ann = await signIn()
  const door = { name: 'Door', location: 'Hall', deviceId: 'device-1', deviceLabel: 'Front Camera' }
  const { id: cameraId } = (await ask('POST', '/cameras', ann, door)).json
  const upload = async (filler: number) =>
    (await ask('POST', '/videos/upload', ann, formOf(clipParts({ cameraId, bytes: webm(200_000, filler) })))).status
  for (let clip = 0; clip < 5; clip++) expect(await upload(clip)).toBe(201)
  await fillDisk()
  expect(await upload(5)).toBe(503)
  const { videos } = (await ask('GET', '/videos', ann)).json
  for (const { id } of videos) expect((await ask('DELETE', `/videos/${id}`, ann)).status).toBe(200)
  expect((await ask('GET', '/videos', ann)).json.total).toBe(0)
})
