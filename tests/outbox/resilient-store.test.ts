import { beforeEach, describe, expect, it } from 'vitest'
import { resilientStore } from '../../src/outbox/resilient-store'
import { fakeDisk, waitingClip } from '../support/outbox'

const error = new DOMException('The disk is full.', 'QuotaExceededError')

describe('a store that survives its disk', () => {
  let disk = fakeDisk()
  const errors: unknown[] = []
  let store = resilientStore(disk, (given) => errors.push(given))
  const ids = async () => (await store.list()).map(({ id }) => id)

  beforeEach(() => {
    errors.length = 0
    disk = fakeDisk()
    store = resilientStore(disk, (given) => errors.push(given))
  })

  it('keeps clips on the disk while that takes them', async () => {
    await store.put(waitingClip(1))
    expect([...disk.clips.keys()]).toEqual(['clip-1'])
    expect(await ids()).toEqual(['clip-1'])
    expect(errors).toEqual([])
  })

  it('keeps in memory what the disk refuses, says so, and lists both oldest first', async () => {
    await store.put(waitingClip(1))
    await store.put(waitingClip(3))
    disk.failing = { calls: ['put'], error }
    await store.put(waitingClip(2))
    expect(await ids()).toEqual(['clip-1', 'clip-2', 'clip-3'])
    expect(errors).toEqual([error])
  })

  it('lists what it has in memory when the disk cannot be read', async () => {
    disk.failing = { calls: ['put', 'list'], error }
    await store.put(waitingClip(1))
    expect(await ids()).toEqual(['clip-1'])
    expect(errors).toEqual([error, error])
  })

  it('lists the newer of two versions when the disk did not take the change', async () => {
    await store.put(waitingClip(1))
    disk.failing = { calls: ['put'], error }
    await store.put(waitingClip(1, { refusal: 'too large' }))
    expect((await store.list()).map(({ id, refusal }) => [id, refusal])).toEqual([['clip-1', 'too large']])
  })

  it('lists what the disk took in the end once, in its last version', async () => {
    disk.failing = { calls: ['put'], error }
    await store.put(waitingClip(1))
    disk.failing = null
    await store.put(waitingClip(1, { refusal: 'too large' }))
    expect((await store.list()).map(({ refusal }) => refusal)).toEqual(['too large'])
    expect([...disk.clips.keys()]).toEqual(['clip-1'])
  })

  it('removes from memory and disk alike', async () => {
    await store.put(waitingClip(1))
    disk.failing = { calls: ['put'], error }
    await store.put(waitingClip(2))
    await store.remove(waitingClip(1), { kind: 'discarded' })
    await store.remove(waitingClip(2), { kind: 'discarded' })
    expect(await ids()).toEqual([])
    expect(disk.clips.size).toBe(0)
  })

  it('does not fail when the disk does not remove, and says so', async () => {
    await store.put(waitingClip(1))
    disk.failing = { calls: ['remove'], error }
    await store.remove(waitingClip(1), { kind: 'discarded' })
    expect(errors).toEqual([error])
  })
})
