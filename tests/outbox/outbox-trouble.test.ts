import { describe, expect, it } from 'vitest'
import { Outbox } from '../../src/outbox/outbox'
import type { DeliveryResult } from '../../src/outbox/waiting-clip'
import { deferred } from '../support/deferred'
import { fakeDisk, testOutbox, waitingClip } from '../support/outbox'

const postponed: DeliveryResult = { kind: 'postponed' }
const error = new Error('the disk went away')

/** An outbox with two clips and no network. */
function offline() {
  const test = testOutbox(fakeDisk(waitingClip(1), waitingClip(2)))
  test.hub.answer = async () => postponed
  return test
}

describe('a delivery that is postponed', () => {
  it('stops the run, keeps every clip and is tried again after the back-off', async () => {
    const { clock, disk, hub, outbox, settled } = offline()
    outbox.deliverNow()
    await settled()
    expect([hub.attempts, disk.clips.size]).toEqual([['clip-1'], 2])
    hub.answer = async () => ({ kind: 'delivered' })
    await clock.advance(999)
    expect(hub.attempts).toEqual(['clip-1'])
    await clock.advance(1)
    expect(hub.attempts).toEqual(['clip-1', 'clip-1', 'clip-2'])
    expect(disk.clips.size).toBe(0)
  })

  it('waits twice as long after each further failure', async () => {
    const { clock, hub, outbox, settled } = offline()
    outbox.deliverNow()
    await settled()
    for (const delayMs of [1_000, 2_000, 4_000, 8_000]) {
      expect(clock.pending()).toEqual([delayMs])
      await clock.advance(delayMs)
    }
    expect(hub.attempts.length).toBe(5)
  })

  it('waits 1 s again after a success in between', async () => {
    const { clock, hub, outbox } = offline()
    outbox.deliverNow()
    await clock.advance(3_000)
    hub.answer = async ({ id }) => (id === 'clip-1' ? { kind: 'delivered' } : postponed)
    await clock.advance(4_000)
    expect(clock.pending()).toEqual([1_000])
  })

  it('is told as stalled until one gets through', async () => {
    const { clock, hub, outbox, settled, state } = offline()
    outbox.deliverNow()
    await settled()
    expect(state()).toEqual({ waiting: 2, refused: 0, lastRefusal: null, isStalled: true })
    hub.answer = async () => ({ kind: 'delivered' })
    await clock.advance(1_000)
    expect(state()).toMatchObject({ waiting: 0, isStalled: false })
  })

  it('is tried at once when asked for, as when back online, and not once more after the back-off', async () => {
    const { clock, hub, outbox, settled } = offline()
    outbox.deliverNow()
    await settled()
    hub.answer = async () => ({ kind: 'delivered' })
    outbox.deliverNow()
    await settled()
    expect(hub.attempts).toEqual(['clip-1', 'clip-1', 'clip-2'])
    expect(clock.pending()).toEqual([])
  })

  it('loses nothing over a long outage', async () => {
    const { clock, disk, hub, outbox } = offline()
    for (let number = 3; number <= 12; number++) {
      await outbox.add(waitingClip(number))
      await clock.advance(20_000)
    }
    expect(disk.clips.size).toBe(12)
    hub.answer = async () => ({ kind: 'delivered' })
    hub.attempts.length = 0
    await clock.advance(60_000)
    expect(hub.attempts).toEqual(Array.from({ length: 12 }, (_, i) => `clip-${i + 1}`))
    expect(disk.clips.size).toBe(0)
  })

  it.fails('leaves one retry waiting, not one for each wish that came during the attempt', async () => {
    const { clock, hub, outbox, settled } = offline()
    const first = deferred<DeliveryResult>()
    hub.answer = async () => (hub.attempts.length === 1 ? first.promise : postponed)
    outbox.deliverNow()
    await settled()
    outbox.deliverNow()
    first.resolve(postponed)
    await settled()
    expect(clock.pending()).toEqual([2_000])
  })
})

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
    const { disk, hub, outbox, settled } = offline()
    const first = deferred<DeliveryResult>()
    hub.answer = () => first.promise
    outbox.deliverNow()
    await settled()
    outbox.close()
    first.resolve({ kind: 'delivered' })
    await settled()
    expect(hub.attempts).toEqual(['clip-1'])
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
    const { disk, hub, outbox, settled } = testOutbox()
    outbox.close()
    await outbox.add(waitingClip(1))
    await settled()
    expect([hub.attempts.length, disk.clips.size]).toEqual([0, 1])
  })

  it.fails('counts the delivery that it aborts as no failure: no retry is set and nothing told as stalled', async () => {
    const { clock, hub, outbox, settled, told } = offline()
    hub.answer = (_, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(postponed), { once: true }))
    outbox.deliverNow()
    await settled()
    outbox.close()
    await settled()
    expect([clock.pending(), told.states.at(-1)?.isStalled]).toEqual([[], false])
  })

  it('while it waits for another tab reports no error', async () => {
    const { ports, settled, told } = offline()
    const outbox = new Outbox({
      ...ports,
      exclusively: (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
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

  it('to take a clip tells whoever added it', async () => {
    const { disk, outbox } = testOutbox()
    disk.failing = { calls: ['put'], error }
    await expect(outbox.add(waitingClip(1))).rejects.toBe(error)
  })

  it.fails('is tried again by itself after the back-off', async () => {
    const { clock, disk, hub, outbox, settled } = testOutbox(fakeDisk(waitingClip(1)))
    disk.failing = { calls: ['list'], error }
    outbox.deliverNow()
    await settled()
    disk.failing = null
    await clock.advance(60_000)
    expect(hub.attempts).toEqual(['clip-1'])
  })
})
