import { randomUUID } from 'node:crypto'
import { rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeToken } from '../support/api-tokens'
import { addCamera, type Caller, door, listVideos, pathOf, send } from '../support/calls'
import { jpeg, postClip, webm } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { openHubDatabase } from '../support/webhook-worker'
import { unzip } from '../support/zip'

const slack = 'https://hooks.slack.com/services/T0/B0/secret-of-slack'
const discord = 'https://discord.com/api/webhooks/1/secret-of-discord'

let hub: TestHub
let ann: SignedInUser
beforeEach(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  ann = await hub.signIn()
})
afterEach(() => hub.close())

async function joined(email: string): Promise<SignedInUser> {
  await send(hub.fastify, ann, 'POST', '/members', { email })
  return hub.signIn(email)
}

/** The zip that somebody, or a program, downloads. */
async function filesFor(caller: Caller): Promise<Map<string, Buffer>> {
  const { url } = (await send(hub.fastify, caller, 'POST', `/workspaces/${ann.workspaceId}/export`)).json()
  return unzip((await hub.fastify.inject(pathOf(url))).rawPayload)
}

/** What is told of the workspace in it. */
async function factsFor(caller: Caller) {
  const text = String((await filesFor(caller)).get('workspace.json'))
  return { text, facts: JSON.parse(text) }
}

const setChannels = (change: object) =>
  send(hub.fastify, ann, 'PUT', '/wsconfig/integrations', {
    emailEnabled: true,
    notifyEmail: ann.email,
    slackEnabled: false,
    notifySlackWebhook: null,
    discordEnabled: false,
    notifyDiscordWebhook: null,
    smsEnabled: false,
    ...change,
  })

test('the zip has the chats, in their order, with recordings by the ids that they have there (EXT-13)', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await postClip(hub.fastify, ann, { cameraId })
  const ask = (message: string, existingChatId: string | null) =>
    send(hub.fastify, ann, 'POST', '/ai/chat', { message, existingChatId })
  await ask('Show me the latest recording', null)
  const chatId = (await send(hub.fastify, ann, 'GET', '/chats/latest')).json().id
  hub.clock.advance(1_000)
  await ask('How many events were there?', chatId)
  await ask('What is my plan?', null)
  const { facts } = await factsFor(ann)
  expect(facts.chats).toEqual([
    {
      id: chatId,
      createdAt: '2026-03-10T12:00:00.000Z',
      messages: [
        {
          message: 'Show me the latest recording',
          askedBy: ann.email,
          sentAt: '2026-03-10T12:00:00.000Z',
          answer: expect.stringContaining(`(clip:${facts.videos[0].id})`),
          answeredAt: expect.any(String),
        },
        expect.objectContaining({ message: 'How many events were there?', sentAt: '2026-03-10T12:00:01.000Z' }),
      ],
    },
    expect.objectContaining({ messages: [expect.objectContaining({ message: 'What is my plan?' })] }),
  ])
})

test('the zip has who is there and who is invited, for people and not for programs (EXT-13, TOKEN-05)', async () => {
  const bob = await joined('bob@example.org')
  await send(hub.fastify, ann, 'POST', '/members', { email: 'eve@example.org' })
  for (const caller of [ann, bob]) {
    const { facts } = await factsFor(caller)
    const joinedAt = '2026-03-10T12:00:00.000Z'
    expect(facts.members).toEqual([
      { email: ann.email, role: 'owner', joinedAt },
      { email: bob.email, role: 'member', joinedAt },
    ])
    expect(facts.invitations).toEqual([{ email: 'eve@example.org', invitedBy: ann.email, sentAt: joinedAt }])
  }
  const { facts } = await factsFor(await makeToken(hub.fastify, ann, ['read']))
  expect([facts.members, facts.invitations]).toEqual([null, null])
})

test('the zip has the settings of notifications; the addresses of chats are in the owner’s own alone (EXT-13, TOKEN-04)', async () => {
  const bob = await joined('bob@example.org')
  await setChannels({ slackEnabled: true, notifySlackWebhook: slack, notifyDiscordWebhook: discord })
  const { channelStatus: _, ...config } = (await send(hub.fastify, ann, 'GET', '/wsconfig')).json()
  expect((await factsFor(ann)).facts.notifications).toEqual(config)
  const { notifySlackWebhook: __, notifyDiscordWebhook: ___, ...others } = config
  const program = await makeToken(hub.fastify, ann, ['read'])
  for (const [caller, notifyEmail] of [[bob, ann.email] as const, [program, null] as const]) {
    const { facts, text } = await factsFor(caller)
    const hosts = { slackHost: 'hooks.slack.com', discordHost: 'discord.com' }
    expect(facts.notifications).toEqual({ ...others, ...hosts, notifyEmail })
    // Also of a channel that comes with another one day.
    expect(Object.keys(facts.notifications).filter((name) => name.endsWith('Webhook'))).toEqual([])
    expect(text).not.toContain('secret-of')
  }
})

test('the zip of a program holds nobody’s address, whoever made, chose or is told of something (EXT-13, TOKEN-05)', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await postClip(hub.fastify, ann, { cameraId })
  const [clip] = (await listVideos(hub.fastify, ann)).videos
  const bob = await joined('bob@example.org')
  const share = { videoId: clip?.id, title: 'Door', description: '', isPublic: true, expiryDays: 7, password: null }
  const webhook = { name: 'Lamp', url: 'https://hooks.slack.com/lamp', kinds: ['clip.created'], cameraIds: null }
  const made = [
    await send(hub.fastify, bob, 'POST', '/shares', share),
    await send(hub.fastify, ann, 'POST', '/webhooks', webhook),
    await send(hub.fastify, bob, 'PUT', '/modes', { choice: { mode: 'off', lasts: 'for-good' } }),
    await setChannels({ notifyEmail: 'family@example.org' }),
    await send(hub.fastify, ann, 'POST', '/ai/chat', { message: 'who has access?', existingChatId: null }),
  ]
  expect(made.map(({ statusCode }) => statusCode)).toEqual([201, 201, 200, 200, 200])
  const program = await makeToken(hub.fastify, bob, ['read'])
  const { facts, text } = await factsFor(program)
  expect(text).not.toContain('@')
  const makers = [facts.apiTokens, facts.webhooks, facts.shares].map(([{ createdBy }]) => createdBy)
  expect([...makers, facts.modes.choice.chosenBy, facts.modeHistory.at(-1).choice.chosenBy]).toEqual(
    Array(5).fill(null),
  )
  expect((await factsFor(ann)).facts.shares[0].createdBy).toBe(bob.email)
})

test('a link for a program passes for none of a person (EXT-13)', async () => {
  const program = await makeToken(hub.fastify, ann, ['read'])
  const { url } = (await send(hub.fastify, program, 'POST', `/workspaces/${ann.workspaceId}/export`)).json()
  const changed = pathOf(url).replace('by=program', 'by=person')
  expect(changed).not.toBe(pathOf(url))
  expect((await hub.fastify.inject(changed)).statusCode).toBe(404)
})

test('the zip has what the modes were before, and when cameras were off (EXT-13)', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  const choose = (mode: string) => send(hub.fastify, ann, 'PUT', '/modes', { choice: { mode, lasts: 'for-good' } })
  await choose('home')
  hub.clock.advance(60_000)
  await choose('off')
  const db = await openHubDatabase(hub)
  const nowMs = hub.clock.now()
  const outage = { workspace_id: ann.workspaceId, camera_id: cameraId, stay_ms: 30_000, back_since: null, is_told: 1 }
  const times = (ago: number) => ({ seen_at: nowMs - ago - 15_000, started_at: nowMs - ago })
  await db
    .insertInto('outages')
    .values([
      { ...outage, ...times(5_000), id: randomUUID(), ended_at: null },
      { ...outage, ...times(60_000), id: randomUUID(), ended_at: nowMs - 30_000 },
    ])
    .execute()
  await db.destroy()
  const { facts } = await factsFor(ann)
  const chosenBy = ann.email
  expect(facts.modeHistory).toEqual([
    expect.objectContaining({
      from: '2026-03-10T12:00:00.000Z',
      choice: expect.objectContaining({ mode: 'home', chosenBy }),
    }),
    expect.objectContaining({ from: '2026-03-10T12:01:00.000Z', choice: expect.objectContaining({ mode: 'off' }) }),
  ])
  expect(facts.outages).toEqual([
    {
      cameraId,
      lastSeenAt: '2026-03-10T11:59:45.000Z',
      from: '2026-03-10T12:00:00.000Z',
      until: '2026-03-10T12:00:30.000Z',
    },
    { cameraId, lastSeenAt: '2026-03-10T12:00:40.000Z', from: '2026-03-10T12:00:55.000Z', until: null },
  ])
})

test('the zip has how cameras detect, and which recordings are marked as kept (EXT-13)', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  const settings = { ...door, isMotionEnabled: true, isAudioEnabled: true, motionSensitivity: 70 }
  expect((await send(hub.fastify, ann, 'PUT', `/cameras/${cameraId}`, settings)).statusCode).toBe(200)
  for (let count = 0; count < 2; count++) {
    await postClip(hub.fastify, ann, { cameraId })
    hub.clock.advance(1_000)
  }
  const [newest] = (await listVideos(hub.fastify, ann)).videos
  await send(hub.fastify, ann, 'PUT', `/videos/${newest?.id}/keep`, { isKept: true })
  const { facts } = await factsFor(ann)
  expect(facts.cameras).toMatchObject([
    { deviceLabel: door.deviceLabel, isMotionEnabled: true, isAudioEnabled: true, motionSensitivity: 70 },
  ])
  expect(facts.videos.map(({ id, isKept }: { id: string; isKept: boolean }) => isKept && id)).toEqual([
    false,
    newest?.id,
  ])
})

test('a recording whose file is lost, or is shorter than it came, is named as not whole (EXT-13)', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  const fields = { thumbnail: jpeg().toString('base64') }
  for (const bytes of [webm(1_000), webm(2_000), webm(3_000)])
    await postClip(hub.fastify, ann, { cameraId, bytes, fields })
  const db = await openHubDatabase(hub)
  const videos = await db.selectFrom('videos').selectAll().orderBy('size_bytes').execute()
  await db.destroy()
  const [lost, cut] = videos.map(({ blob_key }) => join(hub.dataDir, 'blobs', blob_key))
  await rm(lost ?? '')
  await truncate(cut ?? '', 1_500)
  await rm(join(hub.dataDir, 'blobs', videos[2]?.thumbnail_key ?? ''))
  const files = await filesFor(ann)
  const lines = String(files.get('unreadable.txt')).trim().split('\n').slice(1)
  expect(lines.map((line) => line.replace(/^(\w+)\/.* ([0-9a-f-]{36})/, '$1 $2')).sort()).toEqual(
    [
      `thumbnails ${videos[2]?.id}.jpg: left out, as it is not there`,
      `videos ${videos[0]?.id}.webm: left out, as it is not there`,
      `videos ${videos[1]?.id}.webm: 1500 bytes, where 2000 came`,
    ].sort(),
  )
})

test('recordings have the names of their cameras in any script, without what a system may refuse (EXT-13)', async () => {
  for (const name of ['दरवाज़ा', 'ประตูหน้า', 'Tür/1 ../🚪']) {
    const { id: cameraId } = await addCamera(hub.fastify, ann, name)
    await postClip(hub.fastify, ann, { cameraId })
  }
  const films = [...(await filesFor(ann)).keys()].filter((name) => name.endsWith('.webm'))
  expect(films.map((name) => name.slice(28, -42)).sort()).toEqual(['Tür_1 ____', 'दरवाज़ा', 'ประตูหน้า'].sort())
})
