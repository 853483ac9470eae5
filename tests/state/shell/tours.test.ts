import { afterEach, describe, expect, test } from 'vitest'
import { endTourAtom, tourWantedAtomOf } from '../../../src/state/shell/tours'
import { signOutAtom } from '../../../src/state/sign-in/session'
import { startApp, type TestApp } from '../../support/app'
import { mapStorage } from '../../support/ports'

let app: TestApp
afterEach(() => app.close())

const start = async (kept: Readonly<Record<string, string>> = {}) => {
  app = await startApp({ storage: mapStorage(kept) })
  await app.signIn()
}
const isWanted = (tour: 'dashboard' | 'cameras') => app.store.get(tourWantedAtomOf(tour))

describe('first-run tours (TOUR-04, TOUR-05)', () => {
  test('are on by default (TOUR-02)', async () => {
    await start()
    expect([isWanted('dashboard'), isWanted('cameras')]).toEqual([true, true])
  })

  test.each([
    ['true', true],
    ['false', false],
    ['', true],
  ])('a flag of %j shows them: %s (X-87)', async (flag, isShown) => {
    await start({ showDashboardTutorial: flag, showCamerasTutorial: flag })
    expect([isWanted('dashboard'), isWanted('cameras')]).toEqual([isShown, isShown])
  })

  test('once ended are recorded in flags of their own in local storage (TOUR-05, TOUR-06, SESS-01)', async () => {
    await start()
    const wantedAtom = tourWantedAtomOf('dashboard')
    app.watch(wantedAtom)
    app.store.set(endTourAtom, 'dashboard')
    expect([app.store.get(wantedAtom), isWanted('cameras')]).toEqual([false, true])
    expect(app.storage.all()).toMatchObject({ showDashboardTutorial: 'false' })
    expect(app.storage.all()).not.toHaveProperty('showCamerasTutorial')
    app.store.set(endTourAtom, 'cameras')
    expect(app.storage.all()).toMatchObject({ showCamerasTutorial: 'false' })
  })

  test('are not shown again after a sign-out (TOUR-05)', async () => {
    await start()
    app.store.set(endTourAtom, 'dashboard')
    app.store.set(signOutAtom)
    await app.signIn()
    expect(isWanted('dashboard')).toBe(false)
  })

  test('that another tab ended are over here, too', async () => {
    await start()
    const wantedAtom = tourWantedAtomOf('cameras')
    app.watch(wantedAtom)
    app.storage.setItem('showCamerasTutorial', 'false')
    app.services.session.changed()
    expect(app.store.get(wantedAtom)).toBe(false)
  })
})
