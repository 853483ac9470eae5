import { focusManager } from '@tanstack/query-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Tier } from '../../../src/contract/plans'
import { WORKSPACE_POLL_MS } from '../../../src/state/http/polling'
import { areLongClipsAllowedAtom } from '../../../src/state/recordings/recording-settings'
import {
  isAudioAllowedAtom,
  isAudioRefusedAtom,
  isFreePlanAtom,
  tierAtom,
  workspaceQueryAtom,
} from '../../../src/state/workspace/workspace'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { answers, answers500, only, withoutExtensions } from '../../support/scenarios'

let app: TestApp
afterEach(() => app.close())

test.each<[Tier, boolean, boolean]>([
  ['FREE', true, false],
  ['BASIC', false, false],
  ['PRO', false, true],
  ['TEAM', false, true],
])(
  'on %s the free-plan banner shows: %s, and audio is allowed: %s (CAM-05, CAM-38)',
  async (tier, isFree, hasAudio) => {
    app = await startApp({ tier })
    await app.signIn()
    await app.until(workspaceQueryAtom, ({ data }) => data !== undefined)
    const seen = [tierAtom, isFreePlanAtom, isAudioAllowedAtom].map((atom) => app.store.get<unknown>(atom))
    expect(seen).toEqual([tier, isFree, hasAudio])
  },
)

test('an unknown workspace counts as FREE (CAM-05, X-19)', async () => {
  app = await startApp({ tier: 'PRO' })
  expect([app.store.get(tierAtom), app.store.get(isFreePlanAtom), app.store.get(isAudioAllowedAtom)]).toEqual([
    'FREE',
    true,
    false,
  ])
})

test('a workspace without billing counts as FREE (X-19)', async () => {
  app = await startApp({ tier: 'PRO' })
  await app.signIn()
  const workspaceId = app.storage.getItem('workspaceId')
  app.backend.play(only(`GET /workspaces/${workspaceId}`, answers(200, { id: workspaceId, stripeCustomer: null })))
  await app.until(workspaceQueryAtom, ({ data }) => data !== undefined)
  expect(app.store.get(tierAtom)).toBe('FREE')
})

test('it is read by the stored workspaceId (BILL-15)', async () => {
  app = await startApp()
  await app.signIn()
  app.watch(workspaceQueryAtom)
  await app.settle()
  expect(app.backend.sent[0]?.path).toBe(`/v1/workspaces/${app.storage.getItem('workspaceId')}`)
})

test('without a stored workspaceId it is not read (BILL-17)', async () => {
  app = await startApp()
  await app.signIn()
  app.storage.removeItem('workspaceId')
  app.services.session.changed()
  app.watch(workspaceQueryAtom)
  await app.settle()
  expect(app.backend.sent).toEqual([])
})

const ofTiers = (app: TestApp, billing: Tier, usage: Tier) => {
  const path = `/workspaces/${app.storage.getItem('workspaceId')}`
  const body = {
    stripeCustomer: { tier: billing, billingPeriod: 'YEARLY' },
    workspaceUsagePeriod: { tier: usage, billingEnd: '2026-12-31T00:00:00Z' },
  }
  return app.backend.play(only(`GET ${path}`, answers(200, body)))
}

test('a plan that was cancelled keeps its sound and its long clips until the period ends (KEEP-10)', async () => {
  app = await startApp({ tier: 'PRO' })
  await app.signIn()
  ofTiers(app, 'BASIC', 'PRO')
  await app.until(workspaceQueryAtom, ({ data }) => data !== undefined)
  expect([isAudioAllowedAtom, isAudioRefusedAtom, areLongClipsAllowedAtom].map((it) => app.store.get(it))).toEqual([
    true,
    false,
    true,
  ])
  expect(app.store.get(tierAtom)).toBe('BASIC')
})

test.each([
  ['FREE', 'PRO', false],
  ['PRO', 'FREE', false],
  ['FREE', 'FREE', true],
] as const)(
  'billed as %s, with the limits of %s: the free-plan banner shows: %s (CAM-05)',
  async (billing, usage, isFree) => {
    app = await startApp({ tier: 'PRO' })
    await app.signIn()
    ofTiers(app, billing, usage)
    await app.until(workspaceQueryAtom, ({ data }) => data !== undefined)
    expect(app.store.get(isFreePlanAtom)).toBe(isFree)
  },
)

describe('a tab that nobody looks at', () => {
  beforeEach(async () => {
    app = await startApp()
    await app.signIn()
    holdTimers()
    focusManager.setFocused(false)
  })
  afterEach(() => {
    focusManager.setFocused(undefined)
    vi.useRealTimers()
  })

  test('hears within a minute of a plan bought elsewhere: its cameras may record sound (EXT-08)', async () => {
    app.watch(isAudioAllowedAtom)
    await app.settle()
    expect(app.store.get(isAudioAllowedAtom)).toBe(false)
    ofTiers(app, 'PRO', 'PRO')
    await pass(app, WORKSPACE_POLL_MS - 1)
    expect(app.store.get(isAudioAllowedAtom)).toBe(false)
    await pass(app, 1)
    expect(app.store.get(isAudioAllowedAtom)).toBe(true)
  })

  test('hears of it after a read that failed, too', async () => {
    app.watch(isAudioAllowedAtom)
    await app.settle()
    const back = app.backend.play(answers500)
    await pass(app, WORKSPACE_POLL_MS)
    back()
    ofTiers(app, 'PRO', 'PRO')
    await pass(app, WORKSPACE_POLL_MS)
    expect(app.store.get(isAudioAllowedAtom)).toBe(true)
  })

  test('asks a provider of the bare contract once (EXT-02)', async () => {
    app.backend.play(withoutExtensions)
    app.watch(workspaceQueryAtom)
    await pass(app, 10 * WORKSPACE_POLL_MS)
    expect(app.backend.sent).toHaveLength(1)
  })
})
