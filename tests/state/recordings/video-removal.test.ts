import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepVideoAtom, markingVideosAtom } from '../../../src/state/recordings/video-keeping'
import { removeVideoAtom } from '../../../src/state/recordings/video-removal'
import { loadedVideosAtom, videosQueryAtom } from '../../../src/state/recordings/videos'
import { startApp, type TestApp } from '../../support/app'
import { answers, only } from '../../support/scenarios'
import { cameraOnHub, clipsOnHub } from '../support/hub-data'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(() => app.close())

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

test("a recording is not said to be removed by a proxy's word (EXT-11)", async () => {
  const door = await cameraOnHub(app)
  await clipsOnHub(app, door.id, 1)
  app.watch(videosQueryAtom)
  const [video] = await app.until(loadedVideosAtom, (videos) => videos.length === 1)
  if (video === undefined) throw new Error('There is no video.')
  app.backend.play(only(`DELETE /videos/${video.id}`, answers(404, '404 page not found', 'Not Found')))
  expect(await app.store.set(removeVideoAtom, video)).toBe(false)
  expect(app.store.get(loadedVideosAtom)).toHaveLength(1)
  expect(app.toasts.map(({ text }) => text)).toEqual([
    'The recording could not be removed. Something went wrong: Not Found',
  ])
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
