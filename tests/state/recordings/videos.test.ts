import { focusManager } from '@tanstack/query-core'
import { queryClientAtom } from 'jotai-tanstack-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LINKS_POLL_MS } from '../../../src/state/http/polling'
import { loadingMoreAtom, loadMoreVideosAtom } from '../../../src/state/recordings/load-more'
import { storageUsageAtom, storageUsageQueryAtom } from '../../../src/state/recordings/storage-use'
import { keepVideoAtom } from '../../../src/state/recordings/video-keeping'
import { removeVideoAtom } from '../../../src/state/recordings/video-removal'
import {
  filterVideos,
  hasFactsAtom,
  hasMoreVideosAtom,
  loadedVideosAtom,
  shownVideosAtom,
  videosCameraAtom,
  videosQueryAtom,
  videosSearchAtom,
} from '../../../src/state/recordings/videos'
import { pathOf, send } from '../../server/support/calls'
import { holdTimers, pass, retryAtOnce, startApp, type TestApp } from '../../support/app'
import { answers, only, slow, withoutExtensions } from '../../support/scenarios'
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

  test('brings the next page also where a delivered clip has the list read anew meanwhile (VID-14)', async () => {
    await clipsOnHub(app, cameraId, 9)
    await open()
    const line = slow()
    const stop = app.backend.play(only('GET /videos', line.scenario))
    const loading = app.store.set(loadMoreVideosAtom)
    await line.arrived()
    stop()
    void app.store.get(queryClientAtom).invalidateQueries()
    line.letGo()
    expect([await loading, loadedTimes().length, hasMore()]).toEqual([true, 9, false])
  })

  test('is busy by a press also while the list is read anew first, and a second press is the same (VID-14, UI-03)', async () => {
    await clipsOnHub(app, cameraId, 20)
    await open()
    app.watch(loadingMoreAtom)
    const line = slow()
    const stop = app.backend.play(only('GET /videos', line.scenario))
    void app.store.get(queryClientAtom).invalidateQueries()
    await line.arrived()
    const presses = [app.store.set(loadMoreVideosAtom), app.store.set(loadMoreVideosAtom)]
    expect(app.store.get(loadingMoreAtom)).toBe('busy')
    stop()
    line.letGo()
    expect([await Promise.all(presses), loadedTimes().length]).toEqual([[true, true], 12])
    expect(app.store.get(loadingMoreAtom)).toBe('idle')
  })

  test('tells the next user nothing of a press of the last one (VID-14)', async () => {
    await clipsOnHub(app, cameraId, 9)
    await open()
    app.watch(loadingMoreAtom)
    const line = slow()
    const stop = app.backend.play(only('GET /videos', line.scenario))
    const loading = app.store.set(loadMoreVideosAtom)
    await line.arrived()
    stop()
    await app.signIn('bob@example.org')
    expect(app.store.get(loadingMoreAtom)).toBe('idle')
    line.letGo()
    await loading
  })

  test('tells of a failure until the list is read again (VID-14, UI-03)', async () => {
    retryAtOnce(app)
    await clipsOnHub(app, cameraId, 9)
    await open()
    app.watch(loadingMoreAtom)
    const stop = app.backend.play(only('GET /videos', answers(404, {})))
    await loadMore()
    expect(app.store.get(loadingMoreAtom)).toBe('failed')
    stop()
    await app.store.get(queryClientAtom).invalidateQueries()
    expect(app.store.get(loadingMoreAtom)).toBe('idle')
  })

  test('skips none where one of the loaded was removed elsewhere (VID-14)', async () => {
    await clipsOnHub(app, cameraId, 12)
    await open()
    await send(app.backend.hub.fastify, userOf(app), 'DELETE', `/videos/${app.store.get(loadedVideosAtom)[0]?.id}`)
    await loadMore()
    expect([loadedTimes().length, loadedTimes().at(-1), hasMore()]).toEqual([11, '08:00', false])
  })

  test('leaves a mark that was set while it was on its way (EXT-12)', async () => {
    await clipsOnHub(app, cameraId, 9)
    await open()
    const [first] = app.store.get(loadedVideosAtom)
    const line = slow()
    const stop = app.backend.play(only('GET /videos', line.scenario))
    const loading = app.store.set(loadMoreVideosAtom)
    await line.arrived()
    stop()
    if (first !== undefined) await app.store.set(keepVideoAtom, first, true)
    line.letGo()
    expect([await loading, loadedTimes().length]).toEqual([true, 9])
    expect(app.store.get(loadedVideosAtom).find(({ id }) => id === first?.id)?.isKept).toBe(true)
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

  const row = (id: number) => ({ id: String(id), videoUrl: `/film/${id}`, createdAt: '2026-03-10T08:00:00Z' })
  /** A provider with its own mind of how many rows a page has. */
  const inPagesOf = (size: number, total: number) =>
    only('GET /videos', async ({ url }) => {
      const first = Number(new URL(url).searchParams.get('page')) * size
      const rows = Array.from({ length: Math.max(0, Math.min(size, total - first)) }, (_, at) => row(first + at))
      return Response.json({ videos: rows, total })
    })

  test('goes by what is loaded where a page has fewer rows than asked for (VID-14, X-68)', async () => {
    app.backend.play(inPagesOf(2, 5))
    await open()
    const seen = [[loadedTimes().length, hasMore()]]
    for (let press = 0; press < 2; press++) {
      await loadMore()
      seen.push([loadedTimes().length, hasMore()])
    }
    expect(seen).toEqual([
      [2, true],
      [4, true],
      [5, false],
    ])
    expect(reads().filter((path) => path.includes('page=3'))).toEqual([])
  })

  test('has no Load More where one page brought all, more than asked for (VID-14)', async () => {
    app.backend.play(inPagesOf(20, 8))
    await open()
    expect([loadedTimes().length, hasMore()]).toEqual([8, false])
  })

  test('has none for the moment in which a removed one is still counted (VID-14)', async () => {
    await clipsOnHub(app, cameraId, 6)
    await open()
    const line = slow()
    app.backend.play(only('GET /videos', line.scenario))
    const [first] = app.store.get(loadedVideosAtom)
    if (first !== undefined) await app.store.set(removeVideoAtom, first)
    await line.arrived()
    expect([loadedTimes().length, hasMore()]).toEqual([5, false])
    line.letGo()
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

  test('stand beside the sum of what they take, which is read again with them (VID-15)', async () => {
    await clipsOnHub(app, cameraId, 1)
    holdTimers()
    app.watch(storageUsageAtom)
    await open()
    const before = app.store.get(storageUsageAtom).used
    await clipsOnHub(app, cameraId, 1, 1)
    await age(1)
    expect([before, app.store.get(storageUsageAtom).used]).toEqual([1000, 2000])
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
    id,
    title,
    type: 'video/webm',
    notificationType: null,
    quality: 'HD',
    size: 1,
    createdAt: '',
    thumbnailUrl: null,
    videoUrl: null,
    camera: camera === null ? null : { name: camera },
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
})

test('what a film is has its line from the first moment of a page whose provider told it before (FACT-07, UI-03)', async () => {
  await open()
  const next = await startApp({ backend: app.backend, storage: app.storage })
  try {
    expect(next.store.get(hasFactsAtom)).toBe(true)
  } finally {
    await next.close()
  }
})
