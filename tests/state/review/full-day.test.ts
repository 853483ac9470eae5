import { afterEach, beforeEach, expect, test } from 'vitest'
import { calls } from '../../../src/contract/calls'
import { reviewNoteAtom, stepAndTellAtom } from '../../../src/state/review/notes'
import { playbackAtom, playFromAtom, stepEventAtom, tickAtom } from '../../../src/state/review/playback'
import { eventsViewAtom, reviewCursorAtom, reviewQueryAtom, reviewZoomAtom } from '../../../src/state/review/review'
import { overWords, stepWords } from '../../../src/state/review/words'
import { startApp, type TestApp } from '../../support/app'
import { answers, only, type Scenario } from '../../support/scenarios'

const HOUR_MS = 3_600_000
/** Up to when the answer of the day tells of it. */
const CUT_MS = Date.parse('2026-03-10T08:00:00Z')
const FILM_MS = 15_000
/** One event before the cut, two after it, with an hour of nothing between these. */
const eventsMs = [CUT_MS - 600_000, CUT_MS + 600_000, CUT_MS + 2 * HOUR_MS + 600_000]

/** A day with more events than one answer takes, as a hub tells of it; its hours are told whole. */
const fullDay: Scenario = (request, next) => {
  const asked = new URL(request.url).searchParams
  const [fromMs, toMs] = [Date.parse(asked.get('from') ?? ''), Date.parse(asked.get('to') ?? '')]
  const isCut = toMs - fromMs > HOUR_MS
  const untilMs = isCut ? CUT_MS : toMs
  const at = eventsMs.filter((ms) => ms >= fromMs && ms < untilMs).map((ms) => ms - fromMs)
  const lane = { cameraId: 'c', name: 'Door', at, lengthMs: at.map(() => FILM_MS), sees: at.map(() => 0) }
  const span = { from: new Date(fromMs).toISOString(), until: new Date(untilMs).toISOString() }
  return answers(200, { ...span, isCut, lanes: [{ ...lane, off: [], unarmed: [] }] })(request, next)
}

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
