import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TokenScope } from '../../src/contract/call'
import { makeToken } from '../server/support/api-tokens'
import { addCamera, send } from '../server/support/calls'
import { jpeg, postClip, postSnapshot, webm } from '../server/support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../server/support/hub'
import { makeWebhook } from '../server/webhooks/support/webhooks'

const root = resolve(import.meta.dirname, '..', '..')
const LIMIT_MS = 20_000
const DAY_MS = 24 * 3_600_000
const inProcess = promisify(execFile)

let folder: string
let hub: TestHub
let origin: string
let ann: SignedInUser
let cameraId: string
let receiverPort: number
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nightjar-api-'))
  for (const [name, text] of await scripts()) await writeFile(join(folder, name), text)
  receiverPort = await freePort()
  hub = await startTestHub({ tier: 'TEAM', environment: { WEBHOOK_HOSTS: `127.0.0.1:${receiverPort}` } })
  // Scripts go by their own clock.
  hub.clock.advance(Date.now() - hub.clock.now())
  origin = await hub.listen()
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann, 'Front Door')).id
})
afterAll(async () => {
  await hub.close()
  await rm(folder, { recursive: true, force: true })
})

/** The code of the document by the name in its first line. */
async function scripts(): Promise<Map<string, string>> {
  const text = await readFile(join(root, 'docs', 'api.md'), 'utf8')
  const blocks = [...text.matchAll(/^```(?:js|sh)\n((?:\/\/|#) ([\w-]+\.(?:mjs|sh))\n.*?)^```$/gms)]
  return new Map(blocks.map(([, code = '', name = '']) => [name, code]))
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Runs a recipe as it stands in the document, with a token of these scopes alone. */
async function run(script: string, scopes: readonly TokenScope[], ...args: string[]): Promise<string> {
  const { token } = await makeToken(hub.fastify, ann, scopes)
  const program = script.endsWith('.sh') ? 'sh' : process.execPath
  const env = { PATH: process.env['PATH'] ?? '', HUB: origin, TOKEN: token }
  return (await inProcess(program, [script, ...args], { cwd: folder, env, timeout: LIMIT_MS })).stdout
}

const saved = (name: string) => readFile(join(folder, name))
const person = JSON.stringify([{ atMs: 500, box: { left: 0.2, top: 0.2, width: 0.2, height: 0.4 }, score: 0.9 }])

describe('the recipes of docs/api.md run as they stand there (OPS-15)', () => {
  it('there are five, and a receiver', async () => {
    expect([...(await scripts()).keys()]).toEqual([
      ...['last-person.mjs', 'nightly.mjs', 'mode.sh', 'now.mjs', 'feed.mjs', 'receiver.mjs'],
    ])
  })

  it('the last clip with a person', async () => {
    const film = webm(3000, 21)
    await postClip(hub.fastify, ann, { cameraId, bytes: film, fields: { detections: person } })
    await postClip(hub.fastify, ann, { cameraId, bytes: webm(3000, 22) })
    expect(await run('last-person.mjs', ['read'])).toMatch(/^person\.webm: Person/)
    expect(await saved('person.webm')).toEqual(film)
  })

  it('every clip, once, also one that is delivered weeks after it was recorded', async () => {
    const late = (days: number) => new Date(hub.clock.now() - days * DAY_MS).toISOString()
    await postClip(hub.fastify, ann, { cameraId, bytes: webm(2000, 23), fields: { startedAt: late(2) } })
    expect(await run('nightly.mjs', ['read'], 'clips')).toBe('3 clips saved\n')
    await postClip(hub.fastify, ann, { cameraId, bytes: webm(2000, 24), fields: { startedAt: late(29) } })
    expect(await run('nightly.mjs', ['read'], 'clips')).toBe('1 clips saved\n')
    expect(await run('nightly.mjs', ['read'], 'clips')).toBe('0 clips saved\n')
    const names = await readdir(join(folder, 'clips'))
    expect([names.length, names.every((name) => /^[\dTZ.-]+-[\da-f-]{36}\.webm$/.test(name))]).toEqual([4, true])
  })

  it('a mode by cron; a token that only reads is told which scope it needs', async () => {
    await run('mode.sh', ['write'], 'away')
    expect((await send(hub.fastify, ann, 'GET', '/modes')).json().inForce.mode).toBe('away')
    const refused = await run('mode.sh', ['read'], 'home').catch(({ stdout }: { stdout: string }) => stdout)
    expect(refused).toContain('Make one with the scope write.')
  })

  it('the picture of now', async () => {
    const picture = jpeg(900, 31)
    await postSnapshot(hub.fastify, ann, cameraId, picture)
    expect(await run('now.mjs', ['read'], 'Front Door', 'door.jpg')).toBe('Front Door is ONLINE\n')
    expect(await saved('door.jpg')).toEqual(picture)
  })

  it('a camera that a program feeds', async () => {
    // Its clip is the newest.
    hub.clock.advance(1_000)
    await writeFile(join(folder, 'picture.jpg'), jpeg(700, 32))
    await writeFile(join(folder, 'clip.webm'), webm(4000, 33))
    const first = await run('feed.mjs', ['read', 'write'], 'Greenhouse', 'picture.jpg')
    const second = await run('feed.mjs', ['read', 'write'], 'Greenhouse', 'picture.jpg', 'clip.webm')
    expect(second).toBe(first)
    const cameras = (await send(hub.fastify, ann, 'GET', '/cameras')).json<{ name: string; status: string }[]>()
    expect(cameras.find(({ name }) => name === 'Greenhouse')).toMatchObject({ status: 'ONLINE' })
    const { videos } = (await send(hub.fastify, ann, 'GET', '/videos?pageSize=1')).json()
    expect(videos[0]).toMatchObject({ size: 4000, camera: { name: 'Greenhouse' } })
  })

  it('a receiver takes what the hub signed, and nothing else (HOOK-05)', async () => {
    const url = `http://127.0.0.1:${receiverPort}/hook`
    const { id, secret } = await makeWebhook(hub.fastify, ann, { url })
    const env = { SECRET: secret, HOST: '127.0.0.1', PORT: String(receiverPort) }
    const receiver = spawn(process.execPath, ['receiver.mjs'], { cwd: folder, env })
    try {
      await said(receiver, 'listening')
      const test = async (of: string) => (await send(hub.fastify, ann, 'POST', `/webhooks/${of}/test`)).json()
      const printed = said(receiver, 'webhook.test')
      expect(await test(id)).toMatchObject({ isDelivered: true, status: 204 })
      await printed
      const stranger = await makeWebhook(hub.fastify, ann, { url })
      expect(await test(stranger.id)).toMatchObject({ isDelivered: false, status: 401 })
    } finally {
      receiver.kill()
    }
  })
})

/** Resolves when a program has printed something. */
function said({ stdout }: ChildProcess, text: string): Promise<void> {
  return new Promise((done, fail) => {
    const limit = setTimeout(() => fail(new Error(`it did not say ${text}`)), LIMIT_MS)
    stdout?.on('data', (chunk: Buffer) => {
      if (!chunk.toString().includes(text)) return
      clearTimeout(limit)
      done()
    })
  })
}
