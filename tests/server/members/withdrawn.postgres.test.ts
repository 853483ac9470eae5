import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../server/db/schema'
import { deleteMember } from '../../../server/members/member-rows'
import { findUserByEmail, lockWorkspace } from '../../../server/members/people-rows'
import { deleteWorkspace } from '../../../server/workspace/removal-rows'
import { addCamera, send } from '../support/calls'
import { openTestDatabase } from '../support/database'
import { codeIn, startTestHub, type TestHub } from '../support/hub'
import { untilWaiting, whileHeld } from '../support/locks/held-lock'

let hub: TestHub
let db: Db
beforeEach(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  db = await openTestDatabase(hub.dataDir)
})
afterEach(async () => {
  await db.destroy()
  await hub.close()
})

/** Asks for a code, and signs in by it, which waits for a transaction that has done something already; its answer. */
async function signInWhile(
  email: string,
  under: (transaction: Db) => Promise<unknown>,
  meanwhile: () => Promise<unknown> = async () => undefined,
) {
  await send(hub.fastify, null, 'POST', '/auth/request-otp', { email })
  const payload = { email, otp: codeIn(hub.mails, email) }
  const { answer } = await whileHeld(db, under, async () => {
    const answer = send(hub.fastify, null, 'POST', '/auth/verify-otp', payload)
    await untilWaiting(db, 1)
    await meanwhile()
    return { answer }
  })
  return answer
}

async function removeWorkspace(transaction: Db, workspaceId: string): Promise<void> {
  await lockWorkspace(transaction, workspaceId)
  await deleteWorkspace(transaction, workspaceId)
}

test('an invitation that is withdrawn while a sign-in waits for the workspace lets nobody in (HUB-20)', async () => {
  const ann = await hub.signIn('ann@example.org')
  const invited = (await send(hub.fastify, ann, 'POST', '/members', { email: 'eve@example.org' })).json()
  // As a clip that is being stored holds it.
  const eve = await signInWhile(
    'eve@example.org',
    (transaction) => lockWorkspace(transaction, ann.workspaceId),
    async () => void expect((await send(hub.fastify, ann, 'DELETE', `/members/${invited.id}`)).statusCode).toBe(200),
  )
  expect(eve.statusCode).toBe(200)
  expect(eve.json().workspaceId).not.toBe(ann.workspaceId)
  const people: { email: string }[] = (await send(hub.fastify, ann, 'GET', '/members')).json()
  expect(people.map(({ email }) => email)).toEqual(['ann@example.org'])
})

test('a workspace that is removed while a sign-in waits to join it keeps nobody out (HUB-20)', async () => {
  const ann = await hub.signIn('ann@example.org')
  await send(hub.fastify, ann, 'POST', '/members', { email: 'eve@example.org' })
  const eve = await signInWhile('eve@example.org', (transaction) => removeWorkspace(transaction, ann.workspaceId))
  expect([eve.statusCode, eve.json().message]).toEqual([200, undefined])
})

test('whoever is removed while they sign in gets a session where they are, and not where they were (HUB-07)', async () => {
  const ann = await hub.signIn('ann@example.org')
  await send(hub.fastify, ann, 'POST', '/members', { email: 'eve@example.org' })
  const eve = await hub.signIn('eve@example.org')
  expect(eve.workspaceId).toBe(ann.workspaceId)
  hub.clock.advance(61_000)
  const answer = await signInWhile('eve@example.org', async (transaction) => {
    const user = await findUserByEmail(transaction, 'eve@example.org')
    await lockWorkspace(transaction, ann.workspaceId)
    expect(await deleteMember(transaction, ann.workspaceId, user?.id ?? '')).toBe(true)
  })
  const { token, workspaceId } = answer.json()
  const headers = { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId }
  expect((await send(hub.fastify, { headers }, 'GET', '/cameras')).statusCode).toBe(200)
})

test('whose workspace is removed while they sign in gets a session in another of theirs (HUB-09)', async () => {
  const bob = await hub.signIn('bob@example.org')
  const first = await hub.signIn('ann@example.org')
  await addCamera(hub.fastify, first)
  await send(hub.fastify, bob, 'POST', '/members', { email: 'ann@example.org' })
  hub.clock.advance(61_000)
  const ann = await hub.signIn('ann@example.org')
  expect(ann.workspaceId).toBe(first.workspaceId)
  hub.clock.advance(61_000)
  const again = await signInWhile('ann@example.org', (transaction) => removeWorkspace(transaction, ann.workspaceId))
  expect([again.statusCode, again.json().message]).toEqual([200, undefined])
  expect(again.json().workspaceId).toBe(bob.workspaceId)
})
