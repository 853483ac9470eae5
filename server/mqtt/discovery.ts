import { modes, modeTitles } from '../../src/lib/modes/mode'
import type { CameraTable } from '../db/schema'
import { panelStates } from './alarm-panel'
import { eventKinds, sensors } from './event-message'
import { type CameraTopic, cameraTopic, DISCOVERY_ROOT, setTopic, workspaceTopic } from './topics'

/** Keys as Home Assistant documents them for its MQTT integration. */
type Config = Readonly<Record<string, unknown>>

/** Something that Home Assistant is told of; a body of '' takes it away. */
export interface Discovered {
  readonly topic: string
  readonly body: string
}

export interface DiscoveryContext {
  /** Where people open the hub; null: that is not known. */
  readonly publicOrigin: string | null
  readonly hasPictures: boolean
}

const origin = { name: 'Nightjar' }
const onOff = { payload_on: 'ON', payload_off: 'OFF' }

/** The workspace itself: its mode, as an alarm panel and by its own names. */
export function discoverHub(
  workspaceId: string,
  { publicOrigin }: Pick<DiscoveryContext, 'publicOrigin'>,
): Discovered[] {
  const node = hubNode(workspaceId)
  const device = {
    identifiers: [node],
    name: 'Nightjar',
    manufacturer: 'Nightjar',
    model: 'Hub',
    ...(publicOrigin !== null && { configuration_url: publicOrigin }),
  }
  const [alarm, mode] = [workspaceTopic(workspaceId, 'alarm'), workspaceTopic(workspaceId, 'mode')]
  const common = { availability: [hubAvailability(workspaceId)], device, origin }
  return [
    entity('alarm_control_panel', node, 'alarm', {
      ...common,
      name: 'Alarm',
      state_topic: alarm,
      command_topic: setTopic(alarm),
      supported_features: modes.flatMap((one) => panelStates[one].feature ?? []),
      payload_disarm: panelStates.off.command,
      payload_arm_home: panelStates.home.command,
      payload_arm_away: panelStates.away.command,
      payload_arm_night: panelStates.night.command,
      payload_arm_custom_bypass: panelStates.armed.command,
      // Who may write to the broker may set it: a code would be sent beside it in the clear.
      code_arm_required: false,
      code_disarm_required: false,
    }),
    entity('select', node, 'mode', {
      ...common,
      name: 'Mode',
      icon: 'mdi:shield-home',
      state_topic: mode,
      command_topic: setTopic(mode),
      options: modes.map((one) => modeTitles[one]),
      // What it shows are titles, what is said are the names of the modes.
      value_template: '{{ value | capitalize }}',
      command_template: '{{ value | lower }}',
    }),
  ]
}

/** What a camera is called, and for good: its ids. A text that is kept is made anew where one of these has changed. */
type Named = Pick<CameraTable, 'id' | 'workspace_id' | 'name' | 'location'>

/** A camera, which is a device of its own below the hub. Its ids never change: a name is only shown (MQTT-10). */
export function discoverCamera(camera: Named, context: Pick<DiscoveryContext, 'hasPictures'>): Discovered[] {
  const node = cameraNode(camera.id)
  const topicOf = (name: CameraTopic) => cameraTopic(camera.workspace_id, camera.id, name)
  const device = {
    identifiers: [node],
    name: camera.name,
    manufacturer: 'Nightjar',
    model: 'Camera',
    suggested_area: camera.location,
    via_device: hubNode(camera.workspace_id),
  }
  const common = { availability: [hubAvailability(camera.workspace_id)], device, origin }
  return [
    ...sensed(node, common, topicOf),
    ...settled(node, common, topicOf),
    ...happened(node, common, topicOf),
    entity('image', node, 'picture', context.hasPictures ? pictureOf(common, topicOf('picture')) : null),
  ]
}

type TopicOf = (name: CameraTopic) => string
type Common = Config & { readonly availability: readonly unknown[] }

/** Of a camera that is not there nobody can say that nothing moves. */
function sensed(node: string, common: Common, topicOf: TopicOf): Discovered[] {
  const online = { topic: topicOf('online'), payload_available: 'ON', payload_not_available: 'OFF' }
  const watched = { ...common, availability: [...common.availability, online], availability_mode: 'all' }
  return sensors.map((name) =>
    entity('binary_sensor', node, name, {
      ...watched,
      ...onOff,
      name: name[0]?.toUpperCase() + name.slice(1),
      state_topic: topicOf(name),
      device_class: name === 'motion' ? 'motion' : 'occupancy',
    }),
  )
}

function settled(node: string, common: Common, topicOf: TopicOf): Discovered[] {
  return [
    entity('binary_sensor', node, 'online', {
      ...common,
      ...onOff,
      name: 'Online',
      state_topic: topicOf('online'),
      device_class: 'connectivity',
      entity_category: 'diagnostic',
    }),
    entity('switch', node, 'detection', {
      ...common,
      ...onOff,
      name: 'Motion detection',
      icon: 'mdi:motion-sensor',
      state_topic: topicOf('detection'),
      command_topic: setTopic(topicOf('detection')),
      entity_category: 'config',
    }),
  ]
}

function happened(node: string, common: Common, topicOf: TopicOf): Discovered[] {
  return [
    entity('sensor', node, 'last_event', {
      ...common,
      name: 'Last event',
      icon: 'mdi:history',
      state_topic: topicOf('last-event'),
      // A state has 255 characters at most.
      value_template: '{{ value_json.title[:255] }}',
      json_attributes_topic: topicOf('last-event'),
    }),
    entity('event', node, 'event', {
      ...common,
      name: 'Event',
      state_topic: topicOf('event'),
      event_types: [...eventKinds],
      device_class: 'motion',
    }),
  ]
}

function pictureOf(common: Config, topic: string): Config {
  return { ...common, name: 'Last picture', image_topic: topic, content_type: 'image/jpeg' }
}

const cameraEntities = [
  'binary_sensor/motion',
  'binary_sensor/person',
  'binary_sensor/animal',
  'binary_sensor/vehicle',
  'binary_sensor/online',
  'switch/detection',
  'sensor/last_event',
  'event/event',
  'image/picture',
]

/** Where a camera is told of, also one that is gone. */
export function discoveryTopicsOf(cameraId: string): string[] {
  return cameraEntities.map((path) => {
    const [component = '', name = ''] = path.split('/')
    return configTopic(component, cameraNode(cameraId), name)
  })
}

/** null: such a thing is not there, or no longer. */
function entity(component: string, node: string, name: string, config: Config | null): Discovered {
  const body = config === null ? '' : JSON.stringify({ ...config, unique_id: `${node}_${name}` })
  return { topic: configTopic(component, node, name), body }
}

function configTopic(component: string, node: string, name: string): string {
  return `${DISCOVERY_ROOT}/${component}/${node}/${name}/config`
}

function hubAvailability(workspaceId: string) {
  const topic = workspaceTopic(workspaceId, 'hub')
  return { topic, payload_available: 'online', payload_not_available: 'offline' }
}

function hubNode(workspaceId: string): string {
  return `nightjar_${workspaceId}`
}

function cameraNode(cameraId: string): string {
  return `nightjar_${cameraId}`
}
