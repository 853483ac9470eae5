import { queryClientAtom } from 'jotai-tanstack-query'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ExtensionName } from '../../src/contract/extensions'
import { camerasQueryAtom } from '../../src/state/camera-list'
import { eventsPageAtom, eventsSearchAtom, eventsTypeAtom } from '../../src/state/events'
import { extensionsAtom, noteExtensionsAtom } from '../../src/state/extensions'
import { keysAtom } from '../../src/state/keys'
import { playEventAtom, playingAtom } from '../../src/state/playing'
import { signOutAtom } from '../../src/state/session'
import { videosCameraAtom, videosSearchAtom } from '../../src/state/videos'
import { startApp, type TestApp } from '../support/app'
import { slow } from '../support/scenarios'
import { cameraOnHub, userOf } from './support/hub-data'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn('ann@example.org')
})
afterEach(() => app.close())

const event = { id: 'e', type: 'ALERT', title: 'Door', message: '', createdAt: '', videoId: 'v', video: null } as const

const typed = () => [
  app.store.get(eventsPageAtom),
  app.store.get(eventsSearchAtom),
  app.store.get(eventsTypeAtom),
  app.store.get(videosSearchAtom),
  app.store.get(videosCameraAtom),
  app.store.get(playingAtom).phase === 'closed',
]
const nothingTyped = [0, '', 'all', '', 'all', true]
const typeMuch = () => {
  app.store.set(eventsPageAtom, 3)
  app.store.set(eventsSearchAtom, 'gate')
  app.store.set(eventsTypeAtom, 'ALERT')
  app.store.set(videosSearchAtom, 'door')
  app.store.set(videosCameraAtom, 'Backyard')
  void app.store.set(playEventAtom, event, [event])
}
const cached = () => app.store.get(queryClientAtom).getQueryCache().getAll().length
const read = () => app.until(camerasQueryAtom, ({ data }) => data !== undefined)

describe('what was read and typed is forgotten (spec 2, 4)', () => {
  beforeEach(async () => {
    await read()
    typeMuch()
    expect(cached()).toBe(1)
  })

  test('at sign-out', () => {
    app.store.set(signOutAtom)
    expect([typed(), cached()]).toEqual([nothingTyped, 0])
  })

  test('when another tab signs out, or somebody else in', () => {
    app.storage.removeItem('token')
    app.services.session.changed()
    expect([typed(), cached()]).toEqual([nothingTyped, 0])
  })

  test('when somebody else signs in without a sign-out between', async () => {
    await app.signIn('bob@example.org')
    expect([typed(), cached()]).toEqual([nothingTyped, 0])
  })

  test('not when the same user’s tokens are refreshed, here or in another tab (SESS-10)', async () => {
    const before = typed()
    await app.signIn('ann@example.org')
    expect([typed(), cached()]).toEqual([before, 1])
  })
})

test('what the provider offers is known over a sign-in: it is the same provider (design 3)', async () => {
  await read()
  const offered = app.store.get(extensionsAtom)
  app.store.set(signOutAtom)
  await app.signIn('bob@example.org')
  expect([offered.size > 0, app.store.get(extensionsAtom)]).toEqual([true, offered])
})

test('reads of one workspace are kept apart from those of another (spec 4)', async () => {
  const ofAnn = app.store.get(keysAtom)
  await app.signIn('bob@example.org')
  const ofBob = app.store.get(keysAtom)
  for (const name of Object.keys(ofAnn) as (keyof typeof ofAnn)[]) {
    expect(ofBob[name]).toEqual([userOf(app).workspaceId, ...ofAnn[name].slice(1)])
    expect(ofBob[name]).not.toEqual(ofAnn[name])
  }
})

test('an answer that comes after somebody else signed in does not show to them (spec 4)', async () => {
  await cameraOnHub(app, 'Ann’s door')
  const line = slow()
  const undo = app.backend.play(line.scenario)
  app.watch(camerasQueryAtom)
  await line.arrived()
  undo()
  await app.signIn('bob@example.org')
  line.letGo()
  await app.settle()
  expect(app.store.get(camerasQueryAtom).data).toEqual([])
})

test('the same extensions told again begin nothing anew; others replace them (design 3)', () => {
  const note = (...names: ExtensionName[]) => {
    app.store.set(noteExtensionsAtom, new Set(names))
    return app.store.get(extensionsAtom)
  }
  const first = note('polling', 'sign-out')
  expect(note('sign-out', 'polling')).toBe(first)
  expect(note('sign-out', 'clip-details')).toEqual(new Set(['sign-out', 'clip-details']))
  expect(note('sign-out')).toEqual(new Set(['sign-out']))
})
