import { describe, expect, it } from 'vitest'
import { Slots } from '../../../src/engine/motion/slots'

describe('slots of the kernels memory (ENG-01)', () => {
  it('give each camera its own, the lowest free one first', () => {
    const slots = new Slots()
    expect(['a', 'b', 'c'].map((camera) => slots.take(camera))).toEqual([0, 1, 2])
    expect(slots.count).toBe(3)
  })

  it('stay with a camera that asks again', () => {
    const slots = new Slots()
    slots.take('a')
    expect(slots.take('b')).toBe(1)
    expect(slots.take('b')).toBe(1)
    expect(slots.count).toBe(2)
  })

  it('are given anew once they are given back, so that memory does not grow with every new camera', () => {
    const slots = new Slots()
    for (const camera of ['a', 'b', 'c']) slots.take(camera)
    slots.give('a')
    slots.give('b')
    expect(slots.count).toBe(1)
    expect(slots.take('d')).toBe(0)
    expect(slots.take('a')).toBe(1)
    expect(slots.take('e')).toBe(3)
  })

  it('do not mind one that was never taken', () => {
    const slots = new Slots()
    slots.take('a')
    slots.give('b')
    expect(slots.count).toBe(1)
    expect(slots.take('a')).toBe(0)
  })
})
