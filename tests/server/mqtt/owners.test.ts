import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetDatabase } from '../support/database'
import { manualClock, startTestHub } from '../support/hub'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-owners-'))
})
afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true })
  await forgetDatabase(dataDir)
})

test('an address of MQTT_OWNERS that owns nothing is told of once, by its place, also where others do (MQTT-06)', async () => {
  const clock = manualClock()
  const before = await startTestHub({ dataDir, clock })
  await before.signIn('ann@example.org')
  await before.close()
  const MQTT_OWNERS = 'ann@example.org,bobb@example.org,eve@example.org'
  const environment = { MQTT_URL: 'mqtt://127.0.0.1:9', MQTT_OWNERS }
  const hub = await startTestHub({ dataDir, clock, environment, hasJobTimers: true, logLevel: 'warn' })
  try {
    const said = () => hub.logLines.filter((line) => line.includes('MQTT_OWNERS')).map((line) => JSON.parse(line))
    await vi.waitFor(() => expect(said()).toEqual([expect.objectContaining({ places: [2, 3] })]), 10_000)
    await hub.signIn('eve@example.org')
    await vi.waitFor(() => expect(said()[1]).toMatchObject({ places: [2] }), 10_000)
    // Another look at who owns what.
    await wait(5_500)
    expect(said()).toHaveLength(2)
  } finally {
    await hub.close()
  }
}, 40_000)
