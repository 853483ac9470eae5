import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DeliveryTable } from '../../../server/db/notification-tables'
import type { Db } from '../../../server/db/schema'
import { claimNext } from '../../../server/notifications/claim'
import { type DeliverServices, DeliveryRound } from '../../../server/notifications/deliver'
import { countDelivered, insertDeliveries } from '../../../server/notifications/delivery-rows'
import { DIGESTS_JOB } from '../../../server/notifications/notification-jobs'
import { deferred } from '../../support/deferred'
import { addCamera, send } from '../support/calls'
import { postClip } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { later } from '../support/later'
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver'
import { openHubDatabase, secondSender, waitingMail } from '../support/webhook-worker'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const never = new AbortController().signal

let hub: TestHub
let ann: SignedInUser
let cameraId: string
let receiver: WebhookReceiver
let db: Db
beforeEach(async () => {
  receiver = await startReceiver()
  hub = await startTestHub({ tier: 'FREE', environment: { WEBHOOK_HOSTS: receiver.host } })
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
  hub.mails.length = 0
  db = await openHubDatabase(hub)
})
afterEach(async () => {
  await db.destroy()
  await hub.close()
  await receiver.close()
})

const deliverDue = (services: DeliverServices, signal: AbortSignal) => new DeliveryRound(services, signal).run()
const round = () => hub.hub.jobs.runNow('notifications')
const clip = () => postClip(hub.fastify, ann, { cameraId })
const pass = async (ms: number) => {
  ann = await later(hub, ann, ms)
}
const states = async () =>
  (await db.selectFrom('deliveries').select('state').orderBy('created_at').execute()).map(({ state }) => state)
const status = async () => (await send(hub.fastify, ann, 'GET', '/wsconfig')).json().channelStatus
const waiting = (count: number, change: Partial<DeliveryTable> = {}) =>
  insertDeliveries(
    db,
    Array.from({ length: count }, () => waitingMail(ann.workspaceId, hub.clock.now(), change)),
  )
const used = () => countDelivered(db, ann.workspaceId, { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER })

async function turnOnSlack(change: object = {}) {
  const { notifySmsNumber: _, channelStatus: __, ...config } = (await send(hub.fastify, ann, 'GET', '/wsconfig')).json()
  const slack = { ...config, emailEnabled: false, slackEnabled: true, notifySlackWebhook: receiver.url, ...change }
  expect((await send(hub.fastify, ann, 'PUT', '/wsconfig/integrations', slack)).statusCode).toBe(200)
}

describe('a message that does not arrive', () => {
  test('is tried again after 30 s, and later each time', async () => {
    hub.mailer.isFailing = true
    await clip()
    await round()
    expect([await states(), (await status()).email]).toEqual([
      ['waiting'],
      { failedAt: '2026-03-10T12:00:00.000Z', message: 'The mail could not be handed to the mail server.' },
    ])
    hub.clock.advance(30 * SECOND_MS - 1)
    hub.mailer.isFailing = false
    await round()
    expect(hub.mails).toEqual([])
    hub.clock.advance(15 * SECOND_MS)
    hub.mailer.isFailing = true
    await round()
    hub.mailer.isFailing = false
    hub.clock.advance(MINUTE_MS - 1)
    await round()
    expect(hub.mails).toEqual([])
    hub.clock.advance(30 * SECOND_MS)
    await round()
    expect([hub.mails.length, await states(), (await status()).email]).toEqual([1, ['delivered'], null])
  })

  test('holds back the others of its channel, which then go first, and no other channel', async () => {
    await turnOnSlack({ emailEnabled: true })
    hub.mailer.isFailing = true
    await waiting(1, { camera_name: 'First' })
    await round()
    hub.mailer.isFailing = false
    await waiting(1, { camera_name: 'Second', created_at: hub.clock.now() + 1 })
    await waiting(1, { channel: 'slack' })
    await round()
    expect([hub.mails.length, receiver.posts.length]).toEqual([0, 1])
    hub.clock.advance(45 * SECOND_MS)
    await round()
    expect(hub.mails.map(({ subject }) => subject)).toEqual(['Motion at Second', 'Motion at First'])
  })

  describe('of a camera', () => {
    const gone = { kind: 'offline', event_type: null, tag: 'door' } as const
    const back = { ...gone, kind: 'online' } as const
    const alert = { event_type: 'ALERT', alert_kind: 'offline', tag: 'door' } as const
    const subjects = () => hub.mails.map(({ subject }) => subject)
    /** Written later, each a moment after the one before. */
    const wait = async (change: Partial<DeliveryTable>) => {
      hub.clock.advance(1)
      await waiting(1, { ...change, created_at: hub.clock.now() })
    }

    test.each([
      ['gone as a status', gone, 'Door went offline'],
      ['gone as an alert', alert, 'Camera offline: Door'],
    ])('that was %s comes before its return, and keeps nothing else waiting (MSG-08)', async (_, change, subject) => {
      hub.mailer.isFailing = true
      await wait(change)
      await round()
      hub.mailer.isFailing = false
      await wait(back)
      await wait({ ...gone, camera_name: 'Yard', tag: 'yard' })
      await wait({ camera_name: 'Yard' })
      hub.clock.advance(45 * SECOND_MS)
      await round()
      expect(subjects()).toEqual(['Yard went offline', 'Motion at Yard', subject, 'Door is back online'])
    })

    test('that never passes keeps the next of that camera for six hours (MSG-06)', async () => {
      const mailTo = hub.mailer.send
      vi.spyOn(hub.mailer, 'send').mockImplementation((mail, signal) =>
        mail.subject.includes('offline') ? Promise.reject(new Error('not this one')) : mailTo(mail, signal),
      )
      await wait(gone)
      await wait(back)
      for (let hour = 0; hour < 6; hour++) {
        await round()
        expect(subjects()).toEqual([])
        hub.clock.advance(HOUR_MS)
      }
      await round()
      expect(subjects()).toEqual(['Door is back online'])
    })

    test.each([
      ['gone as a status', gone, back, 'Door is back online'],
      ['gone as an alert', alert, back, 'Door is back online'],
      ['back', back, gone, 'Door went offline'],
      ['back', back, alert, 'Camera offline: Door'],
    ])('that was %s is dropped where the opposite came first, after six hours (MSG-08)', async (...row) => {
      const [, earlier, later, subject] = row
      await wait(gone)
      await round()
      hub.mails.length = 0
      hub.mailer.isFailing = true
      await wait(earlier)
      await round()
      await wait(later)
      for (let hour = 0; hour < 7; hour++) {
        hub.clock.advance(HOUR_MS)
        await round()
      }
      hub.mailer.isFailing = false
      await wait({ ...gone, camera_name: 'Yard', tag: 'yard' })
      hub.clock.advance(HOUR_MS)
      await round()
      expect(subjects()).toEqual(['Yard went offline', subject])
      expect(await states()).toEqual(['delivered', 'dropped', 'delivered', 'delivered'])
      // What is told of it from then on is news.
      await wait(earlier)
      await round()
      expect(await states()).toEqual(['delivered', 'dropped', 'delivered', 'delivered', 'delivered'])
    })
  })

  test('is given up after a day, its reason kept (MSG-06)', async () => {
    hub.mailer.isFailing = true
    await clip()
    for (let hour = 0; hour < 24; hour++) {
      await round()
      expect(await states()).toEqual(['waiting'])
      hub.clock.advance(HOUR_MS)
    }
    hub.mailer.isFailing = false
    await round()
    expect([hub.mails, await states()]).toEqual([[], ['failed']])
    const row = await db.selectFrom('deliveries').select(['problem', 'attempts']).executeTakeFirstOrThrow()
    expect([row.problem, row.attempts > 20]).toEqual(['The mail could not be handed to the mail server.', true])
  })

  test('is left alone as long as a 429 asks for, with everything else of its channel (MSG-06)', async () => {
    await turnOnSlack()
    receiver.answer = { status: 429, headers: { 'retry-after': '120' } }
    await waiting(3, { channel: 'slack' })
    await round()
    expect(receiver.posts).toHaveLength(1)
    receiver.answer = { status: 200 }
    hub.clock.advance(120 * SECOND_MS - 1)
    await round()
    expect(receiver.posts).toHaveLength(1)
    hub.clock.advance(1)
    await round()
    expect([receiver.posts.length, await states()]).toEqual([4, ['delivered', 'delivered', 'delivered']])
  })

  test('is not asked for each second by who says to come again at once (MSG-06)', async () => {
    await turnOnSlack()
    receiver.answer = { status: 503, headers: { 'retry-after': '0' } }
    await waiting(1, { channel: 'slack' })
    for (let count = 0; count < 3; count++) {
      await round()
      hub.clock.advance(SECOND_MS)
    }
    expect(receiver.posts).toHaveLength(1)
    hub.clock.advance(45 * SECOND_MS)
    await round()
    expect(receiver.posts).toHaveLength(2)
  })

  test('for good (404) is given up at once, and the next one is tried', async () => {
    await turnOnSlack()
    receiver.answer = { status: 404 }
    await waiting(2, { channel: 'slack' })
    await round()
    expect([receiver.posts.length, await states(), await used()]).toEqual([2, ['failed', 'failed'], 0])
    hub.clock.advance(HOUR_MS)
    await round()
    expect(receiver.posts).toHaveLength(2)
    const { problem } = await db.selectFrom('deliveries').select('problem').executeTakeFirstOrThrow()
    expect(problem).toMatch(/^Slack .*\.$/)
  })

  test('for now (500) is tried again', async () => {
    await turnOnSlack()
    receiver.answer = { status: 500 }
    await waiting(1, { channel: 'slack' })
    await round()
    receiver.answer = { status: 204 }
    hub.clock.advance(45 * SECOND_MS)
    await round()
    expect([receiver.posts.length, await states()]).toEqual([2, ['delivered']])
  })

  test('goes to the address that is saved when it is sent, at once when that changes', async () => {
    await turnOnSlack()
    receiver.answer = { status: 500 }
    await waiting(1, { channel: 'slack' })
    await round()
    receiver.answer = { status: 200 }
    await turnOnSlack({ notifySlackWebhook: `${receiver.url}/new` })
    await round()
    expect(receiver.posts.map(({ path }) => path)).toEqual(['/hook', '/hook/new'])
  })

  test('is dropped when its channel is turned off', async () => {
    await waiting(2)
    await turnOnSlack()
    await round()
    expect([hub.mails, await states()]).toEqual([[], ['dropped', 'dropped']])
  })
})

describe('two hubs on one database', () => {
  test('never send a message twice', async () => {
    await waiting(10)
    const sender = await secondSender(hub, db, receiver)
    await Promise.all([deliverDue(sender, never), deliverDue(sender, never), deliverDue(sender, never)])
    expect([hub.mails.length, await states()]).toEqual([10, Array.from({ length: 10 }, () => 'delivered')])
  })

  test('send exactly one of a hundred when one place is left (MSG-05)', async () => {
    await waiting(9)
    const sender = await secondSender(hub, db, receiver)
    await deliverDue(sender, never)
    await turnOnSlack({ emailEnabled: true, discordEnabled: true, notifyDiscordWebhook: `${receiver.url}/discord` })
    for (const channel of ['email', 'slack', 'discord'] as const) await waiting(33, { channel })
    await Promise.all([1, 2, 3].map(() => deliverDue(sender, never)))
    await deliverDue(sender, never)
    expect([hub.mails.length + receiver.posts.length, await used()]).toEqual([10, 10])
    expect((await states()).filter((state) => state === 'suppressed')).toHaveLength(98)
  })

  test('a place in the quota is free again when the message does not arrive', async () => {
    await waiting(9)
    await round()
    hub.mailer.isFailing = true
    await waiting(1)
    await round()
    expect([await used(), (await states()).filter((state) => state === 'waiting').length]).toEqual([9, 1])
    hub.mailer.isFailing = false
    hub.clock.advance(MINUTE_MS)
    await round()
    expect(await used()).toBe(10)
  })

  test('the last place waits for the one that is being sent', async () => {
    await waiting(9)
    await round()
    await waiting(2)
    const of = { workspaceId: ann.workspaceId, channel: 'email' } as const
    const claims = [
      await claimNext({ db, clock: hub.clock, believedTime: async () => hub.clock.now() }, of),
      await claimNext({ db, clock: hub.clock, believedTime: async () => hub.clock.now() }, of),
    ]
    expect(claims.map(({ kind }) => kind)).toEqual(['claimed', 'nothing'])
    // All were made at one moment, so that their order says nothing.
    const sent = Array.from({ length: 9 }, () => 'delivered')
    expect((await states()).sort()).toEqual([...sent, 'sending', 'waiting'])
  })

  test('what a hub took and never finished goes to another two minutes later', async () => {
    await waiting(1)
    await claimNext(
      { db, clock: hub.clock, believedTime: async () => hub.clock.now() },
      { workspaceId: ann.workspaceId, channel: 'email' },
    )
    hub.clock.advance(2 * MINUTE_MS - 1)
    await round()
    expect(hub.mails).toEqual([])
    hub.clock.advance(1)
    await round()
    expect([hub.mails.length, await states()]).toEqual([1, ['delivered']])
  })
})

test('a test that arrives where the channel leads ends its trouble, and what waits is sent at once (MSG-06, MSG-10)', async () => {
  const testMail = async (connectionValue: string) => {
    const answer = await send(hub.fastify, ann, 'POST', '/notifications/test', { type: 'email', connectionValue })
    expect(answer.statusCode).toBe(200)
    await round()
    return [await states(), (await status()).email === null]
  }
  hub.mailer.isFailing = true
  await clip()
  await round()
  hub.mailer.isFailing = false
  expect(await testMail('elsewhere@example.org')).toEqual([['waiting'], false])
  expect(await testMail(ann.email)).toEqual([['delivered'], true])
})

test.each([404, 500])(
  'a %i of the address before is no trouble of the new one, which is tried at once',
  async (old) => {
    await turnOnSlack()
    receiver.answer = async ({ path }) => {
      if (path.endsWith('/new')) return { status: 200 }
      await turnOnSlack({ notifySlackWebhook: `${receiver.url}/new` })
      return { status: old }
    }
    await waiting(1, { channel: 'slack' })
    await round()
    expect(receiver.posts.map(({ path }) => path)).toEqual(['/hook', '/hook/new'])
    expect([await states(), await status()]).toMatchObject([['delivered'], { slack: null }])
  },
)

test('a hub that closes while it sends keeps the message for the next start', async () => {
  await turnOnSlack()
  receiver.answer = 'hang'
  await waiting(1, { channel: 'slack' })
  const stop = new AbortController()
  const sender = await secondSender(hub, db, receiver)
  const sending = deliverDue(sender, stop.signal)
  await expect.poll(() => receiver.posts.length).toBe(1)
  stop.abort()
  await sending
  expect([await states(), await status()]).toEqual([
    ['waiting'],
    { email: null, slack: null, discord: null, isMailPrinted: true },
  ])
  receiver.answer = { status: 200 }
  await round()
  expect(await states()).toEqual(['delivered'])
})

test('old messages are forgotten, those of the running month never', async () => {
  await waiting(1)
  await round()
  await pass(62 * 24 * HOUR_MS)
  await hub.hub.jobs.runNow('old-notifications')
  expect(await states()).toHaveLength(1)
  hub.clock.advance(1)
  await hub.hub.jobs.runNow('old-notifications')
  expect(await states()).toEqual([])
})

test('a webhook that hangs does not keep what comes later on other channels waiting (MSG-07)', async () => {
  await turnOnSlack({ emailEnabled: true })
  receiver.answer = 'hang'
  const sender = await secondSender(hub, db, receiver)
  const stop = new AbortController()
  const sending = new DeliveryRound(sender, stop.signal)
  await waiting(1, { channel: 'slack' })
  const ended = sending.run()
  await expect.poll(() => receiver.posts.length).toBe(1)
  await waiting(1)
  await waiting(1, { channel: 'slack' })
  await sending.join()
  await expect.poll(() => hub.mails.length).toBe(1)
  // A channel's messages go one after another.
  expect(receiver.posts).toHaveLength(1)
  stop.abort()
  await ended
})

test('a round that does not end keeps no digest waiting, and is joined by what else became due (MSG-03, MSG-07)', async () => {
  await clip()
  await round()
  await pass(MINUTE_MS)
  await clip()
  // Of another workspace, whose mail hangs.
  const bob = await hub.signIn('bob@example.org')
  await insertDeliveries(db, [waitingMail(bob.workspaceId, hub.clock.now())])
  const hung = deferred<void>()
  const { send: mailTo } = hub.mailer
  vi.spyOn(hub.mailer, 'send').mockImplementation((mail, signal) =>
    mail.to === bob.email ? hung.promise : mailTo(mail, signal),
  )
  hub.mails.length = 0
  const ended = round()
  await expect.poll(() => vi.mocked(hub.mailer.send).mock.calls.length).toBe(1)
  hub.clock.advance(15 * MINUTE_MS)
  await hub.hub.jobs.runNow(DIGESTS_JOB)
  await expect.poll(() => hub.mails.map(({ to }) => to)).toEqual([ann.email])
  hung.resolve()
  await ended
})
