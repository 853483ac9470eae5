import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { transcodersAtom } from '../../../src/state/recordings/transcode'
import { downloadsAtom, downloadVideoAtom } from '../../../src/state/recordings/video-download'
import { signOutAtom } from '../../../src/state/sign-in/session'
import { listVideos } from '../../server/support/calls'
import { mp4, postClip, webm } from '../../server/support/forms'
import { startApp, type TestApp } from '../../support/app'
import { done, failed, fakeTranscoders } from '../../support/browser/fake-transcoder'
import { equip } from '../../support/outbox'
import { answers500, offline, only, slow } from '../../support/scenarios'
import { cameraOnHub, clipsOnHub, userOf } from '../support/hub-data'

let app: TestApp
let cameraId: string
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  cameraId = (await cameraOnHub(app)).id
})
afterEach(() => app.close())

const firstVideo = async () => {
  const [video] = (await listVideos(app.backend.hub.fastify, userOf(app))).videos
  if (video === undefined) throw new Error('no video')
  return video
}

describe('downloading (VID-22, X-91)', () => {
  const stored = webm(1000, 0)
  const inPhase = (id: string) => app.store.get(downloadsAtom).get(id)?.phase
  const names = () => app.savedFiles.map(({ fileName }) => fileName)
  const saved = async () => Buffer.from((await app.savedFiles[0]?.content.arrayBuffer()) ?? new ArrayBuffer(0))
  const rangeOf = ({ headers }: { readonly headers: Headers }) => headers.get('range')
  let ways: ReturnType<typeof fakeTranscoders>
  let id: string

  beforeEach(async () => {
    ways = fakeTranscoders()
    app.store.set(transcodersAtom, ways)
    await clipsOnHub(app, cameraId, 1)
    id = (await firstVideo()).id
  })

  test('saves what is stored as MP4 byte by byte under recording-{id}.mp4, whatever its row says (API-29)', async () => {
    app.backend.play(async (request, next) =>
      new URL(request.url).pathname.startsWith('/media/')
        ? new Response(new Uint8Array(mp4()), { headers: { 'content-type': 'video/webm' } })
        : next(request),
    )
    await app.store.set(downloadVideoAtom, id)
    expect([names(), (await saved()).equals(mp4())]).toEqual([[`recording-${id}.mp4`], true])
    expect([ways.codecs.calls.length, ways.ffmpeg.calls.length]).toEqual([0, 0])
  })

  test('has the browser save what is MP4 from where it is, byte for byte, without reading it (CODEC-06)', async () => {
    const { id: mp4Id } = (await postClip(app.backend.hub.fastify, userOf(app), { cameraId, bytes: mp4() })).json()
    await app.store.set(downloadVideoAtom, mp4Id)
    const [link] = app.savedLinks
    expect([app.savedLinks.length, link?.fileName, app.savedFiles]).toEqual([1, `recording-${mp4Id}.mp4`, []])
    expect(app.backend.sent.filter(({ path }) => path.startsWith('/media/')).map(rangeOf)).toEqual(['bytes=0-15'])
    const bytes = Buffer.from(await (await app.backend.fetch(link?.url ?? '')).arrayBuffer())
    expect([bytes.equals(mp4()), app.store.get(downloadsAtom).size, app.toasts]).toEqual([true, 0, []])
  })

  test('has it save nothing for whoever is signed in after a sign-out', async () => {
    const { id: mp4Id } = (await postClip(app.backend.hub.fastify, userOf(app), { cameraId, bytes: mp4() })).json()
    const line = slow()
    app.backend.play(async (request, next) =>
      new URL(request.url).pathname.startsWith('/media/') ? line.scenario(request, next) : next(request),
    )
    const downloading = app.store.set(downloadVideoAtom, mp4Id)
    await line.arrived()
    app.store.set(signOutAtom)
    line.letGo()
    await downloading
    expect([app.savedLinks, app.savedFiles, inPhase(mp4Id)]).toEqual([[], [], undefined])
  })

  test('makes an MP4 file of anything else, by the browser’s codecs, and shows how far that is', async () => {
    const downloading = app.store.set(downloadVideoAtom, id)
    expect(app.store.get(downloadsAtom)).toEqual(new Map([[id, { phase: 'fetching' }]]))
    await app.settle()
    expect(Buffer.from(await ways.codecs.call.clip.arrayBuffer()).equals(stored)).toBe(true)
    ways.codecs.call.options.onProgress?.(0.4)
    expect(app.store.get(downloadsAtom).get(id)).toMatchObject({ phase: 'converting', progress: 0.4 })
    ways.codecs.call.settle(done('made'))
    await downloading
    expect(app.backend.sent[0]?.path).toBe(`/v1/videos/${id}/download`)
    expect([names(), String(await saved()).slice(8)]).toEqual([[`recording-${id}.mp4`], 'made'])
    expect([app.store.get(downloadsAtom).size, ways.ffmpeg.calls.length]).toEqual([0, 0])
  })

  test.each(['codec-missing', 'broke-off', 'core-not-loaded', 'out-of-memory'] as const)(
    'tries ffmpeg where those fail: %s',
    async (reason) => {
      const downloading = app.store.set(downloadVideoAtom, id)
      await app.settle()
      ways.codecs.call.settle(failed(reason))
      await app.settle()
      ways.ffmpeg.call.settle(done('slowly'))
      await downloading
      expect([names(), String(await saved()).slice(8)]).toEqual([[`recording-${id}.mp4`], 'slowly'])
      expect(app.toasts).toEqual([])
    },
  )

  test('saves what is stored under its own name where both fail, and tells the user why (X-93)', async () => {
    const downloading = app.store.set(downloadVideoAtom, id)
    await app.settle()
    ways.codecs.call.settle(failed('codec-missing'))
    await app.settle()
    ways.ffmpeg.call.settle(failed('took-too-long'))
    await downloading
    expect([names(), (await saved()).equals(stored)]).toEqual([[`recording-${id}.webm`], true])
    expect(app.toasts).toEqual([
      { kind: 'warning', text: 'Saved as WebM: converting to MP4 takes too long on this machine.' },
    ])
  })

  test('calls nothing WebM that does not begin as one: it has the name that is specified (VID-22)', async () => {
    app.backend.play(async (request, next) =>
      new URL(request.url).pathname.startsWith('/media/') ? new Response('No recording at all') : next(request),
    )
    const downloading = app.store.set(downloadVideoAtom, id)
    await app.settle()
    ways.codecs.call.settle(failed('codec-missing'))
    await app.settle()
    ways.ffmpeg.call.settle(failed('broke-off'))
    await downloading
    expect([names(), String(await saved())]).toEqual([[`recording-${id}.mp4`], 'No recording at all'])
    expect(app.toasts).toEqual([
      { kind: 'warning', text: 'Saved as it is stored: the recording could not be read for MP4.' },
    ])
  })

  test('tries nothing else where the recording cannot be read', async () => {
    const downloading = app.store.set(downloadVideoAtom, id)
    await app.settle()
    ways.codecs.call.settle(failed('not-readable'))
    await downloading
    expect([names(), app.toasts.length, ways.ffmpeg.calls.length]).toEqual([[`recording-${id}.webm`], 1, 0])
  })

  test('is over without a word when it is cancelled', async () => {
    const downloading = app.store.set(downloadVideoAtom, id)
    await app.settle()
    const download = app.store.get(downloadsAtom).get(id)
    if (download?.phase !== 'converting') throw new Error('not converting')
    download.cancel()
    await downloading
    expect([names(), app.toasts, app.reports, inPhase(id)]).toEqual([[], [], [], undefined])
  })

  test('saves nothing for whoever is signed in after a sign-out', async () => {
    const downloading = app.store.set(downloadVideoAtom, id)
    await app.settle()
    app.store.set(signOutAtom)
    ways.codecs.call.settle(done('made'))
    await downloading
    expect([names(), app.toasts, inPhase(id)]).toEqual([[], [], undefined])
  })

  test('converts nothing that comes after a sign-out', async () => {
    const line = slow()
    app.backend.play(async (request, next) =>
      new URL(request.url).pathname.startsWith('/media/') ? line.scenario(request, next) : next(request),
    )
    const downloading = app.store.set(downloadVideoAtom, id)
    await line.arrived()
    app.store.set(signOutAtom)
    line.letGo()
    await downloading
    expect([names(), ways.codecs.calls.length, inPhase(id)]).toEqual([[], 0, undefined])
  })

  test('says why it failed, and is over (VID-22)', async () => {
    await app.store.set(downloadVideoAtom, 'gone')
    app.backend.play(only('GET /videos/v/download', offline))
    await app.store.set(downloadVideoAtom, 'v')
    expect(app.reports).toEqual(['Something went wrong: Not Found', 'Something went wrong: no connection'])
    expect([app.savedFiles, app.store.get(downloadsAtom).size]).toEqual([[], 0])
    const reasons = ['There is no such video.', 'The hub could not be reached. Check the connection and try again.']
    expect(app.toasts).toEqual(
      reasons.map((reason) => ({ kind: 'error', text: `The recording could not be downloaded. ${reason}` })),
    )
  })

  test('says so of a file that cannot be fetched (VID-22)', async () => {
    app.backend.play(async (request, next) =>
      new URL(request.url).pathname.startsWith('/media/') ? answers500(request, next) : next(request),
    )
    await app.store.set(downloadVideoAtom, id)
    expect([app.reports, app.savedFiles]).toEqual([['The recording could not be fetched.'], []])
    const text = 'The recording could not be downloaded. The hub did not give it. Try again in a moment.'
    expect(app.toasts).toEqual([{ kind: 'error', text }])
  })

  test('says so of bytes that the browser does not give back, and is over (VID-22)', async () => {
    const slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('No room.', 'NotReadableError')) })
    equip(app.store, { fetchFile: async () => Object.assign(new Blob(['film']), { slice }) as Blob })
    await app.store.set(downloadVideoAtom, id)
    expect([app.savedFiles, app.store.get(downloadsAtom).size]).toEqual([[], 0])
    expect(app.reports).toContain('The recording could not be read.')
    const text =
      'The recording could not be downloaded. This browser could not read it. Close other tabs and try again.'
    expect(app.toasts).toEqual([{ kind: 'error', text }])
  })
})
