import { ChakraProvider } from '@chakra-ui/react'
import { Provider } from 'jotai/react'
import type { ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TopBar } from '../../src/app/shell/top-bar'
import { StealthMode } from '../../src/screens/cameras/stealth/stealth-mode'
import { useReviewKeys } from '../../src/screens/events/timeline/use-review-keys'
import { captureStatesAtom } from '../../src/state/cameras/capture-states'
import { stealthAtom } from '../../src/state/capture/stealth'
import { sidebarOpenAtom } from '../../src/state/shell/sidebar'
import { PictureDialog } from '../../src/ui/recordings/picture-dialog'
import { system } from '../../src/ui/theme/theme'
import { startApp, type TestApp } from '../support/app'
import { runningState } from '../support/browser/fake-cameras'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  // As in a browser: what comes after the paint comes later.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
})
afterEach(() => {
  vi.unstubAllGlobals()
  return app.close()
})

/** Presses a key in the moment in which a screen stands in the page for the first time, before the browser paints it. */
async function pressAsItShows(screen: ReactElement, press: KeyboardEventInit): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const isTaken = await new Promise<boolean>((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect()
      resolve(!document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...press })))
    })
    observer.observe(document.body, { childList: true, subtree: true })
    root.render(
      <ChakraProvider value={system}>
        <Provider store={app.store}>{screen}</Provider>
      </ChakraProvider>,
    )
  })
  root.unmount()
  place.remove()
  return isTaken
}

it('Ctrl+B counts from the moment that the navigation shows (FACE-05, NAV-28)', async () => {
  expect(await pressAsItShows(<TopBar />, { key: 'b', ctrlKey: true })).toBe(true)
  expect(app.store.get(sidebarOpenAtom)).toBe(false)
})

it('Ctrl+H counts from the moment that a screen with cameras shows (FACE-05, STEALTH-02)', async () => {
  app.store.set(captureStatesAtom, new Map([['camera', runningState()]]))
  // Beside what shows: the mode itself shows nothing until it is on.
  expect(
    await pressAsItShows(
      <>
        <p>A screen</p>
        <StealthMode />
      </>,
      { key: 'h', ctrlKey: true },
    ),
  ).toBe(true)
  expect(app.store.get(stealthAtom).phase).toBe('off')
})

it.each(['n', 'p', ' '])('%j counts from the moment that the timeline shows (FACE-05, REV-10)', async (key) => {
  const heard: string[] = []
  const Timeline = () => {
    useReviewKeys({ onStep: (by) => heard.push(by === 1 ? 'n' : 'p'), onToggle: () => heard.push(' ') })
    return <p>The day</p>
  }
  expect(await pressAsItShows(<Timeline />, { key })).toBe(true)
  expect(heard).toEqual([key])
})

it('the keys of a picture count from the moment that its dialog shows (FACE-05)', async () => {
  let heard = 0
  const dialog = (
    <PictureDialog
      isOpen
      title="A clip"
      line={null}
      footer={null}
      keys={{ n: () => heard++ }}
      beside="10rem"
      fullScreen={{ isOn: false, toggle: () => undefined }}
      onClose={() => undefined}
    >
      <p>The picture</p>
    </PictureDialog>
  )
  expect(await pressAsItShows(dialog, { key: 'n' })).toBe(true)
  expect(heard).toBe(1)
})
