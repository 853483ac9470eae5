import { describe, expect, it } from 'vitest'
import type { DeliveryResult } from '../../src/outbox/waiting-clip'
import { deferred } from '../support/deferred'
import { fakeDisk, testOutbox, waitingClip } from '../support/outbox'

const postponed: DeliveryResult = { kind: 'postponed', because: 'no-answer' }
const trouble: DeliveryResult = { kind: 'postponed', because: 'trouble' }
const notNow = (forMs = 0): DeliveryResult => ({ kind: 'postponed', because: 'not-now', forMs })

/** An outbox with two clips and no network. */
function offline() {
  const test = testOutbox(fakeDisk(waitingClip(1), waitingClip(2)))
  test.hub.answer = async () => postponed
  return test
}

describe('a delivery that nobody answers', () => {
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

  it('waits 1 s again after a run without a failure in between', async () => {
    const { clock, hub, keep, outbox, settled } = offline()
    outbox.deliverNow()
    await clock.advance(3_000)
    hub.answer = async () => ({ kind: 'delivered' })
    await clock.advance(4_000)
    hub.answer = async () => postponed
    await keep(waitingClip(3))
    await settled()
    expect(clock.pending()).toEqual([1_000])
  })

  it('is told as stalled until one gets through', async () => {
    const { clock, hub, outbox, settled, state } = offline()
    outbox.deliverNow()
    await settled()
    expect(state()).toMatchObject({ waiting: 2, refused: 0, lastRefusal: null, isStalled: true })
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
    const { clock, disk, hub, keep } = offline()
    for (let number = 3; number <= 12; number++) {
      await keep(waitingClip(number))
      await clock.advance(20_000)
    }
    expect(disk.clips.size).toBe(12)
    hub.answer = async () => ({ kind: 'delivered' })
    hub.attempts.length = 0
    await clock.advance(60_000)
    expect(hub.attempts).toEqual(Array.from({ length: 12 }, (_, i) => `clip-${i + 1}`))
    expect(disk.clips.size).toBe(0)
  })

  it('leaves one retry waiting, not one for each wish that came during the attempt', async () => {
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

  it('leaves no retry waiting when the wish that came during the attempt got everything through', async () => {
    const { clock, hub, outbox, settled } = offline()
    const first = deferred<DeliveryResult>()
    hub.answer = async () => (hub.attempts.length === 1 ? first.promise : { kind: 'delivered' })
    outbox.deliverNow()
    await settled()
    outbox.deliverNow()
    first.resolve(postponed)
    await settled()
    expect([hub.attempts, clock.pending()]).toEqual([['clip-1', 'clip-1', 'clip-2'], []])
  })
})

describe('a clip that the hub has trouble with', () => {
  /** Three clips; the hub stumbles over the first. */
  function stumbling() {
    const test = testOutbox(fakeDisk(waitingClip(1), waitingClip(2), waitingClip(3)))
    test.hub.answer = async ({ id }) => (id === 'clip-1' ? trouble : { kind: 'delivered' })
    return test
  }

  it('does not stop the clips after it, waits on the disk and is told as stalled', async () => {
    const { disk, hub, outbox, settled, state } = stumbling()
    outbox.deliverNow()
    await settled()
    expect(hub.attempts).toEqual(['clip-1', 'clip-2', 'clip-3'])
    expect([...disk.clips.keys()]).toEqual(['clip-1'])
    expect(state()).toMatchObject({ waiting: 1, refused: 0, lastRefusal: null, isStalled: true })
  })

  it('is tried again after the back-off, each time twice as long, however many others get through', async () => {
    const { clock, hub, outbox, settled } = stumbling()
    outbox.deliverNow()
    await settled()
    for (const [i, delayMs] of [1_000, 2_000, 4_000].entries()) {
      expect(clock.pending()).toEqual([delayMs])
      hub.attempts.length = 0
      await clock.advance(delayMs)
      expect(hub.attempts, `try ${i + 2}`).toEqual(['clip-1'])
    }
  })

  it('is stalled no more once it got through, and the next trouble waits 1 s again', async () => {
    const { clock, hub, keep, outbox, settled, state } = stumbling()
    outbox.deliverNow()
    await clock.advance(1_000)
    hub.answer = async () => ({ kind: 'delivered' })
    await clock.advance(2_000)
    expect(state()).toMatchObject({ waiting: 0, refused: 0, lastRefusal: null, isStalled: false })
    hub.answer = async () => trouble
    await keep(waitingClip(4))
    await settled()
    expect(clock.pending()).toEqual([1_000])
  })

  it('leaves one retry waiting, however many the hub stumbles over', async () => {
    const { clock, hub, outbox, settled } = stumbling()
    hub.answer = async () => trouble
    outbox.deliverNow()
    await settled()
    expect([hub.attempts.length, clock.pending()]).toEqual([3, [1_000]])
  })

  it('stops nothing, but the first that nobody answers does', async () => {
    const { clock, hub, outbox, settled } = stumbling()
    hub.answer = async ({ id }) => (id === 'clip-1' ? trouble : postponed)
    outbox.deliverNow()
    await settled()
    expect([hub.attempts, clock.pending()]).toEqual([['clip-1', 'clip-2'], [1_000]])
  })
})

describe('a hub that takes no clip for now', () => {
  /** 200 clips and a hub whose disk is full. */
  function fullHub() {
    const test = testOutbox(fakeDisk(...Array.from({ length: 200 }, (_, i) => waitingClip(i + 1))))
    test.hub.answer = async () => notNow()
    return test
  }

  it('is sent one clip a try, ever later, and new clips wait with the others', async () => {
    const { clock, hub, keep, outbox, settled, state } = fullHub()
    outbox.deliverNow()
    await settled()
    for (const [i, delayMs] of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000].entries()) {
      await keep(waitingClip(300 + i))
      expect([hub.attempts.length, clock.pending(), state()?.isStalled]).toEqual([i + 1, [delayMs], true])
      await clock.advance(delayMs)
    }
  })

  it('is left alone for as long as it asks, where that is longer than the back-off', async () => {
    const { clock, hub, outbox, settled } = fullHub()
    hub.answer = async () => notNow(hub.attempts.length === 1 ? 90_000 : 500)
    outbox.deliverNow()
    await settled()
    expect(clock.pending()).toEqual([90_000])
    await clock.advance(90_000)
    expect(clock.pending()).toEqual([2_000])
  })

  it('gets all of them, oldest first, once it takes clips again', async () => {
    const { clock, disk, hub, outbox, state } = fullHub()
    outbox.deliverNow()
    await clock.advance(1_000)
    hub.answer = async () => ({ kind: 'delivered' })
    hub.attempts.length = 0
    await clock.advance(2_000)
    expect(hub.attempts).toEqual(Array.from({ length: 200 }, (_, i) => `clip-${i + 1}`))
    expect([disk.clips.size, state()?.isStalled, clock.pending()]).toEqual([0, false, []])
  })

  it('because of the one clip that it was sent gets the others after three tries', async () => {
    const { clock, disk, hub, outbox } = fullHub()
    hub.answer = async ({ id }) => (id === 'clip-1' ? notNow() : { kind: 'delivered' })
    outbox.deliverNow()
    await clock.advance(3_000)
    expect(hub.attempts).toEqual(['clip-1', 'clip-1', 'clip-1'])
    await clock.advance(4_000)
    expect([[...disk.clips.keys()], hub.attempts.at(-1)]).toEqual([['clip-1'], 'clip-1'])
  })
})

describe('a clip that fails by itself', () => {
  it('is not uploaded again because a new one came, or because the hub is reachable again', async () => {
    const { hub, keep, outbox, settled } = testOutbox(fakeDisk(waitingClip(1), waitingClip(2)))
    hub.answer = async () => trouble
    outbox.deliverNow()
    await settled()
    await keep(waitingClip(3))
    outbox.hubAnswers()
    await settled()
    expect(hub.attempts).toEqual(['clip-1', 'clip-2', 'clip-3'])
    outbox.deliverNow('all')
    await settled()
    expect(hub.attempts.length).toBe(6)
  })

  it('is tried every ten minutes in the end', async () => {
    const { clock, hub, outbox } = testOutbox(fakeDisk(waitingClip(1)))
    hub.answer = async () => trouble
    outbox.deliverNow()
    await clock.advance(3_600_000)
    hub.attempts.length = 0
    await clock.advance(3_600_000)
    expect(hub.attempts.length).toBe(6)
  })

  it('goes behind the others after three silences while the hub answered others', async () => {
    const { hub, outbox, settled, disk, clock } = testOutbox(fakeDisk(waitingClip(1), waitingClip(2)))
    hub.answer = async ({ id }) => (id === 'clip-1' ? postponed : { kind: 'delivered' })
    outbox.deliverNow()
    await settled()
    outbox.hubAnswers()
    await settled()
    expect([hub.attempts, disk.clips.size]).toEqual([['clip-1', 'clip-1'], 2])
    outbox.hubAnswers()
    await settled()
    expect([hub.attempts.slice(2), [...disk.clips.keys()]]).toEqual([['clip-1', 'clip-2'], ['clip-1']])
    outbox.hubAnswers()
    await settled()
    expect([hub.attempts.length, clock.pending()]).toEqual([4, [1_000]])
  })
})
