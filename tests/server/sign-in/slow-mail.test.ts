import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MailFailure } from '../../../server/lib/mail-failure'
import { deferred } from '../../support/deferred'
import { send } from '../support/calls'
import { codeIn, type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { openHubDatabase } from '../support/webhook-worker'

const email = 'bob@example.org'

let hub: TestHub
let ann: SignedInUser
beforeEach(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  ann = await hub.signIn()
})
afterEach(async () => {
  vi.useRealTimers()
  await hub.close()
})

const fellSilent = new MailFailure(Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT', command: 'CONN' }))
const refused = new MailFailure(Object.assign(new Error('no such user'), { code: 'EENVELOPE', responseCode: 550 }))

const requestCode = () => send(hub.fastify, null, 'POST', '/auth/request-otp', { email })
const verify = (otp: string) => send(hub.fastify, null, 'POST', '/auth/verify-otp', { email, otp })
const invite = () => send(hub.fastify, ann, 'POST', '/members', { email })
const invited = async () =>
  (await send(hub.fastify, ann, 'GET', '/members')).json<{ email: string }[]>().filter((row) => row.email === email)

/** Asks for something that is mailed, and moves on by 15 s in which the mail server says nothing; `end` is what it says then. */
async function askWhileSilent(ask: typeof requestCode) {
  const [began, end] = [deferred<void>(), deferred<void>()]
  hub.mailer.send = (mail) => {
    hub.mails.push(mail)
    began.resolve()
    return end.promise
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = ask()
  await began.promise
  await vi.advanceTimersByTimeAsync(15_000)
  const { statusCode } = await asked
  vi.useRealTimers()
  return { statusCode, end }
}

test('a code whose mail the server is still looking through after 15 s signs in, also where it falls silent (ENV-08)', async () => {
  const { statusCode, end } = await askWhileSilent(requestCode)
  expect(statusCode).toBe(200)
  end.reject(fellSilent)
  await end.promise.catch(() => undefined)
  expect((await verify(codeIn(hub.mails, email))).statusCode).toBe(200)
})

test('a code that the server refuses after 15 s is taken back, and another may be asked for at once (ENV-08)', async () => {
  const { statusCode, end } = await askWhileSilent(requestCode)
  expect(statusCode).toBe(200)
  end.reject(refused)
  hub.mailer.send = async () => undefined
  await expect.poll(async () => (await requestCode()).statusCode).toBe(200)
})

test('an invitation stands while the server is still looking through its mail, until it is refused (ENV-08)', async () => {
  const { statusCode, end } = await askWhileSilent(invite)
  expect([statusCode, await invited()]).toMatchObject([201, [{ state: 'invited' }]])
  end.reject(refused)
  await expect.poll(invited).toEqual([])
})

test('a code whose mail could not be written is none that is on its way (HUB-04)', async () => {
  const db = await openHubDatabase(hub)
  await sql`alter table invitations rename to unreadable`.execute(db)
  expect((await requestCode()).statusCode).toBe(500)
  await sql`alter table unreadable rename to invitations`.execute(db)
  await db.destroy()
  expect((await requestCode()).statusCode).toBe(200)
})
