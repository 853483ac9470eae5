import { beforeEach, describe, expect, it } from 'vitest'
import type { ClipStore } from '../../src/outbox/clip-store'
import { ifFree, recordingLock } from '../../src/outbox/exclusive'
import { resilientStore } from '../../src/outbox/resilient-store'
import { makeRoom } from '../../src/outbox/room'
import {
  browserLocks,
  clipLocks,
  declaredBlob,
  fakeDisk,
  recordingOf,
  testKeeper,
  testOutbox,
  waitingClip,
} from '../support/outbox'

const error = new DOMException('The disk is full.', 'QuotaExceededError')
const everyChange: readonly (keyof ClipStore)[] = ['put', 'remove', 'begin', 'append', 'finish']

let disk = fakeDisk()
let store = resilientStore(disk, () => undefined)
beforeEach(() => {
  disk = fakeDisk(...[1, 2, 3].map((number) => waitingClip(number)))
  store = resilientStore(disk, () => undefined)
})

describe('a delivered clip that the disk does not let go', () => {
  it('is delivered once, and counts no more as waiting (OUT-01)', async () => {
    disk.failing = { calls: everyChange, error }
    const { hub, keep, outbox, settled, state, clock } = testOutbox(disk, store)
    outbox.deliverNow()
    await settled()
    for (const number of [4, 5]) {
      await keep(waitingClip(number))
      await settled()
    }
    expect(hub.attempts).toEqual(['clip-1', 'clip-2', 'clip-3', 'clip-4', 'clip-5'])
    expect(state()).toMatchObject({ waiting: 0, lastDeliveredAtMs: clock.nowMs() })
    expect(await store.get('clip-1')).toBeNull()
  })

  it('leaves the disk, and is entered there, as soon as that takes changes again (OUT-01)', async () => {
    disk.failing = { calls: everyChange, error }
    for (const number of [1, 2]) await store.remove(waitingClip(number), { kind: 'delivered', atMs: number })
    await store.offerAgain()
    expect([...disk.clips.keys()]).toEqual(['clip-1', 'clip-2', 'clip-3'])
    disk.failing = null
    await store.offerAgain()
    expect([...disk.clips.keys()]).toEqual(['clip-3'])
    expect(disk.ledgers.get('home')).toMatchObject({ lastDeliveredAtMs: 2 })
  })

  it('leaves before the clips in memory go there: it may hold the room that they lack', async () => {
    disk.failing = { calls: everyChange, error }
    await store.remove(waitingClip(1), { kind: 'delivered', atMs: 1 })
    await store.put(waitingClip(4))
    disk.failing = null
    const put = disk.put
    disk.put = async (clip) => {
      if (disk.clips.size > 2) throw error
      await put(clip)
    }
    expect(await store.offerAgain()).toEqual([])
    expect([...disk.clips.keys()]).toEqual(['clip-2', 'clip-3', 'clip-4'])
  })

  it('holds up no other that it would let go', async () => {
    disk.failing = { calls: everyChange, error }
    for (const number of [1, 2]) await store.remove(waitingClip(number), { kind: 'delivered', atMs: number })
    disk.failing = null
    const remove = disk.remove
    disk.remove = (clip, why) => (clip.id === 'clip-1' ? Promise.reject(error) : remove(clip, why))
    await store.offerAgain()
    expect([...disk.clips.keys()]).toEqual(['clip-1', 'clip-3'])
    disk.remove = remove
    await store.offerAgain()
    expect([[...disk.clips.keys()], disk.ledgers.get('home')]).toMatchObject([['clip-3'], { lastDeliveredAtMs: 2 }])
  })
})

describe('a disk that refuses everything', () => {
  const everything = [...everyChange, 'list', 'get', 'amend', 'recordings', 'recording', 'parts', 'ledger'] as const

  /** Which removals were tried with one offer. */
  async function triedWithOffer(): Promise<string[]> {
    const tried: string[] = []
    const { remove } = disk
    disk.remove = (clip, why) => {
      tried.push(clip.id)
      return remove(clip, why)
    }
    await store.offerAgain()
    disk.remove = remove
    return tried
  }

  it('is asked for two removals at a time, however many wait, and for others the next time (OUT-01)', async () => {
    disk.failing = { calls: everything, error }
    const { hub, keep, settled } = testOutbox(disk, store)
    for (let number = 4; number <= 8; number++) {
      await keep(waitingClip(number))
      await settled()
    }
    expect(hub.attempts.length).toBe(5)
    const tried = [await triedWithOffer(), await triedWithOffer(), await triedWithOffer()]
    expect(tried.map((ids) => ids.length)).toEqual([2, 2, 2])
    expect(new Set(tried.flat()).size).toBe(5)
    disk.failing = null
    expect((await triedWithOffer()).length).toBe(5)
    expect(await triedWithOffer()).toEqual([])
    expect(disk.ledgers.get('home')).toMatchObject({ lastDeliveredAtMs: expect.any(Number) })
  })

  it('keeps no lock of a clip that was delivered from memory (OUT-01)', async () => {
    disk = fakeDisk()
    store = resilientStore(disk, () => undefined)
    disk.failing = { calls: everything, error }
    const locks = browserLocks()
    const { keeper, settled } = testKeeper(store, locks)
    const isFree = () => ifFree(locks, recordingLock('clip-1'), async () => undefined)
    keeper.begin(recordingOf(1))
    keeper.append('clip-1', new Uint8Array([1]))
    await settled()
    keeper.end('clip-1')
    await settled()
    keeper.finishNow()
    await settled()
    expect(await isFree()).toBe('taken')
    const { outbox, hub } = testOutbox(disk, store)
    outbox.deliverNow()
    await settled()
    keeper.finishNow()
    await settled()
    expect([hub.attempts, await isFree()]).toEqual([['clip-1'], 'done'])
  })
})

it('a recording that is left out is not delivered after all where the disk does not let it go (LABEL-09)', async () => {
  disk = fakeDisk()
  store = resilientStore(disk, () => undefined)
  const { keeper, told, settled } = testKeeper(store)
  keeper.begin(recordingOf(1))
  keeper.append('clip-1', new Uint8Array([1]))
  await settled()
  disk.failing = { calls: everyChange, error }
  await keeper.leaveOut('clip-1')
  expect(disk.unfinished.size).toBe(1)
  keeper.finishNow()
  await settled()
  expect([told.kept, await store.list(), await store.recordings()]).toEqual([0, [], []])
  disk.failing = null
  await store.offerAgain()
  expect([disk.unfinished.size, disk.written.length]).toEqual([0, 0])
})

it('a clip that should make room, and does not leave the disk, waits for delivery as before (OUT-05)', async () => {
  disk = fakeDisk(...[1, 2].map((number) => waitingClip(number, { content: declaredBlob(10) })))
  store = resilientStore(disk, () => undefined)
  disk.roomBytes = 10
  disk.failing = { calls: ['remove'], error }
  const ports = {
    store,
    locks: clipLocks(browserLocks()),
    isDelivering: () => false,
    ended: () => [],
    nowMs: () => 1_000_000,
  }
  await makeRoom(ports, new AbortController().signal)
  expect((await store.list()).map(({ id }) => id)).toEqual(['clip-1', 'clip-2'])
})
