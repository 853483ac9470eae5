import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadePairing } from '../../../src/contract/sign-in/pairings'
import type { SignedInDevice } from '../../../src/contract/sign-in/sessions'
import { type Caller, send } from '../support/calls'
import { codeIn, type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { openTab } from '../support/live'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub({ tier: 'TEAM', environment: { PUBLIC_URL: 'https://cam.example.org' } })
})
afterAll(() => hub.close())

let people = 0
let email: string
beforeEach(() => {
  people += 1
  email = `ann${people}@example.org`
})

interface From {
  readonly userAgent?: string
  readonly address?: string
}

/** Signs in as a browser somewhere does. */
async function signInFrom({ userAgent = '', address = '127.0.0.1' }: From = {}): Promise<SignedInUser> {
  const from = { headers: { 'user-agent': userAgent }, remoteAddress: address }
  const ask = (url: string, payload: object) => hub.fastify.inject({ method: 'POST', url, payload, ...from })
  await ask('/v1/auth/request-otp', { email })
  const answer = await ask('/v1/auth/verify-otp', { email, otp: codeIn(hub.mails, email) })
  const tokens = answer.json<{ token: string; refreshToken: string; workspaceId: string }>()
  const headers = { authorization: `Bearer ${tokens.token}`, 'x-workspace-id': tokens.workspaceId }
  return { ...tokens, email, headers }
}

const list = async (user: Caller) => (await send(hub.fastify, user, 'GET', '/sessions')).json<SignedInDevice[]>()
const end = (user: Caller, id: string) => send(hub.fastify, user, 'DELETE', `/sessions/${id}`)
const readCameras = async (user: Caller) => (await send(hub.fastify, user, 'GET', '/cameras')).statusCode
const refresh = (refreshToken: string) => send(hub.fastify, null, 'POST', '/auth/refresh', { refreshToken })
/** Devices of the list by what they are called. */
const named = async (user: Caller) => Object.fromEntries((await list(user)).map((each) => [each.device, each]))

describe('the list of signed-in devices', () => {
  test('says what and where each is, how and when it signed in, and which one asks (DEV-01, DEV-02)', async () => {
    const startedAt = new Date(hub.clock.now()).toISOString()
    const phone = await signInFrom({ userAgent: IPHONE, address: '2001:db8:1:2:3:4:5:6' })
    const other = await signInFrom({ address: '::ffff:192.0.2.7' })
    const common = { id: expect.any(String), startedBy: 'code', startedAt, lastSeenAt: startedAt }
    const here = { ...common, device: 'Safari on iPhone', network: '2001:db8:1:2', isCurrent: true }
    const there = { ...common, device: 'Unknown browser', network: '192.0.2.7', isCurrent: false }
    expect(await list(phone)).toEqual([here, there])
    expect(await list(other)).toEqual([
      { ...there, isCurrent: true },
      { ...here, isCurrent: false },
    ])
  })

  test('is of the own devices alone, also for the owner of a workspace (DEV-03)', async () => {
    const owner = await signInFrom()
    await send(hub.fastify, owner, 'POST', '/members', { email: `mia${people}@example.org` })
    const mia = await hub.signIn(`mia${people}@example.org`)
    const [hers] = await list(mia)
    expect((await list(owner)).map(({ isCurrent }) => isCurrent)).toEqual([true])
    const answer = await end(owner, hers?.id ?? '')
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { code: 'not-found', message: 'There is no such signed-in device.' },
    ])
    expect((await end(owner, 'nonsense')).statusCode).toBe(404)
    expect(await readCameras(mia)).toBe(200)
  })

  test('leaves out what has ended: signed out, or not refreshed for 90 days (DEV-01)', async () => {
    const old = await signInFrom()
    hub.clock.advance(80 * DAY_MS)
    const gone = await signInFrom()
    await send(hub.fastify, null, 'POST', '/auth/sign-out', { refreshToken: gone.refreshToken })
    hub.clock.advance(10 * DAY_MS)
    const fresh = await signInFrom()
    expect((await list(fresh)).map(({ isCurrent }) => isCurrent)).toEqual([true])
    expect((await refresh(old.refreshToken)).statusCode).toBe(401)
  })

  test('is not for programs, whatever their token may do (DEV-03, TOKEN-05)', async () => {
    const ann = await signInFrom()
    const made = await send(hub.fastify, ann, 'POST', '/tokens', { name: 'Script', scopes: ['read', 'live', 'write'] })
    const program = { headers: { authorization: `Bearer ${made.json().token}` } }
    expect((await send(hub.fastify, program, 'GET', '/sessions')).statusCode).toBe(403)
    expect((await send(hub.fastify, program, 'DELETE', '/sessions')).statusCode).toBe(403)
  })
})

describe('when a device was last seen (DEV-04)', () => {
  test('is known by any call, to the minute, and by a refresh', async () => {
    const phone = await signInFrom({ userAgent: IPHONE })
    const asker = await signInFrom()
    const seenAt = async () => (await named(asker))['Safari on iPhone']?.lastSeenAt
    hub.clock.advance(MINUTE_MS + 30_000)
    await readCameras(phone)
    const minuteMs = hub.clock.now() - (hub.clock.now() % MINUTE_MS)
    expect(await seenAt()).toBe(new Date(minuteMs).toISOString())
    hub.clock.advance(100)
    await readCameras(phone)
    expect(await seenAt()).toBe(new Date(minuteMs).toISOString())
    await refresh(phone.refreshToken)
    expect(await seenAt()).toBe(new Date(hub.clock.now()).toISOString())
  })

  test('is when it was, once a clock that was ahead is set right', async () => {
    hub.clock.advance(30 * DAY_MS)
    const device = await signInFrom({ userAgent: IPHONE })
    await readCameras(device)
    hub.clock.advance(-30 * DAY_MS)
    await readCameras(device)
    const lastSeenMs = Date.parse((await list(device))[0]?.lastSeenAt ?? '')
    expect(lastSeenMs).toBe(hub.clock.now() - (hub.clock.now() % MINUTE_MS))
  })

  test('puts the last seen first, behind the one that asks', async () => {
    const phone = await signInFrom({ userAgent: IPHONE })
    hub.clock.advance(MINUTE_MS)
    const asker = await signInFrom({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Firefox/143.0' })
    await signInFrom()
    const order = async () => (await list(asker)).map(({ device }) => device)
    expect(await order()).toEqual(['Firefox on Linux', 'Unknown browser', 'Safari on iPhone'])
    hub.clock.advance(2 * MINUTE_MS)
    await readCameras(phone)
    expect(await order()).toEqual(['Firefox on Linux', 'Safari on iPhone', 'Unknown browser'])
  })
})

describe('signing a device out from another', () => {
  test('acts at once: its tokens are refused, and others stay (DEV-05)', async () => {
    const phone = await signInFrom({ userAgent: IPHONE })
    const asker = await signInFrom()
    const answer = await end(asker, (await named(asker))['Safari on iPhone']?.id ?? '')
    expect(answer.statusCode).toBe(200)
    expect(await readCameras(phone)).toBe(401)
    expect((await refresh(phone.refreshToken)).statusCode).toBe(401)
    expect(await readCameras(asker)).toBe(200)
    expect(await list(asker)).toHaveLength(1)
  })

  test('ends the links that it may have made to come back by, and no link where it signs itself out (DEV-05, PAIR-02)', async () => {
    const [phone, asker] = [await signInFrom({ userAgent: IPHONE }), await signInFrom()]
    const link = async () => {
      const made = await send(hub.fastify, phone, 'POST', '/pairings')
      return new URL(made.json<MadePairing>().url ?? '').hash.slice(1)
    }
    const redeem = async (token: string) =>
      (await send(hub.fastify, null, 'POST', '/pairings/redeem', { token })).statusCode
    const made = await link()
    await end(asker, (await named(asker))['Unknown browser']?.id ?? '')
    expect(await redeem(made)).toBe(200)
    const again = await link()
    const other = await signInFrom()
    await end(other, (await named(other))['Safari on iPhone']?.id ?? '')
    expect(await redeem(again)).toBe(410)
  })

  test('all others go in one call, which says how many; a second finds none (DEV-06)', async () => {
    const others = [await signInFrom(), await signInFrom({ userAgent: IPHONE })]
    const asker = await signInFrom()
    const bystander = await hub.signIn(`bob${people}@example.org`)
    const endOthers = () => send(hub.fastify, asker, 'DELETE', '/sessions')
    expect((await endOthers()).json()).toEqual({ ended: 2 })
    for (const other of others) expect(await readCameras(other)).toBe(401)
    expect(await readCameras(asker)).toBe(200)
    expect(await readCameras(bystander)).toBe(200)
    expect((await endOthers()).json()).toEqual({ ended: 0 })
  })

  test('ends what it looks through, within 5 s (DEV-05, LIVE-28)', async () => {
    const running = await startTestHub({ hasJobTimers: true })
    try {
      const tab = await openTab(await running.listen(), await running.signIn())
      const asker = await running.signIn()
      await send(running.fastify, asker, 'DELETE', '/sessions')
      const atMs = performance.now()
      expect((await tab.closed).code).toBe(4401)
      expect(performance.now() - atMs).toBeLessThan(5_000)
    } finally {
      await running.close()
    }
  })
})
