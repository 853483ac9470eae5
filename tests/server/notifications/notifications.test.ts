import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Camera } from '../../../src/contract/camera'
import { addCamera, pathOf, send } from '../support/calls'
import { jpeg, postClip } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub, type TestHubOptions } from '../support/hub'
import { later } from '../support/later'
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver'

const MINUTE_MS = 60_000

let hub: TestHub
let ann: SignedInUser
let door: Camera
let receiver: WebhookReceiver

async function start(options: TestHubOptions = {}) {
  hub = await startTestHub({
    tier: 'PRO',
    ...options,
    environment: { WEBHOOK_HOSTS: receiver.host, ...options.environment },
  })
  ann = await hub.signIn()
  door = await addCamera(hub.fastify, ann)
  hub.mails.length = 0
}
beforeEach(async () => {
  receiver = await startReceiver()
  await start()
})
afterEach(async () => {
  await hub.close()
  await receiver.close()
})

const pass = async (ms: number) => {
  ann = await later(hub, ann, ms)
}
const round = () => hub.hub.jobs.runNow('notifications')
const clip = (cameraId = door.id, fields = {}) => postClip(hub.fastify, ann, { cameraId, fields })
const subjects = () => hub.mails.map(({ subject }) => subject)
const usage = async () => (await send(hub.fastify, ann, 'GET', '/notifications/usage')).json()

async function set(change: object) {
  const { notifySmsNumber: _, channelStatus: __, ...config } = (await send(hub.fastify, ann, 'GET', '/wsconfig')).json()
  const next = { ...config, ...change }
  for (const part of ['notifications', 'integrations']) {
    const answer = await send(hub.fastify, ann, 'PUT', `/wsconfig/${part}`, next)
    if (answer.statusCode !== 200) throw new Error(answer.body)
  }
}

/** One motion after another with the same pause, the jobs running as often as in a real hub. */
async function motions(count: number, pauseMs: number, cameraId = door.id) {
  for (let made = 0; made < count; made++) {
    await clip(cameraId)
    for (let passedMs = 0; passedMs < pauseMs; passedMs += MINUTE_MS) {
      await round()
      await pass(MINUTE_MS)
    }
  }
  await round()
}

describe('an event', () => {
  test('is mailed at once, with camera, time, type and a link (MSG-01)', async () => {
    await clip()
    await round()
    expect(hub.mails).toHaveLength(1)
    const [mail] = hub.mails
    expect(mail).toMatchObject({ to: 'ann@example.org', subject: 'Motion at Door' })
    expect(mail?.text).toContain('Motion was detected at Door (Hall).')
    expect(mail?.text).toContain('Camera: Door (Hall)\nType: Motion\nTime: 2026-03-10 12:00:00 UTC')
    expect(mail?.text).toContain(
      `Open the events: http://localhost:8080/events?at=2026-03-10T12:00:00.000Z&camera=${door.id}\n`,
    )
    expect(mail?.html).toContain(
      `<a href="http://localhost:8080/events?at=2026-03-10T12:00:00.000Z&amp;camera=${door.id}">Open the events</a>`,
    )
    await round()
    expect(hub.mails).toHaveLength(1)
  })

  test('is sent within seconds, without anybody asking', async () => {
    await hub.close()
    await start({ hasJobTimers: true })
    await clip()
    await expect.poll(subjects, { timeout: 5_000 }).toEqual(['Motion at Door'])
  })

  test('says when it happened, not when it came', async () => {
    await clip(door.id, { startedAt: '2026-03-10T10:30:00Z' })
    await round()
    expect(hub.mails[0]?.text).toContain('Time: 2026-03-10 10:30:00 UTC')
  })

  test.each([
    ['the machine, or TZ, where the workspace has no schedule', null, '2026-03-10 21:00:00 UTC+9'],
    ['the workspace’s schedule', 'Europe/Paris', '2026-03-10 13:00:00 UTC+1'],
  ])('is told by the clocks of %s (MSG-12)', async (_whose, timeZone, time) => {
    await hub.close()
    await start({ environment: { TZ: 'Asia/Tokyo' } })
    if (timeZone !== null) {
      const schedule = { timeZone, switches: [{ days: [1], time: '22:00', mode: 'away' }] }
      expect((await send(hub.fastify, ann, 'PUT', '/modes', { schedule })).statusCode).toBe(200)
    }
    await clip()
    await round()
    expect(hub.mails[0]?.text).toContain(`\nTime: ${time}\n`)
  })

  test('has its picture inside the mail', async () => {
    const picture = jpeg(3000, 7)
    await clip(door.id, { thumbnail: picture.toString('base64') })
    await round()
    const [image] = hub.mails[0]?.images ?? []
    expect(image?.bytes.equals(picture)).toBe(true)
    expect(hub.mails[0]?.html).toContain(`<img src="cid:${image?.contentId}"`)
  })

  test('is sent to Slack and Discord with a signed picture where the hub has an address (MSG-01)', async () => {
    await hub.close()
    await start({ environment: { PUBLIC_URL: 'https://cam.example.org' } })
    const { url } = receiver
    await set({ emailEnabled: false, slackEnabled: true, notifySlackWebhook: `${url}/slack` })
    await set({ discordEnabled: true, notifyDiscordWebhook: `${url}/discord` })
    const picture = jpeg(900, 4)
    await clip(door.id, { thumbnail: picture.toString('base64') })
    await round()
    expect(hub.mails).toEqual([])
    const slack = receiver.posts.find(({ path }) => path === '/hook/slack')
    const discord = receiver.posts.find(({ path }) => path === '/hook/discord')
    expect(receiver.posts).toHaveLength(2)
    expect(slack?.headers['content-type']).toBe('application/json; charset=utf-8')
    const text = JSON.stringify(slack?.json)
    for (const part of [
      'Motion at Door',
      'Camera: Door (Hall)',
      '2026-03-10 12:00:00 UTC',
      `<https://cam.example.org/events?at=2026-03-10T12:00:00.000Z&amp;camera=${door.id}|`,
    ]) {
      expect(text).toContain(part)
    }
    const links = [
      /"image_url":"([^"]+)"/.exec(text)?.[1],
      /"image":\{"url":"([^"]+)"/.exec(JSON.stringify(discord?.json))?.[1],
    ]
    for (const link of links) {
      expect(link).toMatch(/^https:\/\/cam\.example\.org\/media\//)
      expect((await hub.fastify.inject({ url: pathOf(link) })).rawPayload.equals(picture)).toBe(true)
    }
    expect(discord?.json).toMatchObject({
      allowed_mentions: { parse: [] },
      embeds: [{ url: `https://cam.example.org/events?at=2026-03-10T12:00:00.000Z&camera=${door.id}` }],
    })
  })

  test('arrives without its picture where the chat refuses it with one that it cannot fetch, and counts once (MSG-01)', async () => {
    await hub.close()
    await start({ environment: { PUBLIC_URL: 'https://cam.example.org' } })
    const { url } = receiver
    await set({ emailEnabled: false, slackEnabled: true, notifySlackWebhook: `${url}/slack` })
    await set({ discordEnabled: true, notifyDiscordWebhook: `${url}/discord` })
    receiver.answer = ({ text }) => ({ status: /cam\.example\.org\/media\//.test(text) ? 400 : 200 })
    await clip(door.id, { thumbnail: jpeg().toString('base64') })
    await round()
    const posts = ['/hook/slack', '/hook/discord'].map((path) => receiver.posts.filter((post) => post.path === path))
    expect(posts.map(({ length }) => length)).toEqual([2, 2])
    for (const [, second] of posts) expect(second?.text).toContain('Motion was detected at Door')
    expect((await usage()).used).toBe(2)
    expect((await send(hub.fastify, ann, 'GET', '/wsconfig')).json().channelStatus).toMatchObject({
      slack: null,
      discord: null,
    })
    // Where the picture is not why, it is refused as before.
    receiver.answer = { status: 400 }
    await pass(60 * MINUTE_MS)
    await clip(door.id, { thumbnail: jpeg().toString('base64') })
    await round()
    expect((await usage()).used).toBe(2)
    expect((await send(hub.fastify, ann, 'GET', '/wsconfig')).json().channelStatus.slack.message).toContain(
      'status 400',
    )
  })

  test('has no picture link from a hub that others cannot reach', async () => {
    await set({ slackEnabled: true, notifySlackWebhook: receiver.url })
    await clip(door.id, { thumbnail: jpeg().toString('base64') })
    await round()
    expect(JSON.stringify(receiver.posts[0]?.json)).not.toContain('image_url')
  })

  test('goes nowhere while its type is turned off (MSG-02)', async () => {
    await set({ notifyOnMotion: false })
    await clip()
    await set({ notifyOnMotion: true })
    await round()
    expect(hub.mails).toEqual([])
    await clip()
    await round()
    expect(subjects()).toEqual(['Motion at Door'])
  })

  test('goes to no channel that is off or has no address (MSG-02)', async () => {
    await set({ emailEnabled: false, slackEnabled: true, notifySlackWebhook: '', notifyDiscordWebhook: receiver.url })
    await clip()
    await round()
    expect([hub.mails, receiver.posts]).toEqual([[], []])
  })

  test('of a clip that is delivered twice is told once (HUB-12)', async () => {
    const fields = { clipId: '00000000-0000-4000-8000-000000000001' }
    await Promise.all([clip(door.id, fields), clip(door.id, fields), clip(door.id, fields)])
    await round()
    await pass(20 * MINUTE_MS)
    await round()
    expect(subjects()).toEqual(['Motion at Door'])
  })

  test('that is refused for lack of room is not told', async () => {
    expect((await clip(door.id, { size: '1' })).statusCode).toBe(422)
    await round()
    expect(hub.mails).toEqual([])
  })
})

describe('an incident (MSG-03: a windy night)', () => {
  test('of forty motions is one message and a few digests', async () => {
    await motions(40, MINUTE_MS)
    expect(subjects()).toEqual(['Motion at Door', '15 more motions at Door', '15 more motions at Door'])
    await pass(15 * MINUTE_MS)
    await round()
    expect(subjects().slice(3)).toEqual(['9 more motions at Door'])
    await pass(60 * MINUTE_MS)
    await round()
    expect(hub.mails).toHaveLength(4)
  })

  test('tells in a digest how many, from when to when, with the newest picture', async () => {
    await clip()
    await pass(MINUTE_MS)
    await clip(door.id, { thumbnail: jpeg(500, 1).toString('base64') })
    await pass(MINUTE_MS)
    await clip(door.id, { thumbnail: jpeg(500, 2).toString('base64') })
    await pass(13 * MINUTE_MS)
    await round()
    const digest = hub.mails[1]
    expect(digest?.text).toContain(
      `Open the events: http://localhost:8080/events?at=2026-03-10T12:02:00.000Z&camera=${door.id}\n`,
    )
    expect(digest?.text).toContain('Count: 2\nFirst: 2026-03-10 12:01:00 UTC\nLast: 2026-03-10 12:02:00 UTC')
    expect(digest?.images?.[0]?.bytes.equals(jpeg(500, 2))).toBe(true)
  })

  test('is told by one digest in 15 minutes at most', async () => {
    await clip()
    await clip()
    await round()
    await pass(15 * MINUTE_MS - 1)
    await round()
    expect(hub.mails).toHaveLength(1)
    await pass(1)
    await round()
    expect(subjects()).toEqual(['Motion at Door', '1 more motion at Door'])
  })

  test('ends after ten quiet minutes: what comes then is told at once', async () => {
    await clip()
    await pass(10 * MINUTE_MS)
    await clip()
    await round()
    expect(hub.mails).toHaveLength(1)
    await pass(10 * MINUTE_MS + 1)
    await clip()
    await round()
    expect(subjects().filter((subject) => subject === 'Motion at Door')).toHaveLength(2)
  })

  test('belongs to one camera', async () => {
    const gate = await addCamera(hub.fastify, ann, 'Gate')
    await clip()
    await clip(gate.id)
    await round()
    expect(subjects().sort()).toEqual(['Motion at Door', 'Motion at Gate'])
  })

  test('of what waited in an outbox for hours is one message and one digest', async () => {
    for (let hour = 1; hour <= 8; hour++) await clip(door.id, { startedAt: `2026-03-10T0${hour}:00:00Z` })
    await round()
    await pass(15 * MINUTE_MS)
    await round()
    expect(subjects()).toEqual(['Motion at Door', '7 more motions at Door'])
    expect(hub.mails[1]?.text).toContain('First: 2026-03-10 02:00:00 UTC\nLast: 2026-03-10 08:00:00 UTC')
  })

  test('of a camera that was removed is told no further, and takes no place of the month (MSG-03)', async () => {
    await clip()
    await round()
    await clip()
    await send(hub.fastify, ann, 'DELETE', `/cameras/${door.id}`)
    await pass(15 * MINUTE_MS)
    await round()
    expect([subjects(), (await usage()).used]).toEqual([['Motion at Door'], 1])
  })

  test('goes on over a restart of the hub', async () => {
    const kept = { dataDir: hub.dataDir, clock: hub.clock, tier: 'PRO' } as const
    await clip()
    await round()
    await hub.hub.close()
    const first = hub
    hub = await startTestHub(kept)
    await clip()
    await round()
    expect(hub.mails).toEqual([])
    await pass(15 * MINUTE_MS)
    await round()
    expect(subjects()).toEqual(['1 more motion at Door'])
    await hub.hub.close()
    hub = first
  })
})

describe('the usage (NOTIF-15, MSG-05)', () => {
  test('counts one per delivered message per channel, on both calls', async () => {
    expect(await usage()).toEqual({ used: 0, total: 100, percentage: 0 })
    await set({ slackEnabled: true, notifySlackWebhook: receiver.url })
    await clip()
    expect((await usage()).used).toBe(0)
    await round()
    expect(await usage()).toEqual({ used: 2, total: 100, percentage: 2 })
    expect((await send(hub.fastify, ann, 'GET', '/workspaces/usage')).json().notifications).toEqual(await usage())
  })

  test('counts nothing that failed', async () => {
    hub.mailer.isFailing = true
    await clip()
    await round()
    expect((await usage()).used).toBe(0)
    hub.mailer.isFailing = false
    await pass(MINUTE_MS)
    await round()
    expect((await usage()).used).toBe(1)
  })

  test('begins anew with the calendar month in UTC', async () => {
    await clip()
    await round()
    await pass(Date.parse('2026-04-01T00:00:00Z') - hub.clock.now() - 1)
    expect((await usage()).used).toBe(1)
    await pass(1)
    expect((await usage()).used).toBe(0)
  })

  test('of another workspace is not counted', async () => {
    await clip()
    await round()
    const bob = await hub.signIn('bob@example.org')
    expect((await send(hub.fastify, bob, 'GET', '/notifications/usage')).json().used).toBe(0)
  })
})

test('a free plan’s ten messages are never passed, and the rest is suppressed (MSG-05, PLAN-02)', async () => {
  await hub.close()
  await start({ tier: 'FREE' })
  for (let made = 0; made < 14; made++) {
    await clip()
    await round()
    await pass(11 * MINUTE_MS)
  }
  expect(hub.mails).toHaveLength(10)
  expect(await usage()).toEqual({ used: 10, total: 10, percentage: 100 })
  // The new month begins with a clean slate: what was suppressed stays so.
  await pass(31 * 24 * 60 * MINUTE_MS)
  await round()
  expect(hub.mails).toHaveLength(10)
})
