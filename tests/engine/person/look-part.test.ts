import { describe, expect, it } from 'vitest'
import { moving, partAround, wholeOf } from '../../../src/engine/person/look-part'

const picture = { width: 1280, height: 720 }

describe('the part of a picture that is looked at (PERSON-02)', () => {
  it('is a square around what moved, with room on each side', () => {
    const part = partAround({ left: 0.4, top: 0.25, width: 0.1, height: 0.5 }, picture)
    // 360 pixels high, and 0.4 of that above and below.
    expect(part).toEqual({ left: 576 - 324, top: 360 - 324, width: 648, height: 648 })
  })

  it('is never smaller than what the network sees, and lies inside of the picture', () => {
    expect(partAround({ left: 0.99, top: 0, width: 0.01, height: 0.01 }, picture)).toEqual({
      ...{ left: 980, top: 0, width: 300, height: 300 },
    })
  })

  it('is the whole picture where that is hardly more', () => {
    expect(partAround({ left: 0.1, top: 0.1, width: 0.8, height: 0.6 }, picture)).toEqual(wholeOf(picture))
    const small = { width: 320, height: 180 }
    expect(partAround({ left: 0.1, top: 0.1, width: 0.1, height: 0.1 }, small)).toEqual(wholeOf(small))
  })
})

describe('who is named (PERSON-02)', () => {
  const at = (left: number) => ({ box: { left, top: 0.2, width: 0.1, height: 0.4 }, score: 0.9 })

  it('is where something moved, also where only an arm moves', () => {
    const arm = { left: 0.42, top: 0.3, width: 0.03, height: 0.05 }
    expect(moving([at(0.1), at(0.4)], arm)).toEqual([at(0.4)])
  })

  it('is in what moved, also where that is much more', () => {
    const all = { left: 0.3, top: 0, width: 0.7, height: 1 }
    expect(moving([at(0.1), at(0.4)], all)).toEqual([at(0.4)])
  })

  it('is nobody who only touches it: a picture on the wall, a parked car', () => {
    expect(moving([at(0.4)], { left: 0.49, top: 0.2, width: 0.1, height: 0.4 })).toEqual([])
  })

  it('is everybody where nobody knows what moved', () => {
    expect(moving([at(0.1), at(0.4)], null)).toHaveLength(2)
  })
})
