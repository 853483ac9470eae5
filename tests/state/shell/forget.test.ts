import { queryClientAtom } from 'jotai-tanstack-query'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ExtensionName } from '../../../src/contract/extensions'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { eventsPageAtom, eventsQueryAtom, eventsSearchAtom, eventsTypeAtom } from '../../../src/state/events/events'
import { extensionsAtom, noteExtensionsAtom } from '../../../src/state/http/extensions'
import { playEventAtom, playingAtom } from '../../../src/state/recordings/playing'
import { provenClipAtom, showProofAtom } from '../../../src/state/recordings/proven-clip'
import {
  videosCameraAtom,
  videosQueryAtom,
  videosSearchAtom,
  videosSeenAtom,
} from '../../../src/state/recordings/videos'
import { clipToShareAtom } from '../../../src/state/shares/shares'
import { keysAtom } from '../../../src/state/sign-in/query-keys'
import { signOutAtom } from '../../../src/state/sign-in/session'
import { workspaceQueryAtom } from '../../../src/state/workspace/workspace'
import { startApp, type TestApp } from '../../support/app'
import { slow } from '../../support/scenarios'
import { cameraOnHub, clipsOnHub, userOf } from '../support/hub-data'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn('ann@example.org')
})
afterEach(() => app.close())

/** An access token whose payload says whose it is; nothing but the e-mail of it is read. */
const tokenOf = (email: string) => `e30.${btoa(JSON.stringify({ email }))}.signature`

const event = { id: 'e', type: 'ALERT', title: 'Door', message: '', createdAt: '', videoId: 'v', video: null } as const

const typed = () => [
  app.store.get(eventsPageAtom),
  app.store.get(eventsSearchAtom),
  app.store.get(eventsTypeAtom),
  app.store.get(videosSearchAtom),
  app.store.get(videosCameraAtom),
  app.store.get(videosSeenAtom),
  app.store.get(playingAtom).phase === 'closed',
  app.store.get(provenClipAtom),
  app.store.get(clipToShareAtom),
]
const nothingTyped = [0, '', 'all', '', 'all', 'all', true, null, null]
const typeMuch = () => {
  app.store.set(eventsPageAtom, 3)
  app.store.set(eventsSearchAtom, 'gate')
  app.store.set(eventsTypeAtom, 'ALERT')
  app.store.set(videosSearchAtom, 'door')
  app.store.set(videosCameraAtom, 'Backyard')
  app.store.set(videosSeenAtom, 'person')
  app.store.set(showProofAtom, { videoId: 'v', title: 'Door' })
  app.store.set(clipToShareAtom, { videoId: 'v', title: 'Door' })
  void app.store.set(playEventAtom, event, [event])
}
const cached = () => app.store.get(queryClientAtom).getQueryCache().getAll().length
const read = () => app.until(camerasQueryAtom, ({ data }) => data !== undefined)

describe('what was read and typed is forgotten (UI-12)', () => {
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

test('what the provider offers is known over a sign-in: it is the same provider (EXT-01)', async () => {
  await read()
  const offered = app.store.get(extensionsAtom)
  app.store.set(signOutAtom)
  await app.signIn('bob@example.org')
  expect([offered.size > 0, app.store.get(extensionsAtom)]).toEqual([true, offered])
})

test('reads of one user are kept apart from those of another, in the same workspace too (UI-12)', async () => {
  const ofAnn = app.store.get(keysAtom)
  await app.signIn('bob@example.org')
  const ofBob = app.store.get(keysAtom)
  for (const name of Object.keys(ofAnn) as (keyof typeof ofAnn)[]) {
    expect(ofBob[name]).toEqual([`${userOf(app).workspaceId} bob@example.org`, ...ofAnn[name].slice(1)])
    expect(ofBob[name]).not.toEqual(ofAnn[name])
  }
})

describe('while the screens show, one user takes the place of another without a sign-out between (UI-12)', () => {
  test('nothing of the first is shown while the reads of the second are on their way', async () => {
    await clipsOnHub(app, (await cameraOnHub(app, 'Ann’s door')).id, 6)
    await app.until(eventsQueryAtom, ({ data }) => data?.events.length === 5)
    app.watch(camerasQueryAtom, eventsQueryAtom, videosQueryAtom)
    await app.settle()
    const line = slow()
    const undo = app.backend.play(line.scenario)
    await app.signIn('bob@example.org')
    await line.arrived()
    const shown = [
      app.store.get(camerasQueryAtom).data,
      app.store.get(eventsQueryAtom).data,
      app.store.get(videosQueryAtom).data,
    ]
    expect(shown).toEqual([undefined, undefined, undefined])
    undo()
    line.letGo()
  })

  test('the reads of the second come, each asked for once', async () => {
    app.watch(workspaceQueryAtom, camerasQueryAtom, videosQueryAtom)
    await app.settle()
    const before = app.backend.sent.length
    await app.signIn('bob@example.org')
    await app.settle()
    expect(app.store.get(workspaceQueryAtom).data?.id).toBe(userOf(app).workspaceId)
    expect(app.store.get(camerasQueryAtom).data).toEqual([])
    const sent = app.backend.sent.slice(before).map(({ path }) => path)
    expect(sent.length).toBe(new Set(sent).size)
  })

  test('another member of the same workspace begins anew, too', async () => {
    app.watch(camerasQueryAtom)
    await read()
    const { workspaceId } = userOf(app)
    const line = slow()
    const undo = app.backend.play(line.scenario)
    // The hub has one member for each workspace so far; another provider may have more.
    app.services.session.signIn(tokenOf('bob@example.org'), 'refresh', workspaceId)
    expect(app.store.get(camerasQueryAtom).data).toBeUndefined()
    undo()
    line.letGo()
  })
})

test('an answer that comes after somebody else signed in does not show to them (UI-12)', async () => {
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

test('the same extensions told again begin nothing anew; others replace them (EXT-01)', () => {
  const note = (...names: ExtensionName[]) => {
    app.store.set(noteExtensionsAtom, new Set(names))
    return app.store.get(extensionsAtom)
  }
  const first = note('polling', 'sign-out')
  expect(note('sign-out', 'polling')).toBe(first)
  expect(note('sign-out', 'clip-details')).toEqual(new Set(['sign-out', 'clip-details']))
  expect(note('sign-out')).toEqual(new Set(['sign-out']))
})
