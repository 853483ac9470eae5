import { createHash, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { videoPages } from '../../../server/workspace/export-rows'
import { makeToken } from '../support/api-tokens'
import { addCamera, type Caller, pathOf, send } from '../support/calls'
import { postClip, webm } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { openHubDatabase } from '../support/webhook-worker'
import { unzip } from '../support/zip'

type Asker = Caller & Pick<SignedInUser, 'workspaceId'>

let hub: TestHub
let ann: SignedInUser
beforeEach(async () => {
  hub = await startTestHub()
  ann = await hub.signIn()
})
afterEach(() => hub.close())

const link = async (user: Asker = ann, workspaceId = user.workspaceId) =>
  send(hub.fastify, user, 'POST', `/workspaces/${workspaceId}/export`)

async function unpacked(): Promise<Map<string, Buffer>> {
  const answer = await hub.fastify.inject(pathOf((await link()).json().url))
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  return unzip(answer.rawPayload)
}

const factsIn = (files: Map<string, Buffer>) => JSON.parse(String(files.get('workspace.json')))

test('the zip of a workspace holds every clip byte for byte, and what is known of it (EXT-13)', async () => {
  const camera = await addCamera(hub.fastify, ann, 'Front/Door: 1')
  const clips = [webm(5_000, 1), webm(90_000, 2)]
  for (const bytes of clips) await postClip(hub.fastify, ann, { cameraId: camera.id, bytes })
  const files = await unpacked()
  const films = [...files].filter(([name]) => name.startsWith('videos/') && !name.endsWith('.proof.json'))
  expect(films.every(([name]) => /^videos\/2026-03-10T12-00-00Z Front_Door_ 1 [0-9a-f-]{36}\.webm$/.test(name))).toBe(
    true,
  )
  expect(films.length).toBe(clips.length)
  for (const bytes of clips) expect(films.some(([, film]) => film.equals(bytes))).toBe(true)
  const facts = factsIn(files)
  expect([facts.cameras.length, facts.videos.length, facts.events.length]).toEqual([1, 2, 2])
  expect(facts.videos[0]).toMatchObject({ cameraId: camera.id, createdAt: '2026-03-10T12:00:00.000Z' })
})

test('the zip of an empty workspace opens and says that it is empty', async () => {
  expect(factsIn(await unpacked())).toEqual({
    cameras: [],
    apiTokens: [],
    webhooks: [],
    shares: [],
    videos: [],
    events: [],
    descriptions: [],
    modeHistory: [],
    outages: [],
    chats: [],
    invitations: [],
    members: [expect.anything()],
    notifications: expect.objectContaining({ notifyEmail: ann.email, notifySlackWebhook: null }),
    modes: expect.objectContaining({ inForce: expect.objectContaining({ mode: 'armed' }), schedule: null, rules: [] }),
  })
})

test('the zip names the API tokens and what they may do, but holds nothing that proves one (TOKEN-13)', async () => {
  const { token, headers: _headers, ...shown } = await makeToken(hub.fastify, ann, ['read', 'live'], 'Frigate')
  const text = String((await unpacked()).get('workspace.json'))
  expect(JSON.parse(text).apiTokens).toEqual([shown])
  for (const secret of [token, token.slice(3), createHash('sha256').update(token).digest('base64url')])
    expect(text).not.toContain(secret)
})

test('the zip says how the modes are set: choice, schedule, snooze and what each camera does (EXT-13, EXT-22)', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  const switches = [{ days: [1, 2, 3, 4, 5], time: '22:00', mode: 'night' }]
  await send(hub.fastify, ann, 'PUT', '/modes', {
    choice: { mode: 'home', lasts: 'for-good' },
    schedule: { timeZone: 'Europe/Paris', switches },
    snooze: '8h',
    rules: [{ cameraId, mode: 'home', records: false, notifies: true }],
  })
  const { modes } = factsIn(await unpacked())
  expect(modes).toEqual((await send(hub.fastify, ann, 'GET', '/modes')).json())
  expect(modes).toMatchObject({ choice: { mode: 'home' }, schedule: { switches }, rules: [{ cameraId }] })
})

test('the zip holds nothing of another workspace, and nobody gets its link (EXT-13)', async () => {
  const bob = await hub.signIn('bob@example.org')
  const camera = await addCamera(hub.fastify, bob, "Bob's")
  await postClip(hub.fastify, bob, { cameraId: camera.id, bytes: webm(3_000, 3) })
  expect([...(await unpacked()).keys()]).toEqual(['workspace.json'])
  expect((await link(ann, bob.workspaceId)).statusCode).toBe(404)
})

test('a link that is old, changed or of another kind opens nothing', async () => {
  const path = pathOf((await link()).json().url)
  const other = path.replace(ann.workspaceId, randomUUID())
  const foreign = path.replace(/access=[^&]+/, `access=${randomUUID()}`)
  const longer = path.replace(/expires=(\d+)/, (_all, seconds) => `expires=${Number(seconds) + 600}`)
  for (const changed of [other, foreign, longer, path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))]) {
    expect((await hub.fastify.inject(changed)).statusCode).toBe(404)
  }
  hub.clock.advance(11 * 60_000)
  expect((await hub.fastify.inject(path)).statusCode).toBe(404)
})

/** Somebody who is in the workspace of ann, who may have several people in hers. */
async function join(email: string): Promise<SignedInUser> {
  await hub.close()
  hub = await startTestHub({ tier: 'TEAM' })
  ann = await hub.signIn()
  await send(hub.fastify, ann, 'POST', '/members', { email })
  return hub.signIn(email)
}

async function remove({ email }: SignedInUser): Promise<void> {
  const people = (await send(hub.fastify, ann, 'GET', '/members')).json()
  const { id } = people.find((row: { email: string }) => row.email === email)
  expect((await send(hub.fastify, ann, 'DELETE', `/members/${id}`)).statusCode).toBe(200)
}

test("a removed member's link opens nothing any more, the owner's goes on (EXT-13)", async () => {
  const bob = await join('bob@example.org')
  const [bobs, anns] = [pathOf((await link(bob)).json().url), pathOf((await link(ann)).json().url)]
  expect((await hub.fastify.inject({ method: 'HEAD', url: bobs })).statusCode).toBe(200)
  await remove(bob)
  expect((await hub.fastify.inject(bobs)).statusCode).toBe(404)
  expect((await hub.fastify.inject(anns)).statusCode).toBe(200)
})

/** What becomes of a download of ann's workspace that runs while something happens to who asked for it. */
async function downloadDuring(reader: Asker, happens: () => Promise<unknown>): Promise<string> {
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  // More than sockets hold, so that it stays where its reader is.
  for (const seed of [1, 2]) await postClip(hub.fastify, ann, { cameraId, bytes: webm(12 * 1024 ** 2, seed) })
  const origin = await hub.listen()
  const running = await fetch(origin + pathOf((await link(reader)).json().url))
  await happens()
  return running.arrayBuffer().then(
    () => 'whole',
    () => 'broken off',
  )
}

test('a download that runs breaks off at the next recording once its reader is removed (EXT-13)', async () => {
  const bob = await join('bob@example.org')
  expect(await downloadDuring(bob, () => remove(bob))).toBe('broken off')
  // Its place is free again.
  await expect.poll(async () => (await link(ann)).statusCode).toBe(200)
})

/** By a token of ann's. */
const makeProgram = async () => ({
  ...(await makeToken(hub.fastify, ann, ['read'])),
  workspaceId: ann.workspaceId,
})

/** Signs ann's first device out by another of hers, which stays. */
async function signFirstOut(): Promise<SignedInUser> {
  const first = (await send(hub.fastify, ann, 'GET', '/sessions')).json().find(isThis)
  hub.clock.advance(60_000)
  const second = await hub.signIn()
  expect((await send(hub.fastify, second, 'DELETE', `/sessions/${first.id}`)).statusCode).toBe(200)
  return second
}
const isThis = ({ isCurrent }: { isCurrent: boolean }) => isCurrent

test('the link of a device that was signed out opens nothing any more, nor that of a token that was revoked (EXT-13, DEV-05, TOKEN-03, TOKEN-06)', async () => {
  const [program, other] = [await makeProgram(), await makeProgram()]
  const paths = await Promise.all([ann, program, other].map(async (asker) => pathOf((await link(asker)).json().url)))
  const second = await signFirstOut()
  await send(hub.fastify, second, 'DELETE', `/tokens/${program.id}`)
  const answers = []
  for (const path of paths) answers.push((await hub.fastify.inject(path)).statusCode)
  expect(answers).toEqual([404, 404, 200])
  expect((await hub.fastify.inject(pathOf((await link(second)).json().url))).statusCode).toBe(200)
})

test('a download that runs breaks off once the device that asked is signed out (EXT-13, DEV-05)', async () => {
  expect(await downloadDuring(ann, signFirstOut)).toBe('broken off')
})

test('a download that runs breaks off once its token is revoked (EXT-13, TOKEN-06)', async () => {
  const program = await makeProgram()
  expect(await downloadDuring(program, () => send(hub.fastify, ann, 'DELETE', `/tokens/${program.id}`))).toBe(
    'broken off',
  )
})

test('rows beyond one page are all there, once, in their order (EXT-13)', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await postClip(hub.fastify, ann, { cameraId })
  const db = await openHubDatabase(hub)
  const [video, event] = [
    await db.selectFrom('videos').selectAll().executeTakeFirstOrThrow(),
    await db.selectFrom('events').selectAll().executeTakeFirstOrThrow(),
  ]
  // Many at one moment: a page ends between two of them.
  const ids = Array.from({ length: 1_200 }, (_, n) => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`)
  // Fewer, as an export asks before each whether its reader may still have it.
  const clipIds = ids.slice(0, 520)
  const rows = {
    videos: clipIds.map((id) => ({
      ...video,
      id,
      clip_id: id,
      blob_key: `gone/clips/${id}.webm`,
      thumbnail_key: null,
    })),
    events: ids.map((id, n) => ({ ...event, id, video_id: clipIds[n] ?? null })),
  }
  for (let from = 0; from < clipIds.length; from += 100)
    await db
      .insertInto('videos')
      .values(rows.videos.slice(from, from + 100))
      .execute()
  for (let from = 0; from < ids.length; from += 100)
    await db
      .insertInto('events')
      .values(rows.events.slice(from, from + 100))
      .execute()
  await db.destroy()
  const facts = factsIn(await unpacked())
  const idsOf = (rows: { id: string }[], own: string) => rows.map(({ id }) => id).filter((id) => id !== own)
  expect(idsOf(facts.videos, video.id)).toEqual(clipIds)
  expect(idsOf(facts.events, event.id)).toEqual(ids)
})

test('a recording that comes while an export reads is left out of all of it (EXT-13)', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await postClip(hub.fastify, ann, { cameraId })
  const untilMs = hub.clock.now()
  hub.clock.advance(1)
  await postClip(hub.fastify, ann, { cameraId })
  const db = await openHubDatabase(hub)
  const read: string[] = []
  for await (const page of videoPages(db, ann.workspaceId, untilMs)) read.push(...page.map(({ id }) => id))
  await db.destroy()
  expect(read).toHaveLength(1)
})

test('a clip that came while the clock was ahead is in the zip that is made when it is right', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  hub.clock.advance(5 * 60_000)
  await postClip(hub.fastify, ann, { cameraId })
  hub.clock.advance(-5 * 60_000)
  const files = await unpacked()
  expect(factsIn(files).videos).toHaveLength(1)
  expect([...files.keys()].filter((name) => name.endsWith('.webm'))).toHaveLength(1)
})

/** Downloads of four workspaces that nobody reads on, and the address of a fifth's. */
async function startFour(signal: AbortSignal | null = null) {
  const origin = await hub.listen()
  const users = [ann]
  for (const name of ['bob', 'eve', 'joe', 'zoe']) users.push(await hub.signIn(`${name}@example.org`))
  const urls: string[] = []
  for (const [n, user] of users.entries()) {
    const { id: cameraId } = await addCamera(hub.fastify, user)
    // More than sockets hold, so that it stays where its reader is.
    await postClip(hub.fastify, user, { cameraId, bytes: webm(n < 4 ? 12 * 1024 ** 2 : 1_000) })
    urls.push(origin + pathOf((await link(user)).json().url))
  }
  const [first = '', , , , fifth = ''] = urls
  expect((await fetch(first, { method: 'HEAD' })).status).toBe(200)
  const running = await Promise.all(urls.slice(0, 4).map((url) => fetch(url, { signal })))
  expect(running.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  return { users, first, fifth, running }
}

test('one export at a time runs for a workspace, four for the hub, and each gives its place back (EXT-13)', async () => {
  const end = new AbortController()
  const { signal } = end
  const { users, first, fifth, running } = await startFour(signal)
  for (const [url, said] of [
    [first, 'An export is running already. Try again when its download has ended.'],
    [fifth, 'The hub is exporting for others. Try again in a few minutes.'],
  ] as const) {
    const refused = await fetch(url)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect(await refused.json()).toMatchObject({ code: 'too-many-requests', message: said })
  }
  expect((await link(ann)).statusCode).toBe(429)
  // One is broken off, one is read to its end.
  await running[0]?.body?.cancel()
  await running[1]?.arrayBuffer()
  await expect.poll(async () => (await link(ann)).statusCode).toBe(200)
  const again = await fetch(first, { signal })
  const last = await fetch(fifth, { signal })
  expect([again.status, last.status]).toEqual([200, 200])
  end.abort()
  for (const user of users) await expect.poll(async () => (await link(user)).statusCode).toBe(200)
  // After an abort undici connects anew and asks for nothing, which the hub's end would wait for.
  hub.fastify.server.closeAllConnections()
}, 60_000)

test('of readers who hardly read, one gives way to somebody who waits, with a download that breaks off (EXT-13)', async () => {
  const { users, running } = await startFour()
  const zoe = users[4] ?? ann
  const zoesAfter = async (ms: number) => {
    hub.clock.advance(ms)
    return (await link(zoe)).statusCode
  }
  // Sockets take some megabytes at once; from then on nothing moves.
  await zoesAfter(5 * 60_000)
  expect(await zoesAfter(5 * 60_000)).toBe(200)
  const ends = await Promise.allSettled(running.map((answer) => answer.arrayBuffer()))
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
}, 60_000)
