import { afterEach, describe, expect, test } from 'vitest'
import { addMonthlyUsage } from '../../../server/billing/usage-rows'
import { insertDeliveries } from '../../../server/notifications/delivery-rows'
import { planLimits, type Tier } from '../../../src/contract/plans'
import { pathOf, send } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { openHubDatabase, waitingMail } from '../support/webhook-worker'

const MONTH_MS = Date.parse('2026-03-01T00:00:00.000Z')

let hub: TestHub
let ann: SignedInUser
afterEach(() => hub.close())

async function start(tier: Tier) {
  hub = await startTestHub({ tier })
  ann = await hub.signIn()
}

/** The paragraphs of the page that say what a lower plan brings. */
async function notes(): Promise<string[]> {
  const { url } = (
    await send(hub.fastify, ann, 'POST', '/billing/portal', { returnUrl: 'http://localhost/billing' })
  ).json()
  const page = await hub.fastify.inject({ url: pathOf(url), headers: { accept: 'text/html' } })
  return [...page.body.matchAll(/<p class="note">(On [^<]+)</g)].map(([, text = '']) => text)
}

/** What was taken this month: MB, chats, messages. */
async function use(recordedBytes: number, chats: number, messages: number) {
  const db = await openHubDatabase(hub)
  await addMonthlyUsage(db, ann.workspaceId, MONTH_MS, { recordedBytes, chats })
  const nowMs = hub.clock.now()
  const delivered = { state: 'delivered', delivered_at: nowMs } as const
  await insertDeliveries(
    db,
    Array.from({ length: messages }, () => waitingMail(ann.workspaceId, nowMs, delivered)),
  )
  await db.destroy()
}

const basic = planLimits.BASIC

describe('what the page says of a lower plan (KEEP-15)', () => {
  test('what of this month is used up there, and until when it stops what', async () => {
    await start('PRO')
    await use(basic.storageBytes, basic.chatsPerMonth, basic.notificationsPerMonth)
    const [note] = await notes()
    expect(note).toContain(
      "This month's allowance there is used up: if you switch now, nothing is recorded, nobody is notified and the assistant does not answer until 2026-04-01 (UTC).",
    )
  })

  test('only what stops', async () => {
    await start('PRO')
    await use(basic.storageBytes - 1, 0, basic.notificationsPerMonth)
    expect((await notes()).join()).toContain('if you switch now, nobody is notified until 2026-04-01 (UTC).')
  })

  test('nothing of the month where there is room', async () => {
    await start('PRO')
    await use(basic.storageBytes - 1, basic.chatsPerMonth - 1, basic.notificationsPerMonth - 1)
    const [note] = await notes()
    expect(note).toMatch(/sound is off\.$/)
  })

  test('of each plan that is lower', async () => {
    await start('TEAM')
    await use(basic.storageBytes, 0, 0)
    const [lowest, lower, ...more] = await notes()
    expect(lowest).toMatch(/^On Basic, .+ nothing is recorded until 2026-04-01 \(UTC\)\.$/)
    expect(lower).toMatch(/^On Pro, recordings older than 90 days and those beyond 5120 MB are deleted/)
    expect(lower).not.toContain('if you switch now')
    expect(more).toEqual([])
  })

  test('that people stay where it has fewer, and nobody more joins (HUB-20)', async () => {
    const people = 'Everybody in the workspace stays; nobody can be invited or join beyond 1 user.'
    await start('TEAM')
    expect((await notes()).every((note) => note.includes(people))).toBe(true)
    await hub.close()
    await start('PRO')
    expect((await notes()).join()).not.toContain(people)
  })
})

test('a link to the page of a clock that was ahead opens nothing once that is set right (KEEP-09)', async () => {
  await start('PRO')
  hub.clock.advance(24 * 60 * 60_000)
  ann = await hub.signIn()
  const { url } = (
    await send(hub.fastify, ann, 'POST', '/billing/portal', { returnUrl: 'http://localhost/billing' })
  ).json()
  const open = async () => (await hub.fastify.inject({ url: pathOf(url) })).statusCode
  expect(await open()).toBe(200)
  hub.clock.advance(-24 * 60 * 60_000)
  expect(await open()).toBe(404)
})
