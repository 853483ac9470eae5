import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { VIDEOS_PAGE_SIZE } from '../../../src/contract/limits'
import { LINKS_POLL_MS } from '../../../src/state/http/polling'
import {
  clipSearchAtom,
  foundClipsAtom,
  loadMoreClipsAtom,
  settledClipSearchAtom,
} from '../../../src/state/shares/clip-search'
import { pathOf } from '../../server/support/calls'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { cameraOnHub, clipsOnHub } from '../support/hub-data'

let app: TestApp
beforeEach(async () => {
  app = await startApp({ tier: 'TEAM' })
  await app.signIn()
})
afterEach(() => {
  vi.useRealTimers()
  return app.close()
})

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

test('what was found keeps links that open, however long it is looked at (extension polling)', async () => {
  const { id } = await cameraOnHub(app, 'Porch')
  await clipsOnHub(app, id, VIDEOS_PAGE_SIZE + 1)
  holdTimers()
  app.watch(foundClipsAtom)
  await app.settle()
  app.store.set(clipSearchAtom, 'porch')
  app.store.set(settledClipSearchAtom, 'porch')
  await app.settle()
  for (let time = 0; time < 3; time++) {
    app.backend.hub.clock.advance(LINKS_POLL_MS)
    await pass(app, LINKS_POLL_MS)
  }
  const { clips } = app.store.get(foundClipsAtom)
  const answers = await Promise.all(
    clips.map(({ videoUrl }) => app.backend.hub.fastify.inject({ url: pathOf(videoUrl) })),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(VIDEOS_PAGE_SIZE).fill(200))
})
