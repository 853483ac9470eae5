import { act, fireEvent } from '@testing-library/react'
import type { TestApp } from './app'

/** The dialog hears of presses beside it a turn after it opened. */
export async function pressBesideDialog(app: TestApp): Promise<void> {
  await act(() => app.settle())
  const beside = document.querySelector('[data-scope="dialog"][data-part="positioner"]') ?? document.body
  fireEvent.pointerDown(beside, { pointerType: 'mouse', button: 0 })
  await act(async () => {
    fireEvent.click(document.body)
    await app.settle()
  })
}
