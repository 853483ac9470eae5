import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../server/hub/config'
import { pairFromTerminal, placeBeside } from '../../../server/sign-in/terminal-pairing'
import type { MadePairing, Pairing } from '../../../src/contract/sign-in/pairings'
import { makeToken } from '../support/api-tokens'
import { addCamera, type Caller, door, send } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { openHubDatabase } from '../support/webhook-worker'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const PHONE =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'

let hub: TestHub
let users = 0
beforeAll(async () => {
  hub = await startTestHub({
    tier: 'TEAM',
    environment: { LAN: '1', LAN_PORT: '0', LAN_ADDRESSES: '192.168.1.7' },
  })
})
afterAll(() => hub.close())

/** Somebody with a workspace that no other test uses. */
const somebody = () => hub.signIn(`user-${++users}@example.org`)
const make = async (by: Caller) => (await send(hub.fastify, by, 'POST', '/pairings')).json<MadePairing>()
const read = (id: string, by: Caller) => send(hub.fastify, by, 'GET', `/pairings/${id}`)
const stateOf = async ({ id }: MadePairing, by: Caller) => (await read(id, by)).json<Pairing>()
const tokenOf = ({ url }: MadePairing) => new URL(url ?? '').hash.slice(1)
const redeem = (token: string, userAgent = PHONE) =>
  hub.fastify.inject({
    method: 'POST',
    url: '/v1/pairings/redeem',
    payload: { token },
    headers: { 'user-agent': userAgent },
  })
const join = async (owner: SignedInUser, email: string): Promise<Caller> => {
  expect((await send(hub.fastify, owner, 'POST', '/members', { email })).statusCode).toBe(201)
  const { headers } = await hub.signIn(email)
  return { headers: { ...headers, 'x-workspace-id': owner.workspaceId } }
}
interface Redeemed {
  readonly token: string
  readonly refreshToken: string
  readonly workspaceId: string
  readonly pairingId: string
}
const asCaller = ({ token, workspaceId }: Redeemed): Caller => ({
  headers: { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId },
})

test('a link leads to the network’s address, with its token behind the # alone, stored as a hash (PAIR-01, PAIR-02)', async () => {
  const ann = await somebody()
  const made = await make(ann)
  expect(made.url).toMatch(/^https:\/\/192\.168\.1\.7:\d+\/pair#[\w-]{22}$/)
  expect(made).toMatchObject({ reason: null, fingerprint: hub.hub.reach.fingerprint() })
  expect(Date.parse(made.expiresAt)).toBe(hub.clock.now() + 10 * MINUTE)
  const db = await openHubDatabase(hub)
  const row = await db.selectFrom('pairings').selectAll().where('id', '=', made.id).executeTakeFirst()
  await db.destroy()
  expect(row?.token_hash).toBe(createHash('sha256').update(tokenOf(made)).digest('base64url'))
  expect(JSON.stringify(row)).not.toContain(tokenOf(made))
})

test('it signs another device in as who made it, by a session of its own, once (PAIR-03)', async () => {
  const ann = await somebody()
  const made = await make(ann)
  expect(await stateOf(made, ann)).toEqual({ phase: 'waiting', device: null, cameraName: null })
  const answer = await redeem(tokenOf(made))
  expect(answer.statusCode).toBe(200)
  const device = answer.json<Redeemed>()
  expect(device).toMatchObject({ workspaceId: ann.workspaceId, pairingId: made.id })
  expect((await send(hub.fastify, asCaller(device), 'GET', '/cameras')).statusCode).toBe(200)
  expect(await stateOf(made, ann)).toEqual({ phase: 'opened', device: 'Chrome on Android', cameraName: null })
  const db = await openHubDatabase(hub)
  const sessions = await db
    .selectFrom('sessions')
    .select(['started_by', 'device'])
    .where('workspace_id', '=', ann.workspaceId)
    .orderBy('started_by')
    .execute()
  await db.destroy()
  expect(sessions).toMatchObject([{ started_by: 'code' }, { started_by: 'pairing', device: 'Chrome on Android' }])
  // The first device stays signed in when the other goes.
  await send(hub.fastify, null, 'POST', '/auth/sign-out', { refreshToken: device.refreshToken })
  expect((await send(hub.fastify, asCaller(device), 'GET', '/cameras')).statusCode).toBe(401)
  expect((await send(hub.fastify, ann, 'GET', '/cameras')).statusCode).toBe(200)
  const again = await redeem(tokenOf(made))
  expect([again.statusCode, again.json().code]).toEqual([410, 'pairing-over'])
  expect(again.json().message).toMatch(/used already.*Add another device/)
})

test('of many that use one link at the same moment, one gets in (PAIR-03)', async () => {
  const made = await make(await somebody())
  const answers = await Promise.all(Array.from({ length: 6 }, () => redeem(tokenOf(made))))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode === 410)).toHaveLength(5)
  hub.clock.advance(MINUTE)
})

test('it is good for 10 minutes (PAIR-02)', async () => {
  const ann = await somebody()
  const [late, early] = [await make(ann), await make(ann)]
  hub.clock.advance(10 * MINUTE - 1)
  expect((await redeem(tokenOf(early))).statusCode).toBe(200)
  hub.clock.advance(1)
  expect((await stateOf(late, await hub.signIn(ann.email))).phase).toBe('expired')
  const refused = await redeem(tokenOf(late))
  expect([refused.statusCode, refused.json().message]).toEqual([
    410,
    expect.stringMatching(/run out.*Add another device/),
  ])
})

test('one that was made while the clock was ahead is good no more once that is right (PAIR-02)', async () => {
  const ann = await somebody()
  hub.clock.advance(24 * HOUR)
  const made = await make(await hub.signIn(ann.email))
  hub.clock.advance(-24 * HOUR)
  expect((await stateOf(made, ann)).phase).toBe('expired')
  const refused = await redeem(tokenOf(made))
  expect([refused.statusCode, refused.json().message]).toEqual([410, expect.stringMatching(/run out/)])
})

test('its maker ends it; it counts all the same (PAIR-02, PAIR-05)', async () => {
  const ann = await somebody()
  const made = await make(ann)
  expect((await send(hub.fastify, ann, 'DELETE', `/pairings/${made.id}`)).statusCode).toBe(200)
  expect((await stateOf(made, ann)).phase).toBe('expired')
  expect((await redeem(tokenOf(made))).statusCode).toBe(410)
  for (let count = 1; count < 10; count++) await make(ann)
  const refused = await send(hub.fastify, ann, 'POST', '/pairings')
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests'])
  expect(refused.json().retryAt).toBe(new Date(hub.clock.now() + HOUR).toISOString())
  // Another workspace has its own ten.
  expect((await make(await somebody())).url).not.toBeNull()
  hub.clock.advance(HOUR)
  expect((await make(await hub.signIn(ann.email))).url).not.toBeNull()
})

test('the maker sees which camera the device became, by the name it has now (PAIR-04)', async () => {
  const ann = await somebody()
  const made = await make(ann)
  const camera = await addCamera(hub.fastify, ann, 'Front door')
  const watch = (cameraId: string, by: Caller) =>
    send(hub.fastify, by, 'PUT', `/pairings/${made.id}/camera`, { cameraId })
  // Nobody has used the link yet.
  expect((await watch(camera.id, ann)).statusCode).toBe(404)
  const device = asCaller((await redeem(tokenOf(made))).json())
  const bob = await somebody()
  const foreign = await addCamera(hub.fastify, bob, 'Elsewhere')
  expect((await watch(foreign.id, device)).statusCode).toBe(404)
  expect((await watch(camera.id, bob)).statusCode).toBe(404)
  expect((await watch(camera.id, device)).statusCode).toBe(200)
  expect(await stateOf(made, ann)).toEqual({
    phase: 'watching',
    device: 'Chrome on Android',
    cameraName: 'Front door',
  })
  const settings = { ...door, name: 'Back door', isMotionEnabled: true, isAudioEnabled: false, motionSensitivity: 50 }
  await send(hub.fastify, ann, 'PUT', `/cameras/${camera.id}`, settings)
  expect((await stateOf(made, ann)).cameraName).toBe('Back door')
  await send(hub.fastify, ann, 'DELETE', `/cameras/${camera.id}`)
  expect((await stateOf(made, ann)).phase).toBe('opened')
})

test('a link is nobody’s but its maker’s, also within the workspace, and no API token makes one (PAIR-06)', async () => {
  const ann = await somebody()
  const bob = await somebody()
  const joined = await join(ann, bob.email)
  expect((await send(hub.fastify, joined, 'GET', '/cameras')).statusCode).toBe(200)
  const made = await make(ann)
  for (const by of [bob, joined]) {
    expect((await read(made.id, by)).statusCode).toBe(404)
    expect((await send(hub.fastify, by, 'DELETE', `/pairings/${made.id}`)).statusCode).toBe(404)
  }
  const program = await makeToken(hub.fastify, ann, ['read', 'live', 'write'])
  const refused = await send(hub.fastify, program, 'POST', '/pairings')
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'token-not-allowed'])
})

test('signing out all other devices ends the links that are still open (PAIR-02)', async () => {
  const ann = await somebody()
  const bob = await somebody()
  const [made, foreign] = [await make(ann), await make(bob)]
  expect((await send(hub.fastify, ann, 'DELETE', '/sessions')).statusCode).toBe(200)
  expect((await redeem(tokenOf(made))).statusCode).toBe(410)
  expect((await redeem(tokenOf(foreign))).statusCode).toBe(200)
})

test('a member who was removed leaves no link behind (PAIR-06)', async () => {
  const ann = await somebody()
  const bob = await somebody()
  const made = await make(await join(ann, bob.email))
  const members = (await send(hub.fastify, ann, 'GET', '/members')).json<{ id: string; email: string }[]>()
  const id = members.find(({ email }) => email === bob.email)?.id
  expect((await send(hub.fastify, ann, 'DELETE', `/members/${id}`)).statusCode).toBe(200)
  expect((await redeem(tokenOf(made))).statusCode).toBe(410)
})

test('wrong tokens sign nobody in, are told what to do, and run into a limit (PAIR-05)', async () => {
  hub.clock.advance(MINUTE)
  const wrong = await redeem('nonsense')
  expect([wrong.statusCode, wrong.json().message]).toEqual([
    410,
    expect.stringMatching(/not whole.*Add another device/),
  ])
  expect((await redeem('')).statusCode).toBe(400)
  const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => redeem(`guess-${index}`)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([410, 429]))
  expect(answers.filter(({ statusCode }) => statusCode === 410)).toHaveLength(29)
  hub.clock.advance(MINUTE)
  expect((await redeem('nonsense')).statusCode).toBe(410)
})

test('over https in a network the link leads where the asker is; else to the machine (PAIR-01)', async () => {
  const ann = await somebody()
  const askAt = async (host: string) => {
    const headers = { ...ann.headers, host, 'x-forwarded-proto': 'https' }
    return (await hub.fastify.inject({ method: 'POST', url: '/v1/pairings', headers })).json<MadePairing>()
  }
  // Plain http, whatever its name: browsers of other machines would give that page no camera.
  expect((await askAt('localhost:8080')).url).toMatch(/^https:\/\/192\.168\.1\.7:/)
  expect((await askAt('nightjar.lan:8080')).url).toMatch(/^https:\/\/192\.168\.1\.7:/)
})

test('PUBLIC_URL goes before the machine’s own address, and needs no fingerprint (PAIR-01)', async () => {
  const environment = { LAN: '1', LAN_PORT: '0', LAN_ADDRESSES: '192.168.1.7', PUBLIC_URL: 'https://cam.example.org' }
  const other = await startTestHub({ environment })
  try {
    const made = (await send(other.fastify, await other.signIn(), 'POST', '/pairings')).json<MadePairing>()
    expect(made.url).toMatch(/^https:\/\/cam\.example\.org\/pair#/)
    expect(made.fingerprint).toBeNull()
  } finally {
    await other.close()
  }
})

test('a hub that answers on its machine alone says so, and how to change that (PAIR-01)', async () => {
  const other = await startTestHub()
  try {
    const made = (await send(other.fastify, await other.signIn(), 'POST', '/pairings')).json<MadePairing>()
    expect(made).toMatchObject({ url: null, fingerprint: null, reason: expect.stringContaining('LAN=1 npm start') })
  } finally {
    await other.close()
  }
})

test('the terminal names what the hub may have been started with, where what is set beside it leads to none (REL-09)', async () => {
  await somebody()
  const named = { kind: 'closed', reason: expect.stringContaining('LAN and LAN_PORT, TLS with HOST and PORT') }
  const told = async (environment: Record<string, string>, port: number) => {
    const result = readConfig({ DATA_DIR: hub.dataDir, LAN_ADDRESSES: '192.168.1.7', ...environment })
    if (!result.ok) throw new Error(result.problems.join())
    return placeBeside(result.config, async (asked) => (asked === port ? hub.hub.reach.fingerprint() : null))
  }
  expect(await told({}, 18443)).toEqual(named)
  expect(await told({ LAN: '1', LAN_PORT: '18443' }, 18443)).toMatchObject({ kind: 'open' })
  const tls = { TLS: 'self-signed', PORT: '18444' }
  expect(await told(tls, 18444)).toEqual(named)
  expect(await told({ ...tls, HOST: '0.0.0.0' }, 18444)).toMatchObject({ kind: 'open' })
})

test('whoever runs the hub makes a link for somebody from its terminal, where the hub answers the network (REL-09)', async () => {
  const ann = await somebody()
  const result = readConfig({ DATA_DIR: hub.dataDir, LAN_ADDRESSES: '192.168.1.7' })
  if (!result.ok) throw new Error(result.problems.join())
  // What the port shows, as a hub with LAN=1 does: the certificate of this folder, or another's.
  const place = await placeBeside(result.config, async (port) => (port === 8443 ? hub.hub.reach.fingerprint() : null))
  expect(place).toMatchObject({ kind: 'open', origin: 'https://192.168.1.7:8443' })
  expect(await placeBeside(result.config, async () => 'AA:BB')).toMatchObject({ kind: 'closed' })
  const db = await openHubDatabase(hub)
  try {
    const services = { db, clock: hub.clock }
    const made = await pairFromTerminal(services, ann.email, place)
    expect(made).toMatchObject({ email: ann.email, fingerprint: hub.hub.reach.fingerprint() })
    expect((await redeem(tokenOf(made))).json<Redeemed>()).toMatchObject({ workspaceId: ann.workspaceId })
    const nobody = pairFromTerminal(services, 'nobody@example.org', place)
    await expect(nobody).rejects.toThrow(/Nobody has signed in here as nobody@example\.org/)
    // Several people have signed in here.
    await expect(pairFromTerminal(services, null, place)).rejects.toThrow(/Say for whom/)
  } finally {
    await db.destroy()
  }
})
