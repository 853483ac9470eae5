import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { nodeNetwork } from '../../../server/notifications/sending/outside-network'
import { RETENTION_JOB } from '../../../server/recordings/retention'
import { DAY_MS, HOUR_MS } from '../../../src/lib/durations'
import { send } from '../support/calls'
import { passTime } from '../support/days'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { type PushService, startPushService, type TestBrowser } from '../support/push-service'

let service: PushService
let hub: TestHub
let phone: SignedInUser
let browser: TestBrowser
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.close())
beforeEach(async () => {
  service.pushes.length = 0
  service.status = 201
  const environment = { PUSH_HOSTS: service.host }
  hub = await startTestHub({ environment, deps: { outsideNetwork: nodeNetwork(service.ca) } })
  phone = await hub.signIn()
  browser = service.browser()
  const answer = await send(hub.fastify, phone, 'POST', '/push/subscriptions', browser.subscription)
  expect(answer.statusCode).toBe(201)
})
afterEach(() => hub.close())

/** A day later, with the rounds that are due then. */
async function pass(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    hub.clock.advance(DAY_MS)
    await hub.hub.jobs.runNow(RETENTION_JOB)
  }
}

const told = () => service.messagesOf(browser).map(({ title, path }) => [title, path])
const LAST = ['This device is told no more', '/notifications']

test('a device that nobody opens for 90 days is told with a last push, once, that it is told no more (PUSH-07)', async () => {
  await pass(88)
  expect(told()).toEqual([])
  await pass(5)
  expect(told()).toEqual([LAST])
})

test('one that is used for a year is told too, though its open tab asks before the round of that hour does (PUSH-07)', async () => {
  let { refreshToken } = phone
  const refresh = () => send(hub.fastify, null, 'POST', '/auth/refresh', { refreshToken })
  for (let fifth = 0; fifth < 5; fifth++) {
    await passTime(hub, 73 * DAY_MS - 1)
    refreshToken = (await refresh()).json().refreshToken
  }
  await passTime(hub, HOUR_MS)
  const answer = await refresh()
  expect([answer.statusCode, told()]).toEqual([200, []])
  hub.clock.advance(HOUR_MS)
  await hub.hub.jobs.runNow(RETENTION_JOB)
  refreshToken = answer.json().refreshToken
  expect([(await refresh()).statusCode, told()]).toEqual([401, [LAST]])
})

test('one that was signed out, or turned off, is told nothing more (PUSH-07)', async () => {
  await send(hub.fastify, phone, 'DELETE', '/push/subscriptions')
  await pass(92)
  phone = await hub.signIn()
  await send(hub.fastify, phone, 'POST', '/push/subscriptions', browser.subscription)
  await send(hub.fastify, phone, 'POST', '/auth/sign-out', { refreshToken: phone.refreshToken })
  await pass(92)
  expect(told()).toEqual([])
})

test('a push service that refuses holds up no sign-out (PUSH-07)', async () => {
  service.status = 500
  await pass(92)
  expect(told()).toEqual([LAST])
  service.status = 201
  expect((await send(hub.fastify, await hub.signIn(), 'GET', '/sessions')).json()).toHaveLength(1)
})
