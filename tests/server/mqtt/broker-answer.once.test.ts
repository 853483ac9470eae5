import dns from 'node:dns'
import { afterEach, expect, test, vi } from 'vitest'
import { brokerAnswer } from '../../../server/mqtt/broker-answer'
import { mqttOf } from '../../../server/mqtt/mqtt-config'

/** A link-local address without its link: the system sends nothing to it. */
const NOWHERE = { address: 'fe80::1', family: 6 }
const HERE = { address: '127.0.0.1', family: 4 }

afterEach(() => void vi.restoreAllMocks())

async function answerAt(...addresses: readonly dns.LookupAddress[]) {
  vi.spyOn(dns, 'lookup').mockImplementation(((...call: readonly unknown[]) => {
    const tell = call.at(-1) as (problem: null, addresses: readonly dns.LookupAddress[]) => void
    tell(null, addresses)
  }) as typeof dns.lookup)
  const config = mqttOf({ MQTT_URL: 'mqtt://broker.local:1', MQTT_PICTURES: undefined, MQTT_OWNERS: undefined })
  return config === null ? 'no broker' : brokerAnswer(config)
}

test('says what is known of any of the addresses that the name of a broker leads to (MQTT-13)', async () => {
  const refused = 'The MQTT broker at broker.local:1 cannot be used: nothing listens there.'
  expect(await answerAt(NOWHERE, HERE)).toBe(refused)
  expect(await answerAt(HERE, NOWHERE)).toBe(refused)
  expect(await answerAt(NOWHERE, { address: 'fe80::2', family: 6 })).toMatch(/ cannot be used: it cannot be reached\.$/)
})
