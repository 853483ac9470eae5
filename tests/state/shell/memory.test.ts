import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '../../../src/contract/calls'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { setMotionAtom } from '../../../src/state/cameras/cameras'
import { isCaptureWantedAtom } from '../../../src/state/capture/wished-captures'
import { watchRowAtom } from '../../../src/state/dashboard/watch-row'
import { extensionsAtom } from '../../../src/state/http/extensions'
import { hasAnsweredAtom, isHubSilentAtom } from '../../../src/state/hub/connection'
import { clipForm } from '../../../src/state/recordings/clip-upload'
import { startMemoryService } from '../../../src/state/shell/memory'
import { isSignedInAtom, signOutAtom } from '../../../src/state/sign-in/session'
import { tierAtom, workspaceQueryAtom } from '../../../src/state/workspace/workspace'
import { startApp, type TestApp } from '../../support/app'
import { webcamListed } from '../../support/browser/fake-cameras'
import { answers, malformedJson, offline, slow, withoutExtensions } from '../../support/scenarios'
import { cameraOnHub } from '../support/hub-data'

let app: TestApp
let next: TestApp | null = null
let cameraId: string
let end: () => void = () => undefined
beforeEach(async () => {
  app = await startApp({ tier: 'PRO' })
  await app.signIn()
  cameraId = (await cameraOnHub(app)).id
  await openCameras(app)
  app.watch(workspaceQueryAtom)
  const camera = app.store.get(camerasQueryAtom).data?.[0]
  if (camera === undefined) throw new Error('The camera did not come.')
  await app.store.set(setMotionAtom, camera, true)
  await app.settle()
})
afterEach(async () => {
  end()
  await next?.close()
  next = null
  await app.close()
})

async function openCameras(tab: TestApp): Promise<void> {
  tab.cameras.plug(webcamListed)
  tab.store.set(isCaptureWantedAtom, true)
  tab.cameras.permit({ phase: 'granted' })
  await tab.settle()
}

/** The browser starts anew on what it kept. */
async function restart(): Promise<TestApp> {
  next = await startApp({ backend: app.backend, storage: app.storage })
  end = startMemoryService(next.store)
  next.watch(camerasQueryAtom, workspaceQueryAtom)
  await openCameras(next)
  return next
}

describe('a page that is opened while the hub is away (SHELL-10)', () => {
  test('runs the cameras of this machine as they were, and knows plan and extensions', async () => {
    const extensions = [...app.store.get(extensionsAtom)]
    app.backend.play(offline)
    const tab = await restart()
    expect(tab.cameras.running?.get(cameraId)).toMatchObject({ isMotionEnabled: true, isNamingWanted: true })
    expect([tab.store.get(tierAtom), [...tab.store.get(extensionsAtom)]]).toEqual(['PRO', extensions])
    expect([tab.store.get(isSignedInAtom), tab.store.get(hasAnsweredAtom)]).toEqual([true, false])
  })

  test('waits two seconds for a hub that says nothing, and then goes by what it remembers', async () => {
    const hold = slow()
    app.backend.play(hold.scenario)
    next = await startApp({ backend: app.backend, storage: app.storage })
    const tab = next
    end = startMemoryService(tab.store)
    tab.watch(camerasQueryAtom)
    tab.cameras.plug(webcamListed)
    tab.store.set(isCaptureWantedAtom, true)
    tab.cameras.permit({ phase: 'granted' })
    await new Promise((resolve) => setImmediate(resolve))
    expect([tab.store.get(isHubSilentAtom), tab.cameras.running?.size ?? 0]).toEqual([false, 0])
    expect(tab.timers.delays()).toContain(2_000)
    tab.timers.fire()
    await new Promise((resolve) => setImmediate(resolve))
    expect([tab.store.get(isHubSilentAtom), tab.cameras.running?.has(cameraId)]).toEqual([true, true])
    hold.letGo()
    await tab.settle()
    expect(tab.store.get(isHubSilentAtom)).toBe(false)
  })

  test('does what was changed meanwhile as soon as the hub is back', async () => {
    const back = app.backend.play(offline)
    const tab = await restart()
    back()
    await app.services.http.send(calls.cameras.setMotionAudio, {
      params: { cameraId },
      body: { isMotionEnabled: false, isAudioEnabled: false },
    })
    await tab.services.http.send(calls.workspaces.usage, {})
    await tab.settle()
    expect(tab.cameras.running?.get(cameraId)?.isMotionEnabled ?? false).toBe(false)
  })

  test('gives clips their time and what they show, though nothing was heard since', async () => {
    app.backend.play(offline)
    const tab = await restart()
    const clip = {
      id: 'clip',
      workspaceId: '',
      cameraId,
      hasAudio: false,
      mediaType: 'video/webm',
      thumbnail: null,
      content: new Blob(['clip']),
      startedAtMs: Date.parse('2026-03-10T08:00:00Z'),
      durationMs: 15_000,
      detections: [],
      refusal: null,
      isRefusedForNow: false,
    }
    const form = await clipForm(clip, tab.store.get(extensionsAtom))
    expect(form.get('startedAt')).toBe('2026-03-10T08:00:00.000Z')
  })

  test('keeps the session, which only the hub itself ends', async () => {
    const back = app.backend.play(offline)
    const tab = await restart()
    expect(tab.store.get(isSignedInAtom)).toBe(true)
    back()
    app.backend.play(answers(401, { code: 'unauthorized', message: 'Sign in again.' }))
    await tab.services.http.send(calls.cameras.list, {})
    expect(tab.store.get(isSignedInAtom)).toBe(false)
  })
})

describe('a page that is opened again (FACE-06)', () => {
  const asked = (call: string) => app.backend.sentTo(call).length

  test('asks for cameras and their pictures at once, and not only after the provider’s first word', async () => {
    const before = ['GET /cameras', 'GET /screenshots'].map(asked)
    const line = slow()
    const stop = app.backend.play(line.scenario)
    next = await startApp({ backend: app.backend, storage: app.storage })
    next.watch(watchRowAtom)
    await line.arrived(2)
    expect(['GET /cameras', 'GET /screenshots'].map(asked)).toEqual(before.map((count) => count + 1))
    line.letGo()
    stop()
    await next.settle()
    expect(next.store.get(watchRowAtom).phase).toBe('here')
  })

  test('asks for neither again where the provider’s first word invites it no more (EXT-02)', async () => {
    app.backend.play(withoutExtensions)
    next = await startApp({ backend: app.backend, storage: app.storage })
    next.watch(watchRowAtom)
    await next.settle()
    expect(next.store.get(watchRowAtom)).toEqual({ phase: 'none' })
  })

  test('asks for neither where another provider invited it', async () => {
    const kept = app.storage.getItem('nightjar:extensions') ?? ''
    app.storage.setItem('nightjar:extensions', kept.replace(/^\S+/, 'https://elsewhere.test/v1'))
    const before = asked('GET /cameras')
    next = await startApp({ backend: app.backend, storage: app.storage })
    next.watch(watchRowAtom)
    await next.settle()
    expect([asked('GET /cameras'), next.store.get(watchRowAtom).phase]).toEqual([before, 'awaited'])
  })
})

describe('what a browser remembers', () => {
  test('is nobody else’s after a sign-out', async () => {
    app.store.set(signOutAtom)
    await app.settle()
    const keys = ['nightjar:cameras', 'nightjar:workspace', 'nightjar:extensions']
    expect(keys.map((key) => app.storage.getItem(key))).toEqual([null, null, null])
  })

  test('does not stand in where another user is signed in', async () => {
    const kept = app.storage.getItem('nightjar:cameras') ?? ''
    app.storage.setItem('nightjar:cameras', kept.replace(/"user":"[^"]*"/, '"user":"somebody else"'))
    app.backend.play(offline)
    expect((await restart()).store.get(camerasQueryAtom).data).toBeUndefined()
  })

  test('is not offered by a provider that comes back without extensions (EXT-02)', async () => {
    const back = app.backend.play(offline)
    const tab = await restart()
    expect(tab.store.get(extensionsAtom).size).toBeGreaterThan(0)
    back()
    app.backend.play(withoutExtensions)
    await tab.services.http.send(calls.cameras.list, {})
    expect(tab.store.get(extensionsAtom).size).toBe(0)
    // Nor does a page that is opened then expect them of its answers.
    expect(app.storage.getItem('nightjar:extensions')).toBeNull()
  })

  test('outlives the page of a proxy that stands in for the hub (EXT-01)', async () => {
    const back = app.backend.play(offline)
    const tab = await restart()
    back()
    app.backend.play(malformedJson)
    await tab.services.http.send(calls.videos.remove, { params: { videoId: 'v' } })
    expect(tab.store.get(extensionsAtom).size).toBeGreaterThan(0)
  })

  test('holds for the provider it was heard of alone', async () => {
    const kept = app.storage.getItem('nightjar:extensions') ?? ''
    app.storage.setItem('nightjar:extensions', kept.replace(/^\S+/, 'https://elsewhere.test/v1'))
    app.backend.play(offline)
    expect((await restart()).store.get(extensionsAtom).size).toBe(0)
  })
})
