import { describe, expect, it } from 'vitest'
import { Outbox } from '../../src/outbox/outbox'
import type { DeliveryResult } from '../../src/outbox/waiting-clip'
import { deferred } from '../support/deferred'
import { fakeDisk, testOutbox, waitingClip } from '../support/outbox'

const postponed: DeliveryResult = { kind: 'postponed', because: 'no-answer' }
const error = new Error('the disk went away')

/** An outbox with two clips and no network. */
function offline() {
  const test = testOutbox(fakeDisk(waitingClip(1), waitingClip(2)))
  test.hub.answer = async () => postponed
  return test
}

describe('closing the outbox', () => {
  it('aborts the delivery under way and begins no other; what waits stays on the disk', async () => {
    const { clock, disk, hub, outbox, settled } = offline()
    hub.answer = (_, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(postponed), { once: true }))
    outbox.deliverNow()
    await settled()
    outbox.close()
    await clock.advance(600_000)
    expect([hub.attempts, disk.clips.size]).toEqual([['clip-1'], 2])
  })

  it('begins no other delivery when the one under way was answered', async () => {
    const { clock, hub, outbox, settled } = offline()
    const first = deferred<DeliveryResult>()
    hub.answer = () => first.promise
    outbox.deliverNow()
    await settled()
    outbox.close()
    first.resolve({ kind: 'delivered' })
    await settled()
    expect([hub.attempts, clock.pending()]).toEqual([['clip-1'], []])
  })

  it('still takes a clip from the disk that the hub had acknowledged, so that it is not sent once more', async () => {
    const { disk, hub, outbox, settled } = offline()
    const first = deferred<DeliveryResult>()
    hub.answer = () => first.promise
    outbox.deliverNow()
    await settled()
    outbox.close()
    first.resolve({ kind: 'delivered' })
    await settled()
    expect([...disk.clips.keys()]).toEqual(['clip-2'])
  })

  it('ends the wait for the next try', async () => {
    const { clock, hub, outbox, settled } = offline()
    outbox.deliverNow()
    await settled()
    outbox.close()
    expect(clock.pending()).toEqual([])
    outbox.deliverNow()
    await settled()
    expect(hub.attempts).toEqual(['clip-1'])
  })

  it('still keeps a clip that is added afterwards', async () => {
    const { disk, hub, keep, outbox, settled } = testOutbox()
    outbox.close()
    await keep(waitingClip(1))
    await settled()
    expect([hub.attempts.length, disk.clips.size]).toEqual([0, 1])
  })

  it('counts the delivery that it aborts as no failure: no retry is set and nothing told as stalled', async () => {
    const { clock, hub, outbox, settled, told } = offline()
    hub.answer = (_, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(postponed), { once: true }))
    outbox.deliverNow()
    await settled()
    outbox.close()
    await settled()
    expect([clock.pending(), told.states.at(-1)?.isStalled]).toEqual([[], false])
  })

  it('between an answer and the report of it sets no retry either', async () => {
    const { clock, disk, hub, ports, settled } = offline()
    let isClosed = false
    const outbox: Outbox = new Outbox({
      ...ports,
      store: {
        ...disk,
        list: async () => {
          if (hub.attempts.length === 2 && !isClosed) outbox.close()
          isClosed = hub.attempts.length === 2
          return disk.list()
        },
      },
    })
    hub.answer = async () => ({ kind: 'postponed', because: 'trouble' })
    outbox.deliverNow()
    await settled()
    expect([hub.attempts.length, clock.pending()]).toEqual([2, []])
  })

  it('while it waits for another tab reports no error', async () => {
    const { ports, settled, told } = offline()
    const outbox = new Outbox({
      ...ports,
      locks: {
        ...ports.locks,
        exclusively: (_name, _work, signal) =>
          new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      },
    })
    outbox.deliverNow()
    await settled()
    outbox.close()
    await settled()
    expect(told.errors).toEqual([])
  })
})

describe('a store that fails', () => {
  it('breaks the run off with a report; the next wish runs again', async () => {
    const { disk, hub, outbox, settled, told } = testOutbox(fakeDisk(waitingClip(1)))
    disk.failing = { calls: ['list'], error }
    outbox.deliverNow()
    await settled()
    expect([told.errors, hub.attempts]).toEqual([[error], []])
    disk.failing = null
    outbox.deliverNow()
    await settled()
    expect(hub.attempts).toEqual(['clip-1'])
  })

  it('to give one clip back does not stop the others; that one is tried again', async () => {
    const { clock, disk, hub, ports, settled, told } = testOutbox(fakeDisk(waitingClip(1), waitingClip(2)))
    let isDamaged = true
    const get = async (id: string) => {
      if (id === 'clip-1' && isDamaged) throw error
      return disk.get(id)
    }
    new Outbox({ ...ports, store: { ...disk, get } }).deliverNow()
    await settled()
    expect([hub.attempts, told.errors, clock.pending()]).toEqual([['clip-2'], [error], [1_000]])
    isDamaged = false
    await clock.advance(1_000)
    expect(hub.attempts).toEqual(['clip-2', 'clip-1'])
  })

  it('is tried again by itself after the back-off', async () => {
    const { clock, disk, hub, outbox, settled } = testOutbox(fakeDisk(waitingClip(1)))
    disk.failing = { calls: ['list'], error }
    outbox.deliverNow()
    await settled()
    disk.failing = null
    expect(clock.pending()).toEqual([1_000])
    await clock.advance(1_000)
    expect(hub.attempts).toEqual(['clip-1'])
    expect(clock.pending()).toEqual([])
  })

  it('to forget a delivered clip is tried again, which the id makes harmless (HUB-12)', async () => {
    const { clock, disk, hub, outbox, settled, told } = testOutbox(fakeDisk(waitingClip(1)))
    disk.failing = { calls: ['remove'], error }
    outbox.deliverNow()
    await settled()
    expect(told.errors).toEqual([error])
    disk.failing = null
    await clock.advance(1_000)
    expect([hub.attempts, disk.clips.size]).toEqual([['clip-1', 'clip-1'], 0])
  })
})

describe('a run that breaks off', () => {
  it('because a delivery threw is reported and tried again, ever later', async () => {
    const { clock, hub, outbox, settled, told } = offline()
    hub.answer = () => Promise.reject(error)
    outbox.deliverNow()
    await settled()
    expect([told.errors, clock.pending()]).toEqual([[error], [1_000]])
    await clock.advance(1_000)
    expect([told.errors.length, clock.pending()]).toEqual([2, [2_000]])
    hub.answer = async () => ({ kind: 'delivered' })
    await clock.advance(2_000)
    expect(hub.attempts).toEqual(['clip-1', 'clip-1', 'clip-1', 'clip-2'])
  })

  it('when the outbox was closed meanwhile is neither reported nor tried again', async () => {
    const { clock, hub, outbox, settled, told } = offline()
    const first = deferred<DeliveryResult>()
    hub.answer = () => first.promise
    outbox.deliverNow()
    await settled()
    outbox.close()
    first.reject(error)
    await settled()
    expect([told.errors, clock.pending()]).toEqual([[], []])
  })
})
