import { describe, expect, test } from 'vitest'
import type { Detection } from '../../../src/contract/detection'
import { boxesAt, seenSpans } from '../../../src/ui/recordings/seen-moments'

const box = (left: number) => ({ left, top: 0, width: 0.1, height: 0.5 })
const seen = (...timesMs: number[]) => timesMs.map((atMs) => ({ atMs, box: box(atMs / 100_000) }))
const lefts = (boxes: readonly { readonly box: { readonly left: number } }[]) =>
  boxes.map((each) => Math.round(each.box.left * 100_000))
const fading = (all: Parameters<typeof boxesAt>[0], atMs: number) => boxesAt(all, atMs, false)
const calm = (all: Parameters<typeof boxesAt>[0], atMs: number) => boxesAt(all, atMs, true)

describe('the boxes of a playing clip whose looks have no tracks (PERSON-08)', () => {
  test('are those less than 400 ms from the time that shows, before and after it', () => {
    expect(lefts(fading(seen(0, 599, 601, 1000, 1399, 1400), 1000))).toEqual([601, 1000, 1399])
  })

  test('are the fainter the further away their moment is', () => {
    const opacities = fading(seen(1000, 1100, 1300), 1000).map(({ opacity }) => opacity)
    expect(opacities.map((opacity) => Number(opacity?.toFixed(2)))).toEqual([1, 0.75, 0.25])
  })

  test('show everybody of a moment', () => {
    const two = [...seen(500), { atMs: 500, box: box(0.5) }]
    expect([fading(two, 500).length, calm(two, 500).length]).toEqual([2, 2])
  })

  test('do not fade for those who want less motion: those of the nearest moment alone show', () => {
    expect(calm(seen(600, 1100), 800)).toEqual([{ box: box(0.006), opacity: 1 }])
    expect(lefts(calm(seen(600, 1100), 900))).toEqual([1100])
    expect(calm(seen(600), 1000)).toEqual([])
    expect(calm([], 0)).toEqual([])
  })
})

describe('the boxes of tracks in a playing clip (LABEL-04)', () => {
  const look = (atMs: number, track: number, change: Partial<Detection> = {}) => ({
    atMs,
    track,
    box: { left: 0.2, top: 0.1, width: 0.2, height: 0.4 },
    ...change,
  })
  const walk = [look(1000, 0), look(1500, 0, { box: { left: 0.6, top: 0.3, width: 0.1, height: 0.2 } })]
  const sides = (all: Parameters<typeof boxesAt>[0], atMs: number, isCalm = false) =>
    boxesAt(all, atMs, isCalm).map((shown) => {
      const { left, top, width, height } = shown.box
      return [left, top, width, height, shown.opacity ?? 1].map((side) => Number(side.toFixed(3)))
    })

  test.each([
    [1000, [0.2, 0.1, 0.2, 0.4, 1]],
    [1125, [0.3, 0.15, 0.175, 0.35, 1]],
    [1250, [0.4, 0.2, 0.15, 0.3, 1]],
    [1500, [0.6, 0.3, 0.1, 0.2, 1]],
  ])('lie at %i ms where they were between two looks, in full', (atMs, expected) => {
    expect(sides(walk, atMs)).toEqual([expected])
    expect(sides([...walk].reverse(), atMs, true)).toEqual([expected])
  })

  test('show no further than 400 ms from a look: the middle of a long gap is empty', () => {
    const far = [look(1000, 0), look(2000, 0)]
    const shown = [1400, 1401, 1500, 1599, 1600].map((atMs) => fading(far, atMs).length)
    expect(shown).toEqual([1, 0, 0, 0, 1])
  })

  test('stand still before the first look and after the last, and fade within 400 ms', () => {
    const at = [600, 700, 900, 1700, 1880, 1900].map((atMs) => sides(walk, atMs))
    expect(at).toEqual([
      [],
      [[0.2, 0.1, 0.2, 0.4, 0.25]],
      [[0.2, 0.1, 0.2, 0.4, 0.75]],
      [[0.6, 0.3, 0.1, 0.2, 0.5]],
      [[0.6, 0.3, 0.1, 0.2, 0.05]],
      [],
    ])
  })

  test('do not fade for those who want less motion, and end at the same time', () => {
    expect([600, 700, 1899, 1900].map((atMs) => sides(walk, atMs, true))).toEqual([
      [],
      [[0.2, 0.1, 0.2, 0.4, 1]],
      [[0.6, 0.3, 0.1, 0.2, 1]],
      [],
    ])
  })

  test('are one for each track, beside the looks of none, and keep their labels', () => {
    const dog = [look(1000, 1, { label: 'dog' }), look(1400, 1, { label: 'dog' })]
    const all = [...seen(1200), ...walk, ...dog]
    expect(fading(all, 1200).map(({ label }) => label)).toEqual([undefined, undefined, 'dog'])
    expect(calm(all, 1200)).toHaveLength(3)
  })
})

describe('the marks of what was seen on the time line (PERSON-08)', () => {
  test('are one where something was seen again and again, and another after a while', () => {
    expect(seenSpans(seen(5000, 3000, 5500, 9000), 15)).toEqual([
      { startSec: 3, endSec: 5.5, labels: ['person'] },
      { startSec: 9, endSec: 9, labels: ['person'] },
    ])
  })

  test('are never closer than a twelfth of the clip, so that each can be pressed', () => {
    const everyThreeSec = seen(...Array.from({ length: 20 }, (_, index) => index * 3000))
    expect(seenSpans(everyThreeSec, 60)).toEqual([{ startSec: 0, endSec: 57, labels: ['person'] }])
    expect(seenSpans(everyThreeSec, 15).length).toBe(20)
  })

  test('say what was seen between their ends, people first (LABEL-04)', () => {
    const dogs = seen(3000, 3500, 9000).map((moment) => ({ ...moment, label: 'dog' as const }))
    expect(seenSpans([...dogs, ...seen(4000)], 15).map(({ labels }) => labels)).toEqual([['person', 'dog'], ['dog']])
  })

  test('are none where nothing was seen', () => {
    expect(seenSpans([], 15)).toEqual([])
  })
})
