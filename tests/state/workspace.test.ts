import { afterEach, expect, test } from 'vitest'
import type { Tier } from '../../src/contract/plans'
import { isAudioAllowedAtom, isFreePlanAtom, tierAtom, workspaceQueryAtom } from '../../src/state/workspace'
import { startApp, type TestApp } from '../support/app'
import { answers, only } from '../support/scenarios'

let app: TestApp
afterEach(() => app.close())

test.each<[Tier, boolean, boolean]>([
  ['FREE', true, false],
  ['BASIC', false, false],
  ['PRO', false, true],
  ['TEAM', false, true],
])(
  'on %s the free-plan banner shows: %s, and audio is allowed: %s (spec 2, 5; CAM-38)',
  async (tier, isFree, hasAudio) => {
    app = await startApp({ tier })
    await app.signIn()
    await app.until(workspaceQueryAtom, ({ data }) => data !== undefined)
    const seen = [tierAtom, isFreePlanAtom, isAudioAllowedAtom].map((atom) => app.store.get<unknown>(atom))
    expect(seen).toEqual([tier, isFree, hasAudio])
  },
)

test('an unknown workspace counts as FREE (spec 2, X-19)', async () => {
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

test('it is read by the stored workspaceId (spec 7)', async () => {
  app = await startApp()
  await app.signIn()
  app.watch(workspaceQueryAtom)
  await app.settle()
  expect(app.backend.sent[0]?.path).toBe(`/v1/workspaces/${app.storage.getItem('workspaceId')}`)
})

test('without a stored workspaceId it is not read (spec 8, silent failures)', async () => {
  app = await startApp()
  await app.signIn()
  app.storage.removeItem('workspaceId')
  app.services.session.changed()
  app.watch(workspaceQueryAtom)
  await app.settle()
  expect(app.backend.sent).toEqual([])
})
