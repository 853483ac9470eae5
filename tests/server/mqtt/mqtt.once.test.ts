import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addMonthlyUsage } from '../../../server/billing/usage-rows'
import { openDatabase } from '../../../server/db/open'
import { monthOf } from '../../../server/lib/month'
import { brokerAnswer } from '../../../server/mqtt/broker-answer'
import { discoveryTopicsOf } from '../../../server/mqtt/discovery'
import { MOST_NEWS } from '../../../server/mqtt/event-feed'
import { mqttOf } from '../../../server/mqtt/mqtt-config'
import type { Camera } from '../../../src/contract/camera'
import type { ModesAnswer } from '../../../src/contract/modes/modes'
import { planLimits } from '../../../src/contract/plans'
import { addCamera, door, listVideos, send } from '../support/calls'
import { placeTables } from '../support/database'
import { seen, seenFields } from '../support/detections'
import { jpeg, postClip, postSnapshot } from '../support/forms'
import { manualClock, type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { BreakableLine, brokerUser, hasMosquitto, Listener, MqttBroker } from '../support/mqtt/broker'

if (!hasMosquitto) process.stdout.write('mosquitto is not installed: the hub is not tried with an MQTT broker.\n')

const PATIENCE = { timeout: 15_000, interval: 20 }
const STRANGER = '11111111-2222-4333-8444-555555555555'

// In the order of a life, as a hub and a broker are slow to start.
describe.skipIf(!hasMosquitto)('a hub with a broker', { timeout: 30_000 }, () => {
  const clock = manualClock()
  let dataDir: string
  let broker: MqttBroker
  let line: BreakableLine
  let listener: Listener
  let hub: TestHub
  let ann: SignedInUser
  let eve: SignedInUser
  let front: Camera
  let root: string
  const of = (camera: Camera, name: string) => `${root}/camera/${camera.id}/${name}`
  const holds = (states: Readonly<Record<string, string | undefined>>) =>
    vi.waitFor(() => {
      const held = Object.fromEntries(Object.keys(states).map((topic) => [topic, listener.text(topic)]))
      expect(held).toEqual(states)
    }, PATIENCE)
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) => {
    const answer = await send(hub.fastify, ann, method, path, body)
    if (answer.statusCode >= 300) throw new Error(answer.body)
    return answer
  }
  const modeNow = async () => (await call('GET', '/modes')).json<ModesAnswer>()
  const cameraNow = async (id: string) =>
    (await call('GET', '/cameras')).json<Camera[]>().find((camera) => camera.id === id)
  const eventsOf = (camera: Camera) => listener.heard.filter(({ topic }) => topic === of(camera, 'event'))
  const clip = (camera: Camera, fields = {}) => postClip(hub.fastify, ann, { cameraId: camera.id, fields })

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'nightjar-mqtt-hub-'))
    await placeTables(dataDir)
    broker = await MqttBroker.start()
    line = await BreakableLine.open(broker.port)
    // Somebody signs in, and there is a camera, before there is a broker.
    hub = await startTestHub({ dataDir, clock, tier: 'PRO' })
    ann = await hub.signIn()
    front = await addCamera(hub.fastify, ann, 'Front door')
    await hub.close()
    root = `nightjar/${ann.workspaceId}`
    listener = await Listener.open(broker.port)
    // Left by a camera that was removed while no hub was there.
    for (const topic of [`${root}/camera/${STRANGER}/picture`, ...discoveryTopicsOf(STRANGER)])
      await listener.say(topic, 'left behind', { retain: true })
    await listener.say('nightjar/somebody-else/mode', 'home', { retain: true })
    await startWithBroker()
  })
  async function startWithBroker() {
    hub = await startTestHub({
      dataDir,
      clock,
      tier: 'PRO',
      hasJobTimers: true,
      logLevel: 'warn',
      environment: { MQTT_URL: broker.urlAt(line.port), MQTT_PICTURES: '1' },
    })
  }
  afterAll(async () => {
    await hub.close()
    await listener.close()
    await line.close()
    await broker.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('holds the states of cameras and mode, and tells Home Assistant of each (MQTT-02, MQTT-03, MQTT-13)', async () => {
    await holds({
      [`${root}/hub`]: 'online',
      [`${root}/mode`]: 'armed',
      [`${root}/alarm`]: 'armed_custom_bypass',
      [of(front, 'online')]: 'OFF',
      [of(front, 'motion')]: 'OFF',
      [of(front, 'detection')]: 'OFF',
      [of(front, 'about')]: JSON.stringify({ name: 'Front door', location: door.location }),
    })
    for (const topic of discoveryTopicsOf(front.id)) expect(listener.text(topic)).toContain('"unique_id":"nightjar_')
    await postSnapshot(hub.fastify, ann, front.id)
    await holds({ [of(front, 'online')]: 'ON' })
    expect((await hub.fastify.inject('/healthz')).json()).toEqual({ status: 'ok', mqtt: 'connected' })
    expect((await hub.fastify.inject('/metrics')).body).toContain('nightjar_mqtt_state{state="connected"} 1')
  })

  test('says whether the broker lets the hub in, and without the password why not (MQTT-13)', async () => {
    const answerOf = async (url: string) => {
      const config = mqttOf({ MQTT_URL: url, MQTT_PICTURES: undefined, MQTT_OWNERS: undefined })
      return config === null ? 'no broker' : brokerAnswer(config)
    }
    expect(await answerOf(broker.url)).toBe(`The MQTT broker at 127.0.0.1:${broker.port} answers.`)
    const stranger = `mqtt://nightjar:wrong@127.0.0.1:${broker.port}`
    expect(await answerOf(stranger)).toMatch(/cannot be used: it does not take this user name and password\.$/)
    expect(await answerOf('mqtt://127.0.0.1:1')).toMatch(/127\.0\.0\.1:1 cannot be used: nothing listens there\.$/)
    // The broker takes what TLS begins with for no packet of its own, and hangs up.
    expect(await answerOf(`mqtts://127.0.0.1:${broker.port}`)).toMatch(
      /cannot be used: it breaks the connection off, as where MQTT_URL begins with mqtt:\/\/ and the port speaks TLS, or the other way round\.$/,
    )
  })

  test('takes away what a removed camera left, and leaves what is not its own (MQTT-10)', async () => {
    await vi.waitFor(() => expect([...listener.held.keys()].join()).not.toContain(STRANGER), PATIENCE)
    expect(listener.text('nightjar/somebody-else/mode')).toBe('home')
  })

  test('tells an event at once, with sensors, the last event and its picture (MQTT-04, MQTT-05)', async () => {
    const thumbnail = jpeg(3000, 9)
    await clip(front, {
      ...seenFields([seen(500), seen(700, { label: 'dog', track: 1 })]),
      thumbnail: thumbnail.toString('base64'),
    })
    await vi.waitFor(() => expect(eventsOf(front)).toHaveLength(1), PATIENCE)
    const event = JSON.parse(eventsOf(front)[0]?.text ?? '')
    expect(event).toMatchObject({
      event_type: 'person',
      camera: 'Front door',
      title: 'Person at Front door',
      labels: [
        { label: 'person', count: 1 },
        { label: 'dog', count: 1 },
      ],
    })
    await holds({
      [of(front, 'motion')]: 'ON',
      [of(front, 'person')]: 'ON',
      [of(front, 'animal')]: 'ON',
      [of(front, 'vehicle')]: 'OFF',
      [of(front, 'last-event')]: JSON.stringify(event),
    })
    await vi.waitFor(() => expect(listener.held.get(of(front, 'picture'))?.equals(thumbnail)).toBe(true), PATIENCE)
    clock.advance(31_000)
    await holds({ [of(front, 'motion')]: 'OFF', [of(front, 'person')]: 'OFF', [of(front, 'online')]: 'OFF' })
    expect(eventsOf(front)).toHaveLength(1)
  })

  test('takes the picture of a deleted recording back (MQTT-04)', async () => {
    const { videos } = await listVideos(hub.fastify, ann)
    await call('DELETE', `/videos/${videos[0]?.id}`)
    clock.advance(10_000)
    await vi.waitFor(() => expect(listener.held.has(of(front, 'picture'))).toBe(false), PATIENCE)
    expect(listener.held.has(of(front, 'last-event'))).toBe(true)
  })

  test('takes it back also where the one before cannot be read (MQTT-04)', async () => {
    const cellar = await addCamera(hub.fastify, ann, 'Cellar')
    const holdsPicture = (picture: Buffer) =>
      vi.waitFor(() => expect(listener.held.get(of(cellar, 'picture'))?.equals(picture)).toBe(true), PATIENCE)
    const pictures = [jpeg(3000, 1), jpeg(3000, 2)] as const
    await clip(cellar, { thumbnail: pictures[0].toString('base64') })
    await holdsPicture(pictures[0])
    const folder = join(dataDir, 'blobs', ann.workspaceId, 'thumbnails')
    for (const file of await readdir(folder)) await rm(join(folder, file))
    clock.advance(1_000)
    await clip(cellar, { thumbnail: pictures[1].toString('base64') })
    await holdsPicture(pictures[1])
    const { videos } = await listVideos(hub.fastify, ann)
    await call('DELETE', `/videos/${videos[0]?.id}`)
    clock.advance(10_000)
    await vi.waitFor(() => expect(listener.held.has(of(cellar, 'picture'))).toBe(false), PATIENCE)
    await call('DELETE', `/cameras/${cellar.id}`)
    // That a picture could not be read is none of what the tests after this count.
    hub.logLines.length = 0
  })

  test('a clip that somebody had recorded is no motion, but whom it shows (LIVE-98, MQTT-02, MQTT-05)', async () => {
    const hall = await addCamera(hub.fastify, ann, 'Hall')
    const kinds = () => eventsOf(hall).map(({ text }) => JSON.parse(text).event_type)
    await clip(hall, { isByHand: 'true' })
    await vi.waitFor(() => expect(kinds()).toEqual(['by-hand']), PATIENCE)
    await clip(hall, { ...seenFields([seen(500, { label: 'dog' })]), isByHand: 'true' })
    await vi.waitFor(() => expect(kinds()).toEqual(['by-hand', 'animal']), PATIENCE)
    await holds({ [of(hall, 'animal')]: 'ON', [of(hall, 'motion')]: 'OFF' })
    await call('DELETE', `/cameras/${hall.id}`)
  })

  test('what waited for long before it came is no news (MQTT-05)', async () => {
    await clip(front, { startedAt: new Date(clock.now() - 3_600_000).toISOString() })
    await clip(front)
    await vi.waitFor(() => expect(eventsOf(front)).toHaveLength(2), PATIENCE)
    expect(
      listener.heard.filter(({ topic, text }) => topic.endsWith('/event') && text.includes('person')),
    ).toHaveLength(1)
  })

  test('whom a clip shows that the plan has no room for is sensed from when it came (KEEP-18, MQTT-02)', async () => {
    const db = await openDatabase(dataDir)
    const spend = (recordedBytes: number) =>
      addMonthlyUsage(db, ann.workspaceId, monthOf(clock.now()).fromMs, { recordedBytes, chats: 0 })
    const yard = await addCamera(hub.fastify, ann, 'Yard')
    await spend(planLimits.PRO.storageBytes)
    const startedAt = new Date(clock.now() - 40_000).toISOString()
    await clip(yard, { ...seenFields([seen(500)]), clipId: randomUUID(), startedAt })
    await spend(-planLimits.PRO.storageBytes)
    await db.destroy()
    await holds({ [of(yard, 'motion')]: 'ON', [of(yard, 'person')]: 'ON' })
    clock.advance(30_000)
    await holds({ [of(yard, 'motion')]: 'OFF', [of(yard, 'person')]: 'OFF' })
    await call('DELETE', `/cameras/${yard.id}`)
  })

  test('sets mode and detection as the API does, and nothing else (MQTT-08)', async () => {
    await listener.say(`${root}/alarm/set`, 'ARM_AWAY')
    await holds({ [`${root}/alarm`]: 'armed_away', [`${root}/mode`]: 'away' })
    expect((await modeNow()).choice).toMatchObject({ mode: 'away', lasts: 'next-switch', chosenBy: 'MQTT' })
    await listener.say(`${root}/mode/set`, 'night')
    await holds({ [`${root}/alarm`]: 'armed_night' })
    await call('PUT', '/modes', { choice: { mode: 'off' } })
    await holds({ [`${root}/alarm`]: 'disarmed' })
    await listener.say(of(front, 'detection/set'), 'ON')
    await holds({ [of(front, 'detection')]: 'ON' })
    expect((await cameraNow(front.id))?.isMotionEnabled).toBe(true)

    eve = await hub.signIn('eve@example.org')
    const theirs = await addCamera(hub.fastify, eve, 'Secret cellar')
    for (let again = 0; again < 2; again++) {
      await listener.say(`${root}/alarm/set`, 'OPEN SESAME')
      await listener.say(`nightjar/${eve.workspaceId}/mode/set`, 'off')
      await listener.say(`nightjar/${eve.workspaceId}/camera/${theirs.id}/detection/set`, 'ON')
      await listener.say(`${root}/camera/${theirs.id}/detection/set`, 'ON')
    }
    await listener.say(of(front, 'detection/set'), 'OFF')
    await holds({ [of(front, 'detection')]: 'OFF' })
    expect((await modeNow()).inForce.mode).toBe('off')
    const others = await send(hub.fastify, eve, 'GET', '/cameras')
    expect(others.json<Camera[]>()[0]?.isMotionEnabled).toBe(false)
    const refused = hub.logLines.filter((text) => text.includes('was not carried out'))
    expect(refused.map((text) => JSON.parse(text).word)).toEqual(['OPEN SESAME', theirs.id])
  })

  test('nothing of another workspace is told (MQTT-06)', async () => {
    const [theirs] = (await send(hub.fastify, eve, 'GET', '/cameras')).json<Camera[]>()
    await postClip(hub.fastify, eve, { cameraId: theirs?.id ?? '' })
    await clip(front)
    await vi.waitFor(() => expect(eventsOf(front)).toHaveLength(3), PATIENCE)
    const ours = listener.heard.filter(({ topic }) => !topic.endsWith('/set'))
    expect(JSON.stringify(ours)).not.toContain(eve.workspaceId)
    expect(JSON.stringify(ours)).not.toContain('Secret cellar')
  })

  test('where what was told cannot be noted all is told on, and the log says that once (MQTT-02)', async () => {
    const db = await openDatabase(dataDir)
    await sql`alter table mqtt_told rename to mqtt_away`.execute(db)
    const before = eventsOf(front).length
    await clip(front)
    await vi.waitFor(() => expect(eventsOf(front)).toHaveLength(before + 1), PATIENCE)
    await call('PUT', `/cameras/${front.id}`, { ...(await cameraNow(front.id)), isMotionEnabled: true })
    await holds({ [of(front, 'detection')]: 'ON' })
    await call('PUT', `/cameras/${front.id}`, { ...(await cameraNow(front.id)), isMotionEnabled: false })
    await holds({ [of(front, 'detection')]: 'OFF' })
    await sql`alter table mqtt_away rename to mqtt_told`.execute(db)
    const noted = () => db.selectFrom('mqtt_told').select('event_ids').executeTakeFirstOrThrow()
    const { id } = JSON.parse(eventsOf(front).at(-1)?.text ?? '')
    await vi.waitFor(async () => expect((await noted()).event_ids).toContain(id), PATIENCE)
    await db.destroy()
    const said = (words: string) => hub.logLines.filter((text) => text.includes(words)).length
    expect([said('could not be noted'), said('could not be read')]).toEqual([1, 0])
  })

  test('while a command cannot be written all is told on, and the log says that once (MQTT-02, MQTT-08)', async () => {
    const db = await openDatabase(dataDir)
    const full = sql`begin select raise(abort, 'full'); end`
    await sql`create trigger full_eras before insert on mode_eras ${full}`.execute(db)
    const attic = await addCamera(hub.fastify, ann, 'Attic')
    await listener.say(`${root}/mode/set`, 'night')
    await vi.waitFor(() => expect(hub.logLines.join()).toContain('could not be carried out yet'), PATIENCE)
    await clip(attic)
    await vi.waitFor(() => expect(eventsOf(attic)).toHaveLength(1), PATIENCE)
    await holds({ [of(attic, 'motion')]: 'ON' })
    expect((await modeNow()).inForce.mode).toBe('off')
    await sql`drop trigger full_eras`.execute(db)
    await db.destroy()
    await holds({ [`${root}/mode`]: 'night' })
    await call('DELETE', `/cameras/${attic.id}`)
    await call('PUT', '/modes', { choice: { mode: 'off' } })
    const said = (words: string) => hub.logLines.filter((text) => text.includes(words)).length
    expect([said('could not be carried out yet'), said('could not be read')]).toEqual([1, 0])
  })

  test('tells Home Assistant anew when that has started (MQTT-09)', async () => {
    listener.held.clear()
    await listener.say('homeassistant/status', 'online')
    await vi.waitFor(() => {
      for (const topic of [...discoveryTopicsOf(front.id), `${root}/hub`]) expect(listener.held.has(topic)).toBe(true)
    }, PATIENCE)
  })

  test('a camera keeps its ids when it is renamed (MQTT-10)', async () => {
    const [topic = ''] = discoveryTopicsOf(front.id)
    const before = JSON.parse(listener.text(topic) ?? '')
    await call('PUT', `/cameras/${front.id}`, { ...(await cameraNow(front.id)), name: 'Porch' })
    await vi.waitFor(() => expect(JSON.parse(listener.text(topic) ?? '').device.name).toBe('Porch'), PATIENCE)
    expect(JSON.parse(listener.text(topic) ?? '').unique_id).toBe(before.unique_id)
  })

  test('while nothing changes, no text for Home Assistant is made anew (MQTT-03)', async () => {
    const made = vi.spyOn(JSON, 'stringify')
    const countOf = (key: string) => made.mock.calls.filter(([one]) => Object.keys(Object(one)).includes(key)).length
    const sinceMs = performance.now()
    // What a camera is called is told in each round.
    await vi.waitFor(() => expect(countOf('location')).toBeGreaterThan(2), PATIENCE)
    // Nor is the database asked without a pause.
    expect(performance.now() - sinceMs).toBeGreaterThan(500)
    const configs = countOf('unique_id')
    made.mockRestore()
    expect(configs).toBe(0)
  })

  test('a hub that breaks off is told of as away; back, it tells what is true, and how much it left out (MQTT-07)', async () => {
    const shed = await addCamera(hub.fastify, ann, 'Shed')
    await holds({ [of(shed, 'online')]: 'OFF' })
    const before = eventsOf(front).length
    // It is done once, when it is said.
    await listener.say(`${root}/mode/set`, 'night', { retain: true })
    await holds({ [`${root}/mode`]: 'night' })
    line.cut()
    await holds({ [`${root}/hub`]: 'offline' })
    expect((await hub.fastify.inject('/healthz')).json()).toEqual({ status: 'ok', mqtt: 'away' })
    for (let index = 0; index < MOST_NEWS + 3; index++) await clip(front)
    await call('PUT', '/modes', { choice: { mode: 'home' } })
    await call('DELETE', `/cameras/${shed.id}`)
    line.mend()
    await holds({ [`${root}/hub`]: 'online', [`${root}/mode`]: 'home', [of(front, 'motion')]: 'ON' })
    await vi.waitFor(() => expect([...listener.held.keys()].join()).not.toContain(shed.id), PATIENCE)
    expect(eventsOf(front)).toHaveLength(before + MOST_NEWS)
    expect(hub.logLines.map((text) => JSON.parse(text)).find(({ dropped }) => dropped !== undefined)).toMatchObject({
      dropped: 3,
    })
    expect((await hub.fastify.inject('/metrics')).body).toContain('nightjar_mqtt_events_total{outcome="dropped"} 3')
    expect(hub.logLines.filter((text) => text.includes('broker is away'))).toHaveLength(1)
    await vi.waitFor(() => expect(hub.logLines.join()).toContain('is retained: send commands without that'), PATIENCE)
    expect((await modeNow()).inForce.mode).toBe('home')
  })

  test('a will that comes late is contradicted (MQTT-07)', async () => {
    const toldOf = () => listener.heard.filter(({ topic }) => topic === `${root}/hub`).map(({ text }) => text)
    const before = toldOf().length
    await listener.say(`${root}/hub`, 'offline', { retain: true })
    await vi.waitFor(() => expect(toldOf().slice(before, before + 2)).toEqual(['offline', 'online']), PATIENCE)
    expect(toldOf().at(-1)).toBe('online')
  })

  test('a broker that has forgotten everything is told all of it (MQTT-07)', async () => {
    await broker.down()
    listener.held.clear()
    await broker.up()
    await holds({ [`${root}/hub`]: 'online', [`${root}/mode`]: 'home', [of(front, 'detection')]: 'OFF' })
    // In no order: the picture may be the last of it.
    const all = [...discoveryTopicsOf(front.id), of(front, 'picture')]
    await vi.waitFor(() => expect(all.filter((topic) => !listener.held.has(topic))).toEqual([]), PATIENCE)
  })

  test('a hub that stops says so (MQTT-07)', async () => {
    await hub.close()
    await holds({ [`${root}/hub`]: 'offline' })
    expect(hub.logLines.join()).not.toContain(brokerUser.password)
  })

  test('what happens before a broker is first reached is told when it is (MQTT-05, MQTT-07)', async () => {
    const before = eventsOf(front).length
    line.cut()
    await startWithBroker()
    await vi.waitFor(() => expect(hub.logLines.join()).toContain('the MQTT broker is away'), PATIENCE)
    await clip(front)
    line.mend()
    await vi.waitFor(() => expect(eventsOf(front)).toHaveLength(before + 1), PATIENCE)
  })

  test('an event of which a broker that fell silent has not said that it has it is told to the next session (MQTT-05)', async () => {
    // That comes after the events of its round, once the broker has said that it has them.
    await holds({ [`${root}/hub`]: 'online' })
    const before = eventsOf(front).length
    const dropped = async () => /outcome="dropped"} \d+/.exec((await hub.fastify.inject('/metrics')).body)?.[0]
    const droppedBefore = await dropped()
    line.hush()
    await clip(front)
    await vi.waitFor(() => expect(line.unheard).toContain(of(front, 'event')), PATIENCE)
    line.cut()
    line.mend()
    await vi.waitFor(() => expect(eventsOf(front)).toHaveLength(before + 1), PATIENCE)
    expect([eventsOf(front).length, await dropped()]).toEqual([before + 1, droppedBefore])
    await hub.close()
  })

  test('a workspace that is removed while the broker is away takes all that it holds with it, and no other follows, nor after a restart (MQTT-06, MQTT-10)', async () => {
    // The new hub cannot tell of the picture that the broker holds since the one before.
    await rm(join(dataDir, 'blobs', ann.workspaceId, 'snapshots'), { recursive: true })
    await startWithBroker()
    await holds({ [`${root}/hub`]: 'online' })
    line.cut()
    await holds({ [`${root}/hub`]: 'offline' })
    expect(listener.held.has(of(front, 'picture'))).toBe(true)
    await call('DELETE', `/workspaces/${ann.workspaceId}`, { email: ann.email })
    line.mend()
    await vi.waitFor(async () => {
      expect([...listener.held.keys()].filter((topic) => topic.includes(ann.workspaceId))).toEqual([])
      expect([...listener.held.keys()].join()).not.toContain(front.id)
      expect((await hub.fastify.inject('/healthz')).json()).toEqual({ status: 'ok', mqtt: 'waiting' })
    }, PATIENCE)
    const isSaid = () => hub.logLines.filter((text) => text.includes('MQTT_OWNERS names another')).length
    await hub.close()
    await startWithBroker()
    await vi.waitFor(() => expect(isSaid()).toBe(1), PATIENCE)
    // It looks once for what is left of it.
    await vi.waitFor(async () => {
      expect((await hub.fastify.inject('/healthz')).json()).toEqual({ status: 'ok', mqtt: 'waiting' })
    }, PATIENCE)
    expect(isSaid()).toBe(1)
    expect([...listener.held.keys()].join()).not.toContain(eve.workspaceId)
  })
})
