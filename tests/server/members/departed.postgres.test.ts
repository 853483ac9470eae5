import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../server/db/schema'
import { lockWorkspace } from '../../../server/members/people-rows'
import { RETENTION_JOB } from '../../../server/recordings/retention'
import { send } from '../support/calls'
import { openTestDatabase } from '../support/database'
import { codeIn, startTestHub, type TestHub } from '../support/hub'
import { untilWaiting, whileHeld } from '../support/locks/held-lock'

const EVE = 'eve@example.org'

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

test('who left and signs in again while accounts without a workspace are forgotten gets in (HUB-09)', async () => {
  const ann = await hub.signIn('ann@example.org')
  const invite = () => send(hub.fastify, ann, 'POST', '/members', { email: EVE })
  await invite()
  await hub.signIn(EVE)
  const people: { id: string; email: string }[] = (await send(hub.fastify, ann, 'GET', '/members')).json()
  const eveId = people.find(({ email }) => email === EVE)?.id
  await send(hub.fastify, ann, 'DELETE', `/members/${eveId}`)
  await invite()
  hub.clock.advance(61_000)
  await send(hub.fastify, null, 'POST', '/auth/request-otp', { email: EVE })
  const payload = { email: EVE, otp: codeIn(hub.mails, EVE) }
  const { answer, round } = await whileHeld(
    db,
    (transaction) => lockWorkspace(transaction, ann.workspaceId),
    async () => {
      const signingIn = send(hub.fastify, null, 'POST', '/auth/verify-otp', payload)
      await untilWaiting(db, 1)
      const forgetting = hub.hub.jobs.runNow(RETENTION_JOB)
      await Promise.race([forgetting, untilWaiting(db, 2)])
      return { answer: signingIn, round: forgetting }
    },
  )
  const signedIn = await answer
  await round
  expect([signedIn.statusCode, signedIn.json().workspaceId]).toEqual([200, ann.workspaceId])
  const users = await db.selectFrom('users').select(['id', 'email']).where('email', '=', EVE).execute()
  expect(users).toEqual([{ id: eveId, email: EVE }])
})
