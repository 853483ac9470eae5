import { describe, expect, it } from 'vitest'
import { UpheavalSense } from '../../../../src/engine/motion/adaptive/upheaval'
import { loadBuild } from '../../../support/kernels/kernels'
import { calm, clustersOn, layBlocks, withBox } from './block-board'

const loaded = await loadBuild('plain')
const [columns, rows] = [80, 45]
/** Blocks of a zone. */
const ZONE = 5

/** Whether the picture counts as changed as a whole; things have texture, so that they are not light. */
function isUpheaval(picture: readonly string[]): boolean {
  const board = layBlocks(loaded, picture, (x, y) => {
    return { background: 100, previous: 100, level: 140 + 25 * ((x + y) % 2) }
  })
  return new UpheavalSense().sees(board.grid, board.views, null, 0, clustersOn(loaded, board))
}

/** One block in each of the first `count` zones, apart from each other. */
function dotted(count: number, sign = '#', from = calm(columns, rows)): string[] {
  let picture = from
  for (let zone = 0; zone < count; zone++) {
    const [x, y] = [(zone % 16) * ZONE + 2, Math.floor(zone / 16) * ZONE + 2]
    picture = withBox(picture, x, y, 1, 1, sign)
  }
  return picture
}

describe('an upheaval of the whole picture', () => {
  it('is not there where nothing happens', () => {
    expect(isUpheaval(calm(columns, rows))).toBe(false)
  })

  it('is there where one thing fills the picture', () => {
    expect(isUpheaval(withBox(calm(columns, rows), 0, 0, columns, rows))).toBe(true)
    expect(isUpheaval(withBox(calm(columns, rows), 0, 0, 49, rows))).toBe(true)
  })

  it('is not there where a person fills half of the picture', () => {
    expect(isUpheaval(withBox(calm(columns, rows), 20, 0, 40, rows))).toBe(false)
    expect(isUpheaval(withBox(calm(columns, rows), 0, 0, 47, rows))).toBe(false)
  })

  it('is there where things move in more than a third of the zones', () => {
    expect(isUpheaval(dotted(72))).toBe(true)
    expect(isUpheaval(dotted(53))).toBe(true)
    expect(isUpheaval(dotted(45))).toBe(false)
  })

  it('is not there for a person and what moves around them', () => {
    const person = withBox(calm(columns, rows), 30, 5, 16, 38)
    expect(isUpheaval(person)).toBe(false)
    expect(isUpheaval(dotted(30, '#', person))).toBe(false)
  })

  it('is not there where two who sit side by side move at once', () => {
    const one = withBox(calm(columns, rows), 4, 8, 26, 36)
    expect(isUpheaval(withBox(one, 44, 5, 30, 39))).toBe(false)
  })

  it('is not there for the shadow around a large thing', () => {
    // Two blocks away from the thing on all sides, and in zones that the thing does not touch.
    let picture = withBox(calm(columns, rows), 5, 10, 70, 25)
    for (let x = 2; x < columns; x += ZONE) picture = withBox(withBox(picture, x, 8, 1, 1), x, 36, 1, 1)
    for (let y = 12; y < 35; y += ZONE) picture = withBox(withBox(picture, 3, y, 1, 1), 76, y, 1, 1)
    expect(isUpheaval(picture)).toBe(false)
  })

  it('is there where half of what a person leaves free moves too', () => {
    const person = withBox(calm(columns, rows), 60, 0, 20, rows)
    expect(isUpheaval(dotted(80, '#', person))).toBe(true)
  })

  it.each([
    ['a little', 8, false],
    ['enough', 7, true],
  ])('is told of what one thing leaves free where that is %s', (_, zoneRows, isSeen) => {
    // Lines through each row of zones and one down the side that makes them one thing.
    const dots = dotted(144).slice(zoneRows * ZONE)
    let lines = withBox(calm(columns, rows), 0, 2, 1, (zoneRows - 1) * ZONE)
    for (let row = 0; row < zoneRows; row++) lines = withBox(lines, 0, row * ZONE + 2, columns, 1)
    expect(isUpheaval([...lines.slice(0, zoneRows * ZONE), ...dots])).toBe(isSeen)
  })

  it('needs movement that also differs from the background, and now', () => {
    expect(isUpheaval(dotted(144, 'm'))).toBe(false)
    expect(isUpheaval(dotted(144, 'o'))).toBe(false)
  })
})
