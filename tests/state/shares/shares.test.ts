import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { calls } from '../../../src/contract/calls'
import type { ExtensionName } from '../../../src/contract/extensions'
import { extensionsAtom, rememberExtensionsAtom } from '../../../src/state/http/extensions'
import { sampleClips, sampleShares } from '../../../src/state/shares/samples'
import { emptyShareForm, expiryOptions, formOfShare } from '../../../src/state/shares/share-form'
import { changeShareAtom, learnSharingAtom, sharesQueryAtom, sharingAtom } from '../../../src/state/shares/shares'
import { startApp, type TestApp } from '../../support/app'
import { jwt } from '../../support/jwt'
import { withoutExtensions } from '../../support/scenarios'

const endedShare = {
  id: 'ended',
  videoId: 'video',
  title: 'Garden',
  description: '',
  shareUrl: null,
  isPublic: false,
  createdAt: '',
  createdBy: '',
  expiresAt: '2026-03-12T12:00:00Z',
  views: 0,
  hasPassword: false,
  recordedAt: '',
  cameraName: '',
  thumbnailUrl: null,
}
const NOW_MS = Date.parse('2026-03-10T12:00:00Z')

describe('the sharing mock (SHARE-12)', () => {
  test('has shares with the specified fields', () => {
    for (const share of sampleShares(NOW_MS)) {
      expect(Object.keys(share).sort()).toEqual([
        'description',
        'expiresAt',
        'id',
        'isPublic',
        'password',
        'shareUrl',
        'title',
        'views',
      ])
    }
  })

  test('has a form with the specified fields', () => {
    expect(Object.keys(emptyShareForm).sort()).toEqual([
      'description',
      'expiryDays',
      'isPublic',
      'password',
      'requirePassword',
      'title',
    ])
  })

  test('offers an expiry of 1, 3, 7 and 30 days, one of them chosen (SHARE-04, X-79)', () => {
    expect(expiryOptions.map(({ days, label }) => `${days}: ${label}`)).toEqual([
      '1: 1 day',
      '3: 3 days',
      '7: 1 week',
      '30: 1 month',
    ])
    expect(expiryOptions.map(({ days }): number => days)).toContain(emptyShareForm.expiryDays)
  })

  test('has samples of every kind, none of them expired', () => {
    const shares = sampleShares(NOW_MS)
    expect(new Set(shares.map(({ isPublic }) => isPublic)).size).toBe(2)
    expect(new Set(shares.map(({ password }) => password === null)).size).toBe(2)
    expect(shares.every(({ expiresAt }) => Date.parse(expiresAt) > NOW_MS)).toBe(true)
    expect(sampleClips.length).toBeGreaterThan(1)
  })
})

describe('what the page was served with (SHARE-13, EXT-02)', () => {
  let app: TestApp
  afterEach(() => app.close())
  const open = async (names: readonly ExtensionName[]) => {
    app = await startApp({ services: { offeredByPage: async () => new Set(names) } })
    await app.signIn()
  }
  const learn = () => app.store.set(learnSharingAtom, new AbortController().signal)
  const known = () => [app.store.get(sharingAtom), ...app.store.get(extensionsAtom)]

  test('says whether there are shares, before any call, and nothing else', async () => {
    await open(['polling', 'shares', 'live'])
    await learn()
    expect(known()).toEqual(['shares', 'shares'])
    expect(app.backend.sent).toEqual([])
  })

  test('a share that somebody else has ended leaves the list as soon as it is changed (SHARE-27)', async () => {
    await open(['polling', 'shares'])
    await learn()
    app.watch(sharesQueryAtom)
    await app.until(sharesQueryAtom, ({ data }) => data !== undefined)
    const reads = () => app.backend.sentTo('GET /shares').length
    const before = reads()
    const outcome = await app.store.set(changeShareAtom, endedShare, { ...formOfShare(endedShare), title: 'Yard' })
    await app.settle()
    expect([outcome.kind, reads()]).toEqual(['refused', before + 1])
    expect(app.toasts).toEqual([expect.objectContaining({ text: '“Garden” is shared no more.' })])
  })

  test('is not believed where another provider let them in: nothing is sent (SHARE-10)', async () => {
    app = await startApp({ services: { offeredByPage: async () => new Set(['polling', 'shares'] as const) } })
    const sessionOfOpenId = jwt({ email: 'a@example.org', sub: '7', sid: randomUUID() })
    for (const token of [jwt({ email: 'a@example.org' }), sessionOfOpenId, 'opaque']) {
      app.services.session.signIn(token, 'r', 'w')
      app.watch(sharesQueryAtom)
      await learn()
      expect(known()).toEqual(['samples'])
    }
    await app.settle()
    expect(app.backend.sent).toEqual([])
  })

  test('takes nothing from what this browser remembers of the hub (SHELL-10, SHARE-10)', async () => {
    await open(['polling', 'shares', 'detections'])
    app.storage.setItem('nightjar:extensions', `${app.services.apiUrl} polling, shares, detections`)
    await learn()
    app.store.set(rememberExtensionsAtom)
    expect([...app.store.get(extensionsAtom)].sort()).toEqual(['detections', 'polling', 'shares'])
  })

  test('counts no more once the provider names none, or has answered before', async () => {
    await open(['polling', 'shares'])
    await learn()
    app.backend.play(withoutExtensions)
    await app.until(sharesQueryAtom, ({ status }) => status !== 'pending')
    expect(known()).toEqual(['samples'])
    await app.close()

    await open(['polling', 'shares'])
    app.backend.play(withoutExtensions)
    await app.services.http.send(calls.workspaces.usage, {})
    await learn()
    expect(known()).toEqual(['samples'])
  })
})
