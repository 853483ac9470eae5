import { act, screen } from '@testing-library/react'
import { Provider } from 'jotai/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveBoxes } from '../../../src/screens/cameras/settings/live-looks'
import { beginInspectionAtom, inspectLookAtom } from '../../../src/state/capture/inspection'
import { startApp, type TestApp } from '../../support/app'
import { show } from '../../support/render'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  app.store.set(beginInspectionAtom, 'front')
  show(
    <Provider store={app.store}>
      <LiveBoxes />
    </Provider>,
  )
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

/** Somebody was found in a frame that is so old by now. */
const see = (agoMs: number) => {
  const person = {
    label: 'person',
    score: 0.8,
    movedShare: 1,
    box: { left: 0.4, top: 0.3, width: 0.1, height: 0.4 },
  } as const
  act(() => app.store.set(inspectLookAtom, 'front', { things: [person], tookMs: agoMs, parts: 1, agoMs }))
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const areShown = () => screen.queryByTestId('boxes') !== null

describe('a box over the live picture (LABEL-04)', () => {
  it('goes 400 ms after the frame in which it was found, however long the look took', () => {
    see(250)
    pass(149)
    expect(areShown()).toBe(true)
    pass(1)
    expect(areShown()).toBe(false)
  })

  it('never comes where the frame is older than that', () => {
    see(400)
    expect(areShown()).toBe(false)
  })

  it('stays while looks follow one another', () => {
    see(100)
    pass(290)
    see(100)
    pass(290)
    expect(areShown()).toBe(true)
  })
})
