import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Tier } from '../../../src/contract/plans'
import { addCamera, door, listVideos, pathOf, send } from '../support/calls'
import { openTestDatabase } from '../support/database'
import { passTime } from '../support/days'
import { postClip, webm } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

const MB = 1024 ** 2
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const nextMonth = '2026-04-01T00:00:00.000Z'

let hub: TestHub
let ann: SignedInUser
afterEach(() => hub.close())

async function start(tier: Tier = 'FREE', environment: Record<string, string> = {}) {
  hub = await startTestHub({ tier, environment })
  ann = await hub.signIn()
}
const checkout = (product: string, billingCycle = 'MONTHLY', user = ann, workspaceId = user.workspaceId) =>
  send(hub.fastify, user, 'POST', '/billing/subscription/checkout', { workspaceId, product, billingCycle })
const portal = (returnUrl = 'http://localhost/billing', user = ann) =>
  send(hub.fastify, user, 'POST', '/billing/portal', { returnUrl })
const workspace = async () => (await send(hub.fastify, ann, 'GET', `/workspaces/${ann.workspaceId}`)).json()
const tiers = async () => {
  const { stripeCustomer, workspaceUsagePeriod } = await workspace()
  return [stripeCustomer.tier, workspaceUsagePeriod.tier]
}

/** A plain browser tab: no session token. */
const browser = { accept: 'text/html,application/xhtml+xml', 'content-type': 'application/x-www-form-urlencoded' }
const openPage = (url: string) => hub.fastify.inject({ url: pathOf(url), headers: browser })
const confirm = (order: string, choice: string) =>
  hub.fastify.inject({
    method: 'POST',
    url: '/v1/billing/plan',
    headers: browser,
    payload: new URLSearchParams({ order, choice }).toString(),
  })
const orderIn = (html: string) => /name="order" value="([^"]+)"/.exec(html)?.[1] ?? ''
const choicesIn = (html: string) => [...html.matchAll(/name="choice" value="([^"]+)">([^<]+)</g)].map(([, id]) => id)

/** Through the page, as a person would. */
async function switchTo(choice: string): Promise<void> {
  const page = await openPage((await portal()).json().url)
  expect((await confirm(orderIn(page.body), choice)).statusCode).toBe(303)
}

describe('a checkout on a hub without a payment provider (KEEP-09)', () => {
  beforeEach(() => start())

  test('is a page that says so, changes nothing when opened and switches both tiers when confirmed', async () => {
    const { url } = (await checkout('PRO', 'YEARLY')).json()
    expect(url).toMatch(/^http:\/\/localhost\/v1\/billing\/plan\?order=/)
    const page = await openPage(url)
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.body).toContain('No payment provider is configured on this hub')
    expect(choicesIn(page.body)).toEqual(['PRO-YEARLY'])
    expect(await workspace()).toMatchObject({
      stripeCustomer: { tier: 'FREE' },
      workspaceUsagePeriod: { tier: 'FREE' },
    })
    const confirmed = await confirm(orderIn(page.body), 'PRO-YEARLY')
    expect([confirmed.statusCode, confirmed.headers.location]).toEqual([303, 'http://localhost/billing?period=yearly'])
    expect(await workspace()).toEqual({
      id: ann.workspaceId,
      stripeCustomer: { tier: 'PRO', billingPeriod: 'YEARLY' },
      workspaceUsagePeriod: { tier: 'PRO', billingEnd: nextMonth },
    })
    expect((await send(hub.fastify, ann, 'GET', '/workspaces/usage')).json().cameras.total).toBe(3)
  })

  test('the page runs nothing, loads nothing and can be framed by nobody', async () => {
    const page = await openPage((await checkout('PRO')).json().url)
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' http:\/\/localhost; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(page.body).not.toMatch(/<script|<img|<link|src=|\bon\w+=/)
    expect([page.headers['cache-control'], page.headers['referrer-policy']]).toEqual(['no-store', 'no-referrer'])
  })

  test.each([
    ['damaged', (order: string) => order.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), 0],
    [
      'for another plan',
      (order: string) => `${Buffer.from('{"wanted":null}').toString('base64url')}.${order.split('.')[1]}`,
      0,
    ],
    ['empty', () => '', 0],
    ['older than half an hour', (order: string) => order, 30 * MINUTE_MS],
  ])('a link that is %s shows nothing and switches nothing', async (_what, change, waitMs) => {
    const page = await openPage((await checkout('PRO')).json().url)
    const order = change(orderIn(page.body))
    hub.clock.advance(waitMs)
    ann = await hub.signIn()
    const shown = await openPage(`http://localhost/v1/billing/plan?${new URLSearchParams({ order })}`)
    const sent = await confirm(order, 'PRO-MONTHLY')
    for (const answer of [shown, sent]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toContain('This link is damaged or too old. Go back to the billing page and start again.')
    }
    const script = await hub.fastify.inject({
      method: 'POST',
      url: '/v1/billing/plan',
      payload: { order, choice: 'x' },
    })
    expect([script.statusCode, script.json().code]).toEqual([404, 'not-found'])
    expect(await tiers()).toEqual(['FREE', 'FREE'])
  })

  test('a confirmed order switches to what it was made for and to nothing else', async () => {
    const page = await openPage((await checkout('PRO')).json().url)
    expect((await confirm(orderIn(page.body), 'TEAM-YEARLY')).statusCode).toBe(404)
    expect(await tiers()).toEqual(['FREE', 'FREE'])
  })

  test('sells nobody Team, which is coming soon; who has it may change how it is billed (X-78)', async () => {
    const answer = await checkout('TEAM', 'YEARLY')
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      { code: 'invalid-input', message: 'product: This plan is not sold yet. Choose another one.' },
    ])
    expect(await tiers()).toEqual(['FREE', 'FREE'])
    await hub.close()
    await start('TEAM')
    const { url } = (await checkout('TEAM', 'YEARLY')).json()
    const page = await openPage(url)
    expect(choicesIn(page.body)).toEqual(['TEAM-YEARLY'])
    await switchTo('PRO-MONTHLY')
    expect((await confirm(orderIn(page.body), 'TEAM-YEARLY')).statusCode).toBe(404)
    expect(await tiers()).toEqual(['PRO', 'PRO'])
  })

  test.each([
    [{ product: 'GOLD', billingCycle: 'MONTHLY' }],
    [{ product: 'PRO', billingCycle: 'WEEKLY' }],
    [{ product: 'PRO' }],
  ])('refuses %j (API-32)', async (fields) => {
    const body = { workspaceId: ann.workspaceId, ...fields }
    const answer = await send(hub.fastify, ann, 'POST', '/billing/subscription/checkout', body)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-input'])
  })
})

describe('who may and where to', () => {
  test("another workspace's plan is out of reach, and only an owner changes their own (SEC-01)", async () => {
    await start('TEAM')
    const bob = await hub.signIn('bob@example.org')
    const foreign = await checkout('PRO', 'MONTHLY', bob, ann.workspaceId)
    expect([foreign.statusCode, foreign.json()]).toEqual([
      404,
      { code: 'not-found', message: 'There is no such workspace.' },
    ])
    await send(hub.fastify, ann, 'POST', '/members', { email: 'carl@example.org' })
    const carl = await hub.signIn('carl@example.org')
    expect(carl.workspaceId).toBe(ann.workspaceId)
    for (const answer of [await checkout('PRO', 'MONTHLY', carl), await portal(undefined, carl)]) {
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'owner-only'])
    }
  })

  test('the page serves nobody who stopped being the owner while it was open', async () => {
    await start()
    const url: string = (await checkout('PRO')).json().url
    const order = orderIn((await openPage(url)).body)
    const db = await openTestDatabase(hub.dataDir)
    try {
      await db.updateTable('memberships').set({ role: 'member' }).execute()
      for (const answer of [await openPage(url), await confirm(order, 'PRO-MONTHLY')]) {
        expect(answer.statusCode).toBe(403)
        expect(answer.body).toContain('Only the owner of the workspace may do this. Ask them.')
      }
      await db.updateTable('memberships').set({ role: 'owner' }).execute()
    } finally {
      await db.destroy()
    }
    expect(await tiers()).toEqual(['FREE', 'FREE'])
    expect((await confirm(order, 'PRO-MONTHLY')).statusCode).toBe(303)
  })

  test('nor a device that was signed out while it was open (DEV-05)', async () => {
    await start()
    const url: string = (await portal()).json().url
    const order = orderIn((await openPage(url)).body)
    await send(hub.fastify, null, 'POST', '/auth/sign-out', { refreshToken: ann.refreshToken })
    for (const answer of [await openPage(url), await confirm(order, 'PRO-MONTHLY')]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toContain('The device that opened this page was signed out.')
    }
    hub.clock.advance(MINUTE_MS)
    ann = await hub.signIn()
    expect(await tiers()).toEqual(['FREE', 'FREE'])
    await switchTo('PRO-MONTHLY')
    expect(await tiers()).toEqual(['PRO', 'PRO'])
  })

  test.each([
    'https://evil.example/billing',
    '//evil.example',
    'javascript:alert(1)',
    '/billing',
    'http://localhost.evil.example/',
  ])('the way back from the portal never leads to %s', async (returnUrl) => {
    await start()
    const answer = await portal(returnUrl)
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { code: 'invalid-input', message: 'returnUrl: Give an address of this app, such as its /billing page.' },
    ])
  })

  test.each(['localhost:99999', 'a b', '[::1'])('a request that comes to the host %j is refused', async (host) => {
    await start()
    const payloads = [
      ['portal', { returnUrl: 'http://localhost/billing' }],
      ['subscription/checkout', { workspaceId: ann.workspaceId, product: 'PRO', billingCycle: 'MONTHLY' }],
    ] as const
    for (const [path, payload] of payloads) {
      const headers = { ...ann.headers, host }
      const answer = await hub.fastify.inject({ method: 'POST', url: `/v1/billing/${path}`, headers, payload })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-input'])
    }
  })

  test('under PUBLIC_URL both the page and the way back are there (ENV-06)', async () => {
    await start('FREE', { PUBLIC_URL: 'https://cam.example.org' })
    const { url } = (await portal('https://cam.example.org/billing')).json()
    expect(url).toMatch(/^https:\/\/cam\.example\.org\/v1\/billing\/plan\?/)
    expect((await openPage(url)).body).toContain('href="https://cam.example.org/billing"')
    expect((await portal('http://localhost/billing')).statusCode).toBe(200)
  })
})

describe('the way down (KEEP-10)', () => {
  test('at the end of the period: the notice until then, the lower limits after', async () => {
    await start('PRO')
    const page = await openPage((await portal()).json().url)
    expect(choicesIn(page.body)).toEqual(['BASIC-AT-PERIOD-END', 'BASIC-MONTHLY', 'PRO-YEARLY'])
    expect(page.body).toContain('Switch to Basic on 2026-04-01 (UTC), when the period ends')
    expect(page.body).toContain('recordings older than 30 days and those beyond 200 MB are deleted')
    await confirm(orderIn(page.body), 'BASIC-AT-PERIOD-END')
    expect(await workspace()).toMatchObject({
      stripeCustomer: { tier: 'BASIC' },
      workspaceUsagePeriod: { tier: 'PRO', billingEnd: nextMonth },
    })
    await addCamera(hub.fastify, ann)
    await addCamera(hub.fastify, ann)
    hub.clock.advance(Date.parse(nextMonth) - hub.clock.now() - 1)
    await hub.hub.jobs.runNow('plan-changes')
    ann = await hub.signIn()
    expect(await tiers()).toEqual(['BASIC', 'PRO'])
    hub.clock.advance(1)
    // Until the change is made, which waits for a day where the clock has leapt, it is no month later.
    expect((await workspace()).workspaceUsagePeriod).toEqual({ tier: 'PRO', billingEnd: nextMonth })
    await hub.hub.jobs.runNow('plan-changes')
    expect(await workspace()).toMatchObject({
      stripeCustomer: { tier: 'BASIC' },
      workspaceUsagePeriod: { tier: 'BASIC', billingEnd: '2026-05-01T00:00:00.000Z' },
    })
  })

  test.each([
    ['BASIC-AT-PERIOD-END', ['BASIC', 'PRO']],
    ['BASIC-MONTHLY', ['BASIC', 'BASIC']],
    ['PRO-YEARLY', ['PRO', 'PRO']],
  ])('a second press of %s goes back like the first, and changes nothing more (KEEP-09)', async (choice, after) => {
    await start('PRO')
    const order = orderIn((await openPage((await portal()).json().url)).body)
    for (const answer of [await confirm(order, choice), await confirm(order, choice)]) {
      expect([answer.statusCode, answer.headers.location]).toEqual([303, 'http://localhost/billing'])
    }
    expect(await tiers()).toEqual(after)
    // What is no button of the page, and is not so, is refused as before.
    expect((await confirm(order, 'TEAM-YEARLY')).statusCode).toBe(404)
  })

  test('a plan that comes with the end of the period is not taken yet: at once it is another choice (KEEP-09)', async () => {
    await start('PRO')
    await switchTo('BASIC-AT-PERIOD-END')
    // The page of a checkout has no button for it.
    const page = await openPage((await checkout('PRO', 'YEARLY')).json().url)
    expect((await confirm(orderIn(page.body), 'BASIC-MONTHLY')).statusCode).toBe(404)
    await switchTo('BASIC-MONTHLY')
    expect(await tiers()).toEqual(['BASIC', 'BASIC'])
  })

  test('who changes their mind before stays', async () => {
    await start('PRO')
    await switchTo('BASIC-AT-PERIOD-END')
    await switchTo('PRO-MONTHLY')
    hub.clock.advance(60 * DAY_MS)
    await hub.hub.jobs.runNow('plan-changes')
    ann = await hub.signIn()
    expect(await tiers()).toEqual(['PRO', 'PRO'])
  })

  test('cameras stay and can be read, none can be added, and sound reads as off (KEEP-10)', async () => {
    await start('PRO')
    const camera = await addCamera(hub.fastify, ann)
    await addCamera(hub.fastify, ann)
    const path = `/cameras/${camera.id}/motion-audio`
    await send(hub.fastify, ann, 'PATCH', path, { isMotionEnabled: true, isAudioEnabled: true })
    await switchTo('BASIC-MONTHLY')
    expect(await tiers()).toEqual(['BASIC', 'BASIC'])
    const list = (await send(hub.fastify, ann, 'GET', '/cameras')).json()
    expect(list).toMatchObject([{ isMotionEnabled: true, isAudioEnabled: false }, {}])
    const asked = { message: 'which cameras have audio on?', existingChatId: null }
    const { answer } = (await send(hub.fastify, ann, 'POST', '/ai/chat', asked)).json()
    expect(answer).toContain('Audio is on at 0 of 2 cameras.')
    expect((await send(hub.fastify, ann, 'POST', '/cameras', door)).json().code).toBe('camera-limit')
    const cameras = (await send(hub.fastify, ann, 'GET', '/workspaces/usage')).json().cameras
    expect(cameras).toEqual({ used: 2, total: 1, percentage: 100 })
    expect((await postClip(hub.fastify, ann, { cameraId: camera.id })).statusCode).toBe(201)
    await switchTo('PRO-MONTHLY')
    expect((await send(hub.fastify, ann, 'GET', '/cameras')).json()[0].isAudioEnabled).toBe(true)
  })

  test('what is saved of a camera meanwhile leaves its sound as it was, for when the plan has it again (KEEP-10)', async () => {
    await start('PRO')
    const camera = await addCamera(hub.fastify, ann)
    const path = `/cameras/${camera.id}`
    const detection = (isMotionEnabled: boolean, isAudioEnabled: boolean) =>
      send(hub.fastify, ann, 'PATCH', `${path}/motion-audio`, { isMotionEnabled, isAudioEnabled })
    await detection(true, true)
    await switchTo('BASIC-MONTHLY')
    // As the app does it, which sends the sound that it reads.
    expect((await detection(false, false)).json()).toMatchObject({ isMotionEnabled: false, isAudioEnabled: false })
    const settings = { ...door, isMotionEnabled: true, isAudioEnabled: false, motionSensitivity: 50 }
    expect((await send(hub.fastify, ann, 'PUT', path, settings)).json()).toMatchObject({ isAudioEnabled: false })
    expect((await detection(true, true)).json().code).toBe('audio-not-in-plan')
    await switchTo('PRO-MONTHLY')
    expect((await send(hub.fastify, ann, 'GET', '/cameras')).json()[0].isAudioEnabled).toBe(true)
    expect((await detection(true, false)).json()).toMatchObject({ isAudioEnabled: false })
    expect((await send(hub.fastify, ann, 'GET', '/cameras')).json()[0].isAudioEnabled).toBe(false)
  })

  test('recordings are kept by the former plan for a week, then by the new one, the oldest going first', async () => {
    await start('PRO')
    const { id: cameraId } = await addCamera(hub.fastify, ann)
    for (let made = 0; made < 5; made++) {
      await postClip(hub.fastify, ann, { cameraId, bytes: webm(50 * MB) })
      hub.clock.advance(MINUTE_MS)
    }
    const newestFirst = (await listVideos(hub.fastify, ann)).videos.map(({ id }) => id)
    await switchTo('BASIC-MONTHLY')
    await passTime(hub, 7 * DAY_MS - 1)
    await hub.hub.jobs.runNow('retention')
    ann = await hub.signIn()
    expect((await listVideos(hub.fastify, ann)).total).toBe(5)
    hub.clock.advance(1)
    await hub.hub.jobs.runNow('retention')
    expect((await listVideos(hub.fastify, ann)).videos.map(({ id }) => id)).toEqual(newestFirst.slice(0, 4))
  }, 30_000)

  test('two steps down within a week keep what the highest plan kept', async () => {
    await start('TEAM')
    const { id: cameraId } = await addCamera(hub.fastify, ann)
    await postClip(hub.fastify, ann, { cameraId })
    await passTime(hub, 100 * DAY_MS)
    ann = await hub.signIn()
    await switchTo('PRO-MONTHLY')
    await switchTo('BASIC-MONTHLY')
    await switchTo('PRO-MONTHLY')
    await hub.hub.jobs.runNow('retention')
    expect((await listVideos(hub.fastify, ann)).total).toBe(1)
    await passTime(hub, 8 * DAY_MS)
    await hub.hub.jobs.runNow('retention')
    ann = await hub.signIn()
    expect((await listVideos(hub.fastify, ann)).total).toBe(0)
  })
})
