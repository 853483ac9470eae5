import { afterEach, beforeEach, expect, test } from 'vitest'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { canExportAtom, exportWorkspaceAtom } from '../../../src/state/workspace/workspace-export'
import { startApp, type TestApp } from '../../support/app'
import { answers500, only } from '../../support/scenarios'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(() => app.close())

test('the download of everything goes to the link of the hub; a refusal is told (EXT-13)', async () => {
  app.watch(camerasQueryAtom)
  await app.until(canExportAtom, (canExport) => canExport)
  await app.store.set(exportWorkspaceAtom)
  expect(app.downloads.map((url) => new URL(url).pathname)).toEqual([
    `/export/${app.services.session.read()?.workspaceId}`,
  ])
  app.backend.play(only(`POST /workspaces/${app.services.session.read()?.workspaceId}/export`, answers500))
  await app.store.set(exportWorkspaceAtom)
  expect([app.downloads.length, app.toasts.length]).toEqual([1, 1])
})
