import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../server/db/schema'
import { RETENTION_JOB } from '../../../server/recordings/retention'
import { insertPasskey } from '../../../server/sign-in/passkeys/passkey-rows'
import { send } from '../support/calls'
import { passTime } from '../support/days'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { openHubDatabase } from '../support/webhook-worker'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const STRANGER = 'stranger@example.org'

let hub: TestHub
let db: Db
let ann: SignedInUser
beforeEach(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  db = await openHubDatabase(hub)
  ann = await hub.signIn('ann@example.org')
})
afterEach(async () => {
  await db.destroy()
  await hub.close()
})

const round = () => hub.hub.jobs.runNow(RETENTION_JOB)
async function pass(ms: number): Promise<void> {
  await passTime(hub, ms)
  await round()
}

/** Addresses that the hub still has of people, by where. */
async function kept(
  ...tables: readonly ('known_clients' | 'sign_in_codes' | 'code_mails' | 'invitations' | 'users')[]
) {
  const lists = tables.map((table) => db.selectFrom(table).select('email').orderBy('email').execute())
  return (await Promise.all(lists)).map((rows) => rows.map(({ email }) => email))
}

test('codes and their mails are forgotten after an hour, also where nobody asks for another (HUB-05)', async () => {
  await send(hub.fastify, null, 'POST', '/auth/request-otp', { email: STRANGER })
  await pass(HOUR_MS - 1)
  expect(await kept('sign_in_codes', 'code_mails')).toEqual([
    ['ann@example.org', STRANGER],
    ['ann@example.org', STRANGER],
  ])
  await pass(1)
  expect(await kept('sign_in_codes', 'code_mails')).toEqual([[], []])
})

test('networks that an address signed in from are forgotten after 90 days (HUB-05)', async () => {
  await pass(90 * DAY_MS - 1)
  expect(await kept('known_clients')).toEqual([['ann@example.org']])
  await pass(1)
  expect(await kept('known_clients')).toEqual([[]])
})

test('an invitation that nobody took up is forgotten after 7 days (HUB-20)', async () => {
  await send(hub.fastify, ann, 'POST', '/members', { email: STRANGER })
  await pass(7 * DAY_MS - 1)
  expect(await kept('invitations')).toEqual([[STRANGER]])
  await pass(1)
  expect(await kept('invitations')).toEqual([[]])
})

test('a clock that leaps ahead forgets none of it (KEEP-08)', async () => {
  await send(hub.fastify, ann, 'POST', '/members', { email: STRANGER })
  await round()
  hub.clock.advance(400 * DAY_MS)
  await round()
  // Whoever asks for a code then, too.
  await send(hub.fastify, null, 'POST', '/auth/request-otp', { email: STRANGER })
  expect(await kept('known_clients', 'invitations')).toEqual([['ann@example.org'], [STRANGER]])
})

test('who is in no workspace any more is forgotten, with the networks they signed in from (HUB-09)', async () => {
  await send(hub.fastify, ann, 'POST', '/members', { email: 'bob@example.org' })
  const bob = await hub.signIn('bob@example.org')
  await hub.signIn('eve@example.org')
  const people: { id: string; email: string }[] = (await send(hub.fastify, ann, 'GET', '/members')).json()
  const bobId = people.find(({ email }) => email === bob.email)?.id
  await insertPasskey(db, {
    id: 'key',
    user_id: bobId ?? '',
    name: 'Phone',
    rp_id: 'localhost',
    created_at: hub.clock.now(),
    credential_id: 'key',
    public_key: '',
    counter: 0,
    transports: '',
  })
  await round()
  expect(await kept('users')).toEqual([['ann@example.org', 'bob@example.org', 'eve@example.org']])
  expect((await send(hub.fastify, ann, 'DELETE', `/members/${bobId}`)).statusCode).toBe(200)
  await round()
  const others = ['ann@example.org', 'eve@example.org']
  expect(await kept('users', 'known_clients')).toEqual([others, others])
  expect(await db.selectFrom('passkeys').selectAll().execute()).toEqual([])
  hub.clock.advance(61_000)
  const anew = await hub.signIn('bob@example.org')
  expect((await send(hub.fastify, anew, 'GET', '/cameras')).json()).toEqual([])
})

test('who was removed and is invited again keeps account and passkeys for as long as the invitation is open (HUB-09)', async () => {
  await send(hub.fastify, ann, 'POST', '/members', { email: 'bob@example.org' })
  await hub.signIn('bob@example.org')
  const people: { id: string; email: string }[] = (await send(hub.fastify, ann, 'GET', '/members')).json()
  const bobId = people.find(({ email }) => email === 'bob@example.org')?.id
  await send(hub.fastify, ann, 'DELETE', `/members/${bobId}`)
  await send(hub.fastify, ann, 'POST', '/members', { email: 'bob@example.org' })
  await round()
  expect(await kept('users')).toEqual([['ann@example.org', 'bob@example.org']])
  await pass(7 * DAY_MS)
  expect(await kept('users')).toEqual([['ann@example.org']])
})

test('with a workspace go the addresses of who was in no other (EXT-14)', async () => {
  await send(hub.fastify, ann, 'POST', '/members', { email: 'bob@example.org' })
  await hub.signIn('bob@example.org')
  await hub.signIn('eve@example.org')
  await send(hub.fastify, ann, 'DELETE', `/workspaces/${ann.workspaceId}`, { email: ann.email })
  expect(await kept('users', 'known_clients')).toEqual([['eve@example.org'], ['eve@example.org']])
})
