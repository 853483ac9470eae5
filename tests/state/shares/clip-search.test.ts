import { afterEach, beforeEach, expect, test } from 'vitest'
import { VIDEOS_PAGE_SIZE } from '../../../src/contract/limits'
import {
  clipSearchAtom,
  foundClipsAtom,
  loadMoreClipsAtom,
  settledClipSearchAtom,
} from '../../../src/state/shares/clip-search'
import { startApp, type TestApp } from '../../support/app'
import { cameraOnHub, clipsOnHub } from '../support/hub-data'

let app: TestApp
beforeEach(async () => {
  app = await startApp({ tier: 'TEAM' })
  await app.signIn()
})
afterEach(() => app.close())

test('a clip that another one moves to the next page is found once (SHARE-27)', async () => {
  const { id } = await cameraOnHub(app, 'Porch')
  await clipsOnHub(app, id, VIDEOS_PAGE_SIZE + 1)
  app.watch(foundClipsAtom)
  await app.settle()
  app.store.set(clipSearchAtom, 'porch')
  app.store.set(settledClipSearchAtom, 'porch')
  await app.settle()
  await clipsOnHub(app, id, 1, VIDEOS_PAGE_SIZE + 1)
  await app.store.set(loadMoreClipsAtom)
  const ids = app.store.get(foundClipsAtom).clips.map((clip) => clip.id)
  expect([ids.length, new Set(ids).size]).toEqual([VIDEOS_PAGE_SIZE + 1, VIDEOS_PAGE_SIZE + 1])
})
