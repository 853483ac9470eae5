import { describe, expect, test } from 'vitest'
import { boxesNear, boxesNearest, seenSpans } from '../../src/lib/seen-moments'

const box = (left: number) => ({ left, top: 0, width: 0.1, height: 0.5 })
const seen = (...timesMs: number[]) => timesMs.map((atMs) => ({ atMs, box: box(atMs / 100_000) }))
const lefts = (boxes: readonly { readonly box: { readonly left: number } }[]) =>
  boxes.map((each) => Math.round(each.box.left * 100_000))

describe('the boxes of a playing clip (PERSON-08)', () => {
  test('are those less than 400 ms from the time that shows, before and after it', () => {
    expect(lefts(boxesNear(seen(0, 599, 601, 1000, 1399, 1400), 1000))).toEqual([601, 1000, 1399])
  })

  test('are the fainter the further away their moment is', () => {
    const opacities = boxesNear(seen(1000, 1100, 1300), 1000).map(({ opacity }) => opacity)
    expect(opacities.map((opacity) => Number(opacity.toFixed(2)))).toEqual([1, 0.75, 0.25])
  })

  test('show everybody of a moment', () => {
    const two = [...seen(500), { atMs: 500, box: box(0.5) }]
    expect(boxesNear(two, 500)).toHaveLength(2)
    expect(boxesNearest(two, 500)).toHaveLength(2)
  })

  test('do not fade for those who want less motion: those of the nearest moment alone show', () => {
    expect(boxesNearest(seen(600, 1100), 800)).toEqual([{ box: box(0.006), opacity: 1 }])
    expect(lefts(boxesNearest(seen(600, 1100), 900))).toEqual([1100])
    expect(boxesNearest(seen(600), 1000)).toEqual([])
    expect(boxesNearest([], 0)).toEqual([])
  })
})

describe('the marks of people on the time line (PERSON-08)', () => {
  test('are one where somebody was seen again and again, and another after a while', () => {
    expect(seenSpans(seen(5000, 3000, 5500, 9000), 15)).toEqual([
      { startSec: 3, endSec: 5.5 },
      { startSec: 9, endSec: 9 },
    ])
  })

  test('are never closer than a twelfth of the clip, so that each can be pressed', () => {
    const everyThreeSec = seen(...Array.from({ length: 20 }, (_, index) => index * 3000))
    expect(seenSpans(everyThreeSec, 60)).toEqual([{ startSec: 0, endSec: 57 }])
    expect(seenSpans(everyThreeSec, 15).length).toBe(20)
  })

  test('are none where nobody was seen', () => {
    expect(seenSpans([], 15)).toEqual([])
  })
})
