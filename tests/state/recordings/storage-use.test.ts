import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dayOf } from '../../../src/lib/day'
import {
  arePartsSaidAtom,
  partsBy,
  storagePartsAtom,
  storagePartsQueryAtom,
} from '../../../src/state/recordings/storage-use'
import { videosQueryAtom } from '../../../src/state/recordings/videos'
import { startApp, type TestApp } from '../../support/app'
import { withoutExtensions } from '../../support/scenarios'
import { cameraOnHub, clipsOnHub } from '../support/hub-data'

/** Of the clips. */
const day = dayOf(Date.parse('2026-03-10T08:00:00Z'))

let app: TestApp
beforeEach(async () => {
  app = await startApp({ tier: 'PRO' })
  await app.signIn()
  await clipsOnHub(app, (await cameraOnHub(app, 'Door')).id, 7)
})
afterEach(() => app.close())

const open = async () => {
  app.watch(videosQueryAtom)
  await app.settle()
  app.watch(storagePartsAtom, storagePartsQueryAtom)
  await app.settle()
}
const asked = () => app.backend.sentTo('GET /videos/storage-usage').map(({ path }) => path)
test('what takes the storage is said of all recordings, by the days of this browser (EXT-28)', async () => {
  await open()
  expect(app.store.get(storagePartsAtom)).toEqual({
    byCamera: [{ name: 'Door', sizeBytes: 7000, count: 7 }],
    byDay: [{ name: day, sizeBytes: 7000, count: 7 }],
  })
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  expect([...new Set(asked())]).toEqual([`/v1/videos/storage-usage?timeZone=${encodeURIComponent(timeZone)}`])
})

describe('a provider without the extension', () => {
  test('is not asked, and the loaded recordings are added up by camera and by day (EXT-02, EXT-28, VID-17)', async () => {
    app.backend.play(withoutExtensions)
    await clipsOnHub(app, (await cameraOnHub(app, 'Garage')).id, 2, 20)
    await open()
    expect([app.store.get(arePartsSaidAtom), asked()]).toEqual([false, []])
    expect(app.store.get(storagePartsAtom)).toEqual({
      byCamera: [
        { name: 'Door', sizeBytes: 4000, count: 4 },
        { name: 'Garage', sizeBytes: 2000, count: 2 },
      ],
      byDay: [{ name: day, sizeBytes: 6000, count: 6 }],
    })
  })

  test('has the largest first, and what has no name is left out (VID-17)', () => {
    const video = (id: string, size: number) => ({
      id,
      size,
      title: '',
      type: '',
      notificationType: null,
      quality: '',
      createdAt: '',
      thumbnailUrl: null,
      videoUrl: null,
      camera: null,
    })
    const videos = [video('a', 1), video('b', 5), video('', 100), video('a', 2), video('c', 4)]
    expect(partsBy(videos, ({ id }) => id || null)).toEqual([
      { name: 'b', sizeBytes: 5, count: 1 },
      { name: 'c', sizeBytes: 4, count: 1 },
      { name: 'a', sizeBytes: 3, count: 2 },
    ])
  })
})
