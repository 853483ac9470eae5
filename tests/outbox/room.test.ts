import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../src/lib/durations'
import { clipLock, exclusively, recordingLock } from '../../src/outbox/exclusive'
import { Outbox } from '../../src/outbox/outbox'
import type { EndedRecording } from '../../src/outbox/recording'
import { makeRoom, makeRoomFor } from '../../src/outbox/room'
import { type DeliveryResult, entryOf, type WaitingClip } from '../../src/outbox/waiting-clip'
import { deferred } from '../support/deferred'
import {
  browserLocks,
  clipLocks,
  declaredBlob,
  type FakeDisk,
  fakeDisk,
  partOf,
  recordingOf,
  testOutbox,
  waitingClip,
} from '../support/outbox'

const clipOf = (number: number, changes: Partial<WaitingClip> = {}) =>
  waitingClip(number, { content: declaredBlob(10), ...changes })
const ids = (disk: FakeDisk) => [...disk.clips.keys()]
const own = (...ids: string[]) => ids.map((id) => ({ id, workspaceId: 'home', owner: 'this-tab' }) as const)
const orphan = (id: string) => ({ id, workspaceId: 'home', owner: 'dead-tab' }) as const
const signal = new AbortController().signal
const NOW_MS = 1_000_000

/** A tab that delivers nothing makes room on a disk. */
const portsOf = (disk: FakeDisk, ended: readonly EndedRecording[] = [], locks = browserLocks()) => ({
  store: disk,
  locks: clipLocks(locks),
  isDelivering: () => false,
  ended: () => ended,
  nowMs: () => NOW_MS,
})
const make = (...given: Parameters<typeof portsOf>) => makeRoom(portsOf(...given), signal)

function fullDisk(roomBytes: number, ...clips: WaitingClip[]) {
  const disk = fakeDisk(...clips)
  disk.roomBytes = roomBytes
  return disk
}

describe('a disk without room for all clips', () => {
  it('keeps every clip while they fit exactly', async () => {
    const disk = fullDisk(30, clipOf(1), clipOf(2), clipOf(3))
    await make(disk)
    expect([ids(disk), disk.ledgers.size]).toEqual([['clip-1', 'clip-2', 'clip-3'], 0])
  })

  it('loses the oldest, no more than it must, and counts them for their workspace', async () => {
    const disk = fullDisk(29, clipOf(4), clipOf(1, { workspaceId: 'office' }), clipOf(3), clipOf(2))
    await make(disk)
    expect(ids(disk)).toEqual(['clip-4', 'clip-3'])
    expect([disk.ledgers.get('home')?.dropped, disk.ledgers.get('office')?.dropped]).toEqual([1, 1])
  })

  it('loses what was recorded before the clock was set back by years first, then the oldest (OUT-05)', async () => {
    const ahead = (number: number) => clipOf(number, { startedAtMs: NOW_MS + DAY_MS * number })
    const clips = [clipOf(1), ahead(2), ahead(3), clipOf(4), clipOf(5, { startedAtMs: NOW_MS + MINUTE_MS })]
    const disk = fullDisk(40, ...clips)
    await make(disk)
    expect(ids(disk)).toEqual(['clip-1', 'clip-3', 'clip-4', 'clip-5'])
    await makeRoomFor(entryOf(clipOf(6)), portsOf(disk), signal)
    expect(ids(disk)).toEqual(['clip-1', 'clip-4', 'clip-5'])
    await makeRoomFor(entryOf(ahead(7)), portsOf(disk), signal)
    expect(ids(disk)).toEqual(['clip-1', 'clip-4', 'clip-5'])
    disk.roomBytes = 10
    await make(disk)
    expect(ids(disk)).toEqual(['clip-5'])
  })

  it('loses refused clips as the others', async () => {
    const disk = fullDisk(10, clipOf(1, { refusal: 'too large' }), clipOf(2))
    await make(disk)
    expect(ids(disk)).toEqual(['clip-2'])
  })

  it('counts what is being recorded, and never drops that', async () => {
    const disk = fullDisk(30, clipOf(5), clipOf(6))
    await disk.begin(recordingOf(1))
    await disk.append(partOf(1, 0, { sizeBytes: 8 }))
    await disk.append(partOf(1, 1, { sizeBytes: 8 }))
    await make(disk)
    expect([ids(disk), disk.written.length]).toEqual([['clip-6'], 2])
  })

  it('loses recordings that have ended and wait to be made clips, as the clips: oldest first and counted', async () => {
    const disk = fullDisk(20, clipOf(2), clipOf(4))
    for (const number of [1, 3]) {
      await disk.begin(recordingOf(number))
      await disk.append(partOf(number, 0, { sizeBytes: 10 }))
    }
    await make(disk, own('clip-1', 'clip-3'))
    expect([ids(disk), [...disk.unfinished.keys()]]).toEqual([['clip-4'], ['clip-3']])
    expect(disk.ledgers.get('home')?.dropped).toBe(2)
  })

  it('loses recordings of dead tabs, but none that a living tab has in its hands', async () => {
    const disk = fullDisk(10, clipOf(3))
    for (const number of [1, 2]) {
      await disk.begin(recordingOf(number))
      await disk.append(partOf(number, 0, { sizeBytes: 10 }))
    }
    const locks = browserLocks()
    void exclusively(locks, recordingLock('clip-1'), () => new Promise(() => undefined), signal)
    await make(disk, [orphan('clip-1'), orphan('clip-2')], locks)
    expect([ids(disk), [...disk.unfinished.keys()], disk.ledgers.get('home')?.dropped]).toEqual([
      ['clip-3'],
      ['clip-1'],
      1,
    ])
  })

  it('never loses the newest clip, which may not have been tried once', async () => {
    const disk = fullDisk(0, clipOf(1), clipOf(2))
    await make(disk)
    expect(ids(disk)).toEqual(['clip-2'])
  })

  it('never loses the clip that another tab delivers, but the next', async () => {
    const disk = fullDisk(20, clipOf(1), clipOf(2), clipOf(3))
    const locks = browserLocks()
    void exclusively(locks, clipLock('clip-1'), () => new Promise(() => undefined), signal)
    await make(disk, [], locks)
    expect(ids(disk)).toEqual(['clip-1', 'clip-3'])
  })

  it.each([
    ['with Web Locks', () => browserLocks()],
    ['without', () => undefined],
  ])('never loses the clip that this tab delivers, %s', async (_name, locksOf) => {
    const test = testOutbox(fullDisk(20, clipOf(1)))
    const answer = deferred<DeliveryResult>()
    const outbox = new Outbox({ ...test.ports, locks: clipLocks(locksOf()) })
    test.hub.answer = ({ id }) => (id === 'clip-1' ? answer.promise : Promise.resolve({ kind: 'delivered' }))
    outbox.deliverNow()
    await test.settled()
    for (const number of [2, 3]) {
      await test.disk.put(clipOf(number))
      await outbox.clipKept()
    }
    expect(ids(test.disk)).toEqual(['clip-1', 'clip-3'])
    answer.resolve({ kind: 'delivered' })
    await test.settled()
    expect([test.hub.attempts, ids(test.disk)]).toEqual([['clip-1', 'clip-3'], []])
    expect(test.state()).toMatchObject({ waiting: 0, dropped: 1 })
  })

  it('never loses the clip that another tab’s outbox has on its way', async () => {
    const test = testOutbox(fullDisk(20, clipOf(1)))
    const locks = clipLocks(browserLocks())
    const answer = deferred<DeliveryResult>()
    test.hub.answer = () => answer.promise
    const [uploading, recording] = [new Outbox({ ...test.ports, locks }), new Outbox({ ...test.ports, locks })]
    uploading.deliverNow()
    await test.settled()
    for (const number of [2, 3]) {
      await test.disk.put(clipOf(number))
      await recording.clipKept()
    }
    expect(ids(test.disk)).toEqual(['clip-1', 'clip-3'])
  })

  it('goes on with the next clip where one was dropped during the run', async () => {
    const { disk, hub, outbox, settled, told } = testOutbox(fakeDisk(clipOf(1), clipOf(2), clipOf(3)))
    hub.answer = async () => {
      await disk.remove(clipOf(2), { kind: 'dropped' })
      return { kind: 'delivered' }
    }
    outbox.deliverNow()
    await settled()
    expect([hub.attempts, told.errors, ids(disk)]).toEqual([['clip-1', 'clip-3'], [], []])
  })

  it('counts a clip that two tabs drop at one moment once', async () => {
    const disk = fullDisk(20, clipOf(1), clipOf(2), clipOf(3))
    const locks = browserLocks()
    await Promise.all([1, 2].map(() => make(disk, [], locks)))
    expect([ids(disk), disk.ledgers.get('home')?.dropped]).toEqual([['clip-2', 'clip-3'], 1])
  })
})
