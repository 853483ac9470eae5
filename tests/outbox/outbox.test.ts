import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { indexedDbClipStore } from '../../src/outbox/indexed-db-store'
import { Outbox } from '../../src/outbox/outbox'
import type { DeliveryResult } from '../../src/outbox/waiting-clip'
import { deferred } from '../support/deferred'
import { browserLocks, clipLocks, fakeDisk, testOutbox, waitingClip } from '../support/outbox'

describe('the outbox delivers', () => {
  it('a clip only once it is on the disk, which it leaves only after the hub has it (OUT-01)', async () => {
    const { disk, hub, keep, settled } = testOutbox()
    const answer = deferred<DeliveryResult>()
    const onDisk: boolean[] = []
    hub.answer = (clip) => {
      onDisk.push(disk.clips.has(clip.id))
      return answer.promise
    }
    await keep(waitingClip(1))
    await settled()
    expect(onDisk).toEqual([true])
    expect(disk.clips.has('clip-1')).toBe(true)
    answer.resolve({ kind: 'delivered' })
    await settled()
    expect(disk.clips.has('clip-1')).toBe(false)
  })

  it('oldest first and one by one', async () => {
    const { hub, outbox, settled } = testOutbox(fakeDisk(waitingClip(3), waitingClip(1), waitingClip(2)))
    const answers = [deferred<DeliveryResult>(), deferred<DeliveryResult>(), deferred<DeliveryResult>()]
    hub.answer = () => answers[hub.attempts.length - 1]?.promise ?? Promise.resolve({ kind: 'delivered' })
    outbox.deliverNow()
    for (const [i, answer] of answers.entries()) {
      await settled()
      expect(hub.attempts).toEqual(['clip-1', 'clip-2', 'clip-3'].slice(0, i + 1))
      answer.resolve({ kind: 'delivered' })
    }
  })

  it('a clip that is added during a run, too, and each once', async () => {
    const { disk, hub, keep, settled } = testOutbox()
    const first = deferred<DeliveryResult>()
    hub.answer = (clip) => (clip.id === 'clip-1' ? first.promise : Promise.resolve({ kind: 'delivered' }))
    await keep(waitingClip(1))
    await settled()
    await keep(waitingClip(2))
    await settled()
    expect(hub.attempts).toEqual(['clip-1'])
    first.resolve({ kind: 'delivered' })
    await settled()
    expect(hub.attempts).toEqual(['clip-1', 'clip-2'])
    expect(disk.clips.size).toBe(0)
  })

  it('what an earlier tab left on the disk', async () => {
    const store = indexedDbClipStore('left by an earlier tab')
    await store.put(waitingClip(1))
    const delivered = deferred<string>()
    const { ports } = testOutbox()
    const outbox = new Outbox({
      ...ports,
      store: indexedDbClipStore('left by an earlier tab'),
      deliver: async (clip) => {
        delivered.resolve(await clip.content.text())
        return { kind: 'delivered' }
      },
    })
    outbox.deliverNow()
    expect(await delivered.promise).toBe('webm 1')
  })

  it('in one tab of a browser at a time, so that no clip is sent twice', async () => {
    const { disk, hub, ports, settled } = testOutbox(fakeDisk(waitingClip(1)))
    const tab = { ...ports, locks: clipLocks(browserLocks()) }
    const answer = deferred<DeliveryResult>()
    hub.answer = () => answer.promise
    for (const outbox of [new Outbox(tab), new Outbox(tab)]) outbox.deliverNow()
    await settled()
    answer.resolve({ kind: 'delivered' })
    await settled()
    expect(hub.attempts).toEqual(['clip-1'])
    expect(disk.clips.size).toBe(0)
  })
})

describe('the outbox keeps', () => {
  it('clips of another workspace until someone signs in to it', async () => {
    const { disk, hub, outbox, settled } = testOutbox(
      fakeDisk(waitingClip(1, { workspaceId: 'office' }), waitingClip(2)),
    )
    outbox.deliverNow()
    await settled()
    expect(hub.attempts).toEqual(['clip-2'])
    expect([...disk.clips.keys()]).toEqual(['clip-1'])
    hub.workspaceId = 'office'
    outbox.deliverNow()
    await settled()
    expect(hub.attempts).toEqual(['clip-2', 'clip-1'])
  })

  it('everything while nobody is signed in', async () => {
    const { disk, hub, outbox, settled, state } = testOutbox(fakeDisk(waitingClip(1)))
    hub.workspaceId = null
    outbox.deliverNow()
    await settled()
    expect([hub.attempts.length, disk.clips.size, state()?.waiting]).toEqual([0, 1, 0])
  })

  it('the rest when another workspace is signed in to during a run', async () => {
    const { disk, hub, outbox, settled } = testOutbox(fakeDisk(waitingClip(1), waitingClip(2)))
    hub.answer = async () => {
      hub.workspaceId = 'office'
      return { kind: 'delivered' }
    }
    outbox.deliverNow()
    await settled()
    expect(hub.attempts).toEqual(['clip-1'])
    expect([...disk.clips.keys()]).toEqual(['clip-2'])
  })

  it('a clip that the hub refuses, with its reason, and does not try it again by itself', async () => {
    const { clock, disk, hub, outbox, settled } = testOutbox(fakeDisk(waitingClip(1), waitingClip(2)))
    hub.answer = async ({ id }) =>
      id === 'clip-1' ? { kind: 'refused', reason: 'Too large.', isForNow: false } : { kind: 'delivered' }
    outbox.deliverNow()
    await settled()
    outbox.deliverNow()
    await clock.advance(3_600_000)
    expect(hub.attempts).toEqual(['clip-1', 'clip-2'])
    expect([...disk.clips.values()].map(({ id, refusal }) => [id, refusal])).toEqual([['clip-1', 'Too large.']])
  })
})

describe('the outbox tells', () => {
  it('how many clips wait, fewer with each delivery', async () => {
    const { outbox, settled, told } = testOutbox(fakeDisk(waitingClip(1), waitingClip(2)))
    outbox.deliverNow()
    await settled()
    expect(told.states.map(({ waiting }) => waiting).filter((count, i, all) => count !== all[i - 1])).toEqual([2, 1, 0])
    expect(told.states.at(-1)).toMatchObject({ waiting: 0, refused: 0, lastRefusal: null, isStalled: false })
  })

  it('refused clips apart, with the last reason', async () => {
    const { hub, outbox, settled, state } = testOutbox(fakeDisk(waitingClip(1), waitingClip(2)))
    hub.answer = async ({ id }) => ({ kind: 'refused', reason: `${id} is too large.`, isForNow: false })
    outbox.deliverNow()
    await settled()
    expect(state()).toMatchObject({ waiting: 0, refused: 2, lastRefusal: 'clip-2 is too large.', isStalled: false })
  })

  it('a recording that has ended as a clip that waits, until it is one, and those of its workspace only', async () => {
    const { disk, hub, outbox, state } = testOutbox(fakeDisk(waitingClip(1)))
    hub.ended = [1, 2, 3].map((number) => ({
      id: `clip-${number}`,
      owner: 'this-tab' as const,
      workspaceId: number === 3 ? 'office' : 'home',
    }))
    await outbox.takeStock()
    expect([state()?.waiting, disk.clips.size, hub.attempts]).toEqual([2, 1, []])
  })

  it('nothing that was read for a workspace which was left meanwhile', async () => {
    const { hub, outbox, told } = testOutbox(fakeDisk(waitingClip(1)))
    const reporting = outbox.report()
    hub.workspaceId = 'office'
    await reporting
    expect(told.states).toEqual([])
  })

  it('nothing of other workspaces', async () => {
    const elsewhere = { workspaceId: 'office' }
    const disk = fakeDisk(waitingClip(1, elsewhere), waitingClip(2, { ...elsewhere, refusal: 'Too large.' }))
    const { outbox, settled, state } = testOutbox(disk)
    outbox.deliverNow()
    await settled()
    expect(state()).toMatchObject({ waiting: 0, refused: 0, lastRefusal: null, isStalled: false })
  })
})
