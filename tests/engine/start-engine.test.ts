import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { watching } from '../support/capture'
import { startWholeEngine } from '../support/engine/whole-engine'

let whole: Awaited<ReturnType<typeof startWholeEngine>>

beforeEach(async () => {
  whole = await startWholeEngine()
})
afterEach(() => whole.close())

describe('the engine as the app starts it', () => {
  it('leaves snapshots out where the machine is far behind: detection comes first (ENG-11)', async () => {
    whole.run(['a', 'b'], watching)
    await whole.pass(10_000)
    const before = whole.toldOf('snapshot')
    whole.worker.frameDelayMs = 200
    await whole.pass(13_000)
    const busy = whole.toldOf('snapshot')
    await whole.pass(20_000)
    expect(before).toBeGreaterThanOrEqual(6)
    expect(busy).toBeGreaterThan(before)
    // One of each in 10 s.
    expect(whole.toldOf('snapshot') - busy).toBeLessThanOrEqual(5)
  })

  it('makes snapshots with the checks: no timer wakes the page for them (LESS-07)', async () => {
    whole.run(['a', 'b'], { ...watching, isMotionRecorded: false })
    await whole.pass(6_000)
    const ofTimers = new Set<number>()
    const fired: number[] = []
    whole.worker.addEventListener('message', (event) => {
      const { kind, timer } = Object((event as MessageEvent<unknown>).data)
      if (kind !== 'timer') return
      ofTimers.add(timer)
      fired.push(timer)
    })
    const before = whole.toldOf('snapshot')
    await whole.pass(30_000)
    expect(whole.toldOf('snapshot') - before).toBeGreaterThanOrEqual(22)
    // That of the checks, each 300 ms, and the look whether the machine slept, each 5 s.
    expect([ofTimers.size, fired.length <= 107]).toEqual([2, true])
  })

  it('says that a camera is paused within 5 s when the worker’s timers stop, and that it sees when they go on', async () => {
    whole.run(['a'], watching)
    await whole.pass(3_000)
    expect(whole.stateOf('a')).toMatchObject({ sight: { phase: 'seeing' } })
    const letGo = whole.worker.holdTimers()
    await whole.pass(5_000)
    expect(whole.stateOf('a')).toMatchObject({ sight: { phase: 'paused', why: 'throttled' } })
    letGo()
    await whole.pass(600)
    expect(whole.stateOf('a')).toMatchObject({ sight: { phase: 'seeing' } })
  })

  it('leaves its watches for tampering to the next one, and none of a camera that is not wanted (TAMP-03)', () => {
    whole.run(['a', 'b'], watching)
    whole.run(['b'], watching)
    whole.stop()
    expect([...whole.tampering.keys()]).toEqual(['b'])
  })

  it('does with less while the worker is slow, and says so (LESS-01)', async () => {
    whole.run(['a', 'b'], watching)
    await whole.pass(3_000)
    whole.worker.frameDelayMs = 200
    await whole.pass(4_500)
    for (const id of ['a', 'b']) {
      expect(whole.stateOf(id)).toMatchObject({ pace: { intervalMs: 300, analysisWidth: 480, less: ['half-rate'] } })
    }
    whole.worker.frameDelayMs = 0
    await whole.pass(40_000)
    expect(whole.stateOf('a')).toMatchObject({ pace: { less: [] } })
  })
})
