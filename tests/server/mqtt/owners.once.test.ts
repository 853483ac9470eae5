import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../server/db/schema'
import { mqttOf } from '../../../server/mqtt/mqtt-config'
import { MqttPublisher } from '../../../server/mqtt/publisher'
import { startTestHub, type TestHub } from '../support/hub'
import { openHubDatabase } from '../support/webhook-worker'

let hub: TestHub
let db: Db
beforeEach(async () => {
  hub = await startTestHub()
  db = await openHubDatabase(hub)
})
afterEach(async () => {
  await db.destroy()
  await hub.close()
})

/** One look of a publisher at who owns what: it is stopped before it calls its broker, or waits for the next. */
async function lookOnce(publisher: MqttPublisher): Promise<void> {
  const stop = new AbortController()
  const looked = publisher.job().run(stop.signal)
  stop.abort()
  await looked
}

test('an address of MQTT_OWNERS that owns nothing is told of once, by its place, also where others do (MQTT-06)', async () => {
  const MQTT_OWNERS = 'ann@example.org,bobb@example.org,eve@example.org'
  const broker = mqttOf({ MQTT_URL: 'mqtt://127.0.0.1:9', MQTT_PICTURES: undefined, MQTT_OWNERS })
  if (broker === null) throw new Error('a broker is named')
  const lines: string[] = []
  const { log } = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } })
  const services = {
    db,
    clock: hub.clock,
    log,
    blobs: { open: async () => null },
    lastSeen: { over: <Row>(row: Row) => row },
    snapshotPace: { onlineWindowMs: () => 0 },
    hasVision: false,
    config: { publicOrigin: null },
  }
  const publisher = new MqttPublisher(broker, services, { isShared: false, onState: () => undefined })
  const said = () => lines.map((line) => JSON.parse(line).places)
  await hub.signIn('ann@example.org')
  await lookOnce(publisher)
  await lookOnce(publisher)
  expect(said()).toEqual([[2, 3]])
  await hub.signIn('eve@example.org')
  await lookOnce(publisher)
  await lookOnce(publisher)
  expect(said()).toEqual([[2, 3], [2]])
  expect(lines.join()).not.toContain('@example.org')
})
