import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../../../server/db/open'
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
    let databaseUrl: string
    let hubs: TestHub[]
    let ann: SignedInUser
    beforeAll(async () => {
      broker = await MqttBroker.start()
      listener = await Listener.open(broker.port)
      databaseUrl = await freshDatabaseUrl()
      const environment = {
        DATABASE_URL: databaseUrl,
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

    test('while others hold a workspace a command waits, and all is told on (MQTT-02, MQTT-08)', async () => {
      const db = await openDatabase('', databaseUrl)
      const mode = () => listener.text(`nightjar/${ann.workspaceId}/mode`)
      const { id } = await db.selectFrom('cameras').select('id').executeTakeFirstOrThrow()
      await db.transaction().execute(async (holding) => {
        await holding.selectFrom('workspaces').select('id').forUpdate().execute()
        await listener.say(`nightjar/${ann.workspaceId}/mode/set`, 'night')
        // A round that waits for the command looks at nothing after this.
        await new Promise((resolve) => setTimeout(resolve, 1_500))
        await db.updateTable('cameras').set({ name: 'Porch' }).execute()
        const about = () => listener.text(`nightjar/${ann.workspaceId}/camera/${id}/about`)
        await vi.waitFor(() => expect(about()).toContain('Porch'), { timeout: 4_000, interval: 20 })
        expect(mode()).toBe('away')
      })
      await vi.waitFor(() => expect(mode()).toBe('night'), PATIENCE)
      await db.destroy()
    })
  },
)
