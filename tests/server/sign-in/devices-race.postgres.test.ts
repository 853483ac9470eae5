import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Db } from '../../../server/db/schema'
import { send } from '../support/calls'
import { openTestDatabase } from '../support/database'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { untilWaiting, whileHeld } from '../support/locks/held-lock'

let hub: TestHub
let db: Db
beforeEach(async () => {
  hub = await startTestHub({ environment: { PUBLIC_URL: 'https://cam.example.org' } })
  db = await openTestDatabase(hub.dataDir)
})
afterEach(async () => {
  await db.destroy()
  await hub.close()
})

const sessionOf = ({ token }: SignedInUser) =>
  z.object({ sid: z.string() }).parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).sid
const statusFor = async (headers: Readonly<Record<string, string>>) =>
  (await send(hub.fastify, { headers }, 'GET', '/cameras')).statusCode

test('a link that is used while all others are being signed out opens nothing afterwards (DEV-06, PAIR-02)', async () => {
  const zoe = await hub.signIn('zoe@example.org')
  hub.clock.advance(61_000)
  const thief = await hub.signIn('zoe@example.org')
  const link: { url: string } = (await send(hub.fastify, thief, 'POST', '/pairings')).json()
  // As a refresh of the other device holds its tokens.
  const holdTokens = (transaction: Db) =>
    transaction
      .selectFrom('refresh_tokens')
      .select('token_hash')
      .where('session_id', '=', sessionOf(thief))
      .forUpdate()
      .execute()
  const asked = await whileHeld(db, holdTokens, async () => {
    const ended = send(hub.fastify, zoe, 'DELETE', '/sessions')
    await untilWaiting(db, 1)
    const used = send(hub.fastify, null, 'POST', '/pairings/redeem', { token: link.url.split('#')[1] })
    // It is let in by now, or waits for what ends it.
    await Promise.race([used, untilWaiting(db, 2)])
    return { ended, used }
  })
  expect((await asked.ended).statusCode).toBe(200)
  const used = await asked.used
  expect(await statusFor(thief.headers)).toBe(401)
  if (used.statusCode === 200) {
    const { token, workspaceId } = used.json()
    expect(await statusFor({ authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId })).toBe(401)
  }
})
