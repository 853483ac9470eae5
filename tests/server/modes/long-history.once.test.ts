import { afterEach, beforeEach, expect, test } from 'vitest'
import { addCamera, send } from '../support/calls'
import { startTestHub, type TestHub } from '../support/hub'
import { later } from '../support/later'
import { addEras, storedEra } from './stored-eras'

const HOUR_MS = 3_600_000

let hub: TestHub
beforeEach(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
})
afterEach(() => hub.close())

// Waiting for a database is a turn, too: SQLite answers at once.
test('a long history gives others their turn: as it is read, as it is reckoned, and as it is told (MODE-10)', async () => {
  let ann = await hub.signIn()
  await addCamera(hub.fastify, ann)
  await send(hub.fastify, ann, 'PUT', '/modes', { choice: { mode: 'away', lasts: 'for-good' } })
  const { settings } = await storedEra(hub, ann)
  /** Of the event loop, while the last day is told. */
  const turns = async () => {
    let count = 0
    let isDone = false
    const beat = () => {
      count += 1
      if (!isDone) setImmediate(beat)
    }
    setImmediate(beat)
    const [dateStart, dateEnd] = [hub.clock.now() - 24 * HOUR_MS, hub.clock.now()].map((ms) =>
      new Date(ms).toISOString(),
    )
    const answer = await send(hub.fastify, ann, 'GET', `/modes/history?dateStart=${dateStart}&dateEnd=${dateEnd}`)
    isDone = true
    return { count, spans: answer.json().spans.length }
  }
  const short = await turns()
  const home = settings.replace('"away"', '"home"')
  const fromMs = hub.clock.now()
  await addEras(hub, ann, 4_000, (index) => ({
    from_at: fromMs + index * 1_000,
    settings: index % 2 === 0 ? home : settings,
  }))
  ann = await later(hub, ann, 2 * HOUR_MS)
  const long = await turns()
  expect(long.spans).toBeGreaterThan(4_000)
  expect(long.count - short.count).toBeGreaterThanOrEqual(3 * 8)
})
