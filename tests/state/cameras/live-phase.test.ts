import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CaptureState } from '../../../src/engine'
import { livePhaseAtomOf } from '../../../src/state/cameras/capture-states'
import { isCaptureWantedAtom } from '../../../src/state/capture/wished-captures'
import { startApp, type TestApp } from '../../support/app'
import { measurement, runningState, webcamListed } from '../../support/browser/fake-cameras'
import { cameraOnHub } from '../support/hub-data'

let app: TestApp
let id: string
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  id = (await cameraOnHub(app)).id
  app.store.set(isCaptureWantedAtom, true)
  app.cameras.permit({ phase: 'granted' })
  await app.settle()
})
afterEach(() => app.close())

const phase = () => app.store.get(livePhaseAtomOf(id))
const tell = (state: CaptureState) => app.cameras.tell({ kind: 'state', cameraId: id, state })
const measure = () => app.cameras.tell({ kind: 'measured', cameraId: id, measurement: measurement(0) })

describe('what can be seen live of a camera', () => {
  test('nothing while its device is on another machine', () => {
    expect(phase()).toBe('elsewhere')
  })

  describe('of this machine', () => {
    beforeEach(async () => {
      app.cameras.plug(webcamListed)
      await app.settle()
    })

    test('nothing here while it does not run in this tab', () => {
      expect(phase()).toBe('not-in-this-tab')
      tell(runningState())
      tell({ phase: 'stopped' })
      expect(phase()).toBe('not-in-this-tab')
    })

    test('that it starts, or why it does not', () => {
      tell({ phase: 'starting' })
      expect(phase()).toBe('starting')
      tell({ phase: 'failed', reason: 'device-busy' })
      expect(phase()).toBe('failed')
    })

    test('that it is not asked to look for motion', () => {
      tell(runningState({ motion: { phase: 'off' } }))
      expect(phase()).toBe('motion-off')
    })

    test('that it learns the scene until the first measurement, also when a difference is none', () => {
      tell(runningState())
      expect(phase()).toBe('learning')
      measure()
      expect(phase()).toBe('measuring')
      tell(runningState({ motion: { phase: 'recording' } }))
      expect(phase()).toBe('measuring')
    })

    test('that it learns anew after it was off', () => {
      tell(runningState())
      measure()
      tell(runningState({ motion: { phase: 'off' } }))
      tell(runningState())
      expect(phase()).toBe('learning')
    })

    test('that it sees nothing, whatever was measured before', () => {
      tell(runningState())
      measure()
      tell(runningState({ sight: { phase: 'frozen' } }))
      expect(phase()).toBe('frozen')
      tell(runningState({ sight: { phase: 'paused', why: 'no-frames' } }))
      expect(phase()).toBe('paused')
    })
  })
})
