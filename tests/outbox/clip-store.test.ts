import 'fake-indexeddb/auto'
import { deleteDB, openDB } from 'idb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { outboxDatabase } from '../../src/outbox/database'
import { indexedDbClipStore } from '../../src/outbox/indexed-db-store'
import { recordingOf, waitingClip } from '../support/outbox'

let databases = 0

describe('clips in IndexedDB', () => {
  let name = ''
  const idsIn = async (store = indexedDbClipStore(name)) => (await store.list()).map(({ id }) => id)

  beforeEach(() => {
    name = `clip-store-${databases++}`
  })

  it('are none at first', async () => {
    expect(await idsIn()).toEqual([])
    expect(await indexedDbClipStore(name).get('clip-1')).toBeNull()
  })

  it('are listed with the size of content and picture, and without their bytes', async () => {
    const store = indexedDbClipStore(name)
    await store.put(waitingClip(1, { content: new Blob(['12345']), thumbnail: new Blob(['123']) }))
    expect(await store.list()).toEqual([
      { id: 'clip-1', workspaceId: 'home', startedAtMs: 1_000, sizeBytes: 8, refusal: null, isRefusedForNow: false },
    ])
  })

  it('come back as they were put, with their bytes, also to another tab or after a restart', async () => {
    const clip = waitingClip(1, { thumbnail: new Blob(['jpeg'], { type: 'image/jpeg' }), hasAudio: true })
    await indexedDbClipStore(name).put(clip)
    const kept = await indexedDbClipStore(name).get('clip-1')
    const { content, thumbnail, ...fields } = kept ?? waitingClip(0)
    expect({ ...clip, ...fields }).toEqual(clip)
    expect([content.type, await content.text()]).toEqual(['video/webm', 'webm 1'])
    expect(await thumbnail?.text()).toBe('jpeg')
  })

  it('of an older version of the app, which named nobody, read as clips with nobody in them (PERSON-09)', async () => {
    const { detections: _clip, ...oldClip } = waitingClip(1)
    const { detections: _recording, ...oldRecording } = recordingOf(2)
    const database = await outboxDatabase(name)()
    await database.put('clips', oldClip)
    await database.put('recordings', oldRecording)
    const store = indexedDbClipStore(name)
    expect((await store.get('clip-1'))?.detections).toEqual([])
    expect((await store.recording('clip-2'))?.detections).toEqual([])
  })

  it('that an older version of the app knew as refused stay refused for good', async () => {
    const { isRefusedForNow: _isForNow, ...oldClip } = waitingClip(1, { refusal: 'Too large.' })
    const { content: _content, thumbnail: _thumbnail, ...entry } = oldClip
    const database = await outboxDatabase(name)()
    await database.put('clips', oldClip)
    await database.put('entries', { ...entry, sizeBytes: 8 })
    const store = indexedDbClipStore(name)
    expect(await store.list()).toMatchObject([{ refusal: 'Too large.', isRefusedForNow: false }])
    expect(await store.get('clip-1')).toMatchObject({ refusal: 'Too large.', isRefusedForNow: false })
  })

  it('are listed oldest first, however they were put', async () => {
    const store = indexedDbClipStore(name)
    for (const number of [2, 10, 1, 3]) await store.put(waitingClip(number))
    expect(await idsIn()).toEqual(['clip-1', 'clip-2', 'clip-3', 'clip-10'])
  })

  it('that began in the same millisecond are all kept', async () => {
    const store = indexedDbClipStore(name)
    for (const number of [1, 2]) await store.put(waitingClip(number, { startedAtMs: 5 }))
    expect(await idsIn()).toEqual(['clip-1', 'clip-2'])
  })

  it('are replaced when put again under their id', async () => {
    const store = indexedDbClipStore(name)
    await store.put(waitingClip(1))
    await store.put(waitingClip(1, { refusal: 'too large' }))
    expect((await store.list()).map(({ refusal }) => refusal)).toEqual(['too large'])
  })

  it('leave one by one', async () => {
    const store = indexedDbClipStore(name)
    for (const number of [1, 2]) await store.put(waitingClip(number))
    await store.remove(waitingClip(1), { kind: 'discarded' })
    await store.remove(waitingClip(9), { kind: 'discarded' })
    expect(await store.get('clip-1')).toBeNull()
    expect(await idsIn()).toEqual(['clip-2'])
  })

  it('do not keep another tab from upgrading, and can be kept again afterwards', async () => {
    const store = indexedDbClipStore(name)
    await store.put(waitingClip(1))
    await deleteDB(name)
    await store.put(waitingClip(2))
    expect(await idsIn(store)).toEqual(['clip-2'])
  })

  it('that the browser threw away with all of its disk are counted as dropped, once, beside what was (OUT-05)', async () => {
    const [store, other] = [indexedDbClipStore(name), indexedDbClipStore(name)]
    for (const number of [1, 2, 3, 4]) await store.put(waitingClip(number))
    await store.put(waitingClip(5, { workspaceId: 'office' }))
    await store.remove(waitingClip(1), { kind: 'dropped' })
    await store.remove(waitingClip(2), { kind: 'delivered', atMs: 7 })
    for (const tab of [store, other]) {
      expect(await idsIn(tab)).toEqual(['clip-3', 'clip-4', 'clip-5'])
      await tab.ledger('home')
    }
    for (let times = 0; times < 2; times++) {
      await deleteDB(name)
      await Promise.all([store.list(), other.list()])
      expect(await store.ledger('home')).toEqual({ workspaceId: 'home', dropped: 3, lastDeliveredAtMs: 7 })
      expect(await store.ledger('office')).toMatchObject({ dropped: 1 })
    }
    await deleteDB(name)
    await indexedDbClipStore(name).list()
    expect(await store.ledger('home')).toBeNull()
  })

  it('that were being recorded when it was thrown away are counted with them, but none of which a tab has all', async () => {
    const store = indexedDbClipStore(name)
    for (const number of [1, 2, 3, 4]) await store.begin(recordingOf(number))
    await store.finish(waitingClip(2))
    await store.remove(recordingOf(3), { kind: 'discarded' })
    const full = new DOMException('Failed to write blobs (IOError)', 'DataError')
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw full
    })
    await expect(store.finish(waitingClip(4))).rejects.toBe(full)
    transaction.mockRestore()
    for (let times = 0; times < 2; times++) {
      await deleteDB(name)
      expect(await store.ledger('home')).toMatchObject({ dropped: 2 })
    }
  })

  it('of which the disk did not let go before it was thrown away, as delivered, are no loss', async () => {
    const store = indexedDbClipStore(name)
    for (const number of [1, 2]) await store.put(waitingClip(number))
    await store.list()
    const full = new DOMException('Internal error.', 'UnknownError')
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw full
    })
    await expect(store.remove(waitingClip(1), { kind: 'delivered', atMs: 7 })).rejects.toBe(full)
    transaction.mockRestore()
    expect(await idsIn(store)).toEqual(['clip-1', 'clip-2'])
    await deleteDB(name)
    expect(await store.ledger('home')).toMatchObject({ dropped: 1 })
  })

  it('can be kept again after the database could not be opened once', async () => {
    ;(await openDB(name, 3)).close()
    const store = indexedDbClipStore(name)
    await expect(store.put(waitingClip(1))).rejects.toThrow()
    await deleteDB(name)
    await store.put(waitingClip(1))
    expect(await idsIn(store)).toEqual(['clip-1'])
  })
})
