import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { captureStatesAtom } from '../../../src/state/cameras/capture-states'
import { localCamerasAtom } from '../../../src/state/cameras/local-cameras'
import {
  changeDetectionDraftAtom,
  closeDetectionDraftAtom,
  openDetectionDraftAtom,
} from '../../../src/state/capture/detection-draft'
import { countTriggers, inspectionAtom, lookPaceOf, type MotionCheck } from '../../../src/state/capture/inspection'
import { isCaptureWantedAtom } from '../../../src/state/capture/wished-captures'
import { startApp, type TestApp } from '../../support/app'
import { measurement, runningState, webcamListed } from '../../support/browser/fake-cameras'
import { cameraOnHub } from '../support/hub-data'

describe('the history of an inspected camera', () => {
  let app: TestApp
  let id: string
  beforeEach(async () => {
    app = await startApp()
    await app.signIn()
    id = (await cameraOnHub(app)).id
    app.cameras.plug(webcamListed)
    app.store.set(isCaptureWantedAtom, true)
    app.cameras.permit({ phase: 'granted' })
    await app.settle()
    app.cameras.tell({ kind: 'state', cameraId: id, state: runningState() })
    app.store.set(openDetectionDraftAtom, id)
  })
  afterEach(() => app.close())

  const measure = (difference: number, cameraId = id) =>
    app.cameras.tell({ kind: 'measured', cameraId, measurement: measurement(difference) })
  const differences = () => app.store.get(inspectionAtom)?.checks.map(({ difference }) => difference)

  test('holds each check with its time', () => {
    const startedAtMs = app.services.nowMs()
    measure(0.01)
    app.backend.hub.clock.advance(300)
    measure(0.02)
    expect(app.store.get(inspectionAtom)?.checks).toEqual([
      { atMs: startedAtMs, difference: 0.01 },
      { atMs: startedAtMs + 300, difference: 0.02 },
    ])
  })

  test('holds the last 60 s and no more', () => {
    measure(0.01)
    app.backend.hub.clock.advance(300)
    measure(0.02)
    app.backend.hub.clock.advance(59_699)
    measure(0.03)
    expect(differences()).toEqual([0.01, 0.02, 0.03])
    app.backend.hub.clock.advance(1)
    measure(0.04)
    expect(differences()).toEqual([0.02, 0.03, 0.04])
  })

  test('holds the looks of the last 5 s, and tells their pace and what one costs (LABEL-11)', () => {
    const look = { things: [], tookMs: 100, parts: 1, agoMs: 100 }
    const paceNow = () => lookPaceOf(app.store.get(inspectionAtom)?.looks ?? [], app.services.nowMs())
    expect(paceNow()).toBeNull()
    for (let i = 0; i < 30; i++) {
      app.cameras.tell({ kind: 'looked', cameraId: id, look: { ...look, parts: 2, tookMs: 180 } })
      app.backend.hub.clock.advance(500)
    }
    expect(app.store.get(inspectionAtom)?.looks.length).toBe(10)
    expect(paceNow()).toEqual({ perSec: expect.closeTo(4, 0), costMs: 90 })
    app.cameras.tell({ kind: 'looked', cameraId: 'other', look })
    expect(app.store.get(inspectionAtom)?.looks.length).toBe(10)
    app.backend.hub.clock.advance(5_000)
    expect(paceNow()).toBeNull()
  })

  test('holds nothing of other cameras', () => {
    measure(0.01, 'other')
    expect(differences()).toEqual([])
  })

  test('begins anew with another method, and goes on with other zones', () => {
    measure(0.01)
    app.store.set(changeDetectionDraftAtom, { ignoredZones: [1] })
    expect(differences()).toEqual([0.01])
    app.store.set(changeDetectionDraftAtom, { method: 'classic' })
    expect(differences()).toEqual([])
    measure(0.02)
    expect(differences()).toEqual([0.02])
  })

  test('ends with the dialog: nothing is kept while nobody looks', () => {
    measure(0.01)
    app.store.set(closeDetectionDraftAtom)
    measure(0.02)
    expect(app.store.get(inspectionAtom)).toBeNull()
    app.store.set(openDetectionDraftAtom, id)
    expect(differences()).toEqual([])
  })

  test('brings the heat map of the last check', () => {
    const heat = { columns: 2, rows: 1, levels: new Uint8Array([0, 40]) }
    app.cameras.tell({ kind: 'measured', cameraId: id, measurement: measurement(0.05, heat) })
    expect(app.store.get(inspectionAtom)?.heat).toBe(heat)
    measure(0.01)
    expect(app.store.get(inspectionAtom)?.heat).toBeNull()
  })

  test('lets what the cards show alone', () => {
    const before = [app.store.get(captureStatesAtom), app.store.get(localCamerasAtom)]
    measure(0.01)
    const after = [app.store.get(captureStatesAtom), app.store.get(localCamerasAtom)]
    expect(after.every((value, index) => value === before[index])).toBe(true)
  })
})

describe('how often the last minute would have triggered', () => {
  const T = 0.02
  /** Checks at these seconds; above the threshold unless said. */
  const checks = (...seconds: (number | readonly [number, number])[]): MotionCheck[] =>
    seconds.map((entry) => {
      const [second, difference] = typeof entry === 'number' ? [entry, 0.03] : entry
      return { atMs: 1_000_000 + second * 1000, difference }
    })

  test.each([
    ['nothing checked', checks(), 0],
    ['nothing moved', checks([0, 0.01], [10, 0.019]), 0],
    ['one check above', checks([0, 0.01], 1, [2, 0.01]), 1],
    ['exactly at the threshold is no motion', checks([0, T]), 0],
    ['checks in a row are one', checks(0, 0.3, 0.6, 0.9), 1],
    ['a clip that is made begins no other', checks(0, [1, 0], 9), 1],
    ['nor does its cooldown', checks(0, [1, 0], 14.9), 1],
    ['what comes after both does', checks(0, [1, 0], 15), 2],
    ['who moves for all of the minute begins a clip every 15 s', checks(...Array.from({ length: 60 }, (_, i) => i)), 4],
    ['three, well apart', checks(0, 0.3, 20, 20.3, 40), 3],
  ])('%s', (_name, history, count) => {
    expect(countTriggers(history, T, 15_000)).toBe(count)
  })

  test('follows the longest clip', () => {
    const history = checks(...Array.from({ length: 60 }, (_, i) => i))
    expect([15_000, 30_000, 60_000].map((longestMs) => countTriggers(history, T, longestMs))).toEqual([4, 2, 1])
  })

  test('follows the threshold', () => {
    const history = checks([0, 0.001], [20, 0.01], [40, 0.1])
    expect([0.0005, 0.005, 0.05, 0.5].map((threshold) => countTriggers(history, threshold, 15_000))).toEqual([
      3, 2, 1, 0,
    ])
  })
})
