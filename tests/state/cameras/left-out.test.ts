import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { leftOutSentence, leftOutTodayAtom, noteLeftOutAtom } from '../../../src/state/cameras/left-out'
import { noteKeptElsewhereAtom } from '../../../src/state/capture/detection-settings'
import { signOutAtom } from '../../../src/state/sign-in/session'
import { startApp, type TestApp } from '../../support/app'
import { cameraOnHub } from '../support/hub-data'

const DAY_MS = 24 * 3_600_000

let app: TestApp
let door: string
let garden: string
beforeEach(async () => {
  app = await startApp({ tier: 'PRO' })
  await app.signIn()
  door = (await cameraOnHub(app)).id
  garden = (await cameraOnHub(app, 'Garden')).id
  app.watch(camerasQueryAtom, leftOutTodayAtom)
  await app.settle()
})
afterEach(() => app.close())

const counts = () => Object.fromEntries(app.store.get(leftOutTodayAtom))
const leaveOut = (cameraId: string) => app.store.set(noteLeftOutAtom, cameraId)
const stored = (cameraId: string) => app.storage.getItem(`left-out:${cameraId}`)

describe('the clips left out today (LABEL-09)', () => {
  test('are counted for each camera, and none where none was', () => {
    expect(counts()).toEqual({})
    for (const cameraId of [door, door, garden]) leaveOut(cameraId)
    expect(counts()).toEqual({ [door]: 2, [garden]: 1 })
  })

  test('stay in this browser over a sign-out, and only those of the last day', () => {
    leaveOut(door)
    const first = stored(door)
    app.backend.hub.clock.advance(DAY_MS)
    leaveOut(door)
    expect([first, stored(door), counts()]).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\d:1$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\d:1$/),
      { [door]: 1 },
    ])
    expect(stored(door)).not.toBe(first)
    app.store.set(signOutAtom)
    expect(stored(door)).not.toBeNull()
  })

  test('disturb nothing where the storage is full', () => {
    app.storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    expect(() => leaveOut(door)).not.toThrow()
  })

  test('end with their day, also where nothing else is left out', async () => {
    leaveOut(door)
    app.backend.hub.clock.advance(DAY_MS)
    await app.store.get(camerasQueryAtom).refetch()
    await app.settle()
    expect(counts()).toEqual({})
  })

  test('are followed when another tab counted', () => {
    leaveOut(door)
    app.storage.setItem(`left-out:${door}`, stored(door)?.replace(/1$/, '7') ?? '')
    app.store.set(noteKeptElsewhereAtom, `zones:${door}`)
    expect(counts()).toEqual({ [door]: 1 })
    app.store.set(noteKeptElsewhereAtom, `left-out:${door}`)
    expect(counts()).toEqual({ [door]: 7 })
  })

  test.each(['', 'x', '7', ':7', '2026-03-10', 'TODAY:', 'TODAY:-1', 'TODAY:1.5', 'TODAY:1e9'])(
    'are none where a browser keeps %j',
    (text) => {
      leaveOut(door)
      const today = stored(door)?.split(':')[0] ?? ''
      app.storage.setItem(`left-out:${door}`, text.replace('TODAY', today))
      app.store.set(noteKeptElsewhereAtom, null)
      expect(counts()).toEqual({})
      leaveOut(door)
      expect(counts()).toEqual({ [door]: 1 })
    },
  )
})

test.each([
  [12, ['person'], '12 clips without people left out today'],
  [1, ['animal', 'person'], '1 clip without people or animals left out today'],
  [2, ['vehicle', 'animal', 'person'], '2 clips without people, animals or vehicles left out today'],
  [3, null, '3 clips left out today'],
  [3, undefined, '3 clips left out today'],
] as const)('%i left out where %j is kept are told as: %s (LABEL-09)', (count, kept, sentence) => {
  expect(leftOutSentence(count, kept && [...kept])).toBe(sentence)
})
