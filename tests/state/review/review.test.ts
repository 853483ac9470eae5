import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '../../../src/contract/calls'
import type { JoinOptions, JoinResult } from '../../../src/engine/transcode'
import { dayOf, startOfDayMs } from '../../../src/lib/day'
import { setHubClockAtom } from '../../../src/state/hub/hub-ahead'
import { transcodersAtom } from '../../../src/state/recordings/transcode'
import { askForFilmsAtom, clipOfKeyAtom, isFilmMissingAtom } from '../../../src/state/review/links'
import {
  playbackAtom,
  playFromAtom,
  scrubAtom,
  shownCameraIdsAtom,
  speedAtom,
  stepEventAtom,
  tickAtom,
  toggleCameraAtom,
} from '../../../src/state/review/playback'
import { type LaneStep, pointAtAtom, pointedCardAtom, stepInLaneAtom } from '../../../src/state/review/pointing'
import {
  eventsViewAtom,
  hasReviewAtom,
  noteFilmLengthAtom,
  reviewCursorAtom,
  reviewDayAtom,
  reviewLanesAtom,
  reviewQueryAtom,
  reviewSpanAtom,
  reviewZoomAtom,
} from '../../../src/state/review/review'
import { stageAtom } from '../../../src/state/review/stage'
import { stretchOf } from '../../../src/state/review/stretch'
import { exportStretchAtom, joinerAtom, stretchExportAtom } from '../../../src/state/review/stretch-export'
import { formatSecond, summaryWords } from '../../../src/state/review/words'
import { startApp, type TestApp } from '../../support/app'
import { failed, fakeTranscoders, done as made } from '../../support/browser/fake-transcoder'
import { equip } from '../../support/outbox'
import { answers500, only, slow, withoutExtensions } from '../../support/scenarios'
import { cameraOnHub, clipsOnHub } from '../support/hub-data'

/** When the first clip of `clipsOnHub` began; the others follow each minute. */
const FIRST_MS = Date.parse('2026-03-10T08:00:00Z')
const MINUTE_MS = 60_000

let app: TestApp
beforeEach(async () => {
  app = await startApp({ tier: 'TEAM' })
  await app.signIn()
})
afterEach(() => app.close())

/** Opens the timeline on the day of the clips. */
async function open(): Promise<void> {
  await app.services.http.send(calls.cameras.list, {})
  app.store.set(eventsViewAtom, 'timeline')
  app.watch(reviewQueryAtom, stageAtom, pointedCardAtom)
  await app.settle()
}
async function withClips(count = 3): Promise<string> {
  const { id } = await cameraOnHub(app)
  await clipsOnHub(app, id, count)
  await open()
  return id
}
const lanes = () => app.store.get(reviewLanesAtom)
const cursor = () => app.store.get(reviewCursorAtom)
const askedClips = () => app.backend.sentTo('GET /review/clips').length
/** The pointer rests. */
const rest = async () => {
  app.timers.fire()
  await app.settle()
}

describe('the timeline', () => {
  test('is there where the provider offers it, else the list stays (REV-01)', async () => {
    app.backend.play(withoutExtensions)
    await app.services.http.send(calls.cameras.list, {})
    app.store.set(eventsViewAtom, 'timeline')
    expect([app.store.get(hasReviewAtom), app.store.get(eventsViewAtom)]).toEqual([false, 'list'])
    app.watch(reviewQueryAtom)
    await app.settle()
    expect(app.backend.sentTo('GET /review')).toEqual([])
  })

  test('reads the day of the reader’s own zone once, and nothing while the list shows (REV-06)', async () => {
    await withClips()
    expect(lanes()[0]?.startsMs).toEqual([FIRST_MS, FIRST_MS + MINUTE_MS, FIRST_MS + 2 * MINUTE_MS])
    const [asked] = app.backend.sentTo('GET /review').map(({ path }) => new URLSearchParams(path.split('?')[1]))
    const day = app.store.get(reviewDayAtom)
    // With what began shortly before, and may go on in it.
    expect(Date.parse(asked?.get('from') ?? '')).toBe(startOfDayMs(day) - 2 * MINUTE_MS)
    expect(Date.parse(asked?.get('to') ?? '')).toBe(startOfDayMs(day, 1) - 1)
  })

  test('shows an hour of it without asking again, and the hour goes with the line (REV-06)', async () => {
    await withClips()
    app.store.set(reviewCursorAtom, FIRST_MS + MINUTE_MS)
    app.store.set(reviewZoomAtom, 'hour')
    await app.settle()
    expect(app.store.get(reviewSpanAtom)).toEqual({ fromMs: FIRST_MS, untilMs: FIRST_MS + 60 * MINUTE_MS })
    app.store.set(reviewCursorAtom, FIRST_MS + 61 * MINUTE_MS)
    expect(app.store.get(reviewSpanAtom).fromMs).toBe(FIRST_MS + 60 * MINUTE_MS)
    expect(app.backend.sentTo('GET /review').length).toBe(1)
  })

  test('begins with the line at the latest event, and leaves it where it was put (REV-06)', async () => {
    const id = await withClips()
    expect(cursor()).toBe(FIRST_MS + 2 * MINUTE_MS)
    app.store.set(reviewCursorAtom, FIRST_MS)
    await clipsOnHub(app, id, 1)
    await app.settle()
    expect(cursor()).toBe(FIRST_MS)
  })

  test.each([
    ['ten minutes', 10 * MINUTE_MS],
    ['a day', 24 * 60 * MINUTE_MS],
  ])('begins there by the hub’s clock too, where this machine’s is %s slow (REV-06)', async (_by, slowMs) => {
    const { nowMs } = app.services
    const { id } = await cameraOnHub(app)
    // A minute ago by the hub's clock, which stands at noon.
    await clipsOnHub(app, id, 1, 239)
    app.store.set(setHubClockAtom, { hubAheadMs: slowMs })
    equip(app.store, { nowMs: () => nowMs() - slowMs })
    await open()
    expect(app.store.get(reviewDayAtom)).toBe(dayOf(nowMs()))
    expect(cursor()).toBe(FIRST_MS + 239 * MINUTE_MS)
  })

  test('keeps the line within its day, at the same time of another day (REV-06)', async () => {
    await withClips()
    const day = app.store.get(reviewDayAtom)
    app.store.set(reviewCursorAtom, startOfDayMs(day, 1) + 5_000)
    expect(cursor()).toBe(startOfDayMs(day, 1) - 1)
    app.store.set(reviewCursorAtom, FIRST_MS)
    app.store.set(reviewDayAtom, '2026-03-09')
    expect(cursor()).toBe(FIRST_MS - 24 * 60 * MINUTE_MS)
  })

  test('keeps what the clock shows over the end of summer time, and so within the day (REV-06)', async () => {
    const zone = process.env['TZ']
    process.env['TZ'] = 'Europe/Berlin'
    try {
      await open()
      app.store.set(reviewDayAtom, '2026-10-25')
      app.store.set(reviewCursorAtom, new Date(2026, 9, 25, 23, 30).getTime())
      app.store.set(reviewZoomAtom, 'hour')
      app.store.set(reviewDayAtom, '2026-10-26')
      expect(cursor()).toBe(new Date(2026, 9, 26, 23, 30).getTime())
      app.store.set(reviewDayAtom, '2026-10-24')
      const fromMs = new Date(2026, 9, 24, 23).getTime()
      expect(app.store.get(reviewSpanAtom)).toEqual({ fromMs, untilMs: fromMs + 60 * MINUTE_MS })
    } finally {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
  })

  test('asks for no more of the longest day than one answer takes (REV-01, REV-06)', async () => {
    const zone = process.env['TZ']
    process.env['TZ'] = 'Antarctica/Troll'
    try {
      app.store.set(reviewDayAtom, '2025-10-26')
      await withClips(1)
      expect([app.store.get(reviewQueryAtom).status, lanes().length]).toEqual(['success', 0])
    } finally {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
  })

  test('begins anew with each day until somebody chooses something of it (REV-06)', async () => {
    await withClips(1)
    const today = app.store.get(reviewDayAtom)
    app.backend.hub.clock.advance(26 * 60 * MINUTE_MS)
    app.timers.fire()
    await app.settle()
    const tomorrow = dayOf(startOfDayMs(today, 1))
    expect([app.store.get(reviewDayAtom), cursor()]).toEqual([tomorrow, app.services.nowMs()])
    app.store.set(reviewZoomAtom, 'hour')
    app.backend.hub.clock.advance(26 * 60 * MINUTE_MS)
    app.timers.fire()
    expect(app.store.get(reviewDayAtom)).toBe(tomorrow)
  })
})

describe('pictures under the pointer', () => {
  test('cost nothing while it goes on, and one request where it rests, for its neighbours too (REV-08)', async () => {
    const cameraId = await withClips(30)
    await rest()
    const before = askedClips()
    for (let index = 0; index < 20; index++) {
      app.store.set(pointAtAtom, { laneIndex: 0, atMs: FIRST_MS + index * MINUTE_MS })
    }
    await app.settle()
    expect(askedClips()).toBe(before)
    await rest()
    expect(askedClips()).toBe(before + 1)
    expect(app.store.get(pointedCardAtom)?.pictureUrl).toContain('/thumbnails/')
    expect(app.store.get(clipOfKeyAtom)({ cameraId, startMs: FIRST_MS })).toMatchObject({ title: 'Door · motion' })
    app.store.set(pointAtAtom, { laneIndex: 0, atMs: FIRST_MS })
    await rest()
    expect(askedClips()).toBe(before + 1)
    app.store.set(pointAtAtom, { laneIndex: 0, atMs: FIRST_MS + 29 * MINUTE_MS })
    await rest()
    expect(askedClips()).toBe(before + 2)
  })

  test('say why there is none (REV-08)', async () => {
    await withClips()
    app.store.set(pointAtAtom, { laneIndex: 0, atMs: FIRST_MS + 60 * MINUTE_MS })
    expect(app.store.get(pointedCardAtom)).toMatchObject({
      hasPicture: false,
      words: expect.stringContaining('The camera was off.'),
    })
    app.store.set(pointAtAtom, null)
    expect(app.store.get(pointedCardAtom)).toBeNull()
  })
})

test('links are asked for of a recording that came late between others, also where one has gone (REV-08)', async () => {
  const other = await cameraOnHub(app, 'Yard')
  const cameraId = await withClips(3)
  const first = { cameraId, startMs: FIRST_MS }
  await app.store.set(askForFilmsAtom, [first])
  const videoId = app.store.get(clipOfKeyAtom)({ cameraId, startMs: FIRST_MS + MINUTE_MS })?.videoId ?? ''
  await app.services.http.send(calls.videos.remove, { params: { videoId } })
  // A longer one of another camera comes later than what began after it.
  await clipsOnHub(app, other.id, 1, 1.5)
  await app.store.get(reviewQueryAtom).refetch()
  await app.settle()
  const late = { cameraId: other.id, startMs: FIRST_MS + 1.5 * MINUTE_MS }
  await app.store.set(askForFilmsAtom, [late])
  expect(app.store.get(clipOfKeyAtom)(late)?.cameraId).toBe(other.id)
  expect(app.store.get(isFilmMissingAtom)(late)).toBe(false)
})

test('what a film waits for is not broken off as the pointer goes on (REV-08, REV-09)', async () => {
  const key = { cameraId: await withClips(30), startMs: FIRST_MS }
  const line = slow()
  app.backend.play(only('GET /review/clips', line.scenario))
  const asked = app.store.set(askForFilmsAtom, [key])
  await line.arrived()
  for (const minute of [0, 29]) {
    app.store.set(pointAtAtom, { laneIndex: 0, atMs: FIRST_MS + minute * MINUTE_MS })
    app.timers.fire()
  }
  line.letGo()
  await asked
  expect(app.store.get(clipOfKeyAtom)(key)?.cameraId).toBe(key.cameraId)
})

describe('playing', () => {
  test('begins at the first film from there on, goes on at its speed, and leaps over what holds nothing (REV-09)', async () => {
    await withClips(2)
    app.store.set(playFromAtom, startOfDayMs(app.store.get(reviewDayAtom)))
    expect([cursor(), app.store.get(playbackAtom).phase]).toEqual([FIRST_MS, 'playing'])
    app.store.set(speedAtom, 16)
    app.store.set(tickAtom, 500)
    expect(cursor()).toBe(FIRST_MS + 8_000)
    app.store.set(tickAtom, 500)
    expect(cursor()).toBe(FIRST_MS + MINUTE_MS)
    app.store.set(tickAtom, 1_000)
    expect(app.store.get(playbackAtom).phase).toBe('over')
  })

  test('shows as long as a film is, once it was opened (REV-09)', async () => {
    const cameraId = await withClips(1)
    app.store.set(noteFilmLengthAtom, { cameraId, startMs: FIRST_MS, lengthMs: 40_000 })
    app.store.set(playFromAtom, FIRST_MS + 30_000)
    expect([cursor(), app.store.get(playbackAtom).phase]).toEqual([FIRST_MS + 30_000, 'playing'])
  })

  test('ends where the line is dragged, and stills show (REV-08)', async () => {
    await withClips(1)
    app.store.set(playFromAtom, FIRST_MS)
    app.store.set(scrubAtom, FIRST_MS + 1_000)
    expect(app.store.get(playbackAtom).phase).toBe('closed')
    expect(app.store.get(stageAtom)[0]?.now).toMatchObject({ startMs: FIRST_MS })
  })

  test('shows at most four cameras beside each other, and the last one stays (REV-09)', async () => {
    const ids: string[] = []
    for (const name of ['A', 'B', 'C', 'D', 'E']) {
      const { id } = await cameraOnHub(app, name)
      ids.push(id)
      await clipsOnHub(app, id, 1)
    }
    await open()
    expect(app.store.get(shownCameraIdsAtom)).toEqual(ids.slice(0, 4))
    app.store.set(toggleCameraAtom, ids[4] ?? '')
    expect(app.store.get(shownCameraIdsAtom)).toEqual(ids.slice(0, 4))
    for (const id of ids.slice(0, 4)) app.store.set(toggleCameraAtom, id)
    expect(app.store.get(shownCameraIdsAtom)).toEqual([ids[3]])
  })
})

test('keys go to the next and the previous event, of all cameras or of one (REV-10)', async () => {
  await withClips(3)
  app.store.set(reviewCursorAtom, FIRST_MS)
  expect([app.store.set(stepEventAtom, 1), cursor()]).toEqual(['taken', FIRST_MS + MINUTE_MS])
  expect([app.store.set(stepEventAtom, -1), cursor()]).toEqual(['taken', FIRST_MS])
  expect([app.store.set(stepEventAtom, -1), cursor()]).toEqual(['none', FIRST_MS])
  const [lane] = lanes()
  if (lane === undefined) throw new Error('no lane')
  const steps = (['next', 'last', 'previous', 'first'] as const).map((step) =>
    app.store.set(stepInLaneAtom, lane, step),
  )
  expect(steps).toEqual([1, 2, 1, 0])
})

describe('a film over midnight', () => {
  const midnightMs = startOfDayMs('2026-03-10')
  /** When clips of 15 s begin, counted from midnight. */
  async function withClipsAt(...seconds: readonly number[]): Promise<string> {
    const { id } = await cameraOnHub(app)
    for (const second of seconds) await clipsOnHub(app, id, 1, (midnightMs - FIRST_MS) / MINUTE_MS + second / 60)
    await open()
    return id
  }

  test('comes to the end of the day, where nothing plays any more (REV-09)', async () => {
    await withClipsAt(-10)
    app.store.set(reviewDayAtom, '2026-03-09')
    await app.settle()
    app.store.set(playFromAtom, midnightMs - 10_000)
    app.store.set(tickAtom, 9_000)
    expect([app.store.get(playbackAtom).phase, cursor()]).toEqual(['playing', midnightMs - 1_000])
    app.store.set(tickAtom, 1_000)
    expect([app.store.get(playbackAtom).phase, cursor()]).toEqual(['over', midnightMs - 1_000])
  })

  test('shows and plays on the day after from where that begins, and goes into its exports (REV-06, REV-13)', async () => {
    const cameraId = await withClipsAt(-60, -5, 60)
    app.store.set(scrubAtom, midnightMs + 2_000)
    await app.settle()
    const key = { cameraId, startMs: midnightMs - 5_000 }
    expect([lanes()[0]?.startsMs, app.store.get(stageAtom)[0]?.now]).toEqual([[key.startMs, midnightMs + 60_000], key])
    await app.store.set(askForFilmsAtom, [key])
    expect(app.store.get(clipOfKeyAtom)(key)?.cameraId).toBe(cameraId)
    app.store.set(playFromAtom, midnightMs)
    app.store.set(tickAtom, 9_000)
    expect(cursor()).toBe(midnightMs + 9_000)
    app.store.set(tickAtom, 1_000)
    expect(cursor()).toBe(midnightMs + 60_000)
    const [lane] = lanes()
    const stretch = lane && stretchOf(lane, { fromMs: midnightMs, untilMs: midnightMs + MINUTE_MS })
    expect(stretch).toMatchObject({ clipCount: 1, span: { fromMs: key.startMs, untilMs: midnightMs + 10_000 } })
  })

  test('is of the day before to its keys and words (REV-06, REV-10, REV-11)', async () => {
    const id = await withClipsAt(-5)
    // The latest event of today is none: the line is at now.
    expect(cursor()).toBe(app.services.nowMs())
    const inLane = (step: LaneStep) => {
      const [lane] = lanes()
      if (lane === undefined) throw new Error('no lane')
      return app.store.set(stepInLaneAtom, lane, step)
    }
    app.store.set(reviewCursorAtom, midnightMs + 3_000)
    expect((['next', 'previous', 'first', 'last', 'hour-back'] as const).map(inLane)).toEqual([-1, -1, -1, -1, -1])
    expect([app.store.set(stepEventAtom, -1), cursor()]).toEqual(['none', midnightMs])
    await clipsOnHub(app, id, 1)
    await app.store.get(reviewQueryAtom).refetch()
    await app.settle()
    expect((['next', 'previous', 'first', 'last', 'hour-back'] as const).map(inLane)).toEqual([1, 1, 1, 1, -1])
    const [lane] = lanes()
    expect(lane && summaryWords(lane, app.store.get(reviewSpanAtom))).toMatch(/^1 motion; off for /)
  })
})

describe('the export of a stretch', () => {
  const joined: { blobs: readonly Blob[]; options: JoinOptions }[] = []
  const joins = (result: JoinResult) =>
    app.store.set(joinerAtom, async (blobs, options) => {
      joined.push({ blobs, options })
      options.onProgress(0.5)
      return result
    })
  const done: JoinResult = {
    kind: 'done',
    content: new Blob(['film']),
    how: 'copied',
    leftOut: [1],
    isMute: true,
  }
  async function exportAll(): Promise<void> {
    const [lane] = lanes()
    const stretch = lane && stretchOf(lane, { fromMs: FIRST_MS, untilMs: FIRST_MS + 10 * MINUTE_MS })
    if (!stretch) throw new Error('no stretch')
    await app.store.set(exportStretchAtom, stretch)
  }
  beforeEach(() => joined.splice(0))

  test('fetches its recordings in their order, joins and saves them, and says what is missing (REV-13)', async () => {
    await withClips(3)
    joins(done)
    await exportAll()
    expect(joined[0]?.blobs.map(({ size }) => size)).toEqual([1000, 1000, 1000])
    expect(joined[0]?.options.startedAtMs).toBe(FIRST_MS)
    expect(joined[0]?.options.comment([])).toMatch(/^Not recorded, and left out: [^.]*\.$/)
    expect(app.savedFiles.map(({ fileName }) => fileName)).toEqual([
      expect.stringMatching(/^door-2026-03-10-\d{4}\.mp4$/),
    ])
    expect(app.store.get(stretchExportAtom)).toEqual({
      phase: 'done',
      text: expect.stringMatching(
        /of 2 recordings\. Not recorded.*1 recording could not be read and is not in it: .*so it has none\.$/,
      ),
    })
  })

  test('of one that could not be read says in the file and here when that was, and not that nothing is missing (REV-13)', async () => {
    const id = await withClips(1)
    // Each is 15 s long.
    for (const minute of [0.25, 0.5]) await clipsOnHub(app, id, 1, minute)
    await app.store.get(reviewQueryAtom).refetch()
    await app.settle()
    joins({ ...done, isMute: false })
    await exportAll()
    const at = [FIRST_MS + MINUTE_MS / 4, FIRST_MS + MINUTE_MS / 2].map(formatSecond).join(' to ')
    const missing = `1 recording could not be read and is not in it: ${at}.`
    expect(joined[0]?.options.comment([1])).toBe(missing)
    expect(joined[0]?.options.comment([])).toBe('Nothing is missing in between.')
    expect(app.store.get(stretchExportAtom)).toEqual({
      phase: 'done',
      text: `Saved as one MP4 of 2 recordings. ${missing}`,
    })
  })

  test('of one recording says so (REV-13)', async () => {
    await withClips(1)
    joins({ ...done, leftOut: [], isMute: false })
    await exportAll()
    expect(app.store.get(stretchExportAtom)).toEqual({
      phase: 'done',
      text: expect.stringMatching(/^Saved as one MP4 of 1 recording\. /),
    })
  })

  test('that ffmpeg makes MP4 of first leaves out what that cannot read (REV-14)', async () => {
    await withClips(3)
    const ways = fakeTranscoders()
    app.store.set(transcodersAtom, ways)
    // As the real one: it has no encoder, copies MP4, and leaves out what is no film.
    app.store.set(joinerAtom, async (blobs, options) => {
      joined.push({ blobs, options })
      const leftOut = blobs.flatMap(({ size }, index) => (size === 0 ? [index] : []))
      return joined.length === 1 ? { kind: 'failed', reason: 'codec-missing' } : { ...done, leftOut, isMute: false }
    })
    const exported = exportAll()
    for (const result of [made(), failed('not-readable'), made()]) {
      await app.settle()
      ways.ffmpeg.call.settle(result)
    }
    await exported
    expect(app.store.get(stretchExportAtom)).toEqual({
      phase: 'done',
      text: expect.stringMatching(/^Saved as one MP4 of 2 recordings\. .*1 recording could not be read/),
    })
  })

  test('that is broken off saves nothing (REV-13)', async () => {
    await withClips(1)
    app.store.set(joinerAtom, async () => {
      const state = app.store.get(stretchExportAtom)
      if (state.phase === 'fetching' || state.phase === 'joining') state.cancel()
      return done
    })
    await exportAll()
    expect([app.savedFiles, app.store.get(stretchExportAtom)]).toEqual([[], { phase: 'idle' }])
  })

  test('that fails says what to do (REV-13)', async () => {
    await withClips(1)
    joins({ kind: 'failed', reason: 'not-readable' })
    await exportAll()
    expect(app.store.get(stretchExportAtom)).toEqual({ phase: 'failed', text: expect.stringMatching(/one by one/) })
    app.backend.play(only('GET /review/clips', answers500))
    await exportAll()
    expect(app.store.get(stretchExportAtom)).toEqual({
      phase: 'failed',
      text: expect.stringMatching(/could not be listed/),
    })
    expect(app.savedFiles).toEqual([])
  })
})
