import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { request as ask, createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TokenScope } from '../../src/contract/call'
import { makeToken } from '../server/support/api-tokens'
import { addCamera, listVideos, send } from '../server/support/calls'
import { jpeg, postClip, postSnapshot, webm } from '../server/support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../server/support/hub'
import { openHubDatabase } from '../server/support/webhook-worker'
import { makeWebhook } from '../server/webhooks/support/webhooks'
import { freePort } from '../support/free-port'

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
  toTheClockOfScripts()
  origin = await hub.listen()
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann, 'Front Door')).id
})
/** They have their own. */
const toTheClockOfScripts = () => hub.clock.advance(Date.now() - hub.clock.now())
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

/** Runs a recipe as it stands in the document, with a token of these scopes alone. */
async function run(script: string, scopes: readonly TokenScope[], ...args: string[]): Promise<string> {
  return runAt(origin, script, scopes, ...args)
}

async function runAt(at: string, script: string, scopes: readonly TokenScope[], ...args: string[]): Promise<string> {
  const { token } = await makeToken(hub.fastify, ann, scopes)
  const program = script.endsWith('.sh') ? 'sh' : process.execPath
  const env = { PATH: process.env['PATH'] ?? '', HUB: at, TOKEN: token }
  return (await inProcess(program, [script, ...args], { cwd: folder, env, timeout: LIMIT_MS })).stdout
}

const saved = (name: string) => readFile(join(folder, name))
const person = JSON.stringify([{ atMs: 500, box: { left: 0.2, top: 0.2, width: 0.2, height: 0.4 }, score: 0.9 }])

describe('the recipes of docs/api.md run as they stand there (OPS-15)', () => {
  it('there are five, and a receiver', async () => {
    expect([...(await scripts()).keys()]).toEqual([
      'last-person.mjs',
      'nightly.mjs',
      'mode.sh',
      'now.mjs',
      'feed.mjs',
      'receiver.mjs',
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
    const names = (await readdir(join(folder, 'clips'))).filter((name) => name !== '.whole')
    expect([names.length, names.every((name) => /^[\dTZ.-]+-[\da-f-]{36}\.webm$/.test(name))]).toEqual([4, true])
  })

  it('every clip also after a run that broke off, with fresh links for those that ended meanwhile', async () => {
    const listed = await addOldClips(250)
    const [paths, films]: [string[], string[]] = [[], []]
    const line = await lineToHub((path, cut) => {
      paths.push(path)
      if (!path.startsWith('/media/')) return
      films.push(path)
      // The first run breaks off on its third page; in the second the links of that page have ended.
      if (films.length === 230) cut()
      if (films.length === 240) hub.clock.advance(11 * 60_000)
    })
    try {
      await expect(runAt(line.origin, 'nightly.mjs', ['read'], 'all')).rejects.toThrow('fetch failed')
      expect((await readdir(join(folder, 'all'))).length).toBe(229)
      const rest = await runAt(line.origin, 'nightly.mjs', ['read'], 'all')
      expect(rest).toBe(`${listed - 229} clips saved\n`)
      paths.length = 0
      // What was there when a run came through is not asked for again.
      expect(await runAt(line.origin, 'nightly.mjs', ['read'], 'all')).toBe('0 clips saved\n')
      expect(paths.length).toBeLessThan(3)
    } finally {
      toTheClockOfScripts()
      await line.close()
    }
  })

  it('every clip that can be had, and an end with 1 while one cannot', async () => {
    const db = await openHubDatabase(hub)
    const newest = db.selectFrom('videos').select('id').orderBy('created_at', 'desc').limit(1)
    const { id, blob_key } = await db
      .selectFrom('videos')
      .selectAll()
      .where('id', '=', newest)
      .executeTakeFirstOrThrow()
    const setKey = (key: string) => db.updateTable('videos').set({ blob_key: key }).where('id', '=', id).execute()
    try {
      await setKey(`${blob_key.slice(0, -41)}${randomUUID()}.webm`)
      const failed = await run('nightly.mjs', ['read'], 'some').catch((problem: unknown) => problem)
      expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining(`${id}.webm: 404`) })
      const names = await readdir(join(folder, 'some'))
      expect([names.length > 200, names.includes('.whole')]).toEqual([true, false])
    } finally {
      await setKey(blob_key)
      await db.destroy()
    }
  })

  it('every clip but one that was removed after its page was listed, which is no failure', async () => {
    const young = (await postClip(hub.fastify, ann, { cameraId, bytes: webm(2000, 25) })).json<{ id: string }>().id
    const id = randomUUID()
    const db = await openHubDatabase(hub)
    const row = await db.selectFrom('videos').selectAll().where('id', '=', young).executeTakeFirstOrThrow()
    // The young one is saved before their film goes.
    const oldest = { ...row, id, clip_id: randomUUID(), created_at: hub.clock.now() - 60 * DAY_MS }
    await db.insertInto('videos').values(oldest).execute()
    await db.destroy()
    const { total } = await listVideos(hub.fastify, ann)
    let films = 0
    const line = await lineToHub(async (path) => {
      if (!path.startsWith('/media/')) return
      films++
      if (films < total - 1) return
      await send(hub.fastify, ann, 'DELETE', `/videos/${id}`)
      await hub.hub.jobs.runNow('blob-removals')
    })
    try {
      expect(await runAt(line.origin, 'nightly.mjs', ['read'], 'left')).toBe(`${total - 1} clips saved\n`)
      expect([films, (await readdir(join(folder, 'left'))).includes('.whole')]).toEqual([total, true])
    } finally {
      await line.close()
    }
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
      await breakOff(receiverPort)
      const stranger = await makeWebhook(hub.fastify, ann, { url })
      expect(await test(stranger.id)).toMatchObject({ isDelivered: false, status: 401 })
    } finally {
      receiver.kill()
    }
  })
})

/** Older ones than the hub takes by now; how many there are then. */
async function addOldClips(count: number): Promise<number> {
  const db = await openHubDatabase(hub)
  const one = await db.selectFrom('videos').selectAll().executeTakeFirstOrThrow()
  const copies = Array.from({ length: count }, (_, n) => ({
    ...one,
    id: randomUUID(),
    clip_id: randomUUID(),
    created_at: hub.clock.now() - 45 * DAY_MS - n,
  }))
  await db.insertInto('videos').values(copies).execute()
  const { size } = await db
    .selectFrom('videos')
    .select(({ fn }) => fn.countAll().as('size'))
    .executeTakeFirstOrThrow()
  await db.destroy()
  return Number(size)
}

/** A caller that goes in the middle of its message. */
async function breakOff(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.write('POST /hook HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\n{"a"', () => socket.end())
  await new Promise((done) => socket.on('close', done).resume())
}

/** Another way to the hub, which hears what is asked, and may cut the line. */
async function lineToHub(heard: (path: string, cut: () => void) => unknown) {
  const line = createHttpServer(async (incoming, outgoing) => {
    const { method, url = '/', headers } = incoming
    await heard(url, () => incoming.destroy())
    const pass = (answer: IncomingMessage) => answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers))
    ask(`${origin}${url}`, { method, headers }, pass).end()
  })
  await new Promise<void>((done) => line.listen(0, '127.0.0.1', done))
  const { port } = line.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      line.closeAllConnections()
      await new Promise((done) => line.close(done))
    },
  }
}

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
