import { describe, expect, it } from 'vitest'
import { paceSteps } from '../../../src/engine/pacing/pace-steps'

const inShort = (baseIntervalMs: number) =>
  paceSteps(baseIntervalMs).map(({ analysisWidth, intervalMs }) => `${analysisWidth} wide, ${intervalMs} ms`)

describe('the steps of a camera’s pace (ENG-09)', () => {
  it('take the pre-roll away first, in two steps, before detection suffers (ENG-09)', () => {
    const steps = paceSteps(300)
    expect(steps.map(({ preRollShare }) => preRollShare)).toEqual([1, 0.4, 0, 0, 0, 0, 0])
    expect(inShort(300).slice(0, 3)).toEqual(['480 wide, 300 ms', '480 wide, 300 ms', '480 wide, 300 ms'])
  })

  it('go down over the analysis width then, and at last over the interval, to 1 s', () => {
    expect(inShort(300).slice(2)).toEqual([
      '480 wide, 300 ms',
      '160 wide, 300 ms',
      '160 wide, 450 ms',
      '160 wide, 700 ms',
      '160 wide, 1000 ms',
    ])
  })

  it('scale with the base interval of a mobile device, and end at 1 s', () => {
    expect(inShort(500).slice(3)).toEqual(['160 wide, 500 ms', '160 wide, 750 ms', '160 wide, 1000 ms'])
  })

  it('leave an interval alone that is longer than that to begin with', () => {
    expect(inShort(1_500).slice(2)).toEqual(['480 wide, 1500 ms', '160 wide, 1500 ms'])
  })

  it('are reduced once checks see less, not by less pre-roll alone', () => {
    expect(paceSteps(300).map(({ isReduced }) => isReduced)).toEqual([false, false, false, true, true, true, true])
  })
})
