import { afterEach, beforeEach, expect, test } from 'vitest'
import { send } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

const HOUR_MS = 3_600_000

let hub: TestHub
let ann: SignedInUser
beforeEach(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  ann = await hub.signIn('ann@example.org')
})
afterEach(() => hub.close())

const invite = (email: string, by = ann) => send(hub.fastify, by, 'POST', '/members', { email })
const mailsTo = (email: string) => hub.mails.filter(({ to }) => to === email).length

/** Invites as often and withdraws each; how many were taken, and the last answer. */
async function inviteAnew(times: number, emailOf: (index: number) => string, by = ann) {
  let taken = 0
  for (let index = 0; index < times; index++) {
    const answer = await invite(emailOf(index), by)
    if (answer.statusCode !== 201) return { taken, refusal: answer }
    taken += 1
    await send(hub.fastify, by, 'DELETE', `/members/${answer.json().id}`)
  }
  return { taken, refusal: null }
}

test('an address gets at most 5 invitations an hour from a workspace, also where each was withdrawn (HUB-20)', async () => {
  hub.clock.advance(HOUR_MS - (hub.clock.now() % HOUR_MS) - 1_000)
  ann = await hub.signIn(ann.email)
  const { taken, refusal } = await inviteAnew(6, () => 'bob@example.org')
  expect([taken, refusal?.statusCode, refusal?.json()]).toEqual([
    5,
    429,
    {
      code: 'too-many-requests',
      message: expect.any(String),
      retryAt: new Date(hub.clock.now() + 1_000).toISOString(),
    },
  ])
  expect(mailsTo('bob@example.org')).toBe(5)
  expect((await invite('carl@example.org')).statusCode).toBe(201)
  // Others who ask the same are not kept out by that.
  const eve = await hub.signIn('eve@example.org')
  expect((await invite('bob@example.org', eve)).statusCode).toBe(201)
  hub.clock.advance(1_000)
  expect((await invite('bob@example.org')).statusCode).toBe(201)
})

test('and at most 30 from all workspaces together (HUB-20)', async () => {
  for (let owner = 0; owner < 6; owner++) {
    const user = await hub.signIn(`owner${owner}@example.org`)
    expect((await inviteAnew(5, () => 'bob@example.org', user)).taken).toBe(5)
  }
  expect((await invite('bob@example.org')).statusCode).toBe(429)
  expect((await invite('carl@example.org')).statusCode).toBe(201)
})

test('a workspace invites 30 times an hour, and uses up nothing of another in its network (HUB-20)', async () => {
  const eve = await hub.signIn('eve@example.org')
  const { taken, refusal } = await inviteAnew(31, (index) => `x${index}@example.org`, eve)
  expect([taken, refusal?.statusCode]).toEqual([30, 429])
  for (let index = 0; index < 40; index++) expect((await invite('no', eve)).statusCode).toBe(400)
  expect((await invite('bob@example.org')).statusCode).toBe(201)
})

test('what could not be mailed does not count (HUB-20)', async () => {
  hub.mailer.isFailing = true
  for (let index = 0; index < 6; index++) expect((await invite('bob@example.org')).statusCode).toBe(502)
})
