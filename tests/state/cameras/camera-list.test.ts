import { focusManager, onlineManager } from '@tanstack/query-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { calls } from '../../../src/contract/calls'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { keptExtensionsAtom } from '../../../src/state/http/extensions'
import { CAMERAS_POLL_MS } from '../../../src/state/http/polling'
import { storageUsageQueryAtom } from '../../../src/state/recordings/storage-use'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { answers, answers500, offline, only, withoutExtensions } from '../../support/scenarios'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  holdTimers()
})
afterEach(async () => {
  focusManager.setFocused(undefined)
  onlineManager.setOnline(true)
  await app.close()
  vi.useRealTimers()
})

const reads = () => app.backend.sentTo('GET /cameras').length
/** What it invites to stays known to the page, and to those after it. */
const hearTheHub = () => app.services.http.send(calls.workspaces.usage, {})
const open = async () => {
  app.watch(camerasQueryAtom)
  await app.settle()
}

describe('a tab that nobody looks at', () => {
  beforeEach(() => focusManager.setFocused(false))

  test('goes on reading its cameras, which may be switched elsewhere (EXT-08)', async () => {
    await open()
    const first = reads()
    await pass(app, CAMERAS_POLL_MS - 1)
    expect(reads()).toBe(first)
    await pass(app, 1)
    expect(reads()).toBe(first + 1)
  })

  test.each([
    ['an error', answers500],
    ['no answer', offline],
  ])('begins a failed read anew, and has the cameras once that succeeds: %s', async (_name, scenario) => {
    await hearTheHub()
    const back = app.backend.play(scenario)
    await open()
    expect(app.store.get(camerasQueryAtom).status).toBe('error')
    back()
    await pass(app, CAMERAS_POLL_MS)
    expect(app.store.get(camerasQueryAtom)).toMatchObject({ status: 'success', data: [] })
  })
})

test('a provider of the bare contract is asked once (EXT-02)', async () => {
  app.backend.play(withoutExtensions)
  focusManager.setFocused(false)
  await open()
  await pass(app, 10 * CAMERAS_POLL_MS)
  expect(reads()).toBe(1)
})

test('a provider of the bare contract that fails is asked four times (FETCH-01, EXT-02)', async () => {
  focusManager.setFocused(true)
  app.backend.play(answers(500))
  await open()
  await pass(app, 60_000)
  expect(reads()).toBe(4)
})

test('a proxy’s refusal of the first read has a page go on that heard an invitation before (EXT-01, EXT-08)', async () => {
  await hearTheHub()
  const backend = app.backend
  const page = await startApp({ backend, storage: app.storage })
  const back = backend.play(answers(500))
  focusManager.setFocused(false)
  page.watch(camerasQueryAtom)
  await pass(page, 0)
  expect(page.store.get(camerasQueryAtom).status).toBe('error')
  back()
  await pass(page, CAMERAS_POLL_MS)
  expect(page.store.get(camerasQueryAtom).status).toBe('success')
  await page.close()
})

test('a provider that names nothing any more is asked four times where the hub was heard before (FETCH-01, EXT-02)', async () => {
  await hearTheHub()
  const backend = app.backend
  const page = await startApp({ backend, storage: app.storage })
  focusManager.setFocused(true)
  const back = backend.play(answers(500))
  const before = reads()
  page.watch(keptExtensionsAtom, camerasQueryAtom)
  await pass(page, 0)
  back()
  backend.play(withoutExtensions)
  await page.services.http.send(calls.workspaces.usage, {})
  backend.play(only('GET /cameras', answers(500)))
  await pass(page, 60_000)
  expect(reads() - before).toBe(4)
  await page.close()
})

test('in a tab that is looked at a failed read is tried again as any (X-57)', async () => {
  focusManager.setFocused(true)
  const back = app.backend.play(answers500)
  await open()
  const first = reads()
  back()
  await pass(app, 1_000)
  expect(reads()).toBe(first + 1)
  expect(app.store.get(camerasQueryAtom).status).toBe('success')
})

test('a tab that is hidden before it tries again reads anew, and goes on (EXT-08)', async () => {
  focusManager.setFocused(true)
  await hearTheHub()
  const back = app.backend.play(answers500)
  await open()
  focusManager.setFocused(false)
  await pass(app, 1_000)
  expect(app.store.get(camerasQueryAtom).status).toBe('error')
  back()
  await pass(app, CAMERAS_POLL_MS)
  expect(app.store.get(camerasQueryAtom)).toMatchObject({ status: 'success', data: [] })
})

test('reads go on while the browser calls itself offline: the hub may be this machine', async () => {
  onlineManager.setOnline(false)
  app.watch(storageUsageQueryAtom)
  await app.settle()
  expect(app.store.get(storageUsageQueryAtom).status).toBe('success')
})
