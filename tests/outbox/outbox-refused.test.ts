import { describe, expect, it } from 'vitest'
import { resilientStore } from '../../src/outbox/resilient-store'
import { fakeDisk, testOutbox, waitingClip } from '../support/outbox'

const refusal = 'The storage of this plan is full.'
const elsewhere = { workspaceId: 'office', refusal }

/** Two refused clips here, one in another workspace and one that still waits for its first try. */
function withRefused() {
  return testOutbox(
    fakeDisk(waitingClip(1, { refusal }), waitingClip(2, { refusal }), waitingClip(3, elsewhere), waitingClip(4)),
  )
}

describe('refused clips', () => {
  it('are tried again when that is wished for, oldest first, and leave the disk once delivered', async () => {
    const { disk, hub, outbox, settled, state } = withRefused()
    await outbox.retryRefused()
    await settled()
    expect(hub.attempts).toEqual(['clip-1', 'clip-2', 'clip-4'])
    expect([...disk.clips.keys()]).toEqual(['clip-3'])
    expect(state()).toMatchObject({ waiting: 0, refused: 0, lastRefusal: null, isStalled: false })
  })

  it('that the disk does not give back hold up no other (OUT-06)', async () => {
    const { disk, hub, outbox, settled, told } = withRefused()
    const [get, error] = [disk.get, new DOMException('The file went away.', 'NotReadableError')]
    disk.get = async (id) => (id === 'clip-1' ? Promise.reject(error) : get(id))
    await outbox.retryRefused()
    await settled()
    expect([hub.attempts, told.errors]).toEqual([['clip-2', 'clip-4'], [error]])
    expect(disk.clips.get('clip-1')?.refusal).toBe(refusal)
  })

  it('that are refused again are kept with the new reason', async () => {
    const { disk, hub, outbox, settled, state } = withRefused()
    hub.answer = async () => ({ kind: 'refused', reason: 'Still full.', isForNow: false })
    await outbox.retryRefused()
    await settled()
    expect(disk.clips.get('clip-1')?.refusal).toBe('Still full.')
    expect(state()).toMatchObject({ waiting: 0, refused: 3, lastRefusal: 'Still full.', isStalled: false })
  })

  it('that wait again survive a hub that does not answer, as every waiting clip', async () => {
    const { clock, disk, hub, outbox, settled, state } = withRefused()
    hub.answer = async () => ({ kind: 'postponed', because: 'no-answer' })
    await outbox.retryRefused()
    await settled()
    expect([disk.clips.get('clip-1')?.refusal, disk.clips.get('clip-2')?.refusal]).toEqual([null, null])
    expect([state(), clock.pending()]).toMatchObject([
      { waiting: 3, refused: 0, lastRefusal: null, isStalled: true },
      [1_000],
    ])
  })

  it('are given up for good when that is wished for; what waits stays, and so do those of other workspaces', async () => {
    const { disk, hub, outbox, settled, state } = withRefused()
    await outbox.discardRefused()
    await settled()
    expect([...disk.clips.keys()]).toEqual(['clip-3', 'clip-4'])
    expect(hub.attempts).toEqual([])
    expect(state()).toMatchObject({ waiting: 1, refused: 0, lastRefusal: null, isStalled: false })
  })

  it('that the disk does not take either are told as what ends with this tab (OUT-10)', async () => {
    const disk = fakeDisk(waitingClip(1, { refusal }), waitingClip(2))
    disk.failing = { calls: ['put'], error: new DOMException('The disk is full.', 'QuotaExceededError') }
    const store = resilientStore(disk, () => undefined)
    await store.put(waitingClip(3))
    const { hub, outbox, settled, state } = testOutbox(disk, store)
    hub.answer = async () => ({ kind: 'refused', reason: refusal, isForNow: true })
    outbox.deliverNow()
    await settled()
    // The disk has the second clip, only not that it was refused.
    expect(state()).toMatchObject({ waiting: 0, onlyInTab: 0, refused: 3, refusedForNow: 2, refusedOnlyInTab: 1 })
  })

  it('are neither tried nor given up while nobody is signed in', async () => {
    const { disk, hub, outbox, settled } = withRefused()
    hub.workspaceId = null
    await outbox.retryRefused()
    await outbox.discardRefused()
    await settled()
    expect([hub.attempts, disk.clips.size, disk.clips.get('clip-1')?.refusal]).toEqual([[], 4, refusal])
  })

  it('that the disk does not let go are told to whoever gave them up', async () => {
    const { disk, outbox } = withRefused()
    const error = new Error('the disk went away')
    disk.failing = { calls: ['remove'], error }
    await expect(outbox.discardRefused()).rejects.toBe(error)
  })
})
