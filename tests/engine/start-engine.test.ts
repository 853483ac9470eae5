import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { watching } from '../support/capture'
import { startWholeEngine } from '../support/engine/whole-engine'

let whole: Awaited<ReturnType<typeof startWholeEngine>>

beforeEach(async () => {
  whole = await startWholeEngine()
})
afterEach(() => whole.close())

describe('the engine as the app starts it', () => {
  it('leaves snapshots out while checks are late: detection comes first', async () => {
    whole.run(['a', 'b'], watching)
    await whole.pass(10_000)
    const before = whole.toldOf('snapshot')
    whole.worker.frameDelayMs = 200
    await whole.pass(9_000)
    expect(before).toBeGreaterThanOrEqual(6)
    expect(whole.toldOf('snapshot') - before).toBeLessThanOrEqual(2)
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

  it('steps a camera down while the worker is slow, and says so: its pre-roll goes first (ENG-09)', async () => {
    whole.run(['a'], watching)
    await whole.pass(3_000)
    whole.worker.frameDelayMs = 200
    await whole.pass(12_000)
    expect(whole.stateOf('a')).toMatchObject({ pace: { analysisWidth: 480, preRollShare: 0.4, isReduced: false } })
    await whole.pass(22_000)
    expect(whole.stateOf('a')).toMatchObject({ pace: { analysisWidth: 160, preRollShare: 0, isReduced: true } })
  })
})
