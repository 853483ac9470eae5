import { act } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ConnectionNotice } from '../../src/app/shell/hub-notices'
import { connectionAtom, hasAnsweredAtom, startSilenceService } from '../../src/state/hub/connection'
import { holdTimers, startApp, type TestApp } from '../support/app'
import { showScreen } from '../support/show-screen'

let app: TestApp
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

it('says on which day the hub was last heard of once that is not today any more (OUT-08)', async () => {
  app = await startApp()
  holdTimers(new Date(2026, 2, 10, 9, 10).getTime())
  app.store.set(hasAnsweredAtom, true)
  app.store.set(connectionAtom, { phase: 'unreachable', sinceMs: Date.now() })
  await showScreen(app, <ConnectionNotice />)
  expect(document.body.textContent).toContain('It was last heard of at 9:10')
  vi.setSystemTime(new Date(2026, 2, 12, 9, 20))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(document.body.textContent).toContain('It was last heard of at Mar 10, 2026, 9:10')
})

it('calls a hub slow that has not said a word yet, and silent once a call has failed (SHELL-10)', async () => {
  app = await startApp()
  const end = startSilenceService(app.store, () => undefined)
  await showScreen(app, <ConnectionNotice />)
  expect(document.body.textContent).toBe('')
  act(() => app.timers.fire())
  expect(document.body.textContent).toContain('The hub is slow. This is what this browser remembers.')
  act(() => app.store.set(connectionAtom, { phase: 'unreachable', sinceMs: 0 }))
  expect(document.body.textContent).not.toContain('slow')
  expect(document.body.textContent).toContain('It has not answered since this page was opened')
  end()
})
