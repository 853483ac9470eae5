import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addCamera, listVideos } from '../support/calls'
import { clipParts, FORM_TYPE, formOf, jpeg, webm } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

const MB = 1024 ** 2

let hub: TestHub
let ann: SignedInUser
let cameraId: string
let origin: string
beforeEach(async () => {
  hub = await startTestHub({ tier: 'PRO' })
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
  origin = await hub.listen()
})
afterEach(() => hub.close())

const incoming = () => readdir(join(hub.dataDir, 'incoming'))
const post = (path: string, headers: Record<string, string>, body: FormData) =>
  fetch(`${origin}/v1${path}`, { method: 'POST', headers, body })
const fileOf = (bytes: Buffer) => new Blob([new Uint8Array(bytes)])

test('a client that goes away midway leaves nothing behind', async () => {
  const body = formOf(clipParts({ cameraId, bytes: webm(5 * MB) }))
  const { port } = new URL(origin)
  const socket = connect(Number(port), '127.0.0.1')
  const head = [
    'POST /v1/videos/upload HTTP/1.1',
    'host: localhost',
    `authorization: ${ann.headers.authorization}`,
    `content-type: ${FORM_TYPE}`,
    `content-length: ${body.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(body.subarray(0, 2 * MB))
  await vi.waitFor(async () => expect(await incoming()).toHaveLength(1))
  socket.destroy()
  await vi.waitFor(async () => expect(await incoming()).toHaveLength(0))
  expect((await listVideos(hub.fastify, ann)).total).toBe(0)
})

test('a browser form is stored over a real connection', async () => {
  const form = new FormData()
  form.set('video', fileOf(webm(3 * MB)), 'clip.webm')
  form.set('cameraId', cameraId)
  form.set('size', String(3 * MB))
  form.set('hasAudio', 'true')
  expect((await post('/videos/upload', ann.headers, form)).status).toBe(201)
  const [video] = (await listVideos(hub.fastify, ann)).videos
  expect(video?.size).toBe(3 * MB)
})

test('a client that is still sending sees why it was refused', async () => {
  const tooLarge = new FormData()
  tooLarge.set('screenshot', fileOf(jpeg(20 * MB)))
  const large = await post(`/screenshots/${cameraId}/upload`, ann.headers, tooLarge)
  expect([large.status, await large.json()]).toEqual([413, expect.objectContaining({ code: 'too-large' })])
  const signedOut = await post(`/screenshots/${cameraId}/upload`, {}, tooLarge)
  expect([signedOut.status, await signedOut.json()]).toEqual([
    401,
    expect.objectContaining({ code: 'unauthenticated' }),
  ])
  const unknown = await post('/screenshots/nonsense/upload', ann.headers, tooLarge)
  expect([unknown.status, await unknown.json()]).toEqual([404, expect.objectContaining({ code: 'not-found' })])
  expect(await incoming()).toEqual([])
})

test('closing waits for a request in flight', async () => {
  const body = formOf(clipParts({ cameraId, bytes: webm(MB) }))
  const { port } = new URL(origin)
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write(
    `POST /v1/videos/upload HTTP/1.1\r\nhost: localhost\r\nauthorization: ${ann.headers.authorization}\r\n` +
      `content-type: ${FORM_TYPE}\r\ncontent-length: ${body.length}\r\n\r\n`,
  )
  socket.write(body.subarray(0, 1000))
  await vi.waitFor(async () => expect(await incoming()).toHaveLength(1))
  const closed = hub.hub.close()
  await wait(50)
  socket.write(body.subarray(1000))
  await closed
  // It ends its connection, which would hold up the end if it were kept alive.
  await vi.waitFor(() => expect(answer).toMatch(/^HTTP\/1\.1 201 [\s\S]*\r\nconnection: close\r\n/i))
})
