import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nodeNetwork } from '../../../server/notifications/sending/outside-network'
import type { Camera } from '../../../src/contract/camera'
import { MAX_PUSH_DEVICES, type PushDevice, type PushMessage } from '../../../src/contract/notifications/push'
import { addEras, storedEra } from '../modes/stored-eras'
import { addCamera, pathOf, send } from '../support/calls'
import { jpeg, postClip } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub, type TestHubOptions } from '../support/hub'
import { later } from '../support/later'
import { type PushService, senderOf, startPushService, type TestBrowser } from '../support/push-service'
import { openHubDatabase } from '../support/webhook-worker'

const MINUTE_MS = 60_000

let service: PushService
let hub: TestHub
let ann: SignedInUser
let door: Camera

beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.close())

async function start(options: TestHubOptions = {}) {
  hub = await startTestHub({
    tier: 'TEAM',
    ...options,
    environment: { PUSH_HOSTS: service.host, ...options.environment },
    deps: { outsideNetwork: nodeNetwork(service.ca) },
  })
  ann = await hub.signIn()
  door = await addCamera(hub.fastify, ann)
  hub.mails.length = 0
}
beforeEach(async () => {
  service.pushes.length = 0
  service.status = 201
  await start()
})
afterEach(() => hub.close())

const round = () => hub.hub.jobs.runNow('notifications')
const clip = (fields = {}) => postClip(hub.fastify, ann, { cameraId: door.id, fields })
const call = (user: SignedInUser | null, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  send(hub.fastify, user, method, path, body)
const devices = async (user = ann) => (await call(user, 'GET', '/push/subscriptions')).json<PushDevice[]>()
const usage = async () => (await call(ann, 'GET', '/notifications/usage')).json<{ used: number }>().used
const alertOf = (alertId: string) => ({
  alertId,
  kind: 'covered',
  occurredAt: new Date(hub.clock.now()).toISOString(),
})
const alert = () => call(ann, 'POST', `/cameras/${door.id}/alerts`, alertOf(crypto.randomUUID()))

async function turnOn(user = ann, browser: TestBrowser = service.browser()): Promise<TestBrowser> {
  const answer = await call(user, 'POST', '/push/subscriptions', browser.subscription)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return browser
}

async function messages(browser: TestBrowser): Promise<PushMessage[]> {
  await round()
  return service.messagesOf(browser)
}

describe('a push', () => {
  test('says what happened, where, when and of which incident, and leads to its moment (PUSH-01, MSG-13)', async () => {
    const browser = await turnOn()
    await clip({ startedAt: '2026-03-10T11:59:00Z' })
    expect(await messages(browser)).toMatchObject([
      {
        title: 'Motion at Door',
        body: 'Motion was detected at Door (Hall).',
        path: expect.stringMatching(/^\/events\?at=2026-03-10T11:59:00\.000Z&camera=[\da-f-]{36}$/),
        at: '2026-03-10T11:59:00.000Z',
        picture: null,
      },
    ])
  })

  test('is sealed for its browser alone, signed by the hub, and as long as any other (PUSH-02)', async () => {
    const [browser, other] = [await turnOn(), service.browser()]
    await clip()
    await alert()
    await round()
    const [first, second] = service.pushes
    expect(first?.sealed.length).toBe(second?.sealed.length)
    expect(first?.sealed.length).toBeLessThan(4096)
    expect(() => other.open(first?.sealed ?? Buffer.alloc(0))).toThrow()
    expect(first?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '86400' })
    expect(first?.headers['topic']).toBeUndefined()
    const { publicKey } = (await call(ann, 'GET', '/push/key')).json()
    const sender = senderOf(first ?? { headers: {} })
    expect([sender.key, sender.aud]).toEqual([publicKey, `https://${service.host}`])
    expect(sender.sub).toMatch(/^mailto:/)
    expect(JSON.stringify(service.messagesOf(browser))).not.toContain(ann.email)
  })

  test('holds no token: its picture is good for minutes (PUSH-02)', async () => {
    const browser = await turnOn()
    const picture = jpeg(3000, 7)
    await clip({ thumbnail: picture.toString('base64') })
    const [message] = await messages(browser)
    const text = JSON.stringify(message)
    for (const secret of [ann.token, ann.refreshToken, ann.email, browser.subscription.endpoint])
      expect(text).not.toContain(secret)
    expect(message?.picture).toMatch(/^\/media\//)
    const url = pathOf(`https://hub.invalid${message?.picture}`)
    expect((await hub.fastify.inject({ url })).rawPayload.equals(picture)).toBe(true)
    hub.clock.advance(11 * MINUTE_MS)
    expect((await hub.fastify.inject({ url })).statusCode).toBe(404)
  })

  test('is there without anybody asking, by the next breath of the hub (PUSH-06)', async () => {
    await hub.close()
    await start({ tier: 'PRO', hasJobTimers: true })
    const browser = await turnOn()
    await clip()
    await expect.poll(() => service.messagesOf(browser).map(({ title }) => title)).toEqual(['Motion at Door'])
  })
})

describe('what is pushed is what the other channels tell (PUSH-05)', () => {
  test('an incident once, then in a digest that takes its place, counted like them', async () => {
    const browser = await turnOn()
    for (let made = 0; made < 3; made++) {
      await clip()
      await round()
      ann = await later(hub, ann, 5 * MINUTE_MS)
    }
    const told = await messages(browser)
    expect(told.map(({ title }) => title)).toEqual(['Motion at Door', '2 more motions at Door'])
    expect(new Set(told.map(({ tag }) => tag)).size).toBe(1)
    expect(hub.mails.map(({ subject }) => subject)).toEqual(told.map(({ title }) => title))
    expect(await usage()).toBe(4)
  })

  test('not what nobody wants to hear of, nor what a mode or a snooze holds back', async () => {
    const browser = await turnOn()
    const { notifySmsNumber: _, channelStatus: __, ...config } = (await call(ann, 'GET', '/wsconfig')).json()
    await call(ann, 'PUT', '/wsconfig/notifications', { ...config, notifyOnMotion: false })
    await clip()
    expect(await messages(browser)).toEqual([])
    await call(ann, 'PUT', '/wsconfig/notifications', config)
    await call(ann, 'PUT', '/modes', { choice: { mode: 'home', lasts: 'for-good' } })
    await clip()
    expect(await messages(browser)).toEqual([])
    await call(ann, 'PUT', '/modes', { snooze: '1h' })
    await alert()
    expect(await messages(browser)).toEqual([])
    await call(ann, 'PUT', '/modes', { snooze: null })
    await alert()
    expect((await messages(browser)).map(({ title }) => title)).toEqual(['Lens covered at Door'])
  })

  test('also where every channel of the workspace is off', async () => {
    const browser = await turnOn()
    const { notifySmsNumber: _, channelStatus: __, ...config } = (await call(ann, 'GET', '/wsconfig')).json()
    await call(ann, 'PUT', '/wsconfig/integrations', { ...config, emailEnabled: false })
    await clip()
    expect(await messages(browser)).toHaveLength(1)
    expect(hub.mails).toEqual([])
  })

  test('to each device of each member, and to nobody of another workspace', async () => {
    const [first, second] = [await turnOn(), await turnOn(await hub.signIn())]
    const bob = await hub.signIn('bob@example.org')
    const stranger = await turnOn(bob)
    await clip()
    await round()
    const counts = [first, second, stranger].map((browser) => service.messagesOf(browser).length)
    expect(counts).toEqual([1, 1, 0])
  })

  test('a device that does not answer holds no other back, and is tried again (MSG-06)', async () => {
    const away = await turnOn()
    service.status = 503
    await clip()
    await round()
    service.status = 201
    const there = await turnOn(await hub.signIn())
    await alert()
    await round()
    expect([service.messagesOf(away).length, service.messagesOf(there).length]).toEqual([1, 1])
    const troubled = (await devices()).filter(({ trouble }) => trouble !== null)
    expect(troubled).toMatchObject([{ isCurrent: true }])
    expect(troubled[0]?.trouble?.message).toBe('The push service is out of order (status 503).')
    ann = await later(hub, ann, 2 * MINUTE_MS)
    await round()
    expect(service.messagesOf(away).map(({ title }) => title)).toEqual([
      'Motion at Door',
      'Lens covered at Door',
      'Motion at Door',
    ])
    expect((await devices())[0]).toMatchObject({ trouble: null, lastPushedAt: expect.any(String) })
  })

  test('a device that did not answer is tried again at once when a test arrives there (PUSH-08)', async () => {
    const away = await turnOn()
    service.status = 503
    await clip()
    await round()
    service.status = 201
    expect((await call(ann, 'POST', '/push/test')).statusCode).toBe(200)
    expect((await devices())[0]).toMatchObject({ trouble: null })
    await round()
    const titles = service.messagesOf(away).map(({ title }) => title)
    expect(titles).toEqual(['Motion at Door', 'Test message from Nightjar', 'Motion at Door'])
  })
})

describe('a device', () => {
  test('is listed for its person by what it is, and turned off from anywhere (PUSH-04)', async () => {
    const second = await hub.signIn()
    await turnOn()
    const other = await turnOn(second)
    expect((await devices()).map(({ isCurrent }) => isCurrent)).toEqual([true, false])
    const [, theirs] = await devices()
    const bob = await hub.signIn('bob@example.org')
    expect((await call(bob, 'DELETE', `/push/subscriptions/${theirs?.id}`)).statusCode).toBe(404)
    expect((await call(ann, 'DELETE', `/push/subscriptions/${theirs?.id}`)).statusCode).toBe(200)
    expect(await devices(second)).toHaveLength(1)
    await clip()
    expect(await messages(other)).toEqual([])
  })

  test('is told no more once it is turned off there, also of what waits (PUSH-04)', async () => {
    const browser = await turnOn()
    await clip()
    expect((await call(ann, 'DELETE', '/push/subscriptions')).statusCode).toBe(200)
    expect((await call(ann, 'DELETE', '/push/subscriptions')).statusCode).toBe(200)
    expect([await messages(browser), await devices()]).toEqual([[], []])
  })

  test.each([
    ['signs out', () => call(ann, 'POST', '/auth/sign-out', { refreshToken: ann.refreshToken })],
    ['is signed out from another device', async () => call(await hub.signIn(), 'DELETE', '/sessions')],
  ])('that %s is told nothing from then on, nor of what waits (PUSH-07)', async (_how, end) => {
    const browser = await turnOn()
    await clip()
    const answer = await end()
    expect(answer.statusCode).toBe(200)
    expect(await messages(browser)).toEqual([])
    ann = await hub.signIn()
    await alert()
    expect(await messages(browser)).toEqual([])
    expect(await devices()).toEqual([])
    await hub.hub.jobs.runNow('old-notifications')
    expect(await turnOn(ann, browser)).toBe(browser)
  })

  test('that was signed out begins no incident: who is told next is told at once (PUSH-07)', async () => {
    const { notifySmsNumber: _, channelStatus: __, ...config } = (await call(ann, 'GET', '/wsconfig')).json()
    await call(ann, 'PUT', '/wsconfig/integrations', { ...config, emailEnabled: false })
    await turnOn()
    await call(await hub.signIn(), 'DELETE', '/sessions')
    ann = await hub.signIn()
    await clip()
    const browser = await turnOn()
    await clip()
    expect(await messages(browser)).toHaveLength(1)
  })

  test('of who leaves the workspace is told nothing (PUSH-07)', async () => {
    await call(ann, 'POST', '/members', { email: 'eve@example.org' })
    const eve = await hub.signIn('eve@example.org')
    expect(eve.workspaceId).toBe(ann.workspaceId)
    const browser = await turnOn(eve)
    const members = (await call(ann, 'GET', '/members')).json<{ id: string; email: string }[]>()
    const eves = members.find(({ email }) => email === 'eve@example.org')
    expect((await call(ann, 'DELETE', `/members/${eves?.id}`)).statusCode).toBe(200)
    await clip()
    expect(await messages(browser)).toEqual([])
  })

  test.each([404, 410])('whose browser gave it up (%i) is forgotten (PUSH-07)', async (status) => {
    const browser = await turnOn()
    await turnOn(await hub.signIn())
    service.status = status
    await clip()
    await round()
    expect(await devices()).toEqual([])
    service.status = 201
    await alert()
    expect(await messages(browser)).toHaveLength(1)
    expect(await usage()).toBe(2)
  })

  test('that subscribes anew, or for somebody else, takes its own place (PUSH-04)', async () => {
    const browser = await turnOn()
    await turnOn(ann, browser)
    const newer = await turnOn()
    expect(await devices()).toHaveLength(1)
    const bob = await hub.signIn('bob@example.org')
    await turnOn(bob, newer)
    expect([await devices(), (await devices(bob)).length]).toEqual([[], 1])
    await clip()
    expect([await messages(browser), await messages(newer)]).toEqual([[], []])
  })

  test('gets a test at once, which counts for nothing; 20 an hour (PUSH-08)', async () => {
    expect((await call(ann, 'POST', '/push/test')).statusCode).toBe(404)
    const browser = await turnOn()
    expect((await call(ann, 'POST', '/push/test')).statusCode).toBe(200)
    expect(service.messagesOf(browser)).toMatchObject([{ title: 'Test message from Nightjar', snooze: null }])
    expect(await usage()).toBe(0)
    for (let sent = 1; sent < 20; sent++) await call(ann, 'POST', '/push/test')
    expect((await call(ann, 'POST', '/push/test')).statusCode).toBe(429)
    service.status = 410
    hub.clock.advance(MINUTE_MS)
    ann = await later(hub, ann, 60 * MINUTE_MS)
    const refused = await call(ann, 'POST', '/push/test')
    expect([refused.statusCode, refused.json().message]).toEqual([
      502,
      'The browser has turned its pushes off. Turn notifications on again.',
    ])
    expect(await devices()).toEqual([])
  })
})

describe('limits (PUSH-09)', () => {
  test('a person has at most 20 devices, ended ones not counted', async () => {
    const sessions = await Promise.all(Array.from({ length: MAX_PUSH_DEVICES }, () => hub.signIn().catch(() => null)))
    const others = sessions.filter((session) => session !== null)
    for (const session of others) await turnOn(session)
    for (let made = others.length; made < MAX_PUSH_DEVICES; made++) {
      ann = await later(hub, ann, 61 * MINUTE_MS)
      await turnOn(await hub.signIn())
    }
    ann = await later(hub, ann, 61 * MINUTE_MS)
    const refused = await call(ann, 'POST', '/push/subscriptions', service.browser().subscription)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'push-limit'])
    const [oldest] = await devices()
    await call(ann, 'DELETE', `/push/subscriptions/${oldest?.id}`)
    expect((await call(ann, 'POST', '/push/subscriptions', service.browser().subscription)).statusCode).toBe(201)
  })

  test('30 subscriptions an hour', async () => {
    for (let made = 0; made < 30; made++) await turnOn()
    const refused = await call(ann, 'POST', '/push/subscriptions', service.browser().subscription)
    expect(refused.statusCode).toBe(429)
  })

  test('keys that no browser makes are refused, and addresses that are too long', async () => {
    const { endpoint, keys } = service.browser().subscription
    const notOnCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url')
    for (const body of [
      { endpoint },
      { endpoint, keys: { ...keys, p256dh: 'short' } },
      { endpoint, keys: { ...keys, p256dh: notOnCurve } },
      { endpoint, keys: { ...keys, auth: '' } },
      { endpoint: endpoint.padEnd(1001, 'x'), keys },
    ]) {
      const answer = await call(ann, 'POST', '/push/subscriptions', body)
      expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(/\.$/)])
    }
    expect(await devices()).toEqual([])
  })
})

describe('snoozing from a notification (PUSH-10)', () => {
  const snooze = (message: PushMessage | undefined) => call(null, 'POST', '/push/snooze', message?.snooze ?? {})
  const modes = async () => (await call(ann, 'GET', '/modes')).json()

  test('is what PUT /modes does, without a token, once', async () => {
    const browser = await turnOn()
    await clip()
    const [message] = await messages(browser)
    const answer = await snooze(message)
    const until = new Date(hub.clock.now() + 60 * MINUTE_MS).toISOString()
    expect([answer.statusCode, answer.json()]).toEqual([200, { until }])
    expect((await modes()).snooze.until).toBe(until)
    await alert()
    expect(await messages(browser)).toHaveLength(1)
    await call(ann, 'PUT', '/modes', { snooze: null })
    expect((await snooze(message)).statusCode).toBe(410)
    expect((await modes()).snooze).toBeNull()
  })

  test('is a change of a person: programs that have used up the day hold it up no more than others (MODE-08)', async () => {
    await call(ann, 'PUT', '/modes', { choice: { mode: 'away', lasts: 'for-good' } })
    const { settings } = await storedEra(hub, ann)
    await addEras(hub, ann, 999, () => ({ from_at: hub.clock.now(), settings }))
    const browser = await turnOn()
    await clip()
    const [message] = await messages(browser)
    expect((await snooze(message)).statusCode).toBe(200)
  })

  test('leaves a longer snooze as it is, and lengthens a shorter one', async () => {
    const browser = await turnOn()
    await clip()
    await alert()
    const [first, second] = await messages(browser)
    const { until } = (await call(ann, 'PUT', '/modes', { snooze: '8h' })).json().snooze
    expect((await snooze(first)).json()).toEqual({ until })
    expect((await modes()).snooze.until).toBe(until)
    await call(ann, 'PUT', '/modes', { snooze: '1h' })
    hub.clock.advance(10 * MINUTE_MS)
    const longer = new Date(hub.clock.now() + 60 * MINUTE_MS).toISOString()
    expect((await snooze(second)).json()).toEqual({ until: longer })
    expect((await modes()).snooze.until).toBe(longer)
  })

  test('that fails at the hub can be pressed again', async () => {
    const browser = await turnOn()
    await clip()
    const [message] = await messages(browser)
    const db = await openHubDatabase(hub)
    await db.schema.alterTable('mode_eras').renameTo('mode_eras_aside').execute()
    const failed = await snooze(message)
    await db.schema.alterTable('mode_eras_aside').renameTo('mode_eras').execute()
    await db.destroy()
    expect(failed.statusCode).toBe(500)
    expect((await snooze(message)).statusCode).toBe(200)
  })

  test('only while it is fresh, whole, and of a device that is signed in', async () => {
    const browser = await turnOn()
    await clip()
    await alert()
    const [first, second] = await messages(browser)
    const forged = { ...first, snooze: { ...first?.snooze, id: second?.snooze?.id } } as PushMessage
    expect((await snooze(forged)).statusCode).toBe(410)
    await call(ann, 'DELETE', '/push/subscriptions')
    const off = await snooze(first)
    expect([off.statusCode, off.json().message]).toEqual([410, expect.stringContaining('signed out')])
    ann = await later(hub, ann, 61 * MINUTE_MS)
    const old = await snooze(second)
    expect([old.statusCode, old.json().message]).toEqual([410, expect.stringContaining('too old')])
    expect((await modes()).snooze).toBeNull()
  })
})

test('no API token sees or makes any of it (PUSH-04)', async () => {
  const made = await call(ann, 'POST', '/tokens', { name: 'all', scopes: ['read', 'live', 'write'] })
  const program = { ...ann, headers: { ...ann.headers, authorization: `Bearer ${made.json().token}` } }
  for (const [method, path] of [
    ['GET', '/push/key'],
    ['GET', '/push/subscriptions'],
    ['DELETE', '/push/subscriptions'],
    ['POST', '/push/test'],
  ] as const) {
    expect((await call(program, method, path)).statusCode).toBe(403)
  }
})
