import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ClipStore, LostRecording } from '../../src/outbox/clip-store'
import { indexedDbClipStore } from '../../src/outbox/indexed-db-store'
import { streamOf } from '../../src/outbox/recording'
import { partOf, recordingOf, waitingClip } from '../support/outbox'

let databases = 0
let name = ''
let store: ClipStore

beforeEach(() => {
  name = `recordings-${databases++}`
  store = indexedDbClipStore(name)
})

const numbers = async (id: string) => (await store.parts(id)).map(({ number }) => number)
const idsIn = async () => (await indexedDbClipStore(name).list()).map(({ id }) => id)

describe('recordings in IndexedDB', () => {
  it('come back with their parts in order, also to another tab or after a restart', async () => {
    await store.begin(recordingOf(1))
    for (const number of [0, 1, 2, 10, 11]) await store.append(partOf(1, number))
    const later = indexedDbClipStore(name)
    expect(await later.recording('clip-1')).toEqual(recordingOf(1))
    expect((await later.parts('clip-1')).map(({ bytes }) => bytes[0])).toEqual([0, 1, 2, 10, 11])
  })

  it('keep their parts apart, also where one id begins as another', async () => {
    for (const number of [1, 11]) {
      await store.begin(recordingOf(number))
      await store.append(partOf(number, 0))
    }
    await store.append(partOf(11, 1))
    expect([await numbers('clip-1'), await numbers('clip-11')]).toEqual([[0], [0, 1]])
  })

  it('take no part before they begin or once they are gone: nobody would find it', async () => {
    await expect(store.append(partOf(1, 0))).rejects.toThrow(LostRecording)
    await store.begin(recordingOf(1))
    await store.append(partOf(1, 0))
    await store.remove(waitingClip(1), { kind: 'discarded' })
    await expect(store.append(partOf(1, 1))).rejects.toThrow(LostRecording)
    expect(await numbers('clip-1')).toEqual([])
  })

  it('are listed with the size and the time of their parts', async () => {
    await store.begin(recordingOf(1))
    await store.begin(recordingOf(2))
    await store.append(partOf(1, 0, { sizeBytes: 7, keptAtMs: 5_000 }))
    await store.append(partOf(1, 1, { sizeBytes: 8, keptAtMs: 5_500 }))
    expect(await store.recordings()).toEqual([
      { id: 'clip-1', workspaceId: 'home', startedAtMs: 1_000, sizeBytes: 15, lastKeptAtMs: 5_500 },
      { id: 'clip-2', workspaceId: 'home', startedAtMs: 2_000, sizeBytes: 0, lastKeptAtMs: 2_000 },
    ])
  })

  it('take their picture when it comes, and none once they are gone', async () => {
    await store.begin(recordingOf(1))
    await store.amend('clip-1', { thumbnail: new Blob(['jpeg']) })
    await store.amend('clip-2', { thumbnail: new Blob(['jpeg']) })
    expect(await (await store.recording('clip-1'))?.thumbnail?.text()).toBe('jpeg')
    expect(await store.recording('clip-2')).toBeNull()
  })

  it('keep what comes to be known of them, who was seen so far each time anew (PERSON-06, LIVE-98)', async () => {
    await store.begin(recordingOf(1))
    const seen = { atMs: 700, box: { left: 0.1, top: 0.2, width: 0.3, height: 0.4 }, score: 0.9 }
    await store.amend('clip-1', { detections: [seen] })
    await store.amend('clip-1', { detections: [seen, { ...seen, atMs: 1_200 }] })
    await store.amend('clip-2', { detections: [seen] })
    await store.amend('clip-1', { hasMoved: true })
    expect((await store.recording('clip-1'))?.hasMoved).toBe(true)
    expect((await store.recording('clip-1'))?.detections).toEqual([seen, { ...seen, atMs: 1_200 }])
    expect(await store.recording('clip-2')).toBeNull()
  })

  it('make way for their clip, and only once', async () => {
    for (const number of [1, 2]) {
      await store.begin(recordingOf(number))
      await store.append(partOf(number, 0))
    }
    expect(await store.finish(waitingClip(1))).toBe('on-disk')
    expect([await idsIn(), await store.recording('clip-1'), await numbers('clip-1')]).toEqual([['clip-1'], null, []])
    expect(await numbers('clip-2')).toEqual([0])
    await store.remove(waitingClip(1), { kind: 'delivered', atMs: 1 })
    expect(await indexedDbClipStore(name).finish(waitingClip(1))).toBe('gone')
    expect(await idsIn()).toEqual([])
  })

  it('stay as they are when their clip cannot be put: both or neither', async () => {
    await store.begin(recordingOf(1))
    await store.append(partOf(1, 0))
    // A function cannot be stored.
    const unstorable = Object.assign(waitingClip(1), { broken: () => undefined })
    await expect(store.finish(unstorable)).rejects.toThrow()
    expect([await idsIn(), await numbers('clip-1')]).toEqual([[], [0]])
    expect(await store.recording('clip-1')).not.toBeNull()
  })

  it('leave with their clip, where the disk had not let them go before', async () => {
    await store.begin(recordingOf(1))
    await store.append(partOf(1, 0))
    await store.remove(waitingClip(1), { kind: 'delivered', atMs: 1 })
    expect([await store.recordings(), await numbers('clip-1')]).toEqual([[], []])
  })
})

describe('the stream of a recording', () => {
  it('is its parts in their order, up to the first that is missing', async () => {
    const stream = streamOf([partOf(1, 1), partOf(1, 0), partOf(1, 2), partOf(1, 4)], 'video/webm')
    expect([...new Uint8Array(await stream.arrayBuffer())]).toEqual([0, 1, 2])
    expect(stream.type).toBe('video/webm')
  })
})

describe('the ledger of a workspace', () => {
  it('begins with its first recording, and not for others', async () => {
    expect(await store.ledger('home')).toBeNull()
    await store.begin(recordingOf(1))
    expect(await store.ledger('home')).toEqual({ workspaceId: 'home', dropped: 0, lastDeliveredAtMs: null })
    expect(await store.ledger('office')).toBeNull()
  })

  it('keeps the time of the last delivery over restarts and further recordings', async () => {
    await store.put(waitingClip(1))
    await store.remove(waitingClip(1), { kind: 'delivered', atMs: 5 })
    await store.begin(recordingOf(2))
    await store.remove(waitingClip(9), { kind: 'discarded' })
    expect((await indexedDbClipStore(name).ledger('home'))?.lastDeliveredAtMs).toBe(5)
  })

  it('tells the last delivery, not one of a clock that was ahead (OUT-10)', async () => {
    await store.remove(waitingClip(1), { kind: 'delivered', atMs: Date.UTC(2030) })
    await store.remove(waitingClip(2), { kind: 'delivered', atMs: 5 })
    expect((await store.ledger('home'))?.lastDeliveredAtMs).toBe(5)
  })

  it('counts a clip that two tabs drop once', async () => {
    for (const number of [1, 2]) await store.put(waitingClip(number))
    const other = indexedDbClipStore(name)
    await Promise.all([store, other].map((tab) => tab.remove(waitingClip(1), { kind: 'dropped' })))
    await other.remove(waitingClip(2), { kind: 'dropped' })
    expect((await store.ledger('home'))?.dropped).toBe(2)
  })

  it('forgets the dropped clips that a person has seen, and not those that came after', async () => {
    for (const number of [1, 2, 3]) {
      await store.put(waitingClip(number))
      await store.remove(waitingClip(number), { kind: 'dropped' })
    }
    await store.dismissDropped('home', 2)
    expect((await store.ledger('home'))?.dropped).toBe(1)
    await store.dismissDropped('office', 2)
    expect(await store.ledger('office')).toBeNull()
  })
})

describe('a database of version 1', () => {
  it('is taken over with every clip, refused ones and those of other workspaces, too', async () => {
    const old = await openDB(name, 1, {
      upgrade: (db) => void db.createObjectStore('clips', { keyPath: 'id' }).createIndex('startedAt', 'startedAtMs'),
    })
    const clips = [
      waitingClip(2, { refusal: 'too large' }),
      waitingClip(1, { thumbnail: new Blob(['jpeg']) }),
      waitingClip(3, { workspaceId: 'office' }),
    ]
    for (const clip of clips) await old.put('clips', clip)
    old.close()
    expect((await store.list()).map(({ id, workspaceId, refusal }) => [id, workspaceId, refusal])).toEqual([
      ['clip-1', 'home', null],
      ['clip-2', 'home', 'too large'],
      ['clip-3', 'office', null],
    ])
    for (const [i, number] of [2, 1, 3].entries()) {
      expect(await (await store.get(`clip-${number}`))?.content.text(), `clip ${i}`).toBe(`webm ${number}`)
    }
    expect([await store.ledger('home'), await store.ledger('office')]).not.toContain(null)
    await store.begin(recordingOf(4))
    expect((await store.recordings()).map(({ id }) => id)).toEqual(['clip-4'])
  })
})

describe('the room on the disk', () => {
  it.each([
    ['500 MB', { estimate: async () => ({ quota: 60_000_000_000 }) }, 500_000_000],
    [
      'half of what the browser grants, if that is less',
      { estimate: async () => ({ quota: 100_000_000 }) },
      50_000_000,
    ],
    ['500 MB where the browser does not tell', {}, 500_000_000],
    ['500 MB where it fails to', { estimate: () => Promise.reject(new TypeError()) }, 500_000_000],
  ])('is %s', async (_name, space, roomBytes) => {
    expect(await indexedDbClipStore(name, space).room()).toBe(roomBytes)
  })

  it('is asked to be kept unless it is already; a refusal is an answer', async () => {
    const asked: string[] = []
    const space = (isKept: boolean) => ({
      persisted: async () => isKept,
      persist: async () => {
        asked.push('persist')
        return false
      },
    })
    expect(await indexedDbClipStore(name, space(true)).persist()).toBe(true)
    expect(asked).toEqual([])
    expect(await indexedDbClipStore(name, space(false)).persist()).toBe(false)
    expect(asked).toEqual(['persist'])
    expect(await indexedDbClipStore(name, {}).persist()).toBe(false)
  })
})
