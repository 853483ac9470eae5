import { afterEach, describe, expect, test } from 'vitest'
import { freshDatabaseUrl } from '../support/database'
import { type ManualClock, startTestHub, type TestHub } from '../support/hub'

const SENTENCE =
  "this machine's clock and the database's differ: set the one that is wrong, as hubs whose clocks differ can do the same job at once"

let hub: TestHub
afterEach(() => hub.close())

/** It goes on as PostgreSQL's does, however long a start takes. */
function machineClock(): ManualClock {
  let aheadMs = 0
  return {
    now: () => Date.now() + aheadMs,
    advance: (ms) => {
      aheadMs += ms
    },
  }
}

async function start(clock: ManualClock): Promise<void> {
  hub = await startTestHub({ clock, logLevel: 'warn', environment: { DATABASE_URL: await freshDatabaseUrl() } })
}

const healthOf = async () => (await hub.fastify.inject({ url: '/healthz' })).json()

describe("a hub whose clock and PostgreSQL's (OPS-08)", () => {
  test.each([90, -90])(
    'differ by %d s says so at its start, and to whoever asks whether it is well',
    async (seconds) => {
      const clock = machineClock()
      clock.advance(seconds * 1000)
      await start(clock)
      const warnings = hub.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === SENTENCE)
      expect(warnings).toMatchObject([{ secondsAheadOfDatabase: seconds }])
      expect(await healthOf()).toEqual({ status: 'ok', secondsAheadOfDatabase: seconds })
    },
  )

  test('differ as those of two machines do says nothing, until the clock has leapt', async () => {
    const clock = machineClock()
    clock.advance(2_000)
    await start(clock)
    expect([hub.logLines, await healthOf()]).toEqual([[], { status: 'ok' }])
    clock.advance(3_600_000)
    expect(await healthOf()).toEqual({ status: 'ok', secondsAheadOfDatabase: 3_602 })
  })
})
