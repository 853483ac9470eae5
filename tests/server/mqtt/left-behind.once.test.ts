import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { discoverHub, discoveryTopicsOf } from '../../../server/mqtt/discovery'
import { addCamera, send } from '../support/calls'
import { placeTables } from '../support/database'
import { jpeg, postClip } from '../support/forms'
import { manualClock, type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { BreakableLine, hasMosquitto, Listener, MqttBroker } from '../support/mqtt/broker'

const PATIENCE = { timeout: 15_000, interval: 20 }

describe.skipIf(!hasMosquitto)('what a broker holds of a workspace that is gone', { timeout: 40_000 }, () => {
  const clock = manualClock()
  let dataDir: string
  let broker: MqttBroker
  let line: BreakableLine
  let listener: Listener
  let hub: TestHub
  let ann: SignedInUser
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'nightjar-mqtt-hub-'))
    await placeTables(dataDir)
    broker = await MqttBroker.start()
    line = await BreakableLine.open(broker.port)
    listener = await Listener.open(broker.port)
  })
  afterAll(async () => {
    await hub.close()
    await listener.close()
    await line.close()
    await broker.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const start = async (owners = {}) => {
    const environment = { MQTT_URL: broker.urlAt(line.port), MQTT_PICTURES: '1', ...owners }
    hub = await startTestHub({ dataDir, clock, hasJobTimers: true, logLevel: 'warn', environment })
  }
  const held = () => [...listener.held.keys()]
  const state = async () => (await hub.fastify.inject('/healthz')).json().mqtt

  test('goes also where the hub that told of it has ended, and the broker was away when it was removed (MQTT-06, MQTT-10)', async () => {
    await start()
    ann = await hub.signIn()
    const { id: cameraId } = await addCamera(hub.fastify, ann)
    const picture = `nightjar/${ann.workspaceId}/camera/${cameraId}/picture`
    await postClip(hub.fastify, ann, { cameraId, fields: { thumbnail: jpeg(300, 1).toString('base64') } })
    await vi.waitFor(() => expect(held()).toContain(picture), PATIENCE)
    await hub.close()
    line.cut()
    await start()
    await vi.waitFor(() => expect(hub.logLines.join()).toContain('the MQTT broker is away'), PATIENCE)
    await send(hub.fastify, ann, 'DELETE', `/workspaces/${ann.workspaceId}`, { email: ann.email })
    expect(held()).toContain(picture)
    line.mend()
    await vi.waitFor(() => expect(held()).toEqual([]), PATIENCE)
    await vi.waitFor(async () => expect(await state()).toBe('waiting'), PATIENCE)
  })

  test('goes at the next start where the hub ended before the broker was back (MQTT-06, MQTT-10)', async () => {
    await hub.close()
    const root = `nightjar/${ann.workspaceId}`
    const stranger = '11111111-2222-4333-8444-555555555555'
    const ofHub = discoverHub(ann.workspaceId, { publicOrigin: null }).map(({ topic }) => topic)
    const left = [`${root}/hub`, `${root}/mode`, `${root}/camera/${stranger}/picture`, ...ofHub]
    for (const topic of [...left, ...discoveryTopicsOf(stranger)])
      await listener.say(topic, 'left behind', { retain: true })
    await listener.say('nightjar/somebody-else/mode', 'home', { retain: true })
    await start()
    await vi.waitFor(() => expect(held()).toEqual(['nightjar/somebody-else/mode']), PATIENCE)
    await vi.waitFor(async () => expect(await state()).toBe('waiting'), PATIENCE)
  })

  test('goes at the next start that does not name its owner any more, and is told anew by the one that does (MQTT-06)', async () => {
    await hub.close()
    await start({ MQTT_OWNERS: 'ann@example.org,bob@example.org' })
    clock.advance(61_000)
    ann = await hub.signIn('ann@example.org')
    const bob = await hub.signIn('bob@example.org')
    for (const user of [ann, bob]) {
      const { id: cameraId } = await addCamera(hub.fastify, user)
      await postClip(hub.fastify, user, { cameraId, fields: { thumbnail: jpeg(300, 1).toString('base64') } })
    }
    const heldOf = ({ workspaceId }: SignedInUser) =>
      held().filter((topic) => topic.startsWith(`nightjar/${workspaceId}/`) || topic.includes(workspaceId)).length
    const arePictured = () => held().filter((topic) => topic.endsWith('/picture')).length
    await vi.waitFor(() => expect(arePictured()).toBe(2), PATIENCE)
    const ofBob = heldOf(bob)
    await hub.close()
    await start({ MQTT_OWNERS: 'ann@example.org' })
    await vi.waitFor(() => expect([heldOf(ann) > 0, heldOf(bob), arePictured()]).toEqual([true, 0, 1]), PATIENCE)
    await vi.waitFor(async () => expect(await state()).toBe('connected'), PATIENCE)
    await hub.close()
    await start({ MQTT_OWNERS: 'ann@example.org,bob@example.org' })
    await vi.waitFor(() => expect(heldOf(bob)).toBe(ofBob), PATIENCE)
  })

  test('goes at the next start where MQTT_OWNERS named its owner and the broker was away when it was removed (MQTT-06, MQTT-10)', async () => {
    clock.advance(61_000)
    const bob = await hub.signIn('bob@example.org')
    const heldOf = ({ workspaceId }: SignedInUser) => held().filter((topic) => topic.includes(workspaceId))
    expect(heldOf(bob)).not.toEqual([])
    line.cut()
    await send(hub.fastify, bob, 'DELETE', `/workspaces/${bob.workspaceId}`, { email: bob.email })
    await hub.close()
    line.mend()
    await start({ MQTT_OWNERS: 'ann@example.org,bob@example.org' })
    await vi.waitFor(() => expect(heldOf(bob)).toEqual([]), PATIENCE)
    await vi.waitFor(async () => expect(await state()).toBe('connected'), PATIENCE)
    expect(heldOf(ann)).not.toEqual([])
  })
})
