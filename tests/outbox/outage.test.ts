import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { indexedDbClipStore } from '../../src/outbox/indexed-db-store'
import { defaultRoomBytes } from '../../src/outbox/room'
import type { DeliveryResult } from '../../src/outbox/waiting-clip'
import { declaredBlob, fakeDisk, recordingOf, rested, testKeeper, testOutbox, waitingClip } from '../support/outbox'

const noAnswer: DeliveryResult = { kind: 'postponed', because: 'no-answer' }
const delivered: DeliveryResult = { kind: 'delivered' }
const idsFrom = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => `clip-${first + i}`)

describe('an outage of 24 hours with a clip every 20 seconds', () => {
  it('keeps the newest 500 MB, tells how many were dropped, and delivers the rest in order (OUT-05)', async () => {
    const clips = (24 * 3_600) / 20
    const disk = fakeDisk()
    disk.roomBytes = defaultRoomBytes
    const { clock, hub, keep, state } = testOutbox(disk)
    hub.answer = async () => noAnswer
    for (let number = 1; number <= clips; number++) {
      await keep(waitingClip(number, { content: declaredBlob(1_900_000) }))
      await clock.advance(20_000)
    }
    // 263 x 1.9 MB are the last to fit in 500 MB.
    expect(state()).toMatchObject({ waiting: 263, dropped: clips - 263, isStalled: true })
    expect([...disk.clips.keys()]).toEqual(idsFrom(clips - 262, clips))
    // A try a minute at most, and a new clip brings no more of them.
    expect(hub.attempts.length).toBeLessThanOrEqual(24 * 60 * 2)
    hub.answer = async () => delivered
    hub.attempts.length = 0
    await clock.advance(60_000)
    expect(hub.attempts).toEqual(idsFrom(clips - 262, clips))
    expect(state()).toMatchObject({ waiting: 0, dropped: clips - 263, isStalled: false })
  })

  it('does the same on a real disk, recorded in parts, scaled to a thousand bytes', async () => {
    // Of 2,000 bytes the outbox takes half; a closed clip of these has 16 bytes.
    const store = indexedDbClipStore('outage', { estimate: async () => ({ quota: 2_000 }) })
    const { hub, outbox, state } = testOutbox(fakeDisk(), store)
    const { keeper, told, clock } = testKeeper(store)
    hub.answer = async () => noAnswer
    for (let number = 1; number <= 150; number++) {
      keeper.begin(recordingOf(number))
      for (let part = 0; part < 3; part++) keeper.append(`clip-${number}`, new Uint8Array([part, part]))
      keeper.end(`clip-${number}`)
      for (let turn = 0; turn < 20 && told.kept < number; turn++) await clock.advance(0)
      await rested()
      await outbox.clipKept()
    }
    const sizeBytes = (await store.list())[0]?.sizeBytes ?? 0
    const fitting = Math.floor(1_000 / sizeBytes)
    expect((await store.list()).map(({ id }) => id)).toEqual(idsFrom(151 - fitting, 150))
    expect(state()).toMatchObject({ waiting: fitting, dropped: 150 - fitting })
    // Told also after a reload, until a person has seen it.
    const reloaded = testOutbox(fakeDisk(), indexedDbClipStore('outage', {}))
    await reloaded.outbox.report()
    expect(reloaded.state()).toMatchObject({ waiting: fitting, dropped: 150 - fitting })
    await reloaded.outbox.dismissDropped(150 - fitting)
    expect(reloaded.state()?.dropped).toBe(0)
  })
})

describe('while the browser says it is offline', () => {
  it('nothing is tried and no timer runs; back online everything is delivered at once, in order', async () => {
    const { clock, hub, keep, outbox, settled, state } = testOutbox(fakeDisk(waitingClip(1)))
    hub.isOnline = false
    outbox.deliverNow()
    for (const number of [2, 3]) await keep(waitingClip(number))
    await clock.advance(3_600_000)
    expect([hub.attempts, clock.pending(), state()?.waiting]).toEqual([[], [], 3])
    hub.isOnline = true
    outbox.deliverNow()
    await settled()
    expect(hub.attempts).toEqual(['clip-1', 'clip-2', 'clip-3'])
  })

  it('what was begun ends, and the rest waits', async () => {
    const { hub, outbox, settled, state } = testOutbox(fakeDisk(waitingClip(1), waitingClip(2)))
    hub.answer = async () => {
      hub.isOnline = false
      return delivered
    }
    outbox.deliverNow()
    await settled()
    expect([hub.attempts, state()?.waiting]).toEqual([['clip-1'], 1])
  })
})

describe('while the hub does not answer', () => {
  it('a new clip waits for the next try with the others, and is counted at once', async () => {
    const { clock, hub, keep, outbox, settled, state } = testOutbox(fakeDisk(waitingClip(1)))
    hub.answer = async () => noAnswer
    outbox.deliverNow()
    await settled()
    await keep(waitingClip(2))
    await settled()
    expect([hub.attempts, state()?.waiting, clock.pending()]).toEqual([['clip-1'], 2, [1_000]])
    hub.answer = async () => delivered
    outbox.deliverNow()
    await settled()
    expect(hub.attempts).toEqual(['clip-1', 'clip-1', 'clip-2'])
  })
})

describe('the last delivery', () => {
  it('is told with its time, for its workspace, also after a reload', async () => {
    const store = indexedDbClipStore('last delivery')
    const { clock, keep, state } = testOutbox(fakeDisk(), store)
    await keep(waitingClip(1))
    await rested()
    expect(state()).toMatchObject({ waiting: 0, lastDeliveredAtMs: clock.nowMs(), hasRecorded: true })
    const reloaded = testOutbox(fakeDisk(), indexedDbClipStore('last delivery'))
    await reloaded.outbox.report()
    expect(reloaded.state()).toMatchObject({ lastDeliveredAtMs: clock.nowMs(), hasRecorded: true })
    reloaded.hub.workspaceId = 'office'
    await reloaded.outbox.report()
    expect(reloaded.state()).toMatchObject({ lastDeliveredAtMs: null, hasRecorded: false })
  })
})
