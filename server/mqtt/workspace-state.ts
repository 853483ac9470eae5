import type { Mode } from '../../src/lib/modes/mode'
import { type StatusSources, statusOf } from '../cameras/camera-status'
import type { CameraTable } from '../db/schema'
import type { BlobKey } from '../storage/blobs'
import { panelStates } from './alarm-panel'
import type { DiscoveryContext } from './discovery'
import type { DiscoveryTexts } from './discovery-texts'
import { eventText, sensors, sensorsOf } from './event-message'
import type { ToldEvent } from './mqtt-rows'
import { type CameraTopic, cameraTopic, workspaceTopic } from './topics'

/** A sensor stays on for this long after the event that set it off came. */
const SENSED_MS = 30_000

/** What a retained topic is to hold: a text ('' for nothing), or a stored picture. */
export type Held =
  | { readonly kind: 'text'; readonly topic: string; readonly body: string }
  | { readonly kind: 'picture'; readonly topic: string; readonly key: BlobKey }

/** What is true of a workspace now. */
export interface Truth {
  readonly workspaceId: string
  readonly cameras: readonly CameraTable[]
  readonly mode: Mode
  /** Of the last minutes. */
  readonly recent: readonly ToldEvent[]
  readonly last: ReadonlyMap<string, ToldEvent>
  readonly pictured: ReadonlyMap<string, ToldEvent>
  /** Keeps what was made for the rounds before. */
  readonly discovery: DiscoveryTexts
}

export type StateContext = DiscoveryContext & StatusSources

/** All that the broker is to hold of a workspace, in the order in which it is told: that the hub is there comes last. */
export function heldOf(truth: Truth, context: StateContext): Held[] {
  const { workspaceId, cameras, mode, discovery } = truth
  const text = (topic: string, body: string): Held => ({ kind: 'text', topic, body })
  return [
    ...discovery.of(workspaceId, cameras, context).map(({ topic, body }) => text(topic, body)),
    text(workspaceTopic(workspaceId, 'mode'), mode),
    text(workspaceTopic(workspaceId, 'alarm'), panelStates[mode].state),
    ...cameras.flatMap((camera) => heldOfCamera(camera, truth, context)),
    text(workspaceTopic(workspaceId, 'hub'), 'online'),
    // Pictures are large, and the store that they are in may be slow.
    ...(context.hasPictures ? cameras.flatMap((camera) => pictureOf(camera, truth)) : []),
  ]
}

function heldOfCamera(camera: CameraTable, { recent, last }: Truth, context: StateContext): Held[] {
  const text = (name: CameraTopic, body: string): Held => ({
    kind: 'text',
    topic: cameraTopic(camera.workspace_id, camera.id, name),
    body,
  })
  const nowMs = context.clock.now()
  const sensed = new Set(
    recent.filter((event) => event.camera_id === camera.id && isNow(event, nowMs)).flatMap(sensorsOf),
  )
  const lastEvent = last.get(camera.id)
  return [
    text('about', JSON.stringify({ name: camera.name, location: camera.location })),
    text('online', onOff(statusOf(camera, context) === 'ONLINE')),
    text('detection', onOff(camera.is_motion_enabled === 1)),
    ...sensors.map((name) => text(name, onOff(sensed.has(name)))),
    ...(lastEvent === undefined ? [] : [text('last-event', eventText(lastEvent, camera))]),
  ]
}

/** By when it came: a clip is here when it has ended, and its event says when it began. */
function isNow({ came_at }: ToldEvent, nowMs: number): boolean {
  return Math.abs(nowMs - came_at) < SENSED_MS
}

function pictureOf(camera: CameraTable, { pictured }: Truth): Held[] {
  const key = pictured.get(camera.id)?.thumbnail_key ?? null
  return key === null ? [] : [{ kind: 'picture', topic: cameraTopic(camera.workspace_id, camera.id, 'picture'), key }]
}

function onOff(isOn: boolean): 'ON' | 'OFF' {
  return isOn ? 'ON' : 'OFF'
}
