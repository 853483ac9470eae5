import { describe, expect, it } from 'vitest'
import { framesPerSecondOf, type LiveCase, latenciesOf, liveBars, liveRows } from '../../bench/live/live-figures'
import { counterBits } from '../../scripts/footage/counter.mjs'
import { renderFrames } from '../../scripts/footage.mjs'

const seen = (...frames: (readonly [number, number])[]) => frames.map(([number, atMs]) => ({ number, atMs }))

const oneViewer: LiveCase = {
  ...{ way: 'relay', viewers: 1, firstFramesMs: [100, 1_700], latenciesMs: [100, 300], framesPerSecond: 14.5 },
  ...{ cameraPercent: 30, hubPercent: 2 },
}

describe('what a viewer of a live picture sees, and when', () => {
  it('counts the delay of a frame from when the camera last gave one of that number', () => {
    const given = seen([298, 0], [299, 66], [0, 133], [1, 200], [0, 20_133], [1, 20_200])
    expect(latenciesOf(given, seen([299, 166], [0, 20_233], [1, 20_350]))).toEqual([100, 100, 150])
  })

  it('leaves out what the camera was not seen to give', () => {
    expect(latenciesOf(seen([5, 100]), seen([4, 150], [5, 90], [5, 6_000]))).toEqual([])
  })

  it('counts frames a second from the first to the last', () => {
    expect(framesPerSecondOf(seen([1, 1_000], [2, 1_100], [3, 1_200]))).toBe(10)
    expect(framesPerSecondOf(seen([1, 1_000]))).toBe(0)
  })

  it('tells what was measured alone, and says which bar is missed', () => {
    const rows = liveRows([{ ...oneViewer, viewers: 4, firstFramesMs: [] }], 12)
    expect(rows.map(({ metric }) => metric)).not.toContain('first-frame')
    expect(rows[0]).toMatchObject({ case: 'viewers-0', metric: 'cpu-camera', value: 12 })
    expect(liveBars([oneViewer]).map((bar) => 'most' in bar && bar.value <= bar.most)).toEqual([false, true])
  })

  it('has its number drawn into each frame', () => {
    const [width, height] = [320, 180]
    const numbers = Array.from(
      renderFrames({ width, height, fps: 10, seconds: 2, scenario: 'still', isCounted: true }),
      (frame) => {
        const side = height / 9
        let number = 0
        for (let bit = 0; bit < counterBits; bit++) {
          if ((frame[Math.floor(side / 2) * width + Math.floor((bit + 0.5) * side)] ?? 0) > 128) number |= 1 << bit
        }
        return number
      },
    )
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index))
  })
})
