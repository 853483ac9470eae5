import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { VersionNotice } from '../../src/app/shell/hub-notices'
import { emptyOutbox } from '../../src/outbox/outbox-state'
import { outboxStateAtom } from '../../src/state/recordings/delivery'
import { appKeeperAtom, isNewVersionHereAtom } from '../../src/state/shell/app-version'
import { startApp, type TestApp } from '../support/app'
import { showScreen } from '../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  await showScreen(app, <VersionNotice />)
})
afterEach(() => app.close())

const notice = () => screen.queryByText('A new version is there')

it('a new version is told once it is there, and goes with it (SHELL-09)', () => {
  expect(notice()).toBeNull()
  act(() => app.store.set(isNewVersionHereAtom, true))
  expect([notice() === null, document.body.textContent?.includes('at a quiet moment')]).toEqual([false, true])
  act(() => app.store.set(isNewVersionHereAtom, false))
  expect(notice()).toBeNull()
})

it('offers no press that would cost clips which are in this page alone (SHELL-09)', () => {
  act(() => {
    app.store.set(isNewVersionHereAtom, true)
    app.store.set(outboxStateAtom, { ...emptyOutbox, refused: 2, inMemory: 2 })
  })
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.body.textContent).toContain('2 clips that the disk did not take would end with this page')
})

it('a press takes it at once (SHELL-09)', () => {
  let reloads = 0
  act(() => {
    app.store.set(appKeeperAtom, { look: async () => undefined, reload: () => reloads++, isLeftAlone: () => false })
    app.store.set(isNewVersionHereAtom, true)
  })
  expect(reloads).toBe(0)
  fireEvent.click(screen.getByRole('button', { name: 'Load it now' }))
  expect(reloads).toBe(1)
})
