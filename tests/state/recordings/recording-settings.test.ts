import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noteKeptElsewhereAtom } from '../../../src/state/capture/detection-settings'
import {
  areLongClipsAllowedAtom,
  keepRecordingAtom,
  keptRecordingAtom,
  longestClipAtom,
} from '../../../src/state/recordings/recording-settings'
import { signOutAtom } from '../../../src/state/sign-in/session'
import { workspaceQueryAtom } from '../../../src/state/workspace/workspace'
import { startApp, type TestApp } from '../../support/app'

const id = 'camera-1'

let app: TestApp
afterEach(() => app.close())

async function open(tier: 'FREE' | 'BASIC' | 'PRO' | 'TEAM' = 'PRO') {
  app = await startApp({ tier })
  await app.signIn()
  app.watch(workspaceQueryAtom, longestClipAtom)
  await app.settle()
}
const kept = () => app.store.get(keptRecordingAtom)(id)
const longest = (cameraId = id) => app.store.get(longestClipAtom)(cameraId)
const keep = (isMp4Wanted: boolean, longestClipMs: number) =>
  app.store.set(keepRecordingAtom, id, { isMp4Wanted, longestClipMs })
const stored = () => [app.storage.getItem(`mp4:${id}`), app.storage.getItem(`clip-length:${id}`)]

describe('what this browser keeps of a camera', () => {
  beforeEach(() => open())

  test.each([
    [null, null, false, 15_000],
    ['on', '60000', true, 60_000],
    ['true', '30000', false, 30_000],
    ['', '45000', false, 15_000],
    ['off', '600000', false, 15_000],
    ['on', '6e4', true, 15_000],
  ])('%j and %j read as MP4 %j and %i ms', (mp4, length, isMp4Wanted, longestClipMs) => {
    if (mp4 !== null) app.storage.setItem(`mp4:${id}`, mp4)
    if (length !== null) app.storage.setItem(`clip-length:${id}`, length)
    expect(kept()).toEqual({ isMp4Wanted, longestClipMs })
  })

  test('is written as one word and one number, and the default as nothing', () => {
    keep(true, 30_000)
    expect([stored(), kept()]).toEqual([['on', '30000'], { isMp4Wanted: true, longestClipMs: 30_000 }])
    keep(false, 15_000)
    expect([stored(), kept()]).toEqual([[null, null], { isMp4Wanted: false, longestClipMs: 15_000 }])
  })

  test('stays at sign-out, and is followed when another tab changed it', () => {
    keep(true, 30_000)
    app.store.set(signOutAtom)
    expect(stored()).toEqual(['on', '30000'])
    const before = app.store.get(keptRecordingAtom)
    app.store.set(noteKeptElsewhereAtom, `detection:${id}`)
    expect(app.store.get(keptRecordingAtom)).toBe(before)
    for (const key of [`mp4:${id}`, `clip-length:${id}`, null]) {
      const last = app.store.get(keptRecordingAtom)
      app.store.set(noteKeptElsewhereAtom, key)
      expect(app.store.get(keptRecordingAtom)).not.toBe(last)
    }
  })
})

describe('how long a clip may grow (CLIP-04, X-46)', () => {
  test.each(['PRO', 'TEAM'] as const)('is chosen for each camera on %s', async (tier) => {
    await open(tier)
    expect([longest(), app.store.get(areLongClipsAllowedAtom)]).toEqual([15_000, true])
    keep(false, 60_000)
    expect([longest(), longest('camera-2')]).toEqual([60_000, 15_000])
    keep(false, 30_000)
    expect(longest()).toBe(30_000)
  })

  test.each(['FREE', 'BASIC'] as const)('is 15 s on %s, whatever was chosen before', async (tier) => {
    await open(tier)
    keep(false, 60_000)
    expect([longest(), app.store.get(areLongClipsAllowedAtom)]).toEqual([15_000, false])
    expect(kept().longestClipMs).toBe(60_000)
  })

  test('is 15 s while the plan is not known', async () => {
    app = await startApp({ tier: 'PRO' })
    keep(false, 60_000)
    expect(longest()).toBe(15_000)
  })
})
