import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Detection } from '../../../src/contract/detection'
import { EXTENSIONS_HEADER, parseExtensions } from '../../../src/contract/extensions'
import type { Label } from '../../../src/lib/label'
import { addCamera, listEvents, listVideos, pathOf, send } from '../support/calls'
import { seen, seenFields } from '../support/detections'
import { postClip } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { unzip } from '../support/zip'

let hub: TestHub
let ann: SignedInUser
let cameraId: string
beforeEach(async () => {
  hub = await startTestHub()
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
})
afterEach(() => hub.close())

/** So many of each at one moment, one track for each. */
function shown(...all: readonly (readonly [number, Label])[]): Detection[] {
  const labels = all.flatMap(([count, label]) => Array<Label>(count).fill(label))
  return labels.map((label, track) => seen(0, { label, track }))
}
const clip = (detections: readonly Detection[]) =>
  postClip(hub.fastify, ann, { cameraId, fields: seenFields(detections) })
const firstVideo = async () => (await listVideos(hub.fastify, ann)).videos[0]
const firstEvent = async () => (await listEvents(hub.fastify, ann)).events[0]

test.each([
  [shown([1, 'person']), 'PERSON', 'Person at Door', 'Door · person', 'A person was seen at Door (Hall).'],
  [shown([1, 'dog']), 'MOTION', 'Dog at Door', 'Door · dog', 'A dog was seen at Door (Hall).'],
  [shown([3, 'car']), 'MOTION', 'Car at Door', 'Door · car', '3 cars were seen at Door (Hall).'],
  [[], 'MOTION', 'Motion at Door', 'Door · motion', 'Motion was detected at Door (Hall).'],
  [
    shown([1, 'dog'], [2, 'person']),
    ...(['PERSON', 'Person at Door', 'Door · person', '2 people and 1 dog were seen at Door (Hall).'] as const),
  ],
  [
    shown([1, 'car'], [2, 'dog'], [1, 'person']),
    ...(['PERSON', 'Person at Door', 'Door · person', '1 person, 2 dogs and 1 car were seen at Door (Hall).'] as const),
  ],
  [
    shown([2, 'bus'], [1, 'cat']),
    ...(['MOTION', 'Cat at Door', 'Door · cat', '1 cat and 2 buses were seen at Door (Hall).'] as const),
  ],
] as const)('of %j the type is %s, and title and message name it (LABEL-01, LABEL-05)', async (...row) => {
  const [detections, type, title, videoTitle, message] = row
  expect((await clip(detections)).statusCode).toBe(201)
  expect(await firstVideo()).toMatchObject({ title: videoTitle, notificationType: type })
  expect(await firstEvent()).toMatchObject({ type, title, message })
})

test('counts are of one moment: who goes and comes again in the place of another is one (LABEL-05)', async () => {
  const walker = [seen(0, { track: 0 }), seen(500, { track: 0 })]
  await clip([...walker, seen(1000, { track: 1 }), seen(1500, { track: 1 })])
  expect((await firstEvent())?.message).toBe('A person was seen at Door (Hall).')
})

test('videos and events say in labels what they show, people first, and nothing of other clips (EXT-18)', async () => {
  await clip(shown([1, 'truck'], [2, 'horse'], [1, 'person']))
  const labels = [
    { label: 'person', count: 1 },
    { label: 'horse', count: 2 },
    { label: 'truck', count: 1 },
  ]
  expect([(await firstVideo())?.labels, (await firstEvent())?.labels]).toEqual([labels, labels])
  expect((await firstVideo())?.detections?.map(({ label, track }) => [label, track])).toContainEqual(['truck', 0])
  hub.clock.advance(1000)
  await clip([])
  expect([(await firstVideo())?.labels, (await firstEvent())?.labels]).toEqual([[], []])
})

test('an event keeps its labels when the recording goes, and an alert has none (EXT-18)', async () => {
  await clip(shown([2, 'dog']))
  await send(hub.fastify, ann, 'DELETE', `/videos/${(await firstVideo())?.id}`)
  expect(await firstEvent()).toMatchObject({ videoId: null, labels: [{ label: 'dog', count: 2 }] })
  const occurredAt = new Date(hub.clock.now() + 1000).toISOString()
  const alert = { alertId: '00000000-0000-4000-8000-000000000001', kind: 'covered', occurredAt }
  hub.clock.advance(60_000)
  await send(hub.fastify, ann, 'POST', `/cameras/${cameraId}/alerts`, alert)
  expect(await firstEvent()).toMatchObject({ type: 'ALERT', labels: [] })
})

test('the hub offers facts and label-choices (EXT-18, EXT-19)', async () => {
  const { headers } = await send(hub.fastify, ann, 'GET', '/cameras')
  const offered = parseExtensions(String(headers[EXTENSIONS_HEADER]))
  expect([offered.has('facts'), offered.has('label-choices')]).toEqual([true, true])
})

test('a label that cameras do not tell apart is refused (EXT-18)', async () => {
  const answer = await postClip(hub.fastify, ann, { cameraId, fields: seenFields([{ ...seen(0), label: 'ghost' }]) })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-input'])
})

test('the export says what recordings and events show, and which clips cameras keep (EXT-13)', async () => {
  await clip(shown([1, 'bird']))
  const link = await send(hub.fastify, ann, 'POST', `/workspaces/${ann.workspaceId}/export`)
  const files = unzip((await hub.fastify.inject(pathOf(link.json().url))).rawPayload)
  const { videos, events, cameras } = JSON.parse(String(files.get('workspace.json')))
  const labels = [{ label: 'bird', count: 1 }]
  expect([videos[0].labels, events[0].labels, cameras[0].keepClipsOf]).toEqual([labels, labels, null])
})
