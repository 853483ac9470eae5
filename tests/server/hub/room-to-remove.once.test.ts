import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, statfsSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clipParts, FORM_TYPE, formOf, webm } from '../support/forms'

/** Inside the repository, where the bundle finds its packages. */
const outDir = `node_modules/.nightjar-full-under-test-${process.pid}`
const DISK = 'mount -t tmpfs -o size=16m tmpfs "$0" && echo mounted && exec sleep 600'
/** Another process's mounts are root's alone to look into. */
const mayMount =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp'], { stdio: 'ignore' }).status === 0

let dataDir: string
/** Whose mount it is. */
let disk: ChildProcess
let port: string
let hub: ChildProcess
let output: string
let origin: string
beforeAll(async () => {
  await build({ logLevel: 'error', build: { ssr: 'server/main.ts', outDir } })
}, 60_000)
afterAll(() => rm(outDir, { recursive: true, force: true }))
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-full-'))
  disk = spawn('unshare', ['--mount', 'sh', '-c', DISK, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (disk.stdout !== null) await once(disk.stdout, 'data')
  port = String(await freePort())
  origin = `http://127.0.0.1:${port}`
  await start()
}, 40_000)
afterEach(async () => {
  for (const child of [hub, disk]) {
    if (child.exitCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  await rm(dataDir, { recursive: true, force: true })
})

async function start(): Promise<void> {
  output = ''
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: port, LOG_LEVEL: 'warn' }
  const program = [process.execPath, resolve(outDir, 'main.js')]
  hub = spawn('nsenter', [`--mount=/proc/${disk.pid}/ns/mnt`, ...program], { env })
  for (const stream of [hub.stdout, hub.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  await vi.waitFor(() => expect(output).toMatch(/ready|cannot/), 30_000)
  expect(output).toMatch(/ready/)
}

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
const fileOfHub = (name: string) => join(`/proc/${disk.pid}/root`, dataDir, name)

const waitForRoom = () =>
  vi.waitFor(() => expect(statSync(fileOfHub('room-to-remove')).size).toBe(4 * 1024 ** 2), 10_000)

/** Nothing more can be written there. */
function fillDisk(): void {
  const path = fileOfHub('ballast')
  for (const bytes of [1024 ** 2, 1024]) {
    try {
      for (;;) appendFileSync(path, Buffer.alloc(bytes))
    } catch (problem) {
      expect(problem).toMatchObject({ code: 'ENOSPC' })
    }
  }
}

async function upload(ann: Record<string, string>, clips: number): Promise<() => Promise<number>> {
  const door = { name: 'Door', location: 'Hall', deviceId: 'device-1', deviceLabel: 'Front Camera' }
  const { id: cameraId } = (await ask('POST', '/cameras', ann, door)).json
  const one = async (filler: number) =>
    (await ask('POST', '/videos/upload', ann, formOf(clipParts({ cameraId, bytes: webm(200_000, filler) })))).status
  for (let clip = 0; clip < clips; clip++) expect(await one(clip)).toBe(201)
  return () => one(clips)
}

test.runIf(mayMount)('on a full disk recordings can be removed all the same, which makes room (OPS-16)', async () => {
  const ann = await signIn()
  const uploadOneMore = await upload(ann, 5)
  await waitForRoom()
  fillDisk()
  expect(await uploadOneMore()).toBe(503)
  const { videos } = (await ask('GET', '/videos', ann)).json
  for (const { id } of videos) expect((await ask('DELETE', `/videos/${id}`, ann)).status).toBe(200)
  expect((await ask('GET', '/videos', ann)).json.total).toBe(0)
})

test.runIf(mayMount)(
  'a hub starts on a disk that was filled while it was off, and all can be removed there (OPS-16)',
  async () => {
    const ann = await signIn()
    await upload(ann, 5)
    await waitForRoom()
    hub.kill('SIGTERM')
    await once(hub, 'close')
    fillDisk()
    await start()
    // What it did not need is kept again.
    await vi.waitFor(() => expect(statfsSync(fileOfHub('')).bavail).toBe(0), 10_000)
    const path = `/workspaces/${ann['x-workspace-id']}`
    const { status } = await ask('DELETE', path, ann, { email: 'ann@example.org' })
    expect(status).toBe(200)
  },
)
