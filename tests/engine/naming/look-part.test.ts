import { describe, expect, it } from 'vitest'
import type { Found } from '../../../src/engine/naming/detector'
import { LookOrder, partAround, placesOf, wholeOf } from '../../../src/engine/naming/look-part'
import type { LabelGroup } from '../../../src/lib/label'

const picture = { width: 1280, height: 720 }

describe('the part of a picture that is looked at (PERSON-02)', () => {
  it('is a square around what moved, with room on each side', () => {
    const part = partAround({ left: 0.4, top: 0.25, width: 0.1, height: 0.5 }, picture)
    // 360 pixels high, and 0.4 of that above and below.
    expect(part).toEqual({ left: 576 - 324, top: 360 - 324, width: 648, height: 648 })
  })

  it('is never smaller than what the network sees, and lies inside of the picture', () => {
    expect(partAround({ left: 0.99, top: 0, width: 0.01, height: 0.01 }, picture)).toEqual({
      left: 980,
      top: 0,
      width: 300,
      height: 300,
    })
  })

  it('is 0.7 of a small picture at least: who is far away in it shows closely, too (LABEL-20)', () => {
    expect(partAround({ left: 0.4, top: 0.4, width: 0.1, height: 0.1 }, { width: 320, height: 240 })).toEqual({
      left: 60,
      top: 24,
      width: 168,
      height: 168,
    })
  })

  it('is the whole picture where that is hardly more', () => {
    expect(partAround({ left: 0.1, top: 0.1, width: 0.8, height: 0.6 }, picture)).toEqual(wholeOf(picture))
    const small = { width: 320, height: 180 }
    expect(partAround({ left: 0.1, top: 0.1, width: 0.1, height: 0.8 }, small)).toEqual(wholeOf(small))
  })
})

describe('what is looked at next (PERSON-02)', () => {
  const [left, nearLeft, right] = [0.05, 0.15, 0.8].map((at) => ({ left: at, top: 0.4, width: 0.05, height: 0.3 }))

  it('is what moved and the whole frame in turns: what is small shows in the one, what is cut off in the other', () => {
    const order = new LookOrder()
    const moved = [left ?? expect.fail()]
    expect([1, 2, 3, 4].flatMap(() => order.next(moved, 1, 0))).toEqual([left, null, left, null])
  })

  it('is both where there is time for two', () => {
    expect(new LookOrder().next([left ?? expect.fail()], 2, 0)).toEqual([left, null])
  })

  it('is each place in turn where things move far apart, and neighbours are one place', () => {
    const moved = [left, right, nearLeft].map((box) => box ?? expect.fail())
    const places = placesOf(moved)
    expect(places).toHaveLength(2)
    expect(places[1]).toEqual({ left: 0.05, top: 0.4, width: expect.closeTo(0.15), height: expect.closeTo(0.3) })
    const order = new LookOrder()
    expect([1, 2, 3].flatMap(() => order.next(moved, 1, 0))).toEqual([...places, null])
  })

  const seen: Found = { label: 'person', box: { left: 0.7, top: 0.4, width: 0.06, height: 0.3 }, score: 0.8 }
  const nobody = new Set<LabelGroup>()
  const lookAt = (things: readonly Found[], atMs = 0) => ({ things, atMs })

  it('is first of all where somebody was seen once: in the place that moves nearest to it, or there (LABEL-16)', () => {
    const places = [left, right].map((box) => box ?? expect.fail())
    const asked = [
      [places, 1, [right]],
      [places, 2, [right, left]],
      [[left ?? expect.fail()], 1, [seen.box]],
      [[], 1, [seen.box]],
    ] as const
    for (const [moved, looks, parts] of asked) {
      const order = new LookOrder()
      order.noteSeen(lookAt([{ ...seen, box: { ...seen.box, left: 0 }, score: 0.7 }, seen]), [], nobody)
      expect(order.next(moved, looks, 300)).toEqual(parts)
    }
  })

  it('is somebody else’s turn after that one look, and where the kind has a name', () => {
    const moved = [right ?? expect.fail()]
    const order = new LookOrder()
    order.noteSeen(lookAt([seen]), [], new Set<LabelGroup>(['person']))
    expect(order.next(moved, 1, 300)).toEqual([right])
    order.noteSeen(lookAt([seen]), [], nobody)
    expect(order.next(moved, 1, 300)).toEqual([right])
    order.noteSeen(lookAt([seen]), [], nobody)
    expect(order.next(moved, 1, 300)).toEqual([null])
  })

  it('is no more where somebody was seen who could not be told to be the same any more (LABEL-16)', () => {
    const moved = [left ?? expect.fail()]
    const order = new LookOrder()
    order.noteSeen(lookAt([seen], 1_000), [], nobody)
    expect(order.next(moved, 1, 3_201)).toEqual([left])
    // And whoever comes then is seen for the first time.
    const other = { ...seen, box: { ...seen.box, left: 0.3 } }
    order.noteSeen(lookAt([other], 3_201), [], nobody)
    expect(order.next([], 1, 5_401)).toEqual([other.box])
  })

  it('is owed for 2 s to who was seen once and stands still since, where the motion was their own (LABEL-17)', () => {
    const own = [{ left: 0.71, top: 0.42, width: 0.04, height: 0.1 }]
    const passing = [{ left: 0.5, top: 0.3, width: 0.5, height: 0.5 }]
    const owedAt = (atMs: number, thing: Found, moved = own) => {
      const order = new LookOrder()
      order.noteSeen(lookAt([thing], 1_000), moved, nobody)
      return order.owedAt(atMs)
    }
    expect(owedAt(3_000, seen)).toEqual(own)
    expect(owedAt(3_001, seen)).toBeNull()
    expect(owedAt(1_300, seen, passing)).toBeNull()
    expect(owedAt(1_300, { ...seen, label: 'car' })).toBeNull()
    const order = new LookOrder()
    expect(order.owedAt(0)).toBeNull()
    order.noteSeen(lookAt([seen], 0), own, nobody)
    order.noteSeen(lookAt([], 300), own, nobody)
    expect(order.owedAt(300)).toBeNull()
  })

  it('is never one part twice', () => {
    const order = new LookOrder()
    order.noteSeen(lookAt([seen]), [], nobody)
    expect(order.next([right ?? expect.fail()], 2, 300)).toEqual([right, null])
  })

  it('is all of the frame where nobody knows what moved', () => {
    expect(new LookOrder().next([], 2, 0)).toEqual([null])
  })

  it('is three places at most', () => {
    const corners = [0, 0.45, 0.9].flatMap((x) => [0, 0.9].map((y) => ({ left: x, top: y, width: 0.05, height: 0.05 })))
    expect(placesOf(corners)).toHaveLength(3)
  })
})
