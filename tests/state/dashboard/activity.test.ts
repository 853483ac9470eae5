import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SecurityEvent } from '../../../src/contract/event'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import {
  activityAtom,
  activityByCamera,
  activityGapAtom,
  activitySummary,
  quietCameraCountAtom,
} from '../../../src/state/dashboard/activity'
import { cameraStatusesQueryAtom, dayEventsQueryAtom } from '../../../src/state/dashboard/dashboard'
import { connectionAtom } from '../../../src/state/hub/connection'
import { send } from '../../server/support/calls'
import { startApp, type TestApp } from '../../support/app'
import { answers, only } from '../../support/scenarios'
import { cameraOnHub, clipsOnHub, userOf } from '../support/hub-data'

const event = (id: string, createdAt: string, camera: string | null = 'Door'): SecurityEvent => ({
  id,
  type: 'MOTION',
  title: '',
  message: '',
  createdAt,
  videoId: null,
  video: camera === null ? null : { thumbnailUrl: null, camera: { name: camera } },
})

describe('rows of the last day', () => {
  test('are one per camera, by name, with its events from old to new', () => {
    const events = [event('3', '', 'Gate'), event('2', '', 'Door'), event('1', '', 'Gate')]
    expect(
      activityByCamera(events).map(({ cameraName, events: own }) => [cameraName, own.map(({ id }) => id)]),
    ).toEqual([
      ['Door', ['2']],
      ['Gate', ['1', '3']],
    ])
  })

  test('name events without a camera last', () => {
    const rows = activityByCamera([event('2', '', null), event('1', '', 'Door')])
    expect(rows.map(({ cameraName }) => cameraName)).toEqual(['Door', ''])
  })
})

const NOW = Date.parse('2026-03-10T12:00:00Z')

test.each([
  [[], 'no events'],
  [['2026-03-10T10:00:00Z'], '1 event, 2 hours ago'],
  [['2026-03-10T09:00:00Z', '2026-03-10T10:00:00Z'], '2 events, the last 2 hours ago'],
])('events at %j are told as %j', (times, text) => {
  expect(
    activitySummary(
      times.map((at, id) => event(String(id), at)),
      NOW,
    ),
  ).toBe(text)
})

describe('against the hub', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await startApp({ tier: 'PRO' })
    await app.signIn()
  })
  afterEach(() => app.close())

  test('the strip is made of what the screen has anyway: no further call', async () => {
    await clipsOnHub(app, (await cameraOnHub(app)).id, 2)
    await cameraOnHub(app, 'Gate')
    app.watch(dayEventsQueryAtom, cameraStatusesQueryAtom, camerasQueryAtom)
    await app.settle()
    const before = app.backend.sent.map(({ method, path }) => `${method} ${path}`)
    app.watch(activityAtom, activityGapAtom, quietCameraCountAtom)
    await app.settle()
    expect(app.backend.sent.map(({ method, path }) => `${method} ${path}`)).toEqual(before)
    const rows = app.store.get(activityAtom)
    expect(rows.map(({ cameraName, events }) => [cameraName, events.length])).toEqual([['Door', 2]])
    expect(app.store.get(quietCameraCountAtom)).toBe(1)
    expect(app.store.get(activityGapAtom)).toBeNull()
  })

  test('says of no camera that it saw nothing while the hub is away (X-09)', async () => {
    await clipsOnHub(app, (await cameraOnHub(app)).id, 1)
    await cameraOnHub(app, 'Gate')
    app.watch(dayEventsQueryAtom, cameraStatusesQueryAtom, quietCameraCountAtom)
    await app.settle()
    app.store.set(connectionAtom, { phase: 'unreachable', sinceMs: 0 })
    expect(app.store.get(quietCameraCountAtom)).toBe(0)
    app.store.set(connectionAtom, { phase: 'reachable' })
    expect(app.store.get(quietCameraCountAtom)).toBe(1)
  })

  test('sorts by time whatever order the provider chose, and leaves out what has none', async () => {
    const events = [event('1', '2026-03-10T08:00:00Z'), event('2', '2026-03-10T09:00:00Z'), event('3', '')]
    app.backend.play(only('GET /notifications', answers(200, { events, total: 3 })))
    app.watch(dayEventsQueryAtom, activityAtom)
    await app.settle()
    expect(app.store.get(activityAtom)[0]?.events.map(({ id }) => id)).toEqual(['1', '2'])
  })

  test('says since when events are known where the day has more than a page', async () => {
    const events = [event('2', '2026-03-10T09:00:00Z'), event('1', '2026-03-10T08:00:00Z')]
    app.backend.play(only('GET /notifications', answers(200, { events, total: 140 })))
    app.watch(dayEventsQueryAtom, activityGapAtom)
    await app.settle()
    const completeFromMs = Date.parse('2026-03-10T08:00:00Z')
    expect(app.store.get(activityGapAtom)).toEqual({ completeFromMs, shown: 2, total: 140 })
    // Who was seen in the others is not known.
    await cameraOnHub(app, 'Gate')
    app.watch(quietCameraCountAtom, cameraStatusesQueryAtom)
    await app.settle()
    expect(app.store.get(quietCameraCountAtom)).toBe(0)
  })

  test('cameras of one name were both seen; one that is gone is not counted for another', async () => {
    for (const _ of [1, 2]) await clipsOnHub(app, (await cameraOnHub(app)).id, 1)
    const gone = await cameraOnHub(app, 'Gate')
    await clipsOnHub(app, gone.id, 1)
    await send(app.backend.hub.fastify, userOf(app), 'DELETE', `/cameras/${gone.id}`)
    app.watch(dayEventsQueryAtom, cameraStatusesQueryAtom, quietCameraCountAtom)
    await app.settle()
    expect(app.store.get(quietCameraCountAtom)).toBe(0)
    await cameraOnHub(app, 'Yard')
    await app.store.get(camerasQueryAtom).refetch()
    await app.settle()
    expect(app.store.get(quietCameraCountAtom)).toBe(1)
  })
})
