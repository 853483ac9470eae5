import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DETECTIONS_FIELD_BYTES, MAX_DETECTIONS } from '../../../src/contract/detection'
import { addCamera, listEvents, listVideos, pathOf, send } from '../support/calls'
import { seen, seenFields } from '../support/detections'
import { jpeg, postClip, postSnapshot } from '../support/forms'
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

const clip = (fields: Record<string, string>) => postClip(hub.fastify, ann, { cameraId, fields })
const clipWith = (...detections: unknown[]) => clip(seenFields(detections))
const firstVideo = async () => (await listVideos(hub.fastify, ann)).videos[0]
const firstEvent = async () => (await listEvents(hub.fastify, ann)).events[0]

test('a clip in which somebody was seen is a PERSON event and recording (HUB-11)', async () => {
  expect((await clipWith(seen(500))).statusCode).toBe(201)
  expect(await firstVideo()).toMatchObject({ title: 'Door · person', notificationType: 'PERSON' })
  expect(await firstEvent()).toMatchObject({
    type: 'PERSON',
    title: 'Person at Door',
    message: 'A person was seen at Door (Hall).',
  })
})

test('the event says how many people were seen at one moment, not how often (PERSON-07)', async () => {
  const other = { left: 0, top: 0, width: 0.1, height: 0.3 }
  await clipWith(seen(0), seen(500), seen(500, { box: other }), seen(1000))
  expect(await firstEvent()).toMatchObject({
    title: 'Person at Door',
    message: '2 people were seen at Door (Hall).',
  })
})

test('videos say where people were seen, oldest first, events what their thumbnails show (EXT-04)', async () => {
  await clipWith(seen(1000), seen(500, { score: 1 }), seen(0))
  const inOrder = [seen(0), seen(500, { score: 1 }), seen(1000)]
  const video = await firstVideo()
  expect(video?.detections).toEqual(inOrder)
  expect((await firstEvent())?.video?.detections).toEqual([seen(500, { score: 1 })])
  const one = await send(hub.fastify, ann, 'GET', `/videos/${video?.id}`)
  expect(one.json()).toEqual({ videoUrl: expect.any(String), detections: inOrder })
})

test('a page of a hundred events stays small, whatever was seen in them (EXT-04)', async () => {
  const looks = Array.from({ length: MAX_DETECTIONS }, (_, index) => seen(index * 200, { track: 1 }))
  for (let count = 0; count < 3; count++) await clipWith(...looks)
  const answer = await send(hub.fastify, ann, 'GET', '/notifications?page=0&pageSize=100')
  expect(answer.json().events).toHaveLength(3)
  expect(answer.body.length / 3).toBeLessThan(1_000)
})

test.each([{}, { detections: '[]' }])(
  'a clip with the fields %j is MOTION and says nothing of people',
  async (fields) => {
    expect((await clip(fields)).statusCode).toBe(201)
    const [video, event] = [await firstVideo(), await firstEvent()]
    expect([video?.title, video?.notificationType, event?.type]).toEqual(['Door · motion', 'MOTION', 'MOTION'])
    expect([video, event?.video].map((shown) => Object.hasOwn(shown ?? {}, 'detections'))).toEqual([false, false])
  },
)

const HOW =
  /^detections: Detections are JSON: a list of \{"atMs", "box": \{"left", "top", "width", "height"\}, "score"\}/

test.each([
  ['no JSON', 'person', HOW],
  ['nothing', '', HOW],
  ['no list', '{"atMs":0}', HOW],
  ['null', 'null', HOW],
  ['a box beyond the picture', JSON.stringify([seen(0, { box: { left: 0, top: 0, width: 1.5, height: 1 } })]), HOW],
  ['no score', JSON.stringify([{ ...seen(0), score: undefined }]), HOW],
  ['a time before the clip', JSON.stringify([seen(-1)]), HOW],
  ['a time that is no number', '[{"atMs":1e999,"box":{"left":0,"top":0,"width":0,"height":0},"score":0}]', HOW],
  ['too many', `[${'0,'.repeat(MAX_DETECTIONS)}0]`, /^detections: Name at most 300 detections of a clip\.$/],
  ['brackets alone', '['.repeat(60_000), HOW],
])(
  'refuses detections that are %s with a sentence, and stores nothing (PERSON-09)',
  async (_what, detections, message) => {
    const answer = await clip({ detections })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-input'])
    expect(answer.json().message).toMatch(message)
    expect([(await listVideos(hub.fastify, ann)).total, (await listEvents(hub.fastify, ann)).total]).toEqual([0, 0])
  },
)

test('takes as many as a clip may name, and no larger field (PERSON-09)', async () => {
  const most = Array.from({ length: MAX_DETECTIONS }, (_, index) => seen(index * 200, { score: 1 / (index + 3) }))
  expect((await clipWith(...most)).statusCode).toBe(201)
  expect((await firstVideo())?.detections).toHaveLength(MAX_DETECTIONS)
  const answer = await clip({ detections: `[${' '.repeat(DETECTIONS_FIELD_BYTES)}]` })
  expect([answer.statusCode, answer.json().code]).toEqual([413, 'too-large'])
})

test('nothing but the named numbers of a detection is kept', async () => {
  await clipWith({ ...seen(0), name: 'Ann', box: { ...seen(0).box, left: 0.1, note: 'x' } })
  expect((await firstVideo())?.detections).toEqual([seen(0, { box: { ...seen(0).box, left: 0.1 } })])
})

test('a clip sent again is answered like the first time: what it says of people then changes nothing (HUB-12)', async () => {
  const clipId = randomUUID()
  const first = await clip({ clipId, ...seenFields([seen(0)]) })
  const again = await Promise.all([clip({ clipId, ...seenFields([seen(700)]) }), clip({ clipId })])
  for (const answer of again) expect([answer.statusCode, answer.body]).toEqual([201, first.body])
  expect((await listEvents(hub.fastify, ann)).total).toBe(1)
  expect((await firstEvent())?.type).toBe('PERSON')
  expect((await firstVideo())?.detections).toEqual([seen(0)])
})

test('boxes never come with the picture of another moment: no snapshot stands in (PERSON-07)', async () => {
  await postSnapshot(hub.fastify, ann, cameraId)
  await clipWith(seen(0))
  expect((await firstVideo())?.thumbnailUrl).toBeNull()
  await clip({ ...seenFields([seen(0)]), clipId: randomUUID(), thumbnail: jpeg(300, 9).toString('base64') })
  const urls = (await listVideos(hub.fastify, ann)).videos.flatMap(({ thumbnailUrl }) => thumbnailUrl ?? [])
  expect(urls).toHaveLength(1)
  expect((await hub.fastify.inject(pathOf(urls[0]))).rawPayload.equals(jpeg(300, 9))).toBe(true)
})

test('an event whose recording was deleted keeps its type and its camera, and shows nobody (EVT-07)', async () => {
  await clipWith(seen(0))
  await send(hub.fastify, ann, 'DELETE', `/videos/${(await firstVideo())?.id}`)
  const event = await firstEvent()
  expect(event).toMatchObject({ type: 'PERSON', videoId: null })
  expect(event?.video).toEqual({ thumbnailUrl: null, camera: { name: 'Door' } })
})

test('the export of a workspace says who was seen (EXT-13)', async () => {
  await clipWith(seen(250))
  const link = await send(hub.fastify, ann, 'POST', `/workspaces/${ann.workspaceId}/export`)
  const files = unzip((await hub.fastify.inject(pathOf(link.json().url))).rawPayload)
  const { videos } = JSON.parse(String(files.get('workspace.json')))
  expect(videos[0]).toMatchObject({ eventType: 'PERSON', detections: [seen(250)] })
})
