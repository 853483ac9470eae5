import { ChakraProvider } from '@chakra-ui/react'
import { Provider } from 'jotai/react'
import type { ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TopBar } from '../../src/app/shell/top-bar'
import { sidebarOpenAtom } from '../../src/state/shell/sidebar'
import { system } from '../../src/ui/theme/theme'
import { startApp, type TestApp } from '../support/app'

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
    observer.observe(place, { childList: true, subtree: true })
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
