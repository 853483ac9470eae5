import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ClipStore } from '../../src/outbox/clip-store'
import { indexedDbClipStore } from '../../src/outbox/indexed-db-store'
import { resilientStore } from '../../src/outbox/resilient-store'
import { defaultRoomBytes } from '../../src/outbox/room'
import { manualClock, settled } from '../support/manual-clock'
import {
  browserLocks,
  fakeDisk,
  partOf,
  recordingOf,
  rested,
  testKeeper,
  testOutbox,
  waitingClip,
} from '../support/outbox'

const LIMIT_MS = 15_000

let databases = 0
let name = ''
beforeEach(() => {
  name = `late-${databases++}`
})

/** Keeps every write to the recordings waiting until it is let go. */
async function busyRecordings() {
  await indexedDbClipStore(name).list()
  const database = await openDB(name)
  const transaction = database.transaction('recordings', 'readwrite')
  let isBusy = true
  const working = (async () => {
    while (isBusy) await transaction.store.count()
    await transaction.done
    database.close()
  })()
  return async () => {
    isBusy = false
    await working
    await rested()
  }
}

/** A tab that records one part; the disk takes its head later than anybody waits for it. */
async function recordedOnLateDisk() {
  const clock = manualClock()
  const [errors, locks]: [unknown[], LockManager] = [[], browserLocks()]
  const store = resilientStore(indexedDbClipStore(name), (error) => errors.push(error), clock.after)
  const letGo = await busyRecordings()
  const test = testKeeper(store, locks, clock)
  test.keeper.begin(recordingOf(1))
  test.keeper.append('clip-1', new Uint8Array([1]))
  await settled()
  await clock.advance(LIMIT_MS)
  return { ...test, store, errors, locks, letGo }
}

const onDisk = async () => {
  const disk = indexedDbClipStore(name)
  const ids = async (rows: Promise<readonly { readonly id: string }[]>) => (await rows).map(({ id }) => id)
  return { clips: await ids(disk.list()), recordings: await ids(disk.recordings()) }
}

describe('a recording whose head the disk takes after 15 s', () => {
  it.each(['before', 'after'])('is a clip and nothing else when the head comes %s its end', async (when) => {
    const { keeper, told, errors, locks, letGo } = await recordedOnLateDisk()
    if (when === 'before') {
      await letGo()
      expect(await onDisk()).toEqual({ clips: [], recordings: ['clip-1'] })
    }
    keeper.end('clip-1')
    await rested()
    if (when === 'after') await letGo()
    expect([told.kept, errors.length, await onDisk()]).toEqual([1, 1, { clips: ['clip-1'], recordings: [] }])
    // The hub is away meanwhile: this tab and others look for what is left to finish.
    keeper.finishNow()
    await testKeeper(indexedDbClipStore(name), locks).keeper.recover()
    await rested()
    expect([told.empty, await onDisk()]).toEqual([[], { clips: ['clip-1'], recordings: [] }])
  })
})

describe('what is left of a recording beside its clip', () => {
  it.each([
    ['nothing but its head', 0],
    ['its first part', 1],
  ])('never costs the clip, where it is %s', async (_name, parts) => {
    const disk = indexedDbClipStore(name)
    await disk.begin(recordingOf(1))
    for (let number = 0; number < parts; number++) await disk.append(partOf(1, number))
    await disk.put(waitingClip(1, { refusal: 'too large' }))
    const { keeper, told, closing } = testKeeper(disk)
    await keeper.recover()
    expect([told.empty, closing.streams, await onDisk()]).toEqual([[], [], { clips: ['clip-1'], recordings: [] }])
    const clip = await disk.get('clip-1')
    expect([await clip?.content.text(), clip?.refusal]).toEqual(['webm 1', 'too large'])
  })
})

describe('a disk that never answers a question', () => {
  /** A disk whose next answers of one kind never come. */
  function silentDisk(call: keyof ClipStore, ...clips: Parameters<typeof fakeDisk>) {
    const disk = fakeDisk(...clips)
    const [clock, answering] = [manualClock(), disk[call]]
    Object.assign(disk, { [call]: () => new Promise(() => undefined) })
    const answerAgain = () => Object.assign(disk, { [call]: answering })
    return { disk, clock, answerAgain, store: resilientStore(disk, () => undefined, clock.after) }
  }

  it.each(['recording', 'get', 'parts'] as const)(
    'for its %s makes a recording wait for another try, and the next one no longer than 15 s',
    async (call) => {
      const { disk, clock, answerAgain, store } = silentDisk(call)
      const { keeper, closing, told } = testKeeper(store, browserLocks(), clock)
      for (const number of [1, 2]) {
        keeper.begin(recordingOf(number))
        keeper.append(`clip-${number}`, new Uint8Array([number]))
        keeper.end(`clip-${number}`)
      }
      await settled()
      answerAgain()
      await clock.advance(LIMIT_MS - 1)
      expect([closing.streams, told.errors.length]).toEqual([[], 0])
      await clock.advance(1)
      expect([[...disk.clips.keys()], told.errors.length]).toEqual([['clip-2'], 1])
      await clock.advance(1_000)
      expect([...disk.clips.keys()]).toEqual(['clip-2', 'clip-1'])
    },
  )

  it('makes a clip that cannot be read wait by itself: the next is delivered after 15 s', async () => {
    const { disk, clock, answerAgain, store } = silentDisk('get', waitingClip(1), waitingClip(2))
    const { hub, outbox, told } = testOutbox(disk, store)
    outbox.deliverNow()
    await settled()
    answerAgain()
    await clock.advance(LIMIT_MS)
    expect([hub.attempts, [...disk.clips.keys()], told.errors.length]).toEqual([['clip-2'], ['clip-1'], 1])
  })

  it('leaves a refused clip refused, and delivers what waits', async () => {
    const refused = waitingClip(1, { refusal: 'too large' })
    const { disk, clock, answerAgain, store } = silentDisk('get', refused, waitingClip(2))
    const { hub, outbox, told } = testOutbox(disk, store)
    const retrying = outbox.retryRefused()
    await settled()
    answerAgain()
    await clock.advance(LIMIT_MS)
    await retrying
    await settled()
    expect([hub.attempts, disk.clips.get('clip-1')?.refusal, told.errors.length]).toEqual([['clip-2'], 'too large', 1])
  })

  it('has the usual room where it does not say how much', async () => {
    const { clock, store } = silentDisk('room')
    const asking = store.room()
    await settled()
    await clock.advance(LIMIT_MS)
    expect(await asking).toBe(defaultRoomBytes)
  })
})
