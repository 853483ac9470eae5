import { act } from '@testing-library/react'
import { Provider } from 'jotai/react'
import type { ReactElement } from 'react'
import type { TestApp } from './app'
import { show } from './render'

/** Shows a screen of the app's tab, and waits until everything it asked for has come. */
export async function showScreen(app: TestApp, screen: ReactElement) {
  const shown = show(<Provider store={app.store}>{screen}</Provider>)
  await act(() => app.settle())
  return shown
}
