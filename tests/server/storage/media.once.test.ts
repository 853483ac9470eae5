import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addCamera, listVideos, pathOf, send } from '../support/calls'
import { withBadSector } from '../support/disks/bad-sector'
import { FILM_BYTES, jpeg, mp4, postClip, postSnapshot, webm } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

const DAY_MS = 86_400_000

const bytes = Buffer.from(webm(1000).map((byte, index) => (index < FILM_BYTES ? byte : index % 251)))

let hub: TestHub
let ann: SignedInUser
let link: string
async function start(environment = {}, clip: Buffer = bytes) {
  hub = await startTestHub({ tier: 'PRO', environment })
  ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await postClip(hub.fastify, ann, { cameraId, bytes: clip })
  link = await videoLink()
}
beforeEach(() => start())
afterEach(() => hub.close())

const videoLink = async () => (await listVideos(hub.fastify, ann)).videos[0]?.videoUrl ?? ''
const read = (url: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
  hub.fastify.inject({ method, url: pathOf(url), headers })

test('a link opens without a token, as an element of a page asks for it (HUB-16)', async () => {
  const answer = await read(link)
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload.equals(bytes)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'video/webm',
    'content-length': '1000',
    'accept-ranges': 'bytes',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=300',
  })
  expect(answer.headers['content-disposition']).toBeUndefined()
})

test('a snapshot stays in no cache of a browser, as the next has another link; a clip does for minutes (HUB-16)', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann, 'Gate')
  await postSnapshot(hub.fastify, ann, cameraId)
  await postClip(hub.fastify, ann, { cameraId, fields: { thumbnail: jpeg().toString('base64') } })
  const [{ screenshotUrl }] = (await send(hub.fastify, ann, 'GET', '/screenshots')).json()
  const clip = (await listVideos(hub.fastify, ann)).videos.find(({ camera }) => camera?.name === 'Gate')
  const links = [screenshotUrl, clip?.thumbnailUrl ?? '', clip?.videoUrl ?? '']
  const answers = await Promise.all(links.map((url) => read(url)))
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers['cache-control']])).toEqual([
    [200, 'no-store'],
    [200, 'private, max-age=300'],
    [200, 'private, max-age=300'],
  ])
})

test('a link never carries the session token (HUB-16)', () => {
  expect(link).not.toContain(ann.token)
  expect([...new URL(link).searchParams.keys()].sort()).toEqual(['expires', 'signature'])
})

describe.each([
  ['video/webm', bytes],
  ['video/mp4', mp4()],
])('a film that is %s', (mediaType, film) => {
  beforeEach(async () => {
    await hub.close()
    await start({}, film)
  })

  test.each([
    ['bytes=0-', 0, 999],
    ['bytes=0-0', 0, 0],
    ['bytes=100-199', 100, 199],
    ['bytes=990-5000', 990, 999],
    ['bytes=-100', 900, 999],
    // Longer than the film: all of it (RFC 9110, 14.1.2).
    ['bytes=-5000', 0, 999],
  ])('answers the range %s with exactly those bytes', async (range, first, last) => {
    const answer = await read(link, { range })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([206, mediaType])
    expect(answer.headers['content-range']).toBe(`bytes ${first}-${last}/1000`)
    expect(answer.headers['content-length']).toBe(String(last - first + 1))
    expect(answer.rawPayload.equals(film.subarray(first, last + 1))).toBe(true)
  })
})

test.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])(
  'refuses the range %s, which lies behind the end',
  async (range) => {
    const answer = await read(link, { range })
    expect(answer.statusCode).toBe(416)
    expect(answer.headers['content-range']).toBe('bytes */1000')
  },
)

test('refuses the end of a film of which a failing disk has left nothing (HUB-15, HUB-16)', async () => {
  await truncate(join(hub.dataDir, 'blobs', new URL(link).pathname.replace('/media/', '')), 0)
  const answer = await read(link, { range: 'bytes=-100' })
  expect([answer.statusCode, answer.headers['content-range']]).toEqual([416, 'bytes */0'])
})

test.each(['bytes=', 'bytes=x-y', 'lines=1-2', 'bytes=0-1,5-6'])(
  'sends the whole file for the range %s',
  async (range) => {
    const answer = await read(link, { range })
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, 1000])
  },
)

test('what a disk did not give is kept by no browser, and is no range of the film (HUB-16)', async () => {
  const mend = withBadSector('.webm', 0)
  try {
    const answer = await read(link, { range: 'bytes=0-3' })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([503, 'no-store'])
    expect(answer.headers).not.toHaveProperty('content-range')
  } finally {
    mend()
  }
})

test('HEAD tells the size and sends nothing', async () => {
  const answer = await read(link, {}, 'HEAD')
  expect([answer.statusCode, answer.headers['content-length'], answer.body]).toEqual([200, '1000', ''])
})

test('a link stays the same for minutes and ends after at most ten (HUB-16)', async () => {
  expect(await videoLink()).toBe(link)
  hub.clock.advance(299_000)
  expect(await videoLink()).toBe(link)
  hub.clock.advance(1_000)
  expect(await videoLink()).not.toBe(link)
  hub.clock.advance(299_999)
  expect((await read(link)).statusCode).toBe(200)
  hub.clock.advance(1)
  const late = await read(link)
  expect([late.statusCode, late.json().code]).toEqual([404, 'not-found'])
})

test('a link to a snapshot, which shows each next one too, ends after 15 to 30 s: who was removed watches no longer by it (HUB-16)', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann, 'Gate')
  const pictureLink = async () => {
    await postSnapshot(hub.fastify, ann, cameraId)
    return (await send(hub.fastify, ann, 'GET', '/screenshots')).json()[0].screenshotUrl
  }
  const first = await pictureLink()
  hub.clock.advance(29_999)
  const late = await pictureLink()
  expect((await read(first)).statusCode).toBe(200)
  hub.clock.advance(1)
  expect((await read(first)).statusCode).toBe(404)
  hub.clock.advance(14_999)
  expect((await read(late)).statusCode).toBe(200)
  hub.clock.advance(1)
  expect((await read(late)).statusCode).toBe(404)
})

test('links that were made while the clock was ahead open nothing once that is right (HUB-16)', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann, 'Gate')
  hub.clock.advance(DAY_MS)
  ann = await hub.signIn()
  await postSnapshot(hub.fastify, ann, cameraId)
  const [{ screenshotUrl }] = (await send(hub.fastify, ann, 'GET', '/screenshots')).json()
  const links = [screenshotUrl, await videoLink()]
  const statuses = () => Promise.all(links.map(async (url) => (await read(url)).statusCode))
  expect(await statuses()).toEqual([200, 200])
  hub.clock.advance(-DAY_MS)
  expect(await statuses()).toEqual([404, 404])
})

test('a changed link opens nothing', async () => {
  const { pathname, searchParams } = new URL(link)
  const expires = searchParams.get('expires') ?? ''
  const signature = searchParams.get('signature') ?? ''
  const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
  const attempts = [
    pathname,
    `${pathname}?expires=${expires}`,
    `${pathname}?expires=${expires}&signature=${flipped}`,
    `${pathname}?expires=${Number(expires) + 300}&signature=${signature}`,
    `${pathname}?expires=9e99&signature=${signature}`,
    `${pathname.replace('.webm', '.mp4')}?expires=${expires}&signature=${signature}`,
    `${pathname.replace(ann.workspaceId, ann.workspaceId.replace(/^./, '0'))}x?expires=${expires}&signature=${signature}`,
    `/media/../nightjar.db?expires=${expires}&signature=${signature}`,
    `/media/%2e%2e%2f%2e%2e%2fsecret?expires=${expires}&signature=${signature}`,
  ]
  for (const url of attempts) {
    const answer = await hub.fastify.inject({ url })
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'not-found'])
  }
})

test('a signature of one object opens no other', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann, 'Gate')
  await postClip(hub.fastify, ann, { cameraId })
  const { videos } = await listVideos(hub.fastify, ann)
  const [first, second] = videos.map(({ videoUrl }) => new URL(videoUrl ?? ''))
  expect((await hub.fastify.inject({ url: `${first?.pathname}${second?.search}` })).statusCode).toBe(404)
})

test('a download is saved under a name with the real type (HUB-17)', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann, 'Gate')
  hub.clock.advance(1000)
  const { id } = (await postClip(hub.fastify, ann, { cameraId, bytes: mp4() })).json()
  const { url } = (await send(hub.fastify, ann, 'GET', `/videos/${id}/download`)).json()
  const answer = await read(url)
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="recording-${id}.mp4"`)
  expect(answer.headers['content-type']).toBe('video/mp4')
  expect(answer.rawPayload.equals(mp4())).toBe(true)
})

test('links lead to the address that the request came to', async () => {
  const headers = { ...ann.headers, host: 'cam.lan:9000' }
  const answer = await hub.fastify.inject({ url: '/v1/videos', headers })
  expect(new URL(answer.json().videos[0].videoUrl).origin).toBe('http://cam.lan:9000')
})

test('links lead to PUBLIC_URL where it is set (ENV-06)', async () => {
  await hub.close()
  await start({ PUBLIC_URL: 'https://cam.example.org/' })
  expect(new URL(link).origin).toBe('https://cam.example.org')
})
