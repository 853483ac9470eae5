import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { allDates } from '../../../src/lib/date-range'
import { eventsPageAtom, eventsQueryAtom, eventsRangeAtom, shownEventsAtom } from '../../../src/state/events/events'
import { readingOf } from '../../../src/state/http/reads'
import { setHubClockAtom } from '../../../src/state/hub/hub-ahead'
import {
  hasMoreVideosAtom,
  loadedVideosAtom,
  shownVideosAtom,
  videosQueryAtom,
  videosRangeAtom,
} from '../../../src/state/recordings/videos'
import { startApp, type TestApp } from '../../support/app'
import { equip } from '../../support/outbox'
import { only, slow } from '../../support/scenarios'
import { cameraOnHub, clipsOnHub } from '../support/hub-data'

const DAY_MS = 24 * 3_600_000

let app: TestApp
let cameraId: string
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  // At 08:00 UTC of 10 March 2026 and the minutes after it.
  cameraId = (await cameraOnHub(app)).id
  await clipsOnHub(app, cameraId, 7)
})
afterEach(() => app.close())

const lastRead = () => new URL(app.backend.sentTo('GET /notifications').at(-1)?.path ?? '', 'http://hub').searchParams
const nowMs = () => app.services.nowMs()
/** This machine's clock is slow, as its tab has found out; a clip comes that began a minute ago by the hub's. */
async function clipForSlowClock(): Promise<void> {
  const slowMs = 10 * 60_000
  app.store.set(setHubClockAtom, { hubAheadMs: slowMs })
  equip(app.store, { nowMs: () => nowMs() - slowMs })
  const minutes = (nowMs() - Date.parse('2026-03-10T08:00:00Z')) / 60_000 - 1
  await clipsOnHub(app, cameraId, 1, minutes)
}
/** So many days around the clips, whatever the zone of this machine. */
const aroundClips = { kind: 'days', first: '2026-03-09', last: '2026-03-11' } as const
const longAgo = { kind: 'days', first: '2020-01-01', last: '2020-01-31' } as const

describe('the Date Range of events (EVT-04)', () => {
  beforeEach(async () => {
    app.watch(eventsQueryAtom, shownEventsAtom)
    await app.settle()
  })

  test('sends no dates until one is chosen (API-16)', () => {
    expect([...lastRead().keys()]).toEqual(['page', 'pageSize'])
  })

  test('sends its bounds as ISO times, up to now', async () => {
    app.store.set(eventsRangeAtom, { kind: 'last-7-days' })
    await app.settle()
    const [start, end] = [lastRead().get('dateStart'), lastRead().get('dateEnd')]
    expect(end).toBe(new Date(nowMs()).toISOString())
    expect(start).toBe(new Date(nowMs() - 7 * DAY_MS).toISOString())
  })

  test('is what the hub filters by, and All lifts it', async () => {
    app.store.set(eventsRangeAtom, longAgo)
    await app.settle()
    expect([app.store.get(shownEventsAtom).length, app.store.get(eventsQueryAtom).data?.total]).toEqual([0, 0])
    app.store.set(eventsRangeAtom, aroundClips)
    await app.settle()
    expect([app.store.get(shownEventsAtom).length, app.store.get(eventsQueryAtom).data?.total]).toEqual([5, 7])
    app.store.set(eventsRangeAtom, allDates)
    await app.settle()
    expect(lastRead().has('dateStart')).toBe(false)
  })

  test('leaves nothing of another time on the screen while its events are awaited; a page does until the next is there', async () => {
    app.store.set(eventsRangeAtom, aroundClips)
    await app.settle()
    const line = slow()
    app.backend.play(only('GET /notifications', line.scenario))
    app.store.set(eventsPageAtom, 1)
    await line.arrived()
    expect(app.store.get(shownEventsAtom).length).toBe(5)
    app.store.set(eventsRangeAtom, longAgo)
    await line.arrived(2)
    expect([app.store.get(shownEventsAtom), readingOf(app.store.get(eventsQueryAtom))]).toEqual([[], 'awaited'])
    line.letGo()
    await app.settle()
    expect(readingOf(app.store.get(eventsQueryAtom))).toBe('here')
  })

  test('that ends now holds what has just come, though this machine’s clock is slow (SENSE-14)', async () => {
    await clipForSlowClock()
    app.store.set(eventsRangeAtom, { kind: 'last-24-hours' })
    await app.settle()
    expect(app.store.get(eventsQueryAtom).data?.total).toBe(8)
  })

  test('begins at the first page', async () => {
    app.store.set(eventsPageAtom, 1)
    await app.settle()
    app.store.set(eventsRangeAtom, aroundClips)
    await app.settle()
    expect([app.store.get(eventsPageAtom), lastRead().get('page')]).toEqual([0, '0'])
  })
})

describe('the Date Range of recordings (VID-04)', () => {
  beforeEach(async () => {
    app.watch(videosQueryAtom, loadedVideosAtom, shownVideosAtom, hasMoreVideosAtom)
    await app.settle()
  })

  test('leaves those of its time, without another call', async () => {
    const before = app.backend.sent.length
    app.store.set(videosRangeAtom, longAgo)
    expect([app.store.get(shownVideosAtom).length, app.store.get(hasMoreVideosAtom)]).toEqual([0, true])
    app.store.set(videosRangeAtom, aroundClips)
    expect(app.store.get(shownVideosAtom).length).toBe(6)
    await app.settle()
    expect(app.backend.sent.length).toBe(before)
  })

  test('that ends now holds what has just come, though this machine’s clock is slow (SENSE-14)', async () => {
    await clipForSlowClock()
    await app.store.get(videosQueryAtom).refetch()
    app.store.set(videosRangeAtom, { kind: 'last-24-hours' })
    expect(app.store.get(shownVideosAtom)[0]?.createdAt).toBe(new Date(nowMs() - 60_000).toISOString())
  })
})

test('the Date Ranges are forgotten with who chose them', async () => {
  app.store.set(eventsRangeAtom, longAgo)
  app.store.set(videosRangeAtom, longAgo)
  app.services.session.clear()
  expect([app.store.get(eventsRangeAtom), app.store.get(videosRangeAtom)]).toEqual([allDates, allDates])
})
