import { describe, expect, it } from 'vitest'
import { zoneAt, zoneMove, zonesBetween } from '../../../src/ui/cameras/zone-moves'

const shape = { columns: 16, rows: 9 }
const zone = (row: number, column: number) => row * 16 + column

describe('the zone below a point', () => {
  const box = { left: 100, top: 50, width: 320, height: 90 }
  it.each([
    ['the first corner', 100, 50, zone(0, 0)],
    ['the last pixel of a zone', 119.9, 59.9, zone(0, 0)],
    ['the first pixel of the next', 120, 60, zone(1, 1)],
    ['the last corner, which is outside already', 420, 140, zone(8, 15)],
    ['far outside to the upper left', -50, 0, zone(0, 0)],
    ['outside on one side', 500, 95, zone(4, 15)],
  ])('%s', (_where, clientX, clientY, expected) => {
    expect(zoneAt(shape, box, { clientX, clientY })).toBe(expected)
  })
})

describe('the way between two zones', () => {
  it.each([
    ['goes along a row', zone(0, 2), zone(0, 5), [2, 3, 4, 5]],
    ['goes back', zone(0, 5), zone(0, 2), [5, 4, 3, 2]],
    ['goes down a column', zone(0, 7), zone(3, 7), [zone(0, 7), zone(1, 7), zone(2, 7), zone(3, 7)]],
    ['goes across', zone(3, 3), zone(1, 1), [zone(3, 3), zone(2, 2), zone(1, 1)]],
    ['goes flat', zone(0, 0), zone(1, 4), [zone(0, 0), zone(0, 1), zone(1, 2), zone(1, 3), zone(1, 4)]],
  ])('%s', (_how, from, to, expected) => {
    const way = zonesBetween(shape, from, to)
    expect([way[0], way.at(-1)]).toEqual([from, to])
    expect(way).toEqual(expected)
  })

  it('has no gap, whichever two they are', () => {
    const faults: string[] = []
    for (let from = 0; from < 144; from += 5) {
      for (let to = 0; to < 144; to++) {
        if (to === from) continue
        const way = zonesBetween(shape, from, to)
        const steps = way.slice(1).map((at, index) => {
          const before = way[index] ?? 0
          const rows = Math.abs(Math.floor(at / 16) - Math.floor(before / 16))
          return Math.max(rows, Math.abs((at % 16) - (before % 16)))
        })
        if (steps.some((step) => step !== 1)) faults.push(`${from} to ${to}: ${way.join(' ')}`)
      }
    }
    expect(faults).toEqual([])
  })
})

describe('where a key leads', () => {
  const inside = zone(4, 6)
  it.each([
    ['ArrowLeft', false, zone(4, 5)],
    ['ArrowRight', false, zone(4, 7)],
    ['ArrowUp', false, zone(3, 6)],
    ['ArrowDown', false, zone(5, 6)],
    ['Home', false, zone(4, 0)],
    ['End', false, zone(4, 15)],
    ['Home', true, zone(0, 0)],
    ['End', true, zone(8, 15)],
    ['Enter', false, null],
    ['Tab', false, null],
  ])('%s with Ctrl %s', (key, withCtrl, expected) => {
    expect(zoneMove(shape, inside, key, withCtrl)).toBe(expected)
  })

  it.each([
    ['ArrowLeft', zone(3, 0)],
    ['ArrowRight', zone(3, 15)],
    ['ArrowUp', zone(0, 5)],
    ['ArrowDown', zone(8, 5)],
  ])('%s stops at the border, in its row and column', (key, from) => {
    expect(zoneMove(shape, from, key, false)).toBe(from)
  })
})
