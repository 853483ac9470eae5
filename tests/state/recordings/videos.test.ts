import { focusManager } from '@tanstack/query-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LINKS_POLL_MS } from '../../../src/state/http/links-poll'
import { transcodersAtom } from '../../../src/state/recordings/transcode-ways'
import {
  downloadsAtom,
  downloadVideoAtom,
  filterVideos,
  hasMoreVideosAtom,
  loadedVideosAtom,
  loadMoreVideosAtom,
  sampleCameraNames,
  shownVideosAtom,
  storageUsageAtom,
  storageUsageQueryAtom,
  videosCameraAtom,
  videosQueryAtom,
  videosSearchAtom,
} from '../../../src/state/recordings/videos'
import { signOutAtom } from '../../../src/state/sign-in/session'
import { listVideos, pathOf } from '../../server/support/calls'
import { mp4, webm } from '../../server/support/forms'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { done, failed, fakeTranscoders } from '../../support/browser/fake-transcoder'
import { answers500, offline, only, slow, withoutExtensions } from '../../support/scenarios'
import { cameraOnHub, clipsOnHub, userOf } from '../support/hub-data'

let app: TestApp
let cameraId: string
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  cameraId = (await cameraOnHub(app)).id
})
afterEach(() => app.close())

const reads = () => app.backend.sentTo('GET /videos').map(({ path }) => path)
const loadedTimes = () => app.store.get(loadedVideosAtom).map(({ createdAt }) => createdAt.slice(11, 16))
const hasMore = () => app.store.get(hasMoreVideosAtom)
const open = async () => {
  app.watch(videosQueryAtom, loadedVideosAtom, shownVideosAtom, hasMoreVideosAtom)
  await app.settle()
}
const loadMore = async () => {
  await app.store.set(loadMoreVideosAtom)
  await app.settle()
}
const firstVideo = async () => {
  const [video] = (await listVideos(app.backend.hub.fastify, userOf(app))).videos
  if (video === undefined) throw new Error('no video')
  return video
}

describe('loading recordings (API-27)', () => {
  test('starts with six, the newest first, and appends the next six (VID-21, API-27)', async () => {
    await clipsOnHub(app, cameraId, 8)
    await open()
    expect([...new Set(reads())]).toEqual(['/v1/videos?page=0&pageSize=6'])
    expect(loadedTimes()).toEqual(['08:07', '08:06', '08:05', '08:04', '08:03', '08:02'])
    expect(hasMore()).toBe(true)
    await loadMore()
    expect(reads().at(-1)).toBe('/v1/videos?page=1&pageSize=6')
    expect(loadedTimes().slice(6)).toEqual(['08:01', '08:00'])
    expect(hasMore()).toBe(false)
  })

  test.each([
    [0, false],
    [6, false],
    [7, true],
  ])('with %i recordings Load More shows: %s (VID-14)', async (count, isShown) => {
    await clipsOnHub(app, cameraId, count)
    await open()
    expect(hasMore()).toBe(isShown)
  })

  test('shows a recording once that new ones moved onto the next page', async () => {
    await clipsOnHub(app, cameraId, 12)
    await open()
    await clipsOnHub(app, cameraId, 1, 12)
    await loadMore()
    expect(loadedTimes()).toEqual([...new Set(loadedTimes())])
    expect(loadedTimes().at(-1)).toBe('08:01')
    expect(hasMore()).toBe(true)
    await loadMore()
    expect(loadedTimes().at(-1)).toBe('08:00')
  })

  test('reaches every recording with Load More while it shows (VID-14)', async () => {
    await clipsOnHub(app, cameraId, 7)
    await open()
    await clipsOnHub(app, cameraId, 1, 7)
    await loadMore()
    await loadMore()
    expect([loadedTimes().length, hasMore()]).toEqual([8, false])
  })

  test('reads all again where every page is loaded and one is missing: a new first one came meanwhile', async () => {
    await clipsOnHub(app, cameraId, 7)
    await open()
    await clipsOnHub(app, cameraId, 5, 7)
    await loadMore()
    expect([loadedTimes().length, hasMore()]).toEqual([7, true])
    const before = reads().length
    await loadMore()
    expect(reads().slice(before)).toEqual(['/v1/videos?page=0&pageSize=6', '/v1/videos?page=1&pageSize=6'])
    expect([loadedTimes().length, hasMore()]).toEqual([12, false])
  })

  test('keeps Load More where a row of a page cannot be read (VID-14)', async () => {
    await clipsOnHub(app, cameraId, 7)
    app.backend.play(
      only('GET /videos', async (request, next) => {
        const answer = await next(request)
        const { videos, total } = (await answer.json()) as { videos: object[]; total: number }
        const isFirst = new URL(request.url).searchParams.get('page') === '0'
        return Response.json({ videos: isFirst ? [null, ...videos.slice(1)] : videos, total })
      }),
    )
    await open()
    expect([loadedTimes().length, hasMore()]).toEqual([5, true])
    await loadMore()
    expect(loadedTimes()).toEqual(['08:05', '08:04', '08:03', '08:02', '08:01', '08:00'])
    await loadMore()
    expect(reads().filter((path) => path.includes('page=2'))).toEqual([])
  })

  test('keeps Load More whatever the filter leaves (X-68)', async () => {
    await clipsOnHub(app, cameraId, 7)
    await open()
    app.store.set(videosCameraAtom, 'Backyard')
    expect([app.store.get(shownVideosAtom), hasMore()]).toEqual([[], true])
    app.store.set(videosCameraAtom, 'Door')
    expect(app.store.get(shownVideosAtom).length).toBe(6)
    app.store.set(videosSearchAtom, 'gate')
    expect(app.store.get(shownVideosAtom)).toEqual([])
  })

  test('says how much storage they use (API-30)', async () => {
    await clipsOnHub(app, cameraId, 2)
    const { data } = await app.until(storageUsageQueryAtom, (query) => query.data !== undefined)
    const total = 200 * 1024 * 1024
    expect(data).toEqual({ used: 2000, total, percentage: (2000 / total) * 100 })
    expect(app.store.get(storageUsageAtom)).toEqual(data)
  })

  test('shows zeros of storage until it is known (VID-23)', () => {
    expect(app.store.get(storageUsageAtom)).toEqual({ used: 0, total: 0, percentage: 0 })
  })
})

describe('recordings that are looked at for long (VID-05, extension polling)', () => {
  afterEach(() => {
    focusManager.setFocused(undefined)
    vi.useRealTimers()
  })
  /** Time passes for the hub and for this browser. */
  const age = async (times: number) => {
    for (let time = 0; time < times; time++) {
      app.backend.hub.clock.advance(LINKS_POLL_MS)
      await pass(app, LINKS_POLL_MS)
    }
  }
  const statusesOfLinks = () =>
    Promise.all(
      app.store.get(loadedVideosAtom).map(async ({ videoUrl }) => {
        const answer = await app.backend.hub.fastify.inject({ url: pathOf(videoUrl) })
        return answer.statusCode
      }),
    )

  test('keep links that open, on every page that Load More brought', async () => {
    await clipsOnHub(app, cameraId, 8)
    holdTimers()
    await open()
    await loadMore()
    await age(3)
    expect(await statusesOfLinks()).toEqual(Array(8).fill(200))
  })

  test('are not read again in a hidden tab', async () => {
    holdTimers()
    await open()
    focusManager.setFocused(false)
    const before = reads().length
    await age(2)
    expect(reads().length).toBe(before)
  })

  test('are read once from a provider of the bare contract', async () => {
    app.backend.play(withoutExtensions)
    holdTimers()
    await open()
    await age(2)
    expect(reads().length).toBe(1)
  })
})

describe('the filters (VID-02, VID-20)', () => {
  const video = (id: string, title: string, camera: string | null) => ({
    ...{ id, title, type: 'video/webm', notificationType: null, quality: 'HD', size: 1, createdAt: '' },
    ...{ thumbnailUrl: null, videoUrl: null, camera: camera === null ? null : { name: camera } },
  })
  const videos = [video('1', 'Front Door · motion', 'Front Door'), video('2', 'Cat', 'Garage'), video('3', 'Old', null)]
  const found = (search: string, camera: string) => filterVideos(videos, search, camera).map(({ id }) => id)

  test('All Cameras leaves all, a name its own only (VID-20, X-02)', () => {
    expect(found('', 'all')).toEqual(['1', '2', '3'])
    expect(found('', 'Garage')).toEqual(['2'])
    expect(found('', 'garage')).toEqual([])
  })

  test('search is over camera name and title, whatever the case (VID-02, X-03)', () => {
    expect(found('GARAGE', 'all')).toEqual(['2'])
    expect(found(' cat', 'all')).toEqual(['2'])
    expect(found('cat', 'Front Door')).toEqual([])
  })

  test('there are three fixed sample names (VID-03)', () => {
    expect(new Set(sampleCameraNames).size).toBe(3)
  })
})

describe('downloading (VID-22, X-91)', () => {
  const stored = webm(1000, 0)
  const inPhase = (id: string) => app.store.get(downloadsAtom).get(id)?.phase
  const names = () => app.savedFiles.map(({ fileName }) => fileName)
  const saved = async () => Buffer.from((await app.savedFiles[0]?.content.arrayBuffer()) ?? new ArrayBuffer(0))
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

  test('saves what is stored under its own name where both fail, and tells the user why', async () => {
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

  test('only reports a failure, and is over (VID-23)', async () => {
    await app.store.set(downloadVideoAtom, 'gone')
    app.backend.play(only('GET /videos/v/download', offline))
    await app.store.set(downloadVideoAtom, 'v')
    expect(app.reports).toEqual(['Something went wrong: Not Found', 'Something went wrong: no connection'])
    expect([app.savedFiles, app.toasts, app.store.get(downloadsAtom).size]).toEqual([[], [], 0])
  })

  test('reports a file that cannot be fetched', async () => {
    app.backend.play(async (request, next) =>
      new URL(request.url).pathname.startsWith('/media/') ? answers500(request, next) : next(request),
    )
    await app.store.set(downloadVideoAtom, id)
    expect([app.reports, app.savedFiles]).toEqual([['The recording could not be fetched.'], []])
  })
})
