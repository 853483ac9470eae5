import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SecurityEvent } from '../../../src/contract/event'
import {
  EVENTS_POLL_MS,
  eventsPageAtom,
  eventsQueryAtom,
  eventsSearchAtom,
  eventsTypeAtom,
  filterEvents,
  pageCount,
  shownEventsAtom,
  shownPageAtom,
  viewClipAtom,
} from '../../../src/state/events/events'
import { listVideos, pathOf } from '../../server/support/calls'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { ORIGIN } from '../../support/backend'
import { answers, offline, only, slow, withoutExtensions } from '../../support/scenarios'
import { cameraOnHub, clipsOnHub, userOf } from '../support/hub-data'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(async () => {
  await app.close()
  vi.useRealTimers()
})

const reads = () => app.backend.sentTo('GET /notifications')
const shownTimes = () => app.store.get(shownEventsAtom).map(({ createdAt }) => createdAt.slice(11, 16))

describe('pages (API-16)', () => {
  beforeEach(async () => {
    const { id } = await cameraOnHub(app)
    await clipsOnHub(app, id, 7)
    app.watch(eventsQueryAtom, shownEventsAtom)
    await app.settle()
  })

  test('have five events, the newest first, and count from 0 (EVT-19, X-70, API-16)', async () => {
    expect(new Set(reads().map(({ path }) => path))).toEqual(new Set(['/v1/notifications?page=0&pageSize=5']))
    expect(shownTimes()).toEqual(['08:06', '08:05', '08:04', '08:03', '08:02'])
    expect(app.store.get(eventsQueryAtom).data?.total).toBe(7)
  })

  test('change one for another, and the old one shows until the new one is there', async () => {
    app.store.set(eventsPageAtom, 1)
    expect(shownTimes().length).toBe(5)
    await app.settle()
    expect(reads().at(-1)?.path).toBe('/v1/notifications?page=1&pageSize=5')
    expect(shownTimes()).toEqual(['08:01', '08:00'])
  })

  test('are asked for once', async () => {
    const before = reads().length
    app.store.set(eventsPageAtom, 1)
    await app.settle()
    expect(reads().length - before).toBe(1)
  })

  test('show the last one where the list has become shorter (X-69)', async () => {
    app.watch(shownPageAtom)
    app.store.set(eventsPageAtom, 1)
    expect(app.store.get(shownPageAtom)).toBe(1)
    await app.settle()
    expect(app.store.get(shownPageAtom)).toBe(1)
    app.backend.play(only('GET /notifications', answers(200, { events: [], total: 5 })))
    await app.store.get(eventsQueryAtom).refetch()
    await app.settle()
    expect(app.store.get(shownPageAtom)).toBe(0)
  })

  test('are searched and filtered without another call (EVT-16, EVT-17)', async () => {
    const before = reads().length
    app.store.set(eventsSearchAtom, 'DOOR')
    expect(shownTimes().length).toBe(5)
    app.store.set(eventsTypeAtom, 'PERSON')
    expect(shownTimes()).toEqual([])
    app.store.set(eventsTypeAtom, 'MOTION')
    app.store.set(eventsSearchAtom, 'nowhere')
    expect(shownTimes()).toEqual([])
    await app.settle()
    expect(reads().length).toBe(before)
  })
})

describe('an open list (EXT-08)', () => {
  test('is read again every few seconds where the hub invites it', async () => {
    holdTimers()
    app.watch(eventsQueryAtom)
    await app.settle()
    const before = reads().length
    await pass(app, EVENTS_POLL_MS)
    expect(reads().length).toBe(before + 1)
  })

  test('is read once from a provider of the bare contract', async () => {
    app.backend.play(withoutExtensions)
    holdTimers()
    app.watch(eventsQueryAtom)
    await pass(app, 60_000)
    expect(reads().length).toBe(1)
  })
})

describe('View Clip (EVT-10, X-65)', () => {
  test('opens a new tab at the clip’s link', async () => {
    await clipsOnHub(app, (await cameraOnHub(app)).id, 1)
    const [video] = (await listVideos(app.backend.hub.fastify, userOf(app))).videos
    await app.store.set(viewClipAtom, video?.id ?? '')
    expect(app.backend.sent.map(({ path }) => path)).toEqual([`/v1/videos/${video?.id}`])
    expect(app.tabs).toEqual([{ url: ORIGIN + pathOf(video?.videoUrl), isClosed: false }])
  })

  test('opens the tab within the click, before the link is known: browsers allow none later (EVT-10)', async () => {
    const line = slow()
    app.backend.play(line.scenario)
    const viewing = app.store.set(viewClipAtom, 'gone')
    expect(app.tabs).toEqual([{ url: null, isClosed: false }])
    line.letGo()
    await viewing
  })

  test('closes the tab again where there is no such clip or no network, and only reports (EVT-20)', async () => {
    await app.store.set(viewClipAtom, 'gone')
    app.backend.play(offline)
    await app.store.set(viewClipAtom, 'gone')
    expect(app.tabs).toEqual(Array(2).fill({ url: null, isClosed: true }))
    expect(app.reports).toEqual(['Something went wrong: Not Found', 'Something went wrong: no connection'])
    expect(app.toasts).toEqual([])
  })
})

describe('the filters (EVT-16, EVT-17)', () => {
  const event = (id: string, type: SecurityEvent['type'], title: string, message: string, camera: string | null) => {
    const video = camera === null ? null : { thumbnailUrl: null, camera: { name: camera } }
    return { id, type, title, message, createdAt: '2026-03-10T12:00:00Z', videoId: null, video }
  }
  const events = [
    event('1', 'PERSON', 'Somebody', 'At the gate', 'Yard'),
    event('2', 'MOTION', 'Motion', 'Leaves', 'Front Door'),
    event('3', 'ALERT', 'Tampering', 'Lens covered', null),
  ]
  const found = (...filter: [string, SecurityEvent['type'] | 'all']) =>
    filterEvents(events, ...filter).map(({ id }) => id)

  test.each([
    ['', ['1', '2', '3']],
    ['SOMEBODY', ['1']],
    ['leaves', ['2']],
    ['front door', ['2']],
    [' lens ', ['3']],
    ['null', []],
  ])('search %j over title, message and camera name finds %j (EVT-16)', (search, ids) => {
    expect(found(search, 'all')).toEqual(ids)
  })

  test.each([
    ['PERSON', ['1']],
    ['MOTION', ['2']],
    ['ALERT', ['3']],
  ] as const)('type %s leaves its events only (EVT-18, X-01)', (type, ids) => {
    expect(found('', type)).toEqual(ids)
    expect(found('zzz', type)).toEqual([])
  })
})

test.each([
  [0, 1],
  [1, 1],
  [5, 1],
  [6, 2],
  [11, 3],
])('%i events make %i pages (X-69)', (total, pages) => {
  expect(pageCount(total, 5)).toBe(pages)
})
