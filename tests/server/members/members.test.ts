import { afterEach, beforeEach, expect, test } from 'vitest'
import { setUsageTier } from '../../../server/billing/billing-rows'
import { addCamera, send } from '../support/calls'
import { codeIn, type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { openHubDatabase } from '../support/webhook-worker'

const DAY = 24 * 3_600_000

let hub: TestHub
let ann: SignedInUser
beforeEach(() => start('TEAM'))
afterEach(() => hub.close())

async function start(tier: 'TEAM' | 'PRO'): Promise<void> {
  hub = await startTestHub({ tier })
  ann = await hub.signIn('ann@example.org')
}

const invite = (email: string, by = ann) => send(hub.fastify, by, 'POST', '/members', { email })
const list = async (by = ann) => (await send(hub.fastify, by, 'GET', '/members')).json()
const remove = (id: string, by = ann) => send(hub.fastify, by, 'DELETE', `/members/${id}`)
const cameras = (by: SignedInUser, workspaceId = by.workspaceId) =>
  send(hub.fastify, { headers: { ...by.headers, 'x-workspace-id': workspaceId } }, 'GET', '/cameras')
const idOf = async (email: string) => (await list()).find((row: { email: string }) => row.email === email)?.id

async function join(email: string): Promise<SignedInUser> {
  expect((await invite(email)).statusCode).toBe(201)
  return hub.signIn(email)
}

test('a new workspace has its owner as the only member (HUB-20)', async () => {
  expect(await list()).toEqual([{ id: expect.any(String), email: ann.email, role: 'owner', state: 'joined' }])
})

test('who is invited gets a mail and is in the workspace by signing in (HUB-20)', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  const answer = await invite(' Bob@Example.ORG ')
  expect([answer.statusCode, answer.json()]).toEqual([
    201,
    { id: expect.any(String), email: 'bob@example.org', role: 'member', state: 'invited', isMailPrinted: true },
  ])
  const mail = hub.mails.at(-1)
  expect(mail?.to).toBe('bob@example.org')
  expect(mail?.text).toContain('ann@example.org invites you')
  expect(mail?.text).toContain('http://localhost:80')
  const bob = await hub.signIn('bob@example.org')
  expect(bob.workspaceId).toBe(ann.workspaceId)
  expect((await cameras(bob)).json()).toMatchObject([{ id: cameraId }])
  expect((await list()).map((row: { state: string }) => row.state)).toEqual(['joined', 'joined'])
})

test('the link of an invitation is not for whoever invites to choose (ENV-06)', async () => {
  const host = 'elsewhere.example'
  await send(hub.fastify, { headers: { ...ann.headers, host } }, 'POST', '/members', { email: 'bob@example.org' })
  const text = hub.mails.at(-1)?.text
  expect(text).toContain('ann@example.org invites you')
  expect(text).not.toContain(host)
})

test('the mail says so where its link opens on the machine of the hub alone (HUB-20)', async () => {
  const words = 'That link opens on the machine of Nightjar alone: elsewhere, ask ann@example.org for another.'
  await invite('bob@example.org')
  expect(hub.mails.at(-1)?.text).toContain(words)
  await hub.close()
  hub = await startTestHub({ tier: 'TEAM', environment: { PUBLIC_URL: 'https://cam.example.org' } })
  ann = await hub.signIn('ann@example.org')
  await invite('bob@example.org')
  const text = hub.mails.at(-1)?.text
  expect(text).toContain('https://cam.example.org\n')
  expect(text).not.toContain('alone')
})

test('an invitation of a clock that was ahead is sent once more when that is set right (HUB-20)', async () => {
  hub.clock.advance(30 * DAY)
  ann = await hub.signIn(ann.email)
  await invite('bob@example.org')
  hub.clock.advance(-30 * DAY)
  expect((await invite('bob@example.org')).statusCode).toBe(201)
  const again = await invite('bob@example.org')
  expect([again.statusCode, again.headers['retry-after']]).toEqual([429, '60'])
})

const mailsTo = (email: string) => hub.mails.filter(({ to }) => to === email)

test('the mail with the code says where the sign-in leads, so that nobody joins unawares', async () => {
  await invite('bob@example.org')
  await hub.signIn('bob@example.org')
  expect(mailsTo('bob@example.org')[1]?.text).toContain('signing in, you join the workspace of ann@example.org.')
  await hub.signIn('carl@example.org')
  expect(hub.mails.at(-1)?.text).not.toContain('join')
})

test('the mail with the code promises no workspace whose plan has no place any more (HUB-20)', async () => {
  await invite('bob@example.org')
  const db = await openHubDatabase(hub)
  await db.updateTable('workspaces').set({ tier: 'PRO' }).where('id', '=', ann.workspaceId).execute()
  await db.destroy()
  expect((await hub.signIn('bob@example.org')).workspaceId).not.toBe(ann.workspaceId)
  const text = mailsTo('bob@example.org')[1]?.text
  expect(text).toContain('invited to the workspace of ann@example.org, whose plan has no place for you now: ask them.')
  expect(text).not.toContain('you join')
})

test('who joins is told by a mail once, also where the invitation came after the code, and how to leave (HUB-20)', async () => {
  await send(hub.fastify, null, 'POST', '/auth/request-otp', { email: 'bob@example.org' })
  const otp = codeIn(hub.mails, 'bob@example.org')
  await invite('bob@example.org')
  expect(mailsTo('bob@example.org').at(-1)?.text).toContain('every sign-in within these days joins, by a passkey too')
  await send(hub.fastify, null, 'POST', '/auth/verify-otp', { email: 'bob@example.org', otp })
  const told = mailsTo('bob@example.org').at(-1)
  expect(told?.subject).toBe('You have joined a Nightjar workspace')
  expect(told?.text).toContain('have joined the Nightjar workspace of ann@example.org by signing in.')
  expect(told?.text).toContain('leave it: Billing, Members, Leave.')
  const before = hub.mails.length
  hub.clock.advance(60_000)
  await hub.signIn('bob@example.org')
  expect(hub.mails.slice(before).map(({ subject }) => subject)).toEqual(['Your Nightjar sign-in code'])
})

test('who joins and stays signed in to their own cameras is told whom to ask to get out (HUB-20)', async () => {
  const bob = await hub.signIn('bob@example.org')
  await addCamera(hub.fastify, bob, 'Own')
  await invite(bob.email)
  hub.clock.advance(60_000)
  await hub.signIn(bob.email)
  const text = mailsTo(bob.email).at(-1)?.text
  expect(text).toContain('You are signed in to another workspace')
  expect(text).toContain('ask ann@example.org to remove you.')
})

test('who joins is in also where the mail that tells of it cannot be sent (HUB-20)', async () => {
  await invite('bob@example.org')
  await send(hub.fastify, null, 'POST', '/auth/request-otp', { email: 'bob@example.org' })
  const otp = codeIn(hub.mails, 'bob@example.org')
  hub.mailer.isFailing = true
  const answer = await send(hub.fastify, null, 'POST', '/auth/verify-otp', { email: 'bob@example.org', otp })
  expect([answer.statusCode, answer.json().workspaceId]).toEqual([200, ann.workspaceId])
})

test('an invitation never moves the cameras that somebody has: their workspace stays the one of their sign-in', async () => {
  const bob = await hub.signIn('bob@example.org')
  await addCamera(hub.fastify, bob, 'Own')
  await invite(bob.email)
  const again = await hub.signIn(bob.email)
  expect(again.workspaceId).toBe(bob.workspaceId)
  expect((await cameras(again, ann.workspaceId)).statusCode).toBe(200)
})

test('who had a camera of their own and removed it lands in the workspace that they were invited to', async () => {
  const bob = await hub.signIn('bob@example.org')
  const { id } = await addCamera(hub.fastify, bob, 'Own')
  await send(hub.fastify, bob, 'DELETE', `/cameras/${id}`)
  await invite(bob.email)
  expect((await hub.signIn(bob.email)).workspaceId).toBe(ann.workspaceId)
})

test('who has an empty workspace of their own lands in the one they were invited to', async () => {
  const bob = await hub.signIn('bob@example.org')
  await invite(bob.email)
  expect((await hub.signIn(bob.email)).workspaceId).toBe(ann.workspaceId)
  expect((await cameras(bob)).statusCode).toBe(200)
})

test("a removed member's tokens stop at once, and the next sign-in is to a workspace of their own (HUB-07)", async () => {
  const bob = await join('bob@example.org')
  expect((await remove(await idOf(bob.email))).statusCode).toBe(200)
  expect((await cameras(bob)).statusCode).toBe(401)
  const refreshed = await send(hub.fastify, null, 'POST', '/auth/refresh', { refreshToken: bob.refreshToken })
  expect(refreshed.statusCode).toBe(401)
  expect(await list()).toHaveLength(1)
  const again = await hub.signIn(bob.email)
  expect(again.workspaceId).not.toBe(ann.workspaceId)
  expect((await cameras(again, ann.workspaceId)).statusCode).toBe(404)
})

test('who is removed from one workspace stays signed in to their own', async () => {
  const bob = await hub.signIn('bob@example.org')
  await addCamera(hub.fastify, bob)
  await invite(bob.email)
  await hub.signIn(bob.email)
  expect((await cameras(bob, ann.workspaceId)).statusCode).toBe(200)
  await remove(await idOf(bob.email))
  expect((await cameras(bob, ann.workspaceId)).statusCode).toBe(404)
  expect((await cameras(bob)).statusCode).toBe(200)
})

test('members see who is there, but only the owner invites and removes', async () => {
  const bob = await join('bob@example.org')
  expect(await list(bob)).toHaveLength(2)
  const answers = [await invite('carl@example.org', bob), await remove(await idOf(ann.email), bob)]
  for (const answer of answers) expect([answer.statusCode, answer.json().code]).toEqual([403, 'owner-only'])
})

test('a member may leave, the owner may not', async () => {
  const bob = await join('bob@example.org')
  expect((await remove(await idOf(bob.email), bob)).statusCode).toBe(200)
  expect(await list()).toHaveLength(1)
  const refused = await remove(await idOf(ann.email))
  expect([refused.statusCode, refused.json().code]).toEqual([400, 'invalid-input'])
})

/** The settings of ann's channels, with mails that go to an address and have failed there. */
async function mailTo(notifyEmail: string, emailEnabled = true) {
  const { channelStatus: _, notifySmsNumber: __, ...config } = (await send(hub.fastify, ann, 'GET', '/wsconfig')).json()
  const change = { emailEnabled, notifyEmail }
  expect((await send(hub.fastify, ann, 'PUT', '/wsconfig/integrations', { ...config, ...change })).statusCode).toBe(200)
  const db = await openHubDatabase(hub)
  const state = { channel: 'email', failures: 1, held_until: 0, failed_at: 0, problem: 'No such mailbox.' } as const
  await db
    .insertInto('channel_states')
    .values({ ...state, workspace_id: ann.workspaceId })
    .execute()
  await db.destroy()
}
const mails = async () => {
  const { notifyEmail, channelStatus } = (await send(hub.fastify, ann, 'GET', '/wsconfig')).json()
  return { to: notifyEmail, problem: channelStatus.email?.message ?? null }
}

test("mails that went to a member go to the owner's address once they are removed or leave (MSG-11)", async () => {
  for (const by of [() => ann, (bob: SignedInUser) => bob]) {
    const bob = await join('bob@example.org')
    await mailTo(' Bob@Example.org')
    const answer = await remove(await idOf(bob.email), by(bob))
    expect([answer.statusCode, answer.json()]).toEqual([200, { mailsGoTo: ann.email }])
    expect(await mails()).toEqual({ to: ann.email, problem: null })
  }
})

test('an address of nobody who leaves stays, and of a channel that is off nothing is told (MSG-11)', async () => {
  const bob = await join('bob@example.org')
  await mailTo('family@example.org')
  expect((await remove(await idOf(bob.email))).json()).toEqual({ mailsGoTo: null })
  expect(await mails()).toEqual({ to: 'family@example.org', problem: 'No such mailbox.' })
  const again = await join('bob@example.org')
  await mailTo(again.email, false)
  expect((await remove(await idOf(again.email))).json()).toEqual({ mailsGoTo: null })
  expect((await mails()).to).toBe(ann.email)
})

test('an invitation can be withdrawn, and ends by itself after 7 days', async () => {
  const { id } = (await invite('bob@example.org')).json()
  expect((await remove(id)).statusCode).toBe(200)
  expect((await hub.signIn('bob@example.org')).workspaceId).not.toBe(ann.workspaceId)
  await invite('carl@example.org')
  hub.clock.advance(7 * DAY)
  ann = await hub.signIn(ann.email)
  expect(await list()).toHaveLength(1)
  expect((await hub.signIn('carl@example.org')).workspaceId).not.toBe(ann.workspaceId)
})

test('another mail to the same address waits a minute, and is the same invitation', async () => {
  const first = (await invite('bob@example.org')).json()
  expect((await invite('bob@example.org')).statusCode).toBe(429)
  hub.clock.advance(60_000)
  const second = await invite('bob@example.org')
  expect([second.statusCode, second.json().id]).toEqual([201, first.id])
  expect(await list()).toHaveLength(2)
})

test("invitations and members together are at most the plan's users, also when asked for together (HUB-20)", async () => {
  const names = ['b', 'c', 'd', 'e', 'f', 'g', 'h']
  const answers = await Promise.all(names.map((name) => invite(`${name}@example.org`)))
  const taken = answers.filter(({ statusCode }) => statusCode === 201)
  const refused = answers.filter(({ statusCode }) => statusCode === 402)
  expect([taken.length, refused.length]).toEqual([4, 3])
  expect(refused[0]?.json()).toEqual({
    code: 'user-limit',
    message: 'The plan allows 5 users. Upgrade the plan, or remove somebody first.',
  })
  await hub.close()
  await start('PRO')
  expect((await invite('bob@example.org')).json().code).toBe('user-limit')
})

test('after a step down all who are there stay, and nobody is invited or joins (HUB-20)', async () => {
  const bob = await join('bob@example.org')
  await invite('carl@example.org')
  const db = await openHubDatabase(hub)
  await setUsageTier(db, ann.workspaceId, 'BASIC')
  await db.destroy()
  expect((await cameras(bob)).statusCode).toBe(200)
  expect((await hub.signIn('carl@example.org')).workspaceId).not.toBe(ann.workspaceId)
  expect((await invite('dora@example.org')).json().code).toBe('user-limit')
})

test('refuses who is there already, what is no address, and whom nobody knows', async () => {
  const bob = await join('bob@example.org')
  expect((await invite(bob.email)).json().code).toBe('already-member')
  expect((await invite('bob')).statusCode).toBe(400)
  for (const id of ['nonsense', '00000000-0000-4000-8000-000000000000'])
    expect((await remove(id)).json().code).toBe('not-found')
  const stranger = await hub.signIn('eve@example.org')
  expect((await remove(await idOf(bob.email), stranger)).statusCode).toBe(404)
  expect(await list()).toHaveLength(2)
})

test('an invitation whose mail cannot be sent does not stand', async () => {
  hub.mailer.isFailing = true
  const failed = await invite('bob@example.org')
  expect([failed.statusCode, failed.json().code]).toEqual([502, 'mail-failed'])
  hub.mailer.isFailing = false
  expect(await list()).toHaveLength(1)
})

test('a mail that fails late takes no later invitation back', async () => {
  let fail = () => {}
  const send = hub.mailer.send
  const began = new Promise<void>((begin) => {
    hub.mailer.send = () =>
      new Promise((_, reject) => {
        fail = () => reject(new Error('the mail server was silent'))
        begin()
      })
  })
  const first = invite('bob@example.org')
  await began
  hub.mailer.send = send
  hub.clock.advance(61_000)
  expect((await invite('bob@example.org')).statusCode).toBe(201)
  fail()
  expect((await first).statusCode).toBe(502)
  expect(await list()).toMatchObject([{}, { email: 'bob@example.org', state: 'invited' }])
})

test('a mail that cannot be sent once more leaves the invitation that was mailed before', async () => {
  const first = (await invite('bob@example.org')).json()
  hub.clock.advance(60_000)
  hub.mailer.isFailing = true
  expect((await invite('bob@example.org')).statusCode).toBe(502)
  hub.mailer.isFailing = false
  expect((await list()).filter(({ id }: { id: string }) => id === first.id)).toHaveLength(1)
  // No mail went out since the first: the wait for another one is over.
  expect((await invite('bob@example.org')).statusCode).toBe(201)
})
