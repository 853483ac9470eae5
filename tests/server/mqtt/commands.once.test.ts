import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/open'
import type { Db } from '../../../server/db/schema'
import { Commands } from '../../../server/mqtt/commands'
import type { ModesAnswer } from '../../../src/contract/modes/modes'
import { send } from '../support/calls'
import { environmentOf } from '../support/database'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

let hub: TestHub
let ann: SignedInUser
let db: Db
let commands: Commands
let isAway: boolean
let told: string[]

const door: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (isAway) throw new Error('the database is away')
    return node
  },
  transformResult: async ({ result }) => result,
}

beforeEach(async () => {
  isAway = false
  told = []
  hub = await startTestHub()
  ann = await hub.signIn()
  const { dataDir, clock, fastify } = hub
  db = await openDatabase(dataDir, (await environmentOf(dataDir))['DATABASE_URL'] ?? null)
  const log = fastify.log.child({})
  log.warn = (facts: object) => void told.push(JSON.stringify(facts))
  commands = new Commands({ db: db.withPlugin(door), clock, log, hasVision: false }, ann.workspaceId)
})
afterEach(async () => {
  await db.destroy()
  await hub.close()
})

const say = (word: string) =>
  commands.take({ topic: `nightjar/${ann.workspaceId}/mode/set`, body: word, isRetained: false })
const mode = async () => (await send(hub.fastify, ann, 'GET', '/modes')).json<ModesAnswer>().inForce.mode

test('a command that met a database that was away is done once it is back, however often it was tried (MQTT-08)', async () => {
  say('night')
  isAway = true
  for (let round = 0; round < 100; round++) await expect(commands.act()).rejects.toThrow('away')
  isAway = false
  await commands.act()
  expect([await mode(), told]).toEqual(['night', []])
  // It is done once.
  await send(hub.fastify, ann, 'PUT', '/modes', { choice: { mode: 'home' } })
  await commands.act()
  expect(await mode()).toBe('home')
})

test('a later word on the same thing counts, also one that comes while the first is done (MQTT-08)', async () => {
  say('night')
  isAway = true
  await expect(commands.act()).rejects.toThrow('away')
  say('away')
  isAway = false
  const acting = commands.act()
  say('home')
  await acting
  await commands.act()
  expect([await mode(), told]).toEqual(['home', []])
})

test('one that the database did not take for a minute is forgotten, and the log says so (MQTT-08)', async () => {
  say('night')
  isAway = true
  await expect(commands.act()).rejects.toThrow('away')
  hub.clock.advance(60_000)
  await commands.act()
  isAway = false
  await commands.act()
  expect(await mode()).toBe('armed')
  expect(told).toEqual([expect.stringContaining('waited too long for the database')])
})

test.each(['next-switch', 'for-good'] as const)(
  'a mode that an automation repeats each minute stays whose choice it was and %s, without a history (MQTT-08)',
  async (lasts) => {
    const switches = [{ days: [1, 2, 3, 4, 5, 6, 7], time: '07:00', mode: 'home' }]
    const change = { schedule: { timeZone: 'UTC', switches }, choice: { mode: 'away', lasts } }
    await send(hub.fastify, ann, 'PUT', '/modes', change)
    const chosen = async () => (await send(hub.fastify, ann, 'GET', '/modes')).json<ModesAnswer>().choice
    const before = await chosen()
    for (let minute = 0; minute < 5; minute++) {
      hub.clock.advance(60_000)
      say('away')
      await commands.act()
    }
    expect([before?.lasts, await chosen()]).toEqual([lasts, before])
    expect(await db.selectFrom('mode_eras').selectAll().execute()).toHaveLength(1)
  },
)

test('a mode that the schedule has brought, or that was chosen before its last switch, is chosen (MQTT-08)', async () => {
  const switches = [{ days: [1, 2, 3, 4, 5, 6, 7], time: '07:00', mode: 'away' }]
  const change = { schedule: { timeZone: 'UTC', switches }, choice: { mode: 'away' } }
  await send(hub.fastify, ann, 'PUT', '/modes', change)
  hub.clock.advance(24 * 3_600_000)
  ann = await hub.signIn()
  say('away')
  await commands.act()
  const { choice, inForce } = (await send(hub.fastify, ann, 'GET', '/modes')).json<ModesAnswer>()
  expect([choice?.mode, choice?.chosenBy, inForce.mode]).toEqual(['away', 'MQTT', 'away'])
})
