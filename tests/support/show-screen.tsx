import { act, fireEvent } from '@testing-library/react'
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

/** Presses it, and waits until everything that comes of it has come. */
export async function pressOn(app: TestApp, control: HTMLElement | null | undefined): Promise<void> {
  if (!control) throw new Error('There is nothing to press.')
  fireEvent.click(control)
  await act(() => app.settle())
}
