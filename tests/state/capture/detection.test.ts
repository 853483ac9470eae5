import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CameraSettings } from '../../../src/contract/camera'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { differencesAtom } from '../../../src/state/cameras/capture-states'
import {
  changeDetectionDraftAtom,
  closeDetectionDraftAtom,
  detectionAtomOf,
  openDetectionDraftAtom,
  saveSettingsAtom,
} from '../../../src/state/capture/detection-draft'
import { keepDetectionAtom, keptDetectionAtom } from '../../../src/state/capture/detection-settings'
import { isCaptureWantedAtom } from '../../../src/state/capture/wished-captures'
import { noteStoredElsewhereAtom } from '../../../src/state/shell/other-tabs'
import { signOutAtom } from '../../../src/state/sign-in/session'
import { startApp, type TestApp } from '../../support/app'
import { measurement, webcamListed } from '../../support/browser/fake-cameras'
import { deferred } from '../../support/deferred'
import { answers500, only } from '../../support/scenarios'
import { cameraOnHub } from '../support/hub-data'

let app: TestApp
let id: string
beforeEach(async () => {
  app = await startApp({ tier: 'PRO' })
  await app.signIn()
  id = (await cameraOnHub(app)).id
  app.cameras.plug(webcamListed)
  app.store.set(isCaptureWantedAtom, true)
  app.cameras.permit({ phase: 'granted' })
  await app.settle()
})
afterEach(() => app.close())

const kept = () => app.store.get(keptDetectionAtom)(id)
const stored = () => [app.storage.getItem(`detection:${id}`), app.storage.getItem(`zones:${id}`)]
/** What the engine is told about how to measure. */
const told = (cameraId = id) => {
  const options = app.cameras.running?.get(cameraId)
  return options && [options.detectionMethod, options.ignoredZones, options.isHeatWanted]
}
const change = (part: {
  method?: 'classic' | 'adaptive'
  ignoredZones?: number[]
  isHeatShown?: boolean
  recording?: { isMp4Wanted: boolean }
}) => app.store.set(changeDetectionDraftAtom, part)
const settings = (): CameraSettings => {
  const camera = app.store.get(camerasQueryAtom).data?.find((other) => other.id === id)
  if (camera === undefined) throw new Error('no camera')
  const { id: _id, status: _status, lastSeenAt: _lastSeenAt, ...rest } = camera
  return { ...rest, motionSensitivity: 60 }
}

describe('what this browser keeps of a camera (X-42)', () => {
  test.each([
    [null, 'adaptive'],
    ['classic', 'classic'],
    ['adaptive', 'adaptive'],
    ['Classic', 'adaptive'],
    ['fancy', 'adaptive'],
    ['', 'adaptive'],
  ])('the method %j reads as %s', (text, method) => {
    if (text !== null) app.storage.setItem(`detection:${id}`, text)
    expect(kept().method).toBe(method)
  })

  test.each([
    [null, []],
    ['', []],
    ['5', [5]],
    ['143,0, 17 ', [0, 17, 143]],
    ['3,3,3', [3]],
    ['144,-1,1.5,1e1,x,,7,0x1', [7]],
    ['[1,2]', []],
  ])('the zones %j read as %j', (text, zones) => {
    if (text !== null) app.storage.setItem(`zones:${id}`, text)
    expect(kept().ignoredZones).toEqual(zones)
  })

  test('is written as one word and a list, and no list where nothing is ignored', () => {
    app.store.set(keepDetectionAtom, id, { method: 'classic', ignoredZones: [3, 20] })
    expect(stored()).toEqual(['classic', '3,20'])
    app.store.set(keepDetectionAtom, id, { method: 'adaptive', ignoredZones: [] })
    expect(stored()).toEqual(['adaptive', null])
  })

  test('is what the engine measures with, each camera its own', async () => {
    app.store.set(keepDetectionAtom, id, { method: 'classic', ignoredZones: [3] })
    const other = await cameraOnHub(app)
    await app.store.get(camerasQueryAtom).refetch()
    await app.settle()
    expect([told(), told(other.id)]).toEqual([
      ['classic', [3], false],
      ['adaptive', [], false],
    ])
  })

  test('stays at sign-out: the camera hangs where it hung', () => {
    app.store.set(keepDetectionAtom, id, { method: 'classic', ignoredZones: [3] })
    app.store.set(signOutAtom)
    expect(stored()).toEqual(['classic', '3'])
  })

  test('is followed when another tab changed it', () => {
    app.storage.setItem(`detection:${id}`, 'classic')
    app.store.set(noteStoredElsewhereAtom, 'token')
    expect(told()).toEqual(['adaptive', [], false])
    app.store.set(noteStoredElsewhereAtom, `detection:${id}`)
    expect(told()).toEqual(['classic', [], false])
    app.storage.setItem(`zones:${id}`, '8')
    app.store.set(noteStoredElsewhereAtom, `zones:${id}`)
    expect(told()).toEqual(['classic', [8], false])
    app.storage.removeItem(`zones:${id}`)
    app.store.set(noteStoredElsewhereAtom, null)
    expect(told()).toEqual(['classic', [], false])
  })
})

describe('while the Settings dialog is open', () => {
  beforeEach(() => app.store.set(openDetectionDraftAtom, id))

  test('the engine measures with the draft at once, and nothing is kept yet', () => {
    change({ method: 'classic' })
    change({ ignoredZones: [9, 2, 9] })
    expect(told()).toEqual(['classic', [2, 9], true])
    expect(stored()).toEqual([null, null])
  })

  test('Cancel returns to what is kept', () => {
    app.store.set(keepDetectionAtom, id, { method: 'adaptive', ignoredZones: [1] })
    change({ method: 'classic', ignoredZones: [2] })
    app.store.set(closeDetectionDraftAtom)
    expect(told()).toEqual(['adaptive', [1], false])
    expect(stored()).toEqual(['adaptive', '1'])
  })

  test('a draft starts from what is kept', () => {
    app.store.set(closeDetectionDraftAtom)
    app.store.set(keepDetectionAtom, id, { method: 'classic', ignoredZones: [1] })
    app.store.set(openDetectionDraftAtom, id)
    expect(app.store.get(detectionAtomOf(id))).toMatchObject({ method: 'classic', ignoredZones: [1] })
  })

  test('heat comes for its camera alone, only while it is shown, and not after closing', async () => {
    const other = await cameraOnHub(app)
    await app.store.get(camerasQueryAtom).refetch()
    await app.settle()
    expect([told()?.[2], told(other.id)?.[2]]).toEqual([true, false])
    change({ isHeatShown: false })
    expect(told()?.[2]).toBe(false)
    change({ isHeatShown: true })
    app.store.set(closeDetectionDraftAtom)
    expect(told()?.[2]).toBe(false)
  })

  test('the last difference is forgotten with its method, and only with it', () => {
    const differs = () => app.store.get(differencesAtom).get(id)
    const measure = () => app.cameras.tell({ kind: 'measured', cameraId: id, measurement: measurement(0.1) })
    measure()
    change({ ignoredZones: [4], method: 'adaptive' })
    expect(differs()).toBe(0.1)
    change({ method: 'classic' })
    expect(differs()).toBeUndefined()
    measure()
    app.store.set(closeDetectionDraftAtom)
    expect(differs()).toBeUndefined()
    measure()
    app.store.set(openDetectionDraftAtom, id)
    app.store.set(closeDetectionDraftAtom)
    expect(differs()).toBe(0.1)
  })

  test('a change after closing does nothing', () => {
    app.store.set(closeDetectionDraftAtom)
    change({ method: 'classic' })
    expect(told()).toEqual(['adaptive', [], false])
  })
})

describe('Save', () => {
  beforeEach(() => {
    app.store.set(openDetectionDraftAtom, id)
    change({ method: 'classic', ignoredZones: [5] })
  })

  test('keeps the draft with the rest, and the engine goes on with it', async () => {
    expect(await app.store.set(saveSettingsAtom, id, settings())).toBe('saved')
    app.store.set(closeDetectionDraftAtom)
    expect(stored()).toEqual(['classic', '5'])
    expect(told()).toEqual(['classic', [5], false])
    expect(app.backend.sentTo(`PUT /cameras/${id}`).map(({ json }) => json)).toEqual([settings()])
  })

  test('leaves what another tab has kept meanwhile, and was not changed here (CAM-21)', async () => {
    app.store.set(closeDetectionDraftAtom)
    app.store.set(openDetectionDraftAtom, id)
    change({ recording: { isMp4Wanted: true } })
    app.storage.setItem(`zones:${id}`, '1,2,3')
    app.storage.setItem(`clip-length:${id}`, '60000')
    app.store.set(noteStoredElsewhereAtom, null)
    expect(told()).toEqual(['adaptive', [1, 2, 3], true])
    expect(await app.store.set(saveSettingsAtom, id, settings())).toBe('saved')
    expect([stored(), app.storage.getItem(`clip-length:${id}`), app.storage.getItem(`mp4:${id}`)]).toEqual([
      ['adaptive', '1,2,3'],
      '60000',
      'on',
    ])
  })

  test('says where this browser has no room for what is kept in it, and can be tried again', async () => {
    const full = vi.spyOn(app.storage, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(await app.store.set(saveSettingsAtom, id, settings())).toBe('refused')
    expect(app.toasts.at(-1)).toMatchObject({ kind: 'error', text: expect.stringContaining('no room') })
    full.mockRestore()
    expect(await app.store.set(saveSettingsAtom, id, settings())).toBe('saved')
    expect(stored()).toEqual(['classic', '5'])
  })

  test('keeps nothing where the hub refuses the rest', async () => {
    app.backend.play(only(`PUT /cameras/${id}`, answers500))
    expect(await app.store.set(saveSettingsAtom, id, settings())).toBe('refused')
    expect([stored(), told()]).toEqual([
      [null, null],
      ['classic', [5], true],
    ])
  })

  test('keeps what was chosen when it was pressed, also if the dialog closes meanwhile', async () => {
    const gate = deferred<void>()
    app.backend.play(async (request, next) => {
      if (request.method === 'PUT') await gate.promise
      return next(request)
    })
    const saving = app.store.set(saveSettingsAtom, id, settings())
    app.store.set(closeDetectionDraftAtom)
    gate.resolve()
    expect(await saving).toBe('saved')
    expect([stored(), told()]).toEqual([
      ['classic', '5'],
      ['classic', [5], false],
    ])
  })

  test('says that something was chosen since, which is not kept yet (UI-13)', async () => {
    const gate = deferred<void>()
    app.backend.play(async (request, next) => {
      if (request.method === 'PUT') await gate.promise
      return next(request)
    })
    const saving = app.store.set(saveSettingsAtom, id, settings())
    app.store.set(changeDetectionDraftAtom, { ignoredZones: [5, 6] })
    gate.resolve()
    expect(await saving).toBe('saved-but-for-since')
    expect(stored()).toEqual(['classic', '5'])
    expect(await app.store.set(saveSettingsAtom, id, settings())).toBe('saved')
    expect(stored()).toEqual(['classic', '5,6'])
  })

  test('keeps nothing for a camera of another machine, which has no draft', async () => {
    app.store.set(closeDetectionDraftAtom)
    await app.store.set(saveSettingsAtom, id, settings())
    expect(stored()).toEqual([null, null])
  })
})
