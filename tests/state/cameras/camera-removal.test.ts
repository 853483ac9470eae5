import { afterEach, beforeEach, expect, test } from 'vitest'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { removeCameraAtom } from '../../../src/state/cameras/camera-removal'
import { extensionsAtom } from '../../../src/state/http/extensions'
import { canRemoveAtom } from '../../../src/state/http/removal'
import { startApp, type TestApp } from '../../support/app'
import { answers500, only } from '../../support/scenarios'
import { cameraOnHub } from '../support/hub-data'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(() => app.close())

test('removal is offered only where the provider names the extension (EXT-02)', async () => {
  app.watch(camerasQueryAtom)
  await app.until(canRemoveAtom, (canRemove) => canRemove)
  app.store.set(extensionsAtom, new Set())
  expect(app.store.get(canRemoveAtom)).toBe(false)
})

test('a removed camera leaves the list at once and stays away (EXT-11)', async () => {
  const door = await cameraOnHub(app)
  app.watch(camerasQueryAtom)
  await app.until(camerasQueryAtom, ({ data }) => data?.length === 1)
  expect(await app.store.set(removeCameraAtom, door)).toBe(true)
  expect(app.store.get(camerasQueryAtom).data).toEqual([])
  await app.settle()
  expect(app.store.get(camerasQueryAtom).data).toEqual([])
  expect(app.toasts).toEqual([{ kind: 'success', text: 'Camera removed.' }])
})

test('a camera that could not be removed stays, and the user is told why', async () => {
  const door = await cameraOnHub(app)
  app.watch(camerasQueryAtom)
  await app.until(camerasQueryAtom, ({ data }) => data?.length === 1)
  app.backend.play(only(`DELETE /cameras/${door.id}`, answers500))
  expect(await app.store.set(removeCameraAtom, door)).toBe(false)
  expect(app.store.get(camerasQueryAtom).data?.length).toBe(1)
  expect(app.toasts.map(({ kind, text }) => [kind, text])).toEqual([
    ['error', 'The camera could not be removed. Something went wrong: Internal Server Error'],
  ])
})
