import { describe, expect, it } from 'vitest'
import { Outbox } from '../../src/outbox/outbox'
import { PROBE_INTERVAL_MS } from '../../src/outbox/refused-probe'
import type { DeliveryResult, Refusal, WaitingClip } from '../../src/outbox/waiting-clip'
import { settled } from '../support/manual-clock'
import { browserLocks, clipLocks, fakeDisk, testOutbox, waitingClip } from '../support/outbox'

const spent: Refusal = { kind: 'refused', reason: 'The recorded video of this month is used.', isForNow: true }
const forNow = { refusal: spent.reason, isRefusedForNow: true }

/** Three clips that wait for room in the plan, one that no plan would take, and one of another workspace. */
function withoutRoom(...newer: readonly WaitingClip[]) {
  return testOutbox(
    fakeDisk(
      waitingClip(1, { refusal: 'Too large.' }),
      waitingClip(2, { ...forNow, workspaceId: 'office' }),
      waitingClip(3, forNow),
      waitingClip(4, forNow),
      waitingClip(5, forNow),
      ...newer,
    ),
  )
}

describe('clips that the plan has no room for', () => {
  it('are tried again one every quarter of an hour, the newest and the others in turn, while all are refused (OUT-06)', async () => {
    const { clock, hub, outbox, state } = withoutRoom()
    hub.answer = async () => spent
    outbox.deliverNow()
    await clock.advance(PROBE_INTERVAL_MS - 1)
    expect(hub.attempts).toEqual([])
    await clock.advance(1)
    expect(hub.attempts).toEqual(['clip-5'])
    await clock.advance(PROBE_INTERVAL_MS)
    expect(hub.attempts).toEqual(['clip-5', 'clip-4'])
    await clock.advance(4 * PROBE_INTERVAL_MS)
    expect(hub.attempts).toEqual(['clip-5', 'clip-4', 'clip-5', 'clip-3', 'clip-5', 'clip-4'])
    expect(state()).toMatchObject({ waiting: 0, refused: 4, refusedForNow: 3 })
  })

  it.each<[string, DeliveryResult]>([
    ['has no room for', spent],
    ['is in trouble with', { kind: 'postponed', because: 'trouble' }],
  ])('are all delivered but the one that the hub %s (OUT-06)', async (_name, answer) => {
    const { clock, disk, hub, outbox } = withoutRoom()
    hub.answer = async ({ id }) => (id === 'clip-5' ? answer : { kind: 'delivered' })
    outbox.deliverNow()
    await clock.advance(PROBE_INTERVAL_MS)
    expect(hub.attempts).toEqual(['clip-5'])
    await clock.advance(PROBE_INTERVAL_MS)
    expect([...disk.clips.keys()]).toEqual(['clip-1', 'clip-2', 'clip-5'])
  })

  it('have their turn again however many others are refused meanwhile', async () => {
    const { clock, hub, keep, outbox } = withoutRoom()
    hub.answer = async () => spent
    outbox.deliverNow()
    for (const number of [6, 7, 8, 9, 10, 11]) {
      await clock.advance(PROBE_INTERVAL_MS)
      await keep(waitingClip(number))
    }
    const probed = hub.attempts.filter((_id, index) => index % 2 === 0)
    expect(probed).toEqual(['clip-5', 'clip-5', 'clip-7', 'clip-4', 'clip-9', 'clip-3'])
  })

  it('are all delivered once a new month, or another plan, takes the first; what is refused for good stays', async () => {
    const { clock, disk, hub, outbox, state } = withoutRoom()
    outbox.deliverNow()
    await clock.advance(PROBE_INTERVAL_MS)
    expect(hub.attempts).toEqual(['clip-5', 'clip-4', 'clip-3'])
    expect([...disk.clips.keys()]).toEqual(['clip-1', 'clip-2'])
    expect(state()).toMatchObject({ waiting: 0, refused: 1, refusedForNow: 0 })
    expect(clock.pending()).toEqual([])
  })

  it('go on at once only for as long as they are taken, and never twice in one go (OUT-06)', async () => {
    const { clock, hub, outbox } = withoutRoom()
    hub.answer = async ({ id }) => (id === 'clip-5' ? { kind: 'delivered' } : spent)
    outbox.deliverNow()
    await clock.advance(2 * PROBE_INTERVAL_MS - 1)
    expect(hub.attempts).toEqual(['clip-5', 'clip-4'])
    await clock.advance(1)
    expect(hub.attempts).toEqual(['clip-5', 'clip-4', 'clip-3'])
  })

  it('are taken from the newest on where the plan keeps none of the oldest any more (OUT-06)', async () => {
    const newer = [6, 7, 8].map((number) => waitingClip(number, forNow))
    const { clock, disk, hub, outbox } = withoutRoom(...newer)
    let isNewMonth = false
    hub.answer = async ({ startedAtMs }) => (isNewMonth && startedAtMs > 4_000 ? { kind: 'delivered' } : spent)
    outbox.deliverNow()
    await clock.advance(8 * PROBE_INTERVAL_MS)
    expect(hub.attempts.at(-1)).toBe('clip-4')
    isNewMonth = true
    await clock.advance(PROBE_INTERVAL_MS)
    expect([...disk.clips.keys()]).toEqual(['clip-1', 'clip-2', 'clip-3', 'clip-4'])
  })

  it('go on past one that the hub stumbles over, and come to it again in its turn (OUT-06)', async () => {
    const { clock, hub, outbox } = withoutRoom()
    hub.answer = async ({ id }) => (id === 'clip-4' ? { kind: 'postponed', because: 'trouble' } : { kind: 'delivered' })
    outbox.deliverNow()
    await clock.advance(PROBE_INTERVAL_MS)
    expect(hub.attempts).toEqual(['clip-5', 'clip-4', 'clip-3'])
    await clock.advance(PROBE_INTERVAL_MS)
    expect(hub.attempts).toEqual(['clip-5', 'clip-4', 'clip-3', 'clip-4'])
  })

  it.each<[string, DeliveryResult]>([
    ['nobody answers', { kind: 'postponed', because: 'no-answer' }],
    ['the hub takes none for now', { kind: 'postponed', because: 'not-now', forMs: 0 }],
  ])('wait again where %s amid them (OUT-07)', async (_name, answer) => {
    const { clock, hub, outbox } = withoutRoom()
    hub.answer = async ({ id }) => (id === 'clip-5' ? { kind: 'delivered' } : answer)
    outbox.deliverNow()
    await clock.advance(2 * PROBE_INTERVAL_MS - 1)
    expect(hub.attempts).toEqual(['clip-5', 'clip-4'])
  })

  it('wait again where the disk breaks off amid them (OUT-06)', async () => {
    const { clock, disk, hub, outbox } = withoutRoom()
    hub.answer = async ({ id }) => {
      if (id === 'clip-4') disk.failing = { calls: ['remove'], error: new Error('the disk went away') }
      return { kind: 'delivered' }
    }
    outbox.deliverNow()
    await clock.advance(2 * PROBE_INTERVAL_MS - 1)
    expect(hub.attempts).toEqual(['clip-5', 'clip-4'])
  })

  it('let what is recorded meanwhile go first (OUT-06)', async () => {
    const { clock, disk, hub, ports } = withoutRoom()
    const outbox = new Outbox({ ...ports, locks: clipLocks(browserLocks()) })
    let finish = () => {}
    const untilDelivered = new Promise<void>((resolve) => {
      finish = resolve
    })
    hub.answer = async ({ id }) => {
      if (id === 'clip-5') {
        await disk.put(waitingClip(6))
        await outbox.clipKept()
        await settled()
      }
      if (id === 'clip-6') await untilDelivered
      return id === 'clip-4' ? spent : { kind: 'delivered' }
    }
    outbox.deliverNow()
    await clock.advance(PROBE_INTERVAL_MS)
    for (let turn = 0; turn < 9; turn++) await clock.advance(0)
    expect(hub.attempts).toEqual(['clip-5', 'clip-6'])
    // The run ends while the next waits for it, and plans none beside that.
    finish()
    for (let turn = 0; turn < 9; turn++) await clock.advance(0)
    expect(hub.attempts).toEqual(['clip-5', 'clip-6', 'clip-4'])
    expect(clock.pending()).toEqual([PROBE_INTERVAL_MS])
  })

  it('are all delivered but the one that the disk does not give back (OUT-06)', async () => {
    const { clock, disk, hub, outbox, state, told } = withoutRoom()
    const [get, error] = [disk.get, new DOMException('The file went away.', 'NotReadableError')]
    disk.get = async (id) => (id === 'clip-4' ? Promise.reject(error) : get(id))
    outbox.deliverNow()
    await clock.advance(PROBE_INTERVAL_MS)
    expect([hub.attempts, told.errors]).toEqual([['clip-5', 'clip-3'], [error]])
    expect(state()).toMatchObject({ waiting: 0, refusedForNow: 1 })
  })

  it('are kept as they are while nobody answers, and tried again', async () => {
    const { clock, disk, hub, outbox } = withoutRoom()
    hub.answer = async () => ({ kind: 'postponed', because: 'no-answer' })
    outbox.deliverNow()
    await clock.advance(4 * PROBE_INTERVAL_MS)
    expect(hub.attempts).toEqual(['clip-5', 'clip-4', 'clip-5', 'clip-3'])
    for (const id of ['clip-3', 'clip-4', 'clip-5']) expect(disk.clips.get(id)).toMatchObject(forNow)
  })

  it('are kept with the reason for which they are refused at last', async () => {
    const { clock, disk, hub, outbox, state } = withoutRoom()
    hub.answer = async ({ id }) => ({ kind: 'refused', reason: `There is no camera of ${id}.`, isForNow: false })
    outbox.deliverNow()
    await clock.advance(PROBE_INTERVAL_MS)
    expect(disk.clips.get('clip-5')).toMatchObject({ refusal: 'There is no camera of clip-5.', isRefusedForNow: false })
    expect(state()).toMatchObject({ refused: 4, refusedForNow: 2 })
  })

  it('are tried from the moment that one is refused, and not at all after the outbox was closed', async () => {
    const { clock, hub, keep, outbox } = testOutbox(fakeDisk())
    hub.answer = async () => spent
    await keep(waitingClip(1))
    await clock.advance(PROBE_INTERVAL_MS)
    expect(hub.attempts).toEqual(['clip-1', 'clip-1'])
    outbox.close()
    await clock.advance(2 * PROBE_INTERVAL_MS)
    expect([hub.attempts, clock.pending()]).toEqual([['clip-1', 'clip-1'], []])
  })

  it('are tried again also where the disk broke off', async () => {
    const { clock, disk, hub, outbox, told } = withoutRoom()
    outbox.deliverNow()
    await clock.advance(PROBE_INTERVAL_MS - 1)
    const error = new Error('the disk went away')
    disk.failing = { calls: ['remove'], error }
    await clock.advance(1)
    expect([hub.attempts, told.errors]).toEqual([['clip-5'], [error]])
    disk.failing = null
    await clock.advance(PROBE_INTERVAL_MS)
    expect([...disk.clips.keys()]).toEqual(['clip-1', 'clip-2'])
  })
})
