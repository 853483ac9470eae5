import { expect, test } from 'vitest'
import type { CameraTable } from '../../../server/db/schema'
import { discoverCamera, discoverHub, discoveryTopicsOf } from '../../../server/mqtt/discovery'
import { DiscoveryTexts } from '../../../server/mqtt/discovery-texts'
import { cameraRow } from '../support/camera-row'

/** As https://www.home-assistant.io/integrations/mqtt/ and the pages of its platforms list them. */
const everywhere = [
  'availability',
  'availability_mode',
  'device',
  'entity_category',
  'icon',
  'name',
  'origin',
  'unique_id',
]
const documented: Readonly<Record<string, { readonly needed: readonly string[]; readonly others: readonly string[] }>> =
  {
    alarm_control_panel: {
      needed: ['command_topic', 'state_topic'],
      others: [
        'code_arm_required',
        'code_disarm_required',
        'payload_arm_away',
        'payload_arm_custom_bypass',
        'payload_arm_home',
        'payload_arm_night',
        'payload_disarm',
        'supported_features',
      ],
    },
    binary_sensor: { needed: ['state_topic'], others: ['device_class', 'payload_off', 'payload_on'] },
    event: { needed: ['state_topic', 'event_types'], others: ['device_class'] },
    image: { needed: ['image_topic'], others: ['content_type'] },
    select: { needed: ['command_topic', 'options'], others: ['command_template', 'state_topic', 'value_template'] },
    sensor: { needed: ['state_topic'], others: ['json_attributes_topic', 'value_template'] },
    switch: { needed: ['command_topic'], others: ['payload_off', 'payload_on', 'state_topic'] },
  }
const classes: Readonly<Record<string, readonly string[]>> = {
  binary_sensor: ['connectivity', 'motion', 'occupancy'],
  event: ['button', 'doorbell', 'motion'],
}
const features = ['arm_away', 'arm_custom_bypass', 'arm_home', 'arm_night', 'arm_vacation', 'trigger']

const camera = { ...cameraRow, name: 'Front "door"' }
const context = { publicOrigin: 'https://cam.example.org', hasPictures: true }
const all = [...discoverHub('ws-1', context), ...discoverCamera(camera, context)]

test('what Home Assistant is told has the keys that it documents, and all that it needs (MQTT-03)', () => {
  for (const { topic, body } of all) {
    const [root, component = '', node, , config] = topic.split('/')
    expect([root, config]).toEqual(['homeassistant', 'config'])
    expect(node).toMatch(/^[a-zA-Z0-9_-]+$/)
    const told: Record<string, unknown> = JSON.parse(body)
    const { needed, others } = documented[component] ?? { needed: ['an entry in this table'], others: [] }
    expect(Object.keys(told)).toEqual(
      expect.arrayContaining([...needed, 'availability', 'device', 'name', 'unique_id']),
    )
    expect(Object.keys(told).filter((key) => ![...everywhere, ...needed, ...others].includes(key))).toEqual([])
    if (told['device_class'] !== undefined) expect(classes[component]).toContain(told['device_class'])
  }
  const ids = all.map(({ body }) => JSON.parse(body).unique_id)
  expect(new Set(ids).size).toBe(all.length)
})

test('the alarm panel offers each mode, by states and payloads that there are (MQTT-03)', () => {
  const panel = JSON.parse(all.find(({ topic }) => topic.includes('alarm_control_panel'))?.body ?? '')
  expect(features).toEqual(expect.arrayContaining(panel.supported_features))
  expect(panel.supported_features).toHaveLength(4)
  expect(panel).toMatchObject({ payload_disarm: 'DISARM', payload_arm_away: 'ARM_AWAY', code_arm_required: false })
})

test('each thing is away with its hub, and what a camera senses with its camera (MQTT-03)', () => {
  for (const { topic, body } of all) {
    const { availability } = JSON.parse(body)
    const isSensed = /\/(motion|person|animal|vehicle)\/config$/.test(topic)
    expect(availability.map((one: { topic: string }) => one.topic)).toEqual([
      'nightjar/ws-1/hub',
      ...(isSensed ? ['nightjar/ws-1/camera/cam-1/online'] : []),
    ])
  }
})

test('pictures are offered only where they are given; a camera is taken back at every place (MQTT-04, MQTT-10)', () => {
  const bare = discoverCamera(camera, { ...context, hasPictures: false })
  expect(bare.filter(({ body }) => body === '').map(({ topic }) => topic)).toEqual([
    'homeassistant/image/nightjar_cam-1/picture/config',
  ])
  expect(discoveryTopicsOf('cam-1')).toEqual(bare.map(({ topic }) => topic))
})

test('texts are made anew of what has changed, and of nothing else (MQTT-03, MQTT-10)', () => {
  const texts = new DiscoveryTexts()
  const gate: CameraTable = { ...camera, id: 'cam-2', name: 'Gate' }
  const read = (cameras: readonly CameraTable[], of = context) => {
    // Rows and settings are other objects each time.
    const told = texts.of('ws-1', structuredClone(cameras), { ...of })
    expect(told).toEqual([...discoverHub('ws-1', of), ...cameras.flatMap((one) => discoverCamera(one, of))])
    return told
  }
  let before = read([camera, gate])
  const countAnew = (...now: Parameters<typeof read>) => {
    const [told, known] = [read(...now), new Set(before)]
    before = told
    return told.filter((one) => !known.has(one)).length
  }
  expect(countAnew([camera, gate])).toBe(0)
  expect(countAnew([{ ...camera, position: 3, is_motion_enabled: 0, last_snapshot_at: 1 }, gate])).toBe(0)
  expect(countAnew([camera, { ...gate, name: 'Yard' }])).toBe(9)
  expect(countAnew([camera, { ...gate, name: 'Yard', location: 'Garden' }])).toBe(9)
  expect(countAnew([gate, camera])).toBe(9)
  expect(countAnew([gate, camera], { ...context, publicOrigin: 'https://home.example.org' })).toBe(2)
  expect(countAnew([gate, camera])).toBe(2)
  expect(countAnew([gate, camera], { ...context, hasPictures: false })).toBe(18)
  expect(countAnew([camera], { ...context, hasPictures: false })).toBe(0)
  // Nothing is kept of one that is gone.
  expect(countAnew([camera, gate], { ...context, hasPictures: false })).toBe(9)
})
