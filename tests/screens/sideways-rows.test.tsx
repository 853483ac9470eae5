import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { calls } from '../../src/contract/calls'
import { QuestionStrip } from '../../src/screens/ai-chat/quick-questions'
import { WatchRow } from '../../src/screens/dashboard/watch-row'
import { cameraOnHub } from '../state/support/hub-data'
import { startApp, type TestApp } from '../support/app'
import { showScreen } from '../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  await cameraOnHub(app, 'Door')
  // An answer says what the hub offers.
  await app.services.http.send(calls.cameras.list, {})
})
afterEach(async () => {
  vi.restoreAllMocks()
  await app.close()
})

it.each([
  { row: 'Your cameras now', words: /^Door/, element: <WatchRow /> },
  { row: 'Quick Questions', words: /^Who visited/, element: <QuestionStrip focusInput={() => undefined} /> },
])(
  'what Tab leads to in the row of $row shows whole: where 32 px of it do, browsers leave the row as it is (UI-04)',
  async ({ words, element }) => {
    await showScreen(app, element)
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue()
    const control = screen.getByText(words).closest<HTMLElement>('button, a')
    act(() => control?.focus())
    expect([shown.mock.contexts.at(-1), shown.mock.lastCall]).toEqual([control, [{ block: 'nearest' }]])
  },
)
