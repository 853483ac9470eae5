import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyOutbox } from '../../../src/outbox/outbox-state'
import { chatMemoryAtom } from '../../../src/state/assistant/chat-memory'
import { captureStatesAtom } from '../../../src/state/cameras/capture-states'
import { askPermissionAtom, notePermissionAtom, permissionAtom } from '../../../src/state/cameras/devices'
import { recordingTabAtom } from '../../../src/state/capture/recording-tab'
import { enterStealthAtom } from '../../../src/state/capture/stealth'
import { noteOutcomeAtom } from '../../../src/state/hub/connection'
import { setSignsAtom } from '../../../src/state/live/camera-signs'
import { editedScheduleAtom } from '../../../src/state/modes/schedule-draft'
import {
  clipBegunAtom,
  clipEndedAtom,
  clipLeftOutAtom,
  forgetOpenClipsAtom,
  outboxStateAtom,
} from '../../../src/state/recordings/delivery'
import { type AppKeeper, appKeeperAtom, isNewVersionHereAtom } from '../../../src/state/shell/app-version'
import { startVersionMoments } from '../../../src/state/shell/version-moments'
import { startApp, type TestApp } from '../../support/app'
import { runningState } from '../../support/browser/fake-cameras'

/** Twice the pause after a clip. */
const CALM_MS = 10_000

let app: TestApp
let end: () => void
let isLeftAlone = true
let done: string[] = []
const keeperIsTouched = () => {
  isLeftAlone = false
}
const keeper: AppKeeper = {
  look: async () => void done.push('look'),
  reload: () => void done.push('reload'),
  isLeftAlone: () => isLeftAlone,
}
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  isLeftAlone = true
  done = []
  app.store.set(appKeeperAtom, keeper)
  app.store.set(captureStatesAtom, new Map([['camera', runningState()]]))
  app.store.set(recordingTabAtom, { phase: 'here' })
  app.store.set(isNewVersionHereAtom, true)
  app.store.set(notePermissionAtom, { phase: 'granted' })
  end = startVersionMoments(app.store)
})
afterEach(async () => {
  end()
  await app.close()
})

const begin = (id: string) =>
  app.store.set(clipBegunAtom, '', 'camera', { id, startedAtMs: 0, mediaType: 'video/webm', hasAudio: false })
const passMoment = () => {
  app.timers.fire()
  return done.filter((deed) => deed === 'reload').length
}

describe('a new version (SHELL-09)', () => {
  test('is taken by a camera’s tab at a quiet moment', () => {
    expect(passMoment()).toBe(1)
  })

  test.each<[string, () => void | Promise<void>]>([
    ['while there is none', () => app.store.set(isNewVersionHereAtom, false)],
    ['while somebody is at the page, or something stands half typed', () => keeperIsTouched()],
    [
      'where the cameras are allowed for this visit alone: the next page would have none',
      async () => {
        app.cameras.answer = { phase: 'granted' }
        app.store.set(notePermissionAtom, { phase: 'prompt' })
        await app.store.set(askPermissionAtom)
        expect(app.store.get(permissionAtom).phase).toBe('granted')
      },
    ],
    [
      'while a draft is held, on whichever screen (MODE-14)',
      () => app.store.set(editedScheduleAtom, { timeZone: 'Europe/Paris' }),
    ],
    ['while a question to the assistant is half typed', () => app.store.set(chatMemoryAtom, { draft: 'Who was' })],
    ['while the screen is black on purpose: it would light up (STEALTH-11)', () => app.store.set(enterStealthAtom)],
    ['while the hub is away', () => app.store.set(noteOutcomeAtom, { kind: 'network', isTimeout: false })],
    ['by a tab that runs no cameras', () => app.store.set(captureStatesAtom, new Map())],
    ['by a tab beside the one that does', () => app.store.set(recordingTabAtom, { phase: 'elsewhere', tab: null })],
    [
      'while a clip is recorded',
      () => app.store.set(captureStatesAtom, new Map([['camera', runningState({ motion: { phase: 'recording' } })]])),
    ],
    [
      'while a clip is in memory alone, which would end with the page',
      () => app.store.set(outboxStateAtom, { ...emptyOutbox, refused: 1, inMemory: 1 }),
    ],
    [
      'while somebody talks',
      () =>
        app.store.set(setSignsAtom, [
          { kind: 'talking', cameraId: 'camera', cameraName: 'Yard', viewingId: '1', who: 'ann', sinceMs: 0 },
        ]),
    ],
  ])('is not taken %s', async (_when, make) => {
    await make()
    expect(passMoment()).toBe(0)
  })

  test('is not taken while it is open whether a clip is kept: the next page would deliver it (LABEL-09)', async () => {
    begin('left out')
    begin('kept')
    const leaving = app.store.set(clipLeftOutAtom, 'left out')
    app.store.set(clipEndedAtom, 'kept')
    // The disk still has it.
    expect(passMoment()).toBe(0)
    await leaving
    app.backend.hub.clock.advance(CALM_MS)
    expect(passMoment()).toBe(1)
  })

  test('is not taken in the pause between two clips of a motion that goes on', () => {
    begin('first')
    app.store.set(clipEndedAtom, 'first')
    app.backend.hub.clock.advance(CALM_MS - 1)
    expect(passMoment()).toBe(0)
    app.backend.hub.clock.advance(1)
    expect(passMoment()).toBe(1)
  })

  test('is taken also where the clock was set back by hours since the last clip', () => {
    begin('first')
    app.store.set(clipEndedAtom, 'first')
    app.backend.hub.clock.advance(-3_600_000)
    expect(passMoment()).toBe(1)
  })

  test('is not held up by a clip of an engine that is gone', () => {
    begin('open')
    app.store.set(forgetOpenClipsAtom)
    expect(passMoment()).toBe(1)
  })

  test('is looked for now and then, and when the hub is back', () => {
    app.store.set(noteOutcomeAtom, { kind: 'network', isTimeout: false })
    expect(done).toEqual([])
    app.store.set(noteOutcomeAtom, null)
    expect(done).toEqual(['look'])
    app.timers.fire()
    expect(done.filter((deed) => deed === 'look')).toHaveLength(2)
  })
})
