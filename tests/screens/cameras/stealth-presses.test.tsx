import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StealthMode } from '../../../src/screens/cameras/stealth/stealth-mode'
import { captureStatesAtom } from '../../../src/state/cameras/capture-states'
import { enterStealthAtom, stealthAtom } from '../../../src/state/capture/stealth'
import { Modal } from '../../../src/ui/layout/modal'
import { startApp, type TestApp } from '../../support/app'
import { runningState } from '../../support/browser/fake-cameras'
import { show } from '../../support/render'
import { showScreen } from '../../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  app.store.set(captureStatesAtom, new Map([['camera', runningState()]]))
  await showScreen(app, <StealthMode />)
  act(() => app.store.set(enterStealthAtom))
})
afterEach(() => app.close())

const isOn = () => app.store.get(stealthAtom).phase !== 'off'
const black = () => screen.getByTestId('stealth')
const touch = (type: string, fingers: number) => {
  const touches = Array.from(
    { length: fingers },
    (_, identifier) => new Touch({ identifier, target: black(), clientX: 0, clientY: 0 }),
  )
  const event = new TouchEvent(type, { touches, bubbles: true, cancelable: true })
  black().dispatchEvent(event)
  return event.defaultPrevented
}
const twoFingers = () => [touch('touchstart', 2), touch('touchend', 1), touch('touchend', 0)]
const click = (pointerType: string) => {
  fireEvent(black(), new PointerEvent('pointerdown', { pointerType, bubbles: true }))
  fireEvent.click(black())
}

it('a tap leaves stealth mode (STEALTH-06)', () => {
  touch('touchstart', 1)
  touch('touchend', 0)
  click('touch')
  expect(isOn()).toBe(false)
})

it('a click does also while a dialog is open behind it (STEALTH-06)', async () => {
  show(
    <Modal title="Settings" isOpen onClose={() => undefined}>
      <input aria-label="Name" />
    </Modal>,
  )
  await waitFor(() => expect(document.body.style.pointerEvents).toBe('none'))
  await userEvent.click(black())
  expect(isOn()).toBe(false)
})

it('two fingers do not, though the browser makes a click of them (X-39)', () => {
  expect(twoFingers()).toEqual([true, true, true])
  click('touch')
  expect(isOn()).toBe(true)
})

it.each(['mouse', 'pen'])('after them a click with a %s does (STEALTH-06)', (pointerType) => {
  twoFingers()
  click(pointerType)
  expect(isOn()).toBe(false)
})
