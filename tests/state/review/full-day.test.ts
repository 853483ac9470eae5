import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '../../../src/contract/calls'
import { reviewNoteAtom, stepAndTellAtom } from '../../../src/state/review/notes'
import {
  isAnyFilmAtom,
  openMomentAtom,
  playbackAtom,
  playCameraFromAtom,
  playFromAtom,
  shownCameraIdsAtom,
  stepEventAtom,
  tickAtom,
  toggleCameraAtom,
} from '../../../src/state/review/playback'
import { meantMsAtom } from '../../../src/state/review/pointing'
import {
  eventsViewAtom,
  isHourAwaitedAtom,
  reviewCursorAtom,
  reviewLanesAtom,
  reviewQueryAtom,
  reviewSpanAtom,
  reviewZoomAtom,
} from '../../../src/state/review/review'
import { stageAtom } from '../../../src/state/review/stage'
import { overWords, stepWords, summaryWords } from '../../../src/state/review/words'
import { startApp, type TestApp } from '../../support/app'
import { only, slow } from '../../support/scenarios'
import { CUT_MS, eventsMs, FILM_MS, fullDay, fullDayOf, HOUR_MS } from '../support/full-day'

let app: TestApp
beforeEach(async () => {
  // It is 12:00 there.
  app = await startApp({ tier: 'TEAM' })
  await app.signIn()
  app.backend.play(only('GET /review', fullDay))
  await app.services.http.send(calls.cameras.list, {})
  app.store.set(eventsViewAtom, 'timeline')
  app.watch(reviewQueryAtom, playbackAtom)
  await app.settle()
})
afterEach(() => app.close())

const cursor = () => app.store.get(reviewCursorAtom)
const phase = () => app.store.get(playbackAtom).phase
const put = async (atMs: number, zoom: 'day' | 'hour') => {
  app.store.set(reviewCursorAtom, atMs)
  app.store.set(reviewZoomAtom, zoom)
  await app.settle()
}
/** The film that plays is over. */
const playToItsEnd = async () => {
  app.store.set(tickAtom, FILM_MS)
  await app.settle()
}
const step = (by: 1 | -1) => stepWords(app.store.set(stepEventAtom, by), by, app.store.get(reviewZoomAtom))

test('plays on from one hour into the next, whose events come with it, up to now (REV-04, REV-09)', async () => {
  const [first = 0, second, third] = eventsMs
  await put(first, 'hour')
  app.store.set(playFromAtom, first)
  await playToItsEnd()
  expect([phase(), cursor()]).toEqual(['playing', CUT_MS])
  await playToItsEnd()
  expect([phase(), cursor()]).toEqual(['playing', second])
  await playToItsEnd()
  expect([phase(), cursor()]).toEqual(['playing', CUT_MS + HOUR_MS])
  await playToItsEnd()
  expect([phase(), cursor()]).toEqual(['playing', CUT_MS + 2 * HOUR_MS])
  await playToItsEnd()
  expect([phase(), cursor()]).toEqual(['playing', third])
  await playToItsEnd()
  await playToItsEnd()
  const last = app.store.get(playbackAtom)
  expect([last.phase === 'over' && overWords(last), cursor()]).toEqual([
    'Nothing was recorded from here on.',
    CUT_MS + 3 * HOUR_MS,
  ])
})

test('plays a film over the end of its hour to its own end, of which the next hour tells the rest (REV-04, REV-06)', async () => {
  const startMs = CUT_MS + HOUR_MS - 5_000
  const ownMs = [CUT_MS - 600_000, startMs, CUT_MS + HOUR_MS + 1_800_000]
  app.backend.play(only('GET /review', fullDayOf([{ cameraId: 'c', name: 'Door', eventsMs: ownMs }])))
  await app.store.get(reviewQueryAtom).refetch()
  app.watch(stageAtom)
  await put(startMs, 'hour')
  app.store.set(playFromAtom, startMs)
  for (const atMs of [6_000, 14_000]) {
    app.store.set(tickAtom, startMs + atMs - cursor())
    await app.settle()
    expect([cursor() - startMs, app.store.get(stageAtom)[0]?.now?.startMs]).toEqual([atMs, startMs])
  }
  const [lane] = app.store.get(reviewLanesAtom)
  // It is the former hour's: a press on what is left of it keeps this one.
  expect([lane && summaryWords(lane, app.store.get(reviewSpanAtom)), step(-1)]).toEqual([
    '1 motion',
    'Earlier events show in the hour before.',
  ])
  expect(lane && app.store.get(meantMsAtom)(lane, CUT_MS + HOUR_MS + 2_000)).toBe(CUT_MS + HOUR_MS)
})

test('shown whole says that what was recorded later shows by the hour (REV-04)', async () => {
  const [first = 0] = eventsMs
  await put(first, 'day')
  app.store.set(playFromAtom, first)
  await playToItsEnd()
  const last = app.store.get(playbackAtom)
  expect(last.phase === 'over' && overWords(last)).toBe('Later recordings show by the hour.')
  expect([step(1), step(-1)]).toEqual(['Later events show by the hour.', 'No earlier event that day.'])
})

test('claims no end of the events where an hour is told by itself (REV-04)', async () => {
  const [, second = 0] = eventsMs
  await put(second, 'hour')
  expect([step(1), step(-1)]).toEqual([
    'Later events show in the next hour.',
    'Earlier events show in the hour before.',
  ])
  await put(CUT_MS + 3 * HOUR_MS, 'hour')
  expect(step(1)).toBe('No later event that day.')
})

test('says that later events show by the hour no longer where the hour shows (REV-10)', async () => {
  const [first = 0] = eventsMs
  await put(first, 'day')
  app.store.set(stepAndTellAtom, 1)
  const note = () => app.store.get(reviewNoteAtom)
  expect(note()).toBe('Later events show by the hour.')
  await put(first, 'hour')
  expect(note()).toBe('')
})

test('a moment that a message leads to is not said to be the end of the recordings (MSG-13, REV-09)', async () => {
  const [first = 0] = eventsMs
  await put(first, 'hour')
  app.store.set(playFromAtom, eventsMs.at(-1) ?? 0)
  for (let hour = 0; hour < 12 && phase() === 'playing'; hour++) await playToItsEnd()
  expect(phase()).toBe('over')
  app.store.set(openMomentAtom, first, null)
  await app.settle()
  expect([phase(), cursor()]).toEqual(['paused', first])
})

test('a moment that a message leads to is looked at, and not run through at the speed of before (MSG-13)', async () => {
  const [first = 0, second = 0] = eventsMs
  await put(first, 'hour')
  app.store.set(playFromAtom, first)
  expect(phase()).toBe('playing')
  app.store.set(openMomentAtom, second, null)
  expect([phase(), cursor()]).toEqual(['paused', second])
})

describe('of six cameras, two of which record', () => {
  const idle = ['a', 'b', 'c', 'd'].map((cameraId) => ({ cameraId, name: cameraId, isIdle: true }) as const)
  const [first = 0, second = 0] = eventsMs
  const shown = () => app.store.get(shownCameraIdsAtom).join('')
  /** The line goes into an hour whose answer is held back. */
  const moveIntoHeld = async (atMs: number) => {
    const line = slow()
    const release = app.backend.play(only('GET /review', line.scenario))
    app.store.set(reviewCursorAtom, atMs)
    await line.arrived()
    expect(app.store.get(isHourAwaitedAtom)).toBe(true)
    return async () => {
      line.letGo()
      release()
      await app.settle()
      expect(app.store.get(isHourAwaitedAtom)).toBe(false)
    }
  }
  beforeEach(async () => {
    const recording = ['e', 'f'].map((cameraId) => ({ cameraId, name: cameraId }))
    app.backend.play(only('GET /review', fullDayOf([...idle, ...recording])))
    await app.store.get(reviewQueryAtom).refetch()
    app.watch(shownCameraIdsAtom, isAnyFilmAtom)
    await put(first, 'hour')
  })

  test('those that show stay while the next hour is fetched, and a press on one chooses nothing (REV-04)', async () => {
    expect(shown()).toBe('ef')
    const letGo = await moveIntoHeld(second)
    expect([shown(), app.store.get(isAnyFilmAtom)]).toEqual(['ef', true])
    app.store.set(playCameraFromAtom, 'f', second)
    expect(shown()).toBe('ef')
    await letGo()
    expect(shown()).toBe('ef')
  })

  test('a choice made while an hour is fetched begins with those that show (REV-04, REV-09)', async () => {
    const letGo = await moveIntoHeld(second)
    app.store.set(playCameraFromAtom, 'a', second)
    expect(shown()).toBe('efa')
    expect(app.store.set(toggleCameraAtom, 'e')).toBe('taken')
    await letGo()
    expect(shown()).toBe('fa')
  })

  test('none shows while the hour after one of nothing is fetched (REV-04)', async () => {
    await put(CUT_MS + HOUR_MS, 'hour')
    expect([shown(), app.store.get(isAnyFilmAtom)]).toEqual(['', false])
    const letGo = await moveIntoHeld(CUT_MS + 2 * HOUR_MS)
    expect([shown(), app.store.get(isAnyFilmAtom)]).toEqual(['', false])
    await letGo()
    expect([shown(), app.store.get(isAnyFilmAtom)]).toEqual(['ef', true])
  })
})
