import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addCamera, send } from '../support/calls'
import { freshDatabaseUrl } from '../support/database'
import { postClip } from '../support/forms'
import { manualClock, type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { hasMosquitto, Listener, MqttBroker } from '../support/mqtt/broker'

const PATIENCE = { timeout: 20_000, interval: 20 }

describe.skipIf(!hasMosquitto)(
  'two hubs with one broker (skipped where there is no mosquitto)',
  { timeout: 40_000 },
  () => {
    let broker: MqttBroker
    let listener: Listener
    let hubs: TestHub[]
    let ann: SignedInUser
    beforeAll(async () => {
      broker = await MqttBroker.start()
      listener = await Listener.open(broker.port)
      const environment = {
        DATABASE_URL: await freshDatabaseUrl(),
        MQTT_URL: broker.url,
        MQTT_OWNERS: 'ann@example.org',
      }
      const clock = manualClock()
      hubs = [await startTestHub({ clock, environment, hasJobTimers: true })]
      hubs.push(await startTestHub({ clock, environment, hasJobTimers: true }))
    })
    afterAll(async () => {
      for (const hub of hubs) await hub.close()
      await listener.close()
      await broker.close()
    })
    const states = () => Promise.all(hubs.map(async ({ fastify }) => (await fastify.inject('/healthz')).json().mqtt))

    test('one of them tells what comes to either, once; the other goes on when it stops, with what came between (MQTT-11)', async () => {
      const [first, second] = hubs
      if (first === undefined || second === undefined) throw new Error('two hubs were to start')
      ann = await first.signIn()
      const { id: cameraId } = await addCamera(first.fastify, ann)
      await vi.waitFor(async () => expect((await states()).toSorted()).toEqual(['connected', 'waiting']), PATIENCE)
      const events = () => listener.heard.filter(({ topic }) => topic.endsWith('/event'))
      await vi.waitFor(() => expect([...listener.held.keys()].join()).toContain(cameraId), PATIENCE)
      for (const hub of hubs) await postClip(hub.fastify, ann, { cameraId })
      await vi.waitFor(() => expect(events()).toHaveLength(2), PATIENCE)

      const speaks = (await states())[0] === 'connected' ? first : second
      const other = speaks === first ? second : first
      hubs = [other]
      await speaks.close()
      await postClip(other.fastify, ann, { cameraId })
      await vi.waitFor(async () => expect(await states()).toEqual(['connected']), PATIENCE)
      await send(other.fastify, ann, 'PUT', '/modes', { choice: { mode: 'away' } })
      await vi.waitFor(() => {
        expect(listener.text(`nightjar/${ann.workspaceId}/mode`)).toBe('away')
        expect(listener.text(`nightjar/${ann.workspaceId}/hub`)).toBe('online')
      }, PATIENCE)
      await vi.waitFor(() => expect(events()).toHaveLength(3), PATIENCE)
    })
  },
)
