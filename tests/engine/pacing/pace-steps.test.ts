import { describe, expect, it } from 'vitest'
import { paceSteps } from '../../../src/engine/pacing/pace-steps'

const inShort = (baseIntervalMs: number) =>
  paceSteps(baseIntervalMs).map(({ analysisWidth, intervalMs }) => `${analysisWidth} wide, ${intervalMs} ms`)

describe('the steps of a camera’s pace (issue 3)', () => {
  it('go down over the analysis width first, then over the interval, to 1 s', () => {
    expect(inShort(300)).toEqual([
      '480 wide, 300 ms',
      '160 wide, 300 ms',
      '160 wide, 450 ms',
      '160 wide, 700 ms',
      '160 wide, 1000 ms',
    ])
  })

  it('scale with the base interval of a mobile device, and end at 1 s', () => {
    expect(inShort(500).slice(1)).toEqual(['160 wide, 500 ms', '160 wide, 750 ms', '160 wide, 1000 ms'])
  })

  it('leave an interval alone that is longer than that to begin with', () => {
    expect(inShort(1_500)).toEqual(['480 wide, 1500 ms', '160 wide, 1500 ms'])
  })

  it('are reduced, all but the first', () => {
    expect(paceSteps(300).map(({ isReduced }) => isReduced)).toEqual([false, true, true, true, true])
  })
})
