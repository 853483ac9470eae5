import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { hasMosquitto, Listener, MqttBroker } from '../../tests/server/support/mqtt/broker'
import { Complaint } from '../complaint'
import { addCamera, type BenchCamera, headersOf, signIn } from './accounts'
import { hearOut } from './hear-out'
import { HubProcess } from './hub-process'
import type { MqttFigures } from './mqtt-figures'
import { EVENTS_PER_CAMERA, tellInTurns } from './tell-in-turns'

const CAMERAS_PER_WORKSPACE = 10
const AWAY_SECONDS = 60
const AWAYS = 3
/** For cameras that are new, and for a broker's states. */
const STATES_LIMIT_MS = 30_000
/** A broker that says nothing counts as away after 8 s, is tried again after 3 at most, and told within 4 (server/mqtt). */
const AGAIN_MS = 20_000

/**
 * Cameras tell of events, ten a second; a subscriber of a broker of this machine notes when each is there. Then that broker
 * ends, is away for a minute in which states change, and begins with nothing.
 */
export async function measureMqtt(folder: string, events: number, databaseUrl: string | null): Promise<MqttFigures> {
  if (!hasMosquitto) throw new Complaint('bench:hub -- --mqtt needs mosquitto: apt-get install mosquitto')
  const broker = await MqttBroker.start()
  try {
    const listener = await Listener.open(broker.port)
    const count = Math.ceil(events / EVENTS_PER_CAMERA)
    const owners = Array.from({ length: Math.ceil(count / CAMERAS_PER_WORKSPACE) }, (_, index) => ownerOf(index))
    const environment = { MQTT_URL: broker.url, MQTT_OWNERS: owners.join() }
    const hub = await HubProcess.start(join(folder, 'hub'), databaseUrl, environment)
    try {
      const cameras = await makeCameras(hub, owners, count)
      const ids = cameras.map(({ cameraId }) => cameraId)
      const isToldAll = () =>
        cameras.every((camera) => listener.text(topicOf(camera, 'detection')) === 'OFF') &&
        camerasNotHeld(listener.held.keys(), ids).length === 0
      await until(isToldAll)
      if (!isToldAll())
        throw new Complaint(`The broker was not told all of ${count} cameras within ${STATES_LIMIT_MS / 1000} s.`)
      const told = await measureEvents(hub, listener, cameras, events)
      const backMs: number[] = []
      for (let round = 0; round < AWAYS; round++) backMs.push(await measureBack(hub, broker, listener, cameras, round))
      return { ...told, backMs, awaySeconds: AWAY_SECONDS }
    } finally {
      await listener.close()
      await hub.stop()
    }
  } finally {
    await broker.close()
  }
}

function ownerOf(index: number): string {
  return `mqtt${index}@example.org`
}

async function makeCameras(hub: HubProcess, owners: readonly string[], count: number): Promise<BenchCamera[]> {
  const cameras: BenchCamera[] = []
  for (const owner of owners) {
    const account = await signIn(hub, owner)
    const missing = Math.min(CAMERAS_PER_WORKSPACE, count - cameras.length)
    for (let index = 0; index < missing; index++) cameras.push(await addCamera(hub, account, `Camera ${index}`))
  }
  return cameras
}

function topicOf({ workspaceId, cameraId }: BenchCamera, name: string): string {
  return `nightjar/${workspaceId}/camera/${cameraId}/${name}`
}

const heardEvent = z.object({ camera_id: z.string(), at: z.string() })

async function measureEvents(
  hub: HubProcess,
  listener: Listener,
  cameras: readonly BenchCamera[],
  events: number,
): Promise<Pick<MqttFigures, 'events' | 'cpuPercent' | 'waitPercent'>> {
  const costsSoFar = hub.startCounting()
  const told = new Map<string, { readonly toldMs: number; readonly heardMs: number[] }>()
  await tellInTurns(hub, cameras, events, ({ cameraId }, atMs) => {
    told.set(`${cameraId} ${new Date(atMs).toISOString()}`, { toldMs: performance.now(), heardMs: [] })
  })
  const ofEvents = () => listener.heard.filter(({ topic }) => topic.endsWith('/event'))
  const costs = await hearOut(() => ofEvents().length >= told.size, costsSoFar, AGAIN_MS)
  for (const { text, atMs } of ofEvents()) {
    const event = heardEvent.parse(JSON.parse(text))
    told.get(`${event.camera_id} ${event.at}`)?.heardMs.push(atMs)
  }
  return { events: [...told.values()], ...costs }
}

/** Every camera's detection and every mode is another when the broker comes back, which holds nothing itself. */
async function measureBack(
  hub: HubProcess,
  broker: MqttBroker,
  listener: Listener,
  cameras: readonly BenchCamera[],
  round: number,
): Promise<number> {
  const switched = round % 2 === 0 ? { isOn: true, mode: 'away' } : { isOn: false, mode: 'night' }
  const right = rightStates(listener.held, switched)
  await broker.down()
  for (const camera of cameras) await setDetection(hub, camera, switched.isOn)
  const oneOfEach = new Map(cameras.map((camera) => [camera.workspaceId, camera]))
  for (const camera of oneOfEach.values())
    await change(hub, camera, 'PUT', '/modes', { choice: { mode: switched.mode, lasts: 'for-good' } })
  await wait(AWAY_SECONDS * 1000)
  listener.held.clear()
  const startMs = performance.now()
  await broker.up()
  await until(() => [...right].every(([topic, text]) => listener.text(topic) === text))
  return performance.now() - startMs
}

/** Those of which a broker does not hold whether they look for motion, or not what Home Assistant finds them by. */
export function camerasNotHeld(topics: Iterable<string>, cameraIds: readonly string[]): string[] {
  const all = [...topics]
  const isHeld = (id: string) =>
    all.some((topic) => topic.endsWith(`/camera/${id}/detection`)) &&
    all.some((topic) => topic.startsWith('homeassistant/') && topic.includes(id))
  return cameraIds.filter((id) => !isHeld(id))
}

/**
 * All that a broker is to hold after a minute away, by topic: what it held before, discovery too, but for what was switched
 * meanwhile, and what moved has come to rest.
 */
export function rightStates(
  held: ReadonlyMap<string, Buffer>,
  { isOn, mode }: { readonly isOn: boolean; readonly mode: string },
): Map<string, string> {
  const switched: Readonly<Record<string, string>> = {
    detection: isOn ? 'ON' : 'OFF',
    mode,
    alarm: `armed_${mode}`,
    motion: 'OFF',
    person: 'OFF',
    animal: 'OFF',
    vehicle: 'OFF',
  }
  const textOf = (topic: string, body: Buffer) => switched[topic.split('/').at(-1) ?? ''] ?? body.toString()
  return new Map([...held].map(([topic, body]) => [topic, textOf(topic, body)]))
}

function setDetection(hub: HubProcess, camera: BenchCamera, isMotionEnabled: boolean): Promise<void> {
  const body = { isMotionEnabled, isAudioEnabled: false }
  return change(hub, camera, 'PATCH', `/cameras/${camera.cameraId}/motion-audio`, body)
}

async function change(
  hub: HubProcess,
  camera: BenchCamera,
  method: 'PATCH' | 'PUT',
  path: string,
  body: object,
): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${hub.port}/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headersOf(camera) },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Complaint(`The hub refused ${path}: ${await answer.text()}`)
}

/** Or the limit: what is missing then is a figure too. */
async function until(isTrue: () => boolean): Promise<void> {
  const endMs = performance.now() + STATES_LIMIT_MS
  while (!isTrue() && performance.now() < endMs) await wait(10)
}
