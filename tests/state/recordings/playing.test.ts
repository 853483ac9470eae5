import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { VIDEOS_PAGE_SIZE } from '../../../src/contract/limits'
import { eventsQueryAtom, shownEventsAtom } from '../../../src/state/events/events'
import {
  closePlayerAtom,
  isPlayerGoingOnAtom,
  notePlaybackBegunAtom,
  notePlaybackFailedAtom,
  playEventAtom,
  playingAtom,
  playShownEventAtom,
  playVideoAtom,
  retryPlayerAtom,
  stepPlayerAtom,
} from '../../../src/state/recordings/playing'
import { shownVideosAtom, videosCameraAtom, videosQueryAtom } from '../../../src/state/recordings/videos'
import { listVideos, pathOf, send } from '../../server/support/calls'
import { seen, seenFields } from '../../server/support/detections'
import { postClip } from '../../server/support/forms'
import { retryAtOnce, startApp, type TestApp } from '../../support/app'
import { ORIGIN } from '../../support/backend'
import { cameraRhythm, rhythmClip } from '../../support/engine/rhythm-clip'
import { answers, answers500, offline, only, type Scenario, slow } from '../../support/scenarios'
import { cameraOnHub, clipsOnHub, userOf } from '../support/hub-data'

let app: TestApp
let cameraId: string
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  cameraId = (await cameraOnHub(app)).id
})
afterEach(() => app.close())

const playing = () => app.store.get(playingAtom)
const chosen = () => {
  const now = playing()
  return now.phase === 'closed' ? null : now.list.clips[now.list.index]?.createdAt.slice(11, 16)
}
const media: (scenario: Scenario) => Scenario = (scenario) => (request, next) =>
  new URL(request.url).pathname.startsWith('/media/') ? scenario(request, next) : next(request)
/** Links of the same file, as the hub gives them one window later. */
const freshLinks: Scenario = async (request, next) => {
  const answer = await next(request)
  if (!/\/v1\/videos\/[^/]+$/.test(new URL(request.url).pathname)) return answer
  const { videoUrl } = (await answer.json()) as { videoUrl: string }
  return Response.json({ videoUrl: `${videoUrl}&fresh=1` })
}

async function loadVideos(count: number) {
  await clipsOnHub(app, cameraId, count)
  app.watch(videosQueryAtom, shownVideosAtom)
  await app.settle()
  return app.store.get(shownVideosAtom)
}

async function playFirst() {
  const [video] = await loadVideos(1)
  if (video === undefined) throw new Error('no video')
  await app.store.set(playVideoAtom, video)
  return video
}

const opened = () => {
  const now = playing()
  if (now.phase !== 'open') throw new Error(`not open: ${now.phase}`)
  return now
}
/** As the browser does with the file that is open. */
const giveUp = async (isNetwork = false, atSec = 0) =>
  app.store.set(notePlaybackFailedAtom, opened().url, { isNetwork, atSec })

describe('opening a recording in place (VID-05, X-66)', () => {
  test('asks for a fresh link, and tells of camera, title and time meanwhile', async () => {
    const [video] = await loadVideos(1)
    if (video === undefined) throw new Error('no video')
    const before = app.backend.sent.length
    const opening = app.store.set(playVideoAtom, video)
    const { title, createdAt } = video
    const seen = { detections: [], labels: [] }
    const clip = {
      videoId: video.id,
      title,
      createdAt,
      type: 'MOTION',
      cameraName: 'Door',
      ...seen,
      film: '',
      isNoFilm: false,
    }
    expect(playing()).toEqual({ phase: 'opening', list: { clips: [clip], index: 0, total: 1 } })
    await opening
    expect(playing()).toEqual({
      phase: 'open',
      list: { clips: [clip], index: 0, total: 1 },
      url: ORIGIN + pathOf(video.videoUrl),
      motionSec: null,
      fromSec: 0,
      isSecondTry: false,
    })
    expect(app.backend.sent.slice(before).map(({ path }) => path)).toEqual([`/v1/videos/${video.id}`])
  })

  test('stays closed when it was closed while it opened', async () => {
    const [video] = await loadVideos(1)
    const line = slow()
    app.backend.play(line.scenario)
    const opening = video && app.store.set(playVideoAtom, video)
    await line.arrived()
    app.store.set(closePlayerAtom)
    line.letGo()
    await opening
    expect(playing()).toEqual({ phase: 'closed' })
  })

  test('of an event goes through the events that have one, in their order', async () => {
    await clipsOnHub(app, cameraId, 3)
    app.watch(eventsQueryAtom, shownEventsAtom)
    await app.settle()
    const [newest, middle, oldest] = app.store.get(shownEventsAtom)
    if (newest === undefined || middle === undefined || oldest === undefined) throw new Error('no events')
    await app.store.set(playEventAtom, newest, [newest, { ...middle, videoId: null }, oldest])
    expect([playing().phase, chosen()]).toEqual(['open', '08:02'])
    await app.store.set(stepPlayerAtom, 1)
    expect([playing().phase, chosen()]).toEqual(['open', '08:00'])
    await app.store.set(playShownEventAtom, newest)
    await app.store.set(stepPlayerAtom, 1)
    expect(chosen()).toBe('08:01')
  })

  test('of an event tells all that was seen in it, not what its thumbnail shows alone (EXT-04)', async () => {
    const looks = [seen(0), seen(500, { score: 1 }), seen(1000)]
    const fields = { clipId: randomUUID(), startedAt: '2026-03-10T08:00:00Z', ...seenFields(looks) }
    await postClip(app.backend.hub.fastify, userOf(app), { cameraId, fields })
    app.watch(eventsQueryAtom, shownEventsAtom)
    await app.settle()
    const [event] = app.store.get(shownEventsAtom)
    if (event === undefined) throw new Error('no event')
    await app.store.set(playShownEventAtom, event)
    expect([event.video?.detections, opened().list.clips[0]?.detections]).toEqual([[seen(500, { score: 1 })], looks])
  })

  test('of an event without a recording does nothing', async () => {
    const event = { id: 'e', type: 'ALERT', title: '', message: '', createdAt: '', videoId: null, video: null } as const
    await app.store.set(playEventAtom, event, [event])
    expect(playing()).toEqual({ phase: 'closed' })
  })
})

describe('previous and next', () => {
  test('go through the shown recordings in their order, and stop at its ends', async () => {
    const [newest] = await loadVideos(3)
    if (newest === undefined) throw new Error('no video')
    await app.store.set(playVideoAtom, newest)
    const seen = []
    for (const by of [-1, 1, 1, 1, -1] as const) {
      await app.store.set(stepPlayerAtom, by)
      seen.push(chosen())
    }
    expect(seen).toEqual(['08:02', '08:01', '08:00', '08:00', '08:01'])
  })

  const place = () => {
    const now = playing()
    return now.phase === 'closed' ? null : [chosen(), now.list.index + 1, now.list.total]
  }

  test('go on behind the loaded recordings, whose number is that of all (VID-21)', async () => {
    const videos = await loadVideos(8)
    const last = videos.at(-1)
    if (last === undefined || videos.length !== VIDEOS_PAGE_SIZE) throw new Error('no page')
    await app.store.set(playVideoAtom, last)
    const places = [place()]
    // Pressed twice for the first: one page is asked for.
    await Promise.all([app.store.set(stepPlayerAtom, 1), app.store.set(stepPlayerAtom, 1)])
    for (const by of [1, 1, -1] as const) {
      places.push(place())
      await app.store.set(stepPlayerAtom, by)
    }
    expect(places).toEqual([
      ['08:02', 6, 8],
      ['08:01', 7, 8],
      ['08:00', 8, 8],
      ['08:00', 8, 8],
    ])
    expect(chosen()).toBe('08:01')
    expect(app.backend.sent.filter(({ path }) => path.includes('page=1'))).toHaveLength(1)
  })

  test.each([
    ['answers 500', answers500],
    ['is away, whose return reads all that shows anew', offline],
  ])('say that the next ones did not come, and try again: the hub %s', async (_how, scenario) => {
    retryAtOnce(app)
    const last = (await loadVideos(8)).at(-1)
    if (last === undefined) throw new Error('no video')
    await app.store.set(playVideoAtom, last)
    const stop = app.backend.play(scenario)
    await app.store.set(stepPlayerAtom, 1)
    expect([place(), app.toasts]).toEqual([['08:02', 6, 8], [expect.objectContaining({ kind: 'error' })]])
    stop()
    await app.store.set(stepPlayerAtom, 1)
    expect(place()).toEqual(['08:01', 7, 8])
  })

  test.each([
    [1, 'as they are'],
    [6, 'as they are'],
    [8, 'as they are'],
    [13, 'as they are'],
    [8, 'read anew'],
  ])('go on to the older ones where %i came meanwhile, and the pages are %s', async (count, pages) => {
    const last = (await loadVideos(8)).at(-1)
    if (last === undefined) throw new Error('no video')
    await app.store.set(playVideoAtom, last)
    await clipsOnHub(app, cameraId, count, 60)
    if (pages === 'read anew') await app.store.get(videosQueryAtom).refetch()
    await app.store.set(stepPlayerAtom, 1)
    expect(place()?.slice(0, 2)).toEqual(['08:01', 7])
    for (const _ of [1, 2]) await app.store.set(stepPlayerAtom, 1)
    expect(place()).toEqual(['08:00', 8, 8])
  })

  const remove = (videoId = '') => send(app.backend.hub.fastify, userOf(app), 'DELETE', `/videos/${videoId}`)

  test('end where those behind are gone meanwhile', async () => {
    const last = (await loadVideos(7)).at(-1)
    if (last === undefined) throw new Error('no video')
    await app.store.set(playVideoAtom, last)
    await remove((await listVideos(app.backend.hub.fastify, userOf(app), '?page=1&pageSize=6')).videos[0]?.id)
    await app.store.set(stepPlayerAtom, 1)
    expect(place()).toEqual(['08:01', 6, 6])
  })

  test('go on where the one that plays was removed elsewhere', async () => {
    const last = (await loadVideos(8)).at(-1)
    if (last === undefined) throw new Error('no video')
    await app.store.set(playVideoAtom, last)
    await remove(last.id)
    await app.store.get(videosQueryAtom).refetch()
    await app.store.set(stepPlayerAtom, 1)
    expect(place()?.slice(0, 2)).toEqual(['08:01', 7])
  })

  test('go on to the next one where one before it was removed elsewhere, and its page was not read since', async () => {
    const videos = await loadVideos(8)
    const last = videos.at(-1)
    if (last === undefined) throw new Error('no video')
    await app.store.set(playVideoAtom, last)
    await remove(videos[2]?.id)
    for (const next of ['08:01', '08:00']) {
      await app.store.set(stepPlayerAtom, 1)
      expect(chosen()).toBe(next)
    }
  })

  test('load more for the recording behind which they were asked for alone', async () => {
    const last = (await loadVideos(8)).at(-1)
    if (last === undefined) throw new Error('no video')
    await app.store.set(playVideoAtom, last)
    const line = slow()
    const stop = app.backend.play(only('GET /videos', line.scenario))
    const loading = app.store.set(stepPlayerAtom, 1)
    await line.arrived()
    expect(app.store.get(isPlayerGoingOnAtom)).toBe(true)
    await app.store.set(stepPlayerAtom, -1)
    expect([chosen(), app.store.get(isPlayerGoingOnAtom)]).toEqual(['08:03', false])
    stop()
    line.letGo()
    await loading
    expect(chosen()).toBe('08:03')
  })

  test('keep to what is looked for, which is looked for among the loaded (X-03)', async () => {
    const last = (await loadVideos(7)).at(-1)
    app.store.set(videosCameraAtom, 'Door')
    if (last === undefined) throw new Error('no video')
    await app.store.set(playVideoAtom, last)
    await app.store.set(stepPlayerAtom, 1)
    expect(place()).toEqual(['08:01', 6, 6])
  })

  test('keep to the list as it was when it was opened', async () => {
    const [newest] = await loadVideos(2)
    if (newest === undefined) throw new Error('no video')
    await app.store.set(playVideoAtom, newest)
    app.store.set(videosCameraAtom, 'Garage')
    await app.store.set(stepPlayerAtom, 1)
    expect(chosen()).toBe('08:00')
  })

  test('pressed quickly show the last one asked for, whichever answer comes last', async () => {
    const [newest] = await loadVideos(3)
    if (newest === undefined) throw new Error('no video')
    const line = slow()
    await app.store.set(playVideoAtom, newest)
    app.backend.play(line.scenario)
    const steps = [app.store.set(stepPlayerAtom, 1), app.store.set(stepPlayerAtom, 1)]
    await line.arrived(2)
    line.letGo()
    await Promise.all(steps)
    const now = playing()
    expect(chosen()).toBe('08:00')
    const videos = (await listVideos(app.backend.hub.fastify, userOf(app))).videos
    expect(now.phase === 'open' && now.url).toBe(ORIGIN + pathOf(videos[2]?.videoUrl))
  })

  test('do nothing while nothing plays', async () => {
    await app.store.set(stepPlayerAtom, 1)
    expect(playing()).toEqual({ phase: 'closed' })
  })
})

describe('a recording that does not open', () => {
  test.each([
    ['gone', answers(404, { code: 'not-found', message: 'No.' }, 'Not Found')],
    ['no-answer', answers500],
    ['no-answer', offline],
  ] as const)('is %s, is reported once, and opens when tried again', async (failure, scenario) => {
    const [video] = await loadVideos(1)
    const stop = app.backend.play(scenario)
    if (video) await app.store.set(playVideoAtom, video)
    expect(playing()).toMatchObject({ phase: 'failed', failure, list: { index: 0 } })
    expect([app.reports.length, app.toasts]).toEqual([1, []])
    stop()
    await app.store.set(retryPlayerAtom)
    expect(playing().phase).toBe('open')
  })

  test('leaves the way to the next one', async () => {
    const [newest, older] = await loadVideos(2)
    app.backend.play((request, next) =>
      request.url.endsWith(newest?.id ?? '?') ? answers500(request, next) : next(request),
    )
    if (newest) await app.store.set(playVideoAtom, newest)
    await app.store.set(stepPlayerAtom, 1)
    expect([playing().phase, chosen()]).toEqual(['open', older?.createdAt.slice(11, 16)])
  })
})

describe('a file that the browser gives up on', () => {
  const failure = () => {
    const now = playing()
    return now.phase === 'failed' ? now.failure : now.phase
  }

  test('is opened once more where it can be fetched, and then of an unsupported format (UI-09)', async () => {
    await playFirst()
    const first = playing()
    // Browsers say the same of a format that they do not know, and of an answer that did not come.
    await giveUp()
    expect(playing()).toEqual({ ...first, isSecondTry: true })
    await giveUp()
    expect(failure()).toBe('unsupported')
  })

  test('and tells of it twice is opened once more all the same (UI-09)', async () => {
    await playFirst()
    await Promise.all([giveUp(), giveUp()])
    expect(playing()).toMatchObject({ phase: 'open', isSecondTry: true })
  })

  test('is not there for now where its bytes do not come, or the line broke', async () => {
    const video = await playFirst()
    await giveUp(true)
    expect(failure()).toBe('no-answer')
    await app.store.set(playVideoAtom, video)
    app.backend.play(media(answers500))
    await giveUp()
    expect(failure()).toBe('no-answer')
  })

  test('begins where it stood once it is tried again, also where the first try does not reach the hub', async () => {
    const video = await playFirst()
    await giveUp(true, 12.5)
    const stop = app.backend.play(offline)
    await app.store.set(retryPlayerAtom)
    expect(failure()).toBe('no-answer')
    stop()
    await app.store.set(retryPlayerAtom)
    expect(playing()).toMatchObject({ phase: 'open', fromSec: 12.5, isSecondTry: false })
    // Chosen anew, it does not.
    await app.store.set(playVideoAtom, video)
    expect(playing()).toMatchObject({ fromSec: 0 })
  })

  test('is gone where the hub has no such recording any more', async () => {
    const video = await playFirst()
    const proxied = app.backend.play(answers(404, '404 page not found', 'Not Found'))
    await giveUp()
    // Nothing of it is a hub's own word.
    expect(failure()).toBe('no-answer')
    proxied()
    await app.store.set(playVideoAtom, video)
    app.backend.play(answers(404, { code: 'not-found', message: 'There is no such video.' }, 'Not Found'))
    await giveUp()
    expect(failure()).toBe('gone')
  })

  test('opens anew where only its link had run out', async () => {
    const video = await playFirst()
    const stop = app.backend.play(freshLinks)
    await giveUp()
    expect(playing()).toMatchObject({ phase: 'open', url: `${ORIGIN}${pathOf(video.videoUrl)}&fresh=1` })
    // A provider whose links are new each time would else have it open for ever.
    stop()
    await giveUp()
    expect(failure()).toBe('unsupported')
  })

  test('is nobody’s concern once another plays', async () => {
    await playFirst()
    const before = playing()
    await app.store.set(notePlaybackFailedAtom, 'https://elsewhere/old.webm', { isNetwork: false, atSec: 0 })
    expect(playing()).toBe(before)
  })
})

describe('the moment of motion (UI-09)', () => {
  const deliver = async (bytes: Buffer) => {
    const fields = { clipId: randomUUID(), startedAt: '2026-03-10T08:00:00Z' }
    const answer = await postClip(app.backend.hub.fastify, userOf(app), { cameraId, bytes, fields })
    expect(answer.statusCode).toBe(201)
    app.watch(videosQueryAtom, shownVideosAtom)
    await app.settle()
    const [video] = app.store.get(shownVideosAtom)
    if (video === undefined) throw new Error('no video')
    await app.store.set(playVideoAtom, video)
  }
  const motionSec = () => opened().motionSec

  test('is read from the frames of a clip that carries its pre-roll, once it shows', async () => {
    await deliver(await rhythmClip(cameraRhythm(4.8)))
    expect(motionSec()).toBeNull()
    await app.store.set(notePlaybackBegunAtom)
    expect(motionSec()).toBeCloseTo(4.8, 1)
  })

  test('is not made up for a clip of the same length without one', async () => {
    await deliver(await rhythmClip(cameraRhythm(0)))
    await app.store.set(notePlaybackBegunAtom)
    expect(motionSec()).toBeNull()
  })

  test('is left out where the file cannot be read or fetched', async () => {
    await playFirst()
    await app.store.set(notePlaybackBegunAtom)
    expect(motionSec()).toBeNull()
    app.backend.play(media(answers500))
    await app.store.set(notePlaybackBegunAtom)
    expect([motionSec(), app.reports]).toEqual([null, []])
  })

  test('leaves it to be told that the file breaks while it is looked for (X-66)', async () => {
    await deliver(await rhythmClip(cameraRhythm(4.8)))
    const line = slow()
    // The motion is found while the hub is asked about the file.
    app.backend.play((request, next) =>
      request.url.includes('/media/') ? next(request) : line.scenario(request, next),
    )
    const failing = giveUp()
    await line.arrived()
    await app.store.set(notePlaybackBegunAtom)
    expect(motionSec()).toBeCloseTo(4.8, 1)
    line.letGo()
    await failing
    expect(playing()).toMatchObject({ phase: 'open', isSecondTry: true })
    await giveUp()
    expect(playing()).toMatchObject({ phase: 'failed', failure: 'unsupported' })
  })

  test('is marked where the same recording was closed and opened again while it was looked for', async () => {
    await deliver(await rhythmClip(cameraRhythm(4.8)))
    const line = slow()
    const stop = app.backend.play(media(line.scenario))
    const looking = app.store.set(notePlaybackBegunAtom)
    await line.arrived()
    app.store.set(closePlayerAtom)
    // What nobody waits for is not fetched to its end.
    await looking
    stop()
    const [video] = app.store.get(shownVideosAtom)
    if (video !== undefined) await app.store.set(playVideoAtom, video)
    await app.store.set(notePlaybackBegunAtom)
    expect(motionSec()).toBeCloseTo(4.8, 1)
    line.letGo()
  })

  test('of one clip never marks the next', async () => {
    await deliver(await rhythmClip(cameraRhythm(4.8)))
    const looking = app.store.set(notePlaybackBegunAtom)
    app.store.set(closePlayerAtom)
    await looking
    expect(playing()).toEqual({ phase: 'closed' })
  })
})
