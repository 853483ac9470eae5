import { act, screen } from '@testing-library/react'
import { Provider } from 'jotai/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HowNamed } from '../../../src/screens/cameras/settings/live-looks'
import { captureStatesAtom } from '../../../src/state/cameras/capture-states'
import { beginInspectionAtom, inspectLookAtom, namingPhaseAtom } from '../../../src/state/capture/inspection'
import { extensionsAtom } from '../../../src/state/http/extensions'
import { startApp, type TestApp } from '../../support/app'
import { runningState } from '../../support/browser/fake-cameras'
import { show } from '../../support/render'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  app.store.set(extensionsAtom, new Set(['detections'] as const))
  app.store.set(captureStatesAtom, new Map([['front', runningState()]]))
  app.store.set(beginInspectionAtom, 'front')
  show(
    <Provider store={app.store}>
      <HowNamed cameraId="front" />
    </Provider>,
  )
})
afterEach(() => app.close())

describe('how a camera tells what it sees (LABEL-11)', () => {
  it('says, to who hears the screen too, that the detector loads, and that it cannot', () => {
    expect(screen.queryByRole('status')).toBeNull()
    act(() => app.store.set(namingPhaseAtom, 'loading'))
    expect(screen.getByRole('status').textContent).toBe('The detector of people, animals and vehicles loads…')
    act(() => app.store.set(namingPhaseAtom, 'unable'))
    expect(screen.getByRole('status').textContent).toContain('clips are kept as motion')
  })

  it('says how often it looks and what a look costs, once it has looked', () => {
    act(() => app.store.set(namingPhaseAtom, 'ready'))
    expect(screen.getByText(/^Whatever moves is looked at/)).toBeDefined()
    act(() => app.store.set(inspectLookAtom, 'front', { things: [], tookMs: 80, parts: 1, agoMs: 100 }))
    expect(screen.getByText(/^What moves is looked at [\d.]+ times a second; a look costs 80 ms\.$/)).toBeDefined()
  })

  it('says in words for some seconds what was seen, however long the look took', () => {
    act(() => app.store.set(namingPhaseAtom, 'ready'))
    const box = { left: 0.4, top: 0.3, width: 0.1, height: 0.4 }
    const thing = (label: 'person' | 'dog') => ({ label, box, score: 0.8, movedShare: 1 })
    const look = { tookMs: 900, parts: 1, agoMs: 950 }
    act(() =>
      app.store.set(inspectLookAtom, 'front', { ...look, things: [thing('dog'), thing('person'), thing('dog')] }),
    )
    act(() => app.store.set(inspectLookAtom, 'front', { ...look, things: [] }))
    expect(screen.getByText('Seen just now: 1 person, 2 dogs.')).toBeDefined()
    app.backend.hub.clock.advance(5_000)
    act(() => app.store.set(namingPhaseAtom, 'idle'))
    expect(screen.queryByText(/^Seen just now/)).toBeNull()
  })

  it('says that nothing is looked at while the computer is too busy for it, whatever its detector is at', () => {
    const pace = { ...runningState().pace, less: ['half-rate', 'no-looks'] } as const
    act(() => app.store.set(captureStatesAtom, new Map([['front', runningState({ pace })]])))
    for (const phase of ['idle', 'ready'] as const) {
      act(() => app.store.set(namingPhaseAtom, phase))
      expect(screen.getByRole('status').textContent).toMatch(/^Nothing is looked at while this computer is busy/)
    }
  })

  it('says where frames come from a canvas that nothing is looked at, and what helps', () => {
    const path = { frames: 'canvas', pacing: 'clock', why: 'This browser lacks VideoFrame.' } as const
    act(() => app.store.set(captureStatesAtom, new Map([['front', runningState({ path })]])))
    for (const phase of ['idle', 'loading', 'ready', 'unable'] as const) {
      act(() => app.store.set(namingPhaseAtom, phase))
      expect(screen.getByText(/^What moves is not looked at.* kept as motion\. A newer browser /)).toBeDefined()
      expect(screen.queryByRole('status')).toBeNull()
    }
  })
})
