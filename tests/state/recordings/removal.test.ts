import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { extensionsAtom } from '../../../src/state/http/extensions'
import { canRemoveAtom, removeCameraAtom, removeVideoAtom } from '../../../src/state/recordings/removal'
import { keepVideoAtom, markingVideosAtom } from '../../../src/state/recordings/video-keeping'
import { loadedVideosAtom, videosQueryAtom } from '../../../src/state/recordings/videos'
import { uploadSnapshotAtom } from '../../../src/state/snapshots/snapshots'
import { canExportAtom, exportWorkspaceAtom } from '../../../src/state/workspace/workspace-export'
import { jpeg } from '../../server/support/forms'
import { startApp, type TestApp } from '../../support/app'
import { answers500, only, slow } from '../../support/scenarios'
import { cameraOnHub, clipsOnHub } from '../support/hub-data'

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

describe('snapshots of a camera that is being removed', () => {
  const picture = new Blob([new Uint8Array(jpeg())], { type: 'image/jpeg' })
  const uploads = (cameraId: string) => app.backend.sentTo(`POST /screenshots/${cameraId}/upload`).length

  test('are not sent, and one on its way ends: the hub would not know the camera', async () => {
    const door = await cameraOnHub(app)
    const line = slow()
    const end = app.backend.play(only(`POST /screenshots/${door.id}/upload`, line.scenario))
    const upload = app.store.set(uploadSnapshotAtom, door.id, picture)
    await line.arrived()
    const removed = app.store.set(removeCameraAtom, door)
    // Answered by nobody: it ends by itself.
    await upload
    await app.store.set(uploadSnapshotAtom, door.id, picture)
    expect(await removed).toBe(true)
    await app.store.set(uploadSnapshotAtom, door.id, picture)
    expect(uploads(door.id)).toBe(1)
    line.letGo()
    end()
  })

  test('go on where it could not be removed', async () => {
    const door = await cameraOnHub(app)
    app.backend.play(only(`DELETE /cameras/${door.id}`, answers500))
    expect(await app.store.set(removeCameraAtom, door)).toBe(false)
    await app.store.set(uploadSnapshotAtom, door.id, picture)
    expect(uploads(door.id)).toBe(1)
  })
})

test('a removed recording leaves the list; one that another browser removed counts as removed (EXT-11)', async () => {
  const door = await cameraOnHub(app)
  await clipsOnHub(app, door.id, 2)
  app.watch(videosQueryAtom)
  const [first] = await app.until(loadedVideosAtom, (videos) => videos.length === 2)
  if (first === undefined) throw new Error('There is no video.')
  expect(await app.store.set(removeVideoAtom, first)).toBe(true)
  await app.until(loadedVideosAtom, (videos) => videos.length === 1)
  expect(await app.store.set(removeVideoAtom, first)).toBe(true)
})

test('a recording is marked as kept on the hub, and the list says so (EXT-12)', async () => {
  const door = await cameraOnHub(app)
  await clipsOnHub(app, door.id, 1)
  app.watch(videosQueryAtom)
  const [video] = await app.until(loadedVideosAtom, (videos) => videos.length === 1)
  if (video === undefined) throw new Error('There is no video.')
  const marking = app.store.set(keepVideoAtom, video, true)
  expect(app.store.get(markingVideosAtom).has(video.id)).toBe(true)
  await marking
  expect(app.store.get(loadedVideosAtom).map(({ isKept }) => isKept)).toEqual([true])
  expect([app.store.get(markingVideosAtom).size, app.toasts]).toEqual([0, []])
})

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
