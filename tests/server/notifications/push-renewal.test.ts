import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nodeNetwork } from '../../../server/notifications/sending/outside-network'
import type { Camera } from '../../../src/contract/camera'
import type { PushDevice, SubscribedDevice } from '../../../src/contract/notifications/push'
import { addCamera, send } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { type PushService, startPushService, type TestBrowser } from '../support/push-service'
import { openHubDatabase } from '../support/webhook-worker'

const HOUR_MS = 3_600_000

let service: PushService
let hub: TestHub
let ann: SignedInUser
let door: Camera
beforeAll(async () => {
  service = await startPushService()
  hub = await startTestHub({
    tier: 'TEAM',
    environment: { PUSH_HOSTS: service.host },
    deps: { outsideNetwork: nodeNetwork(service.ca) },
  })
})
afterAll(async () => {
  await hub.close()
  await service.close()
})
let people = 0
beforeEach(async () => {
  service.status = 201
  // Limits of an hour begin anew.
  hub.clock.advance(2 * HOUR_MS)
  ann = await hub.signIn(`ann${people++}@example.org`)
  door = await addCamera(hub.fastify, ann)
})

const call = (user: SignedInUser | null, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  send(hub.fastify, user, method, path, body)
const devices = async () => (await call(ann, 'GET', '/push/subscriptions')).json<PushDevice[]>()

interface Told {
  readonly browser: TestBrowser
  readonly device: SubscribedDevice
}
async function turnOn(user = ann, browser = service.browser()): Promise<Told> {
  const answer = await call(user, 'POST', '/push/subscriptions', browser.subscription)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return { browser, device: answer.json<SubscribedDevice>() }
}
/** As a service worker does: without a token. */
const renew = ({ device }: Pick<Told, 'device'>, browser: TestBrowser) =>
  call(null, 'POST', '/push/renew', { renewal: device.renewal, subscription: browser.subscription })

const alert = async () => {
  const occurredAt = new Date(hub.clock.now()).toISOString()
  const body = { alertId: crypto.randomUUID(), kind: 'covered', occurredAt }
  await call(ann, 'POST', `/cameras/${door.id}/alerts`, body)
  await hub.hub.jobs.runNow('notifications')
}
const titles = (browser: TestBrowser) => service.messagesOf(browser).map(({ title }) => title)

describe('a browser that changes its subscription', () => {
  test('is told at the new address, in its place, and at the old one no more (PUSH-14)', async () => {
    const told = await turnOn()
    const changed = service.browser()
    expect((await renew(told, changed)).statusCode).toBe(200)
    await alert()
    expect([titles(told.browser), titles(changed)]).toEqual([[], ['Lens covered at Door']])
    const { renewal, ...device } = told.device
    expect(renewal).toMatch(/^[\w-]{43}$/)
    expect(await devices()).toEqual([{ ...device, lastPushedAt: expect.any(String) }])
  })

  test('is renewed as often as it changes, and by a repeat whose first answer was lost (PUSH-14)', async () => {
    const told = await turnOn()
    const [second, third] = [service.browser(), service.browser()]
    for (const browser of [second, second, third]) expect((await renew(told, browser)).statusCode).toBe(200)
    await alert()
    expect([titles(second), titles(third)]).toEqual([[], ['Lens covered at Door']])
  })

  test('gets what waited for the old address (PUSH-14)', async () => {
    const told = await turnOn()
    service.status = 503
    await alert()
    service.status = 201
    const changed = service.browser()
    await renew(told, changed)
    await hub.hub.jobs.runNow('notifications')
    expect(titles(changed)).toEqual(['Lens covered at Door'])
  })

  test('comes back after its push service gave it up, which nobody saw of it meanwhile (PUSH-07, PUSH-14)', async () => {
    const told = await turnOn()
    service.status = 410
    await alert()
    service.status = 201
    await alert()
    expect([await devices(), titles(told.browser).length]).toEqual([[], 1])
    const changed = service.browser()
    expect((await renew(told, changed)).statusCode).toBe(200)
    await alert()
    expect([(await devices()).map(({ id }) => id), titles(changed)]).toEqual([
      [told.device.id],
      ['Lens covered at Door'],
    ])
  })

  test('whose old address is given up while it is renewed goes on, message and all (PUSH-14)', async () => {
    const told = await turnOn()
    const changed = service.browser()
    let pushes = 0
    service.onPush = async () => {
      service.status = pushes++ === 0 ? 410 : 201
      if (pushes === 1) await renew(told, changed)
    }
    await alert()
    service.onPush = null
    expect([titles(changed), (await devices()).length]).toEqual([['Lens covered at Door'], 1])
  })
})

describe('what renews it', () => {
  test('is stored hashed, told once, and changed with the next subscription (PUSH-14)', async () => {
    const told = await turnOn()
    const again = await turnOn(ann, told.browser)
    expect([again.device.id, again.device.renewal === told.device.renewal]).toEqual([told.device.id, false])
    const db = await openHubDatabase(hub)
    const rows = JSON.stringify(await db.selectFrom('push_subscriptions').selectAll().execute())
    await db.destroy()
    expect([rows.includes(told.device.id), rows.includes(again.device.renewal)]).toEqual([true, false])
    expect(JSON.stringify(await devices())).not.toContain('renewal')
    const changed = service.browser()
    expect([(await renew(told, changed)).statusCode, (await renew(again, changed)).statusCode]).toEqual([404, 200])
  })

  test.each([
    ['is ended from another device', ({ device }: Told) => call(ann, 'DELETE', `/push/subscriptions/${device.id}`)],
    ['is turned off there', () => call(ann, 'DELETE', '/push/subscriptions')],
    ['signs out', () => call(ann, 'POST', '/auth/sign-out', { refreshToken: ann.refreshToken })],
    ['is signed out from another device', async () => call(await hub.signIn(ann.email), 'DELETE', '/sessions')],
    ['is turned on anew', () => turnOn()],
  ])('is worth nothing once its device %s (PUSH-14)', async (_how, end) => {
    const told = await turnOn()
    await end(told)
    const refused = await renew(told, service.browser())
    expect([refused.statusCode, refused.json().code]).toEqual([404, 'not-found'])
  })

  test('takes no other device’s address, and only those of push services (PUSH-11, PUSH-14)', async () => {
    const [told, other] = [await turnOn(), await turnOn(await hub.signIn('bob@example.org'))]
    expect((await renew(told, other.browser)).statusCode).toBe(404)
    const elsewhere = { ...told.browser.subscription, endpoint: 'https://192.168.0.1/x' }
    const refused = await call(null, 'POST', '/push/renew', { renewal: told.device.renewal, subscription: elsewhere })
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'push-not-allowed'])
    await alert()
    expect([titles(told.browser), titles(other.browser)]).toEqual([['Lens covered at Door'], []])
  })

  test.each(['', 'short', 'A'.repeat(43), `${'A'.repeat(43)}!`])('is not %j (PUSH-14)', async (renewal) => {
    const subscription = service.browser().subscription
    const refused = await call(null, 'POST', '/push/renew', { renewal, subscription })
    expect([refused.statusCode, refused.json().message]).toEqual([
      renewal.length === 43 ? 404 : 400,
      expect.stringMatching(/\.$/),
    ])
  })

  test('counts for the 30 an hour of its person (PUSH-09)', async () => {
    const told = await turnOn()
    for (let made = 1; made < 30; made++) await renew(told, service.browser())
    expect((await renew(told, service.browser())).statusCode).toBe(429)
  })
})
