import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addCamera, listEvents, listVideos, pathOf, send } from '../support/calls'
import {
  clipParts,
  FILM_BYTES,
  FORM_TYPE,
  formOf,
  jpeg,
  mp4,
  postClip,
  postForm,
  postSnapshot,
  webm,
} from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

let hub: TestHub
let ann: SignedInUser
let cameraId: string
beforeEach(async () => {
  hub = await startTestHub()
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
})
afterEach(() => hub.close())

const clip = (form: Omit<Parameters<typeof postClip>[2], 'cameraId'> = {}) =>
  postClip(hub.fastify, ann, { cameraId, ...form })
const read = async (url: string | null | undefined) => (await hub.fastify.inject({ url: pathOf(url) })).rawPayload

/** Nothing was stored: no row, no event, no file. */
async function expectNothingStored() {
  expect((await listVideos(hub.fastify, ann)).total).toBe(0)
  expect((await listEvents(hub.fastify, ann)).total).toBe(0)
  expect(await readdir(join(hub.dataDir, 'incoming'))).toEqual([])
  expect(
    (await readdir(join(hub.dataDir, 'blobs'), { recursive: true })).filter((name) => /\.(webm|mp4)$/.test(name)),
  ).toEqual([])
}

test('an upload makes one video and one event (HUB-11)', async () => {
  const answer = await clip({ bytes: webm(1234) })
  expect(answer.statusCode).toBe(201)
  const { id } = answer.json<{ id: string }>()
  const { videos, total } = await listVideos(hub.fastify, ann)
  expect(total).toBe(1)
  expect(videos).toEqual([
    {
      id,
      title: 'Door · motion',
      type: 'video/webm',
      notificationType: 'MOTION',
      quality: 'HD',
      size: 1234,
      createdAt: '2026-03-10T12:00:00.000Z',
      thumbnailUrl: null,
      videoUrl: expect.stringMatching(/^http:\/\//),
      camera: { name: 'Door' },
      isKept: false,
      sharedUntil: null,
      labels: [],
      durationMs: null,
      width: null,
      height: null,
      codec: null,
      hasSound: null,
      startsOnKeyframe: null,
      isPlayable: null,
    },
  ])
  expect(await listEvents(hub.fastify, ann)).toEqual({
    total: 1,
    events: [
      {
        id: expect.any(String),
        type: 'MOTION',
        title: 'Motion at Door',
        message: 'Motion was detected at Door (Hall).',
        createdAt: '2026-03-10T12:00:00.000Z',
        videoId: id,
        labels: [],
        video: { thumbnailUrl: null, camera: { name: 'Door' } },
      },
    ],
  })
})

test.each([true, false])(
  'the stored clip is the sent one byte for byte, file part first: %s (HUB-13)',
  async (isFileFirst) => {
    const bytes = Buffer.from(webm(300_000).map((byte, index) => (index < FILM_BYTES ? byte : (index * 31) % 256)))
    expect((await clip({ bytes, isFileFirst })).statusCode).toBe(201)
    const [video] = (await listVideos(hub.fastify, ann)).videos
    expect((await read(video?.videoUrl)).equals(bytes)).toBe(true)
  },
)

test('an mp4 is stored as what it is, whatever the form calls it', async () => {
  expect((await clip({ bytes: mp4(), type: 'video/webm', fileName: 'x.webm' })).statusCode).toBe(201)
  const [video] = (await listVideos(hub.fastify, ann)).videos
  expect(video?.type).toBe('video/mp4')
})

test.each([
  ['text', Buffer.from('this is no video at all')],
  ['a picture', jpeg()],
  ['three bytes', Buffer.from([0x1a, 0x45, 0xdf])],
])('refuses %s with 415 (SEC-06)', async (_what, bytes) => {
  const answer = await clip({ bytes })
  expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported-media'])
  await expectNothingStored()
})

test('refuses a form whose size is not that of the file (HUB-13)', async () => {
  const answer = await clip({ bytes: webm(1000), fields: { size: '999' } })
  expect([answer.statusCode, answer.json()]).toEqual([
    422,
    { code: 'size-mismatch', message: 'The form says 999 bytes, but 1000 came. Send the clip again.' },
  ])
  await expectNothingStored()
})

test('refuses an empty file', async () => {
  const answer = await clip({ bytes: Buffer.alloc(0) })
  expect([answer.statusCode, answer.json().message]).toEqual([422, 'The clip is empty.'])
  await expectNothingStored()
})

test.each([
  [{ size: undefined }, "size: Give the clip's size in bytes."],
  [{ size: '-5' }, /^size: /],
  [{ hasAudio: undefined }, 'hasAudio: hasAudio is true or false.'],
  [{ hasAudio: 'yes' }, 'hasAudio: hasAudio is true or false.'],
  [{ cameraId: undefined }, 'cameraId: Give the cameraId of the clip.'],
  [{ clipId: 'mine' }, 'clipId: The clip id is a UUID.'],
  [{ startedAt: 'noon' }, 'startedAt: Times are ISO 8601 with a zone, such as 2026-01-31T12:00:00Z.'],
])('refuses the fields %j', async (fields, message) => {
  const answer = await clip({ fields })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-input'])
  expect(answer.json().message).toMatch(message)
  await expectNothingStored()
})

test('refuses a form without the video, or with two', async () => {
  const parts = clipParts({ cameraId })
  const none = await postForm(hub.fastify, ann, '/v1/videos/upload', parts.slice(0, -1))
  expect([none.statusCode, none.json().message]).toEqual([400, 'The part video is missing.'])
  const two = await postForm(hub.fastify, ann, '/v1/videos/upload', [...parts, ...parts.slice(-1)])
  expect([two.statusCode, two.json().message]).toEqual([400, 'Send one part video, not several.'])
  await expectNothingStored()
})

test('refuses a form of more parts than a client could mean', async () => {
  const more = Array.from({ length: 12 }, (_, n) => ({ name: `other-${n}`, value: '' }))
  const answer = await postForm(hub.fastify, ann, '/v1/videos/upload', [...clipParts({ cameraId }), ...more])
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-input'])
  await expectNothingStored()
})

test('a client that goes away in the middle leaves nothing behind', async () => {
  const url = `${await hub.listen()}/v1/videos/upload`
  const incoming = () => readdir(join(hub.dataDir, 'incoming'))
  const form = formOf(clipParts({ cameraId, bytes: webm(100_000) }))
  const headers = { ...ann.headers, 'content-type': FORM_TYPE, 'content-length': form.length }
  const sent = request(url, { method: 'POST', headers }).on('error', () => undefined)
  sent.write(form.subarray(0, 50_000))
  await expect.poll(async () => (await incoming()).length, { timeout: 5_000 }).toBe(1)
  sent.destroy()
  await expect.poll(incoming, { timeout: 5_000 }).toEqual([])
  await expectNothingStored()
})

test('answers 404 for a camera that does not exist', async () => {
  const answer = await clip({ fields: { cameraId: randomUUID() } })
  expect([answer.statusCode, answer.json().message]).toEqual([404, 'There is no such camera.'])
  await expectNothingStored()
})

test('a clip sent again is answered like the first time and stored once, by file name or field (HUB-12)', async () => {
  const clipId = randomUUID()
  const first = await clip({ fileName: `${clipId}.webm` })
  const second = await clip({ fileName: `${clipId}.webm` })
  const third = await clip({ fields: { clipId: clipId.toUpperCase() } })
  for (const answer of [first, second, third]) {
    expect([answer.statusCode, answer.json()]).toEqual([201, { id: first.json().id, clipId }])
  }
  expect((await listVideos(hub.fastify, ann)).total).toBe(1)
  expect((await listEvents(hub.fastify, ann)).total).toBe(1)
})

test('the first bytes win (HUB-12)', async () => {
  const clipId = randomUUID()
  await clip({ fields: { clipId }, bytes: webm(500, 1) })
  expect((await clip({ fields: { clipId }, bytes: webm(600, 2) })).statusCode).toBe(201)
  const [video] = (await listVideos(hub.fastify, ann)).videos
  expect((await read(video?.videoUrl)).equals(webm(500, 1))).toBe(true)
})

test('five deliveries of one clip at the same moment store it once', async () => {
  const fields = { clipId: randomUUID() }
  const answers = await Promise.all(Array.from({ length: 5 }, () => clip({ fields })))
  expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`)).size).toBe(1)
  expect(answers[0]?.statusCode).toBe(201)
  expect((await listVideos(hub.fastify, ann)).total).toBe(1)
  expect(await readdir(join(hub.dataDir, 'blobs', ann.workspaceId, 'clips'))).toHaveLength(1)
  expect(await readdir(join(hub.dataDir, 'incoming'))).toEqual([])
})

test('clips without an id are different clips', async () => {
  await clip()
  await clip({ fileName: 'recording.webm' })
  expect((await listVideos(hub.fastify, ann)).total).toBe(2)
})

test.each([
  ['2026-03-10T11:00:00.000Z', '2026-03-10T11:00:00.000Z'],
  ['2026-02-08T12:00:00.000Z', '2026-02-08T12:00:00.000Z'],
  ['2026-02-08T11:59:59.999Z', '2026-03-10T12:00:00.000Z'],
  ['2026-03-10T12:05:00.000Z', '2026-03-10T12:00:00.000Z'],
  ['2026-03-10T12:05:00.001Z', '2026-03-10T12:00:00.000Z'],
])('a clip that says it began at %s is dated %s', async (startedAt, createdAt) => {
  await clip({ fields: { startedAt } })
  expect((await listVideos(hub.fastify, ann)).videos[0]?.createdAt).toBe(createdAt)
  expect((await listEvents(hub.fastify, ann)).events[0]?.createdAt).toBe(createdAt)
})

test('keeps the picture that came with the clip (extension clip-details)', async () => {
  const picture = jpeg(5000, 3)
  expect((await clip({ fields: { thumbnail: picture.toString('base64') } })).statusCode).toBe(201)
  const [video] = (await listVideos(hub.fastify, ann)).videos
  const [event] = (await listEvents(hub.fastify, ann)).events
  expect((await read(video?.thumbnailUrl)).equals(picture)).toBe(true)
  expect((await read(event?.video?.thumbnailUrl)).equals(picture)).toBe(true)
})

test('without a picture, keeps a copy of the latest snapshot', async () => {
  await postSnapshot(hub.fastify, ann, cameraId, jpeg(400, 1))
  await clip()
  await postSnapshot(hub.fastify, ann, cameraId, jpeg(400, 2))
  const [video] = (await listVideos(hub.fastify, ann)).videos
  expect((await read(video?.thumbnailUrl)).equals(jpeg(400, 1))).toBe(true)
})

test('without a picture, keeps no snapshot of now for a clip that began more than 2 min ago (PERSON-07)', async () => {
  await postSnapshot(hub.fastify, ann, cameraId, jpeg(400, 1))
  await clip({ fields: { startedAt: '2026-03-10T11:58:00.000Z' } })
  await clip({ fields: { startedAt: '2026-03-10T11:57:59.999Z' } })
  await clip({ fields: { startedAt: '2026-03-07T03:12:00.000Z', thumbnail: jpeg(300, 2).toString('base64') } })
  const urls = (await listVideos(hub.fastify, ann)).videos.map(({ thumbnailUrl }) => thumbnailUrl)
  const pictures = await Promise.all(urls.map((url) => (url === null ? null : read(url))))
  expect(pictures).toEqual([jpeg(400, 1), null, jpeg(300, 2)])
})

test.each(['', 'not base64!', Buffer.from('no picture').toString('base64')])(
  'refuses the picture %j with 422',
  async (thumbnail) => {
    expect((await clip({ fields: { thumbnail } })).statusCode).toBe(422)
    await expectNothingStored()
  },
)

test('refuses a picture that is too large', async () => {
  const answer = await clip({ fields: { thumbnail: jpeg(2 * 1024 * 1024 + 1).toString('base64') } })
  expect([answer.statusCode, answer.json().code]).toEqual([413, 'too-large'])
  await expectNothingStored()
})

test('refuses an upload of someone who is signed out', async () => {
  const stranger = { ...ann, headers: { authorization: 'Bearer x', 'x-workspace-id': ann.workspaceId } }
  expect((await postClip(hub.fastify, stranger, { cameraId })).statusCode).toBe(401)
  await expectNothingStored()
})

test('answers JSON on the upload address with 415', async () => {
  expect((await send(hub.fastify, ann, 'POST', '/videos/upload', {})).statusCode).toBe(415)
})
