import { describe, expect, it } from 'vitest'
import type { Cluster } from '../../../../src/engine/motion/adaptive/clusters'
import { loadBuild } from '../../../support/kernels/kernels'
import { calm, clustersOn, type Levels, layBlocks, withBox } from './block-board'

const loaded = await loadBuild('plain')

/** Half a grey level is added, since levels are counted by whole ones. */
function strengthOf(meanExcess: number): number {
  return meanExcess * 64 + 32
}

function find(picture: readonly string[], levelsAt?: (x: number, y: number) => Levels): Cluster[] {
  return clustersOn(loaded, layBlocks(loaded, picture, levelsAt))
}

/** Each block's character, `0` to `9`, times ten is by how many grey levels it exceeds a flat background. */
function findTens(picture: readonly string[]): Cluster[] {
  const active = picture.map((row) => row.replace(/\d/g, '#'))
  return find(active, (x, y) => {
    return { background: 100, previous: 100, level: 100 + 10 * Number.parseInt(picture[y]?.[x] ?? '0', 10) }
  })
}

describe('clusters of active blocks', () => {
  it('are none where nothing is active', () => {
    expect(find(calm(16, 9))).toEqual([])
  })

  it('are none where blocks move that do not differ from their background', () => {
    expect(find(withBox(calm(16, 9), 3, 3, 4, 4, 'm'))).toEqual([])
  })

  it('are none where nothing moves now', () => {
    expect(find(withBox(calm(16, 9), 3, 3, 4, 4, 'o'))).toEqual([])
  })

  it('count as a whole where one of their blocks moves now', () => {
    const standing = withBox(calm(16, 9), 3, 3, 4, 4, 'o')
    expect(find(withBox(standing, 5, 5, 1, 1))).toMatchObject([{ size: 16, strength: strengthOf(40), moving: 1 }])
  })

  it('do not count because of something that moves beside them', () => {
    const standing = withBox(calm(16, 9), 3, 3, 4, 4, 'o')
    expect(find(withBox(standing, 8, 3, 2, 2))).toMatchObject([{ size: 4, left: 8 }])
    expect(find(withBox(standing, 7, 3, 1, 4, 'm'))).toEqual([])
  })

  it('have a box in blocks, bounds included', () => {
    const picture = [
      '............', // a cross
      '.....#......',
      '...#####....',
      '.....#......',
      '.....#......',
      '............',
    ]
    expect(find(picture)).toMatchObject([{ left: 3, right: 7, top: 1, bottom: 4, size: 8 }])
  })

  it('hang together over edges and corners, and not over a gap', () => {
    expect(find(['........', '.##.....', '...##...', '.....#..', '........'])).toMatchObject([{ size: 5 }])
    expect(find(['........', '.....##.', '...##...', '..#.....', '........'])).toMatchObject([{ size: 5 }])
    expect(find(['........', '.##.##..', '........', '........', '...#....'])).toHaveLength(3)
  })

  it('are found whole however they wind', () => {
    const snake = ['##########', '.........#', '##########', '#.........', '##########', '.........#', '##########']
    expect(find(snake)).toMatchObject([{ left: 0, right: 9, top: 0, bottom: 6, size: 43 }])
  })

  it.each([7, 8, 9, 15, 16])('do not reach from the end of a row to the start of the next at %i columns', (columns) => {
    const [start, end] = [`#${'.'.repeat(columns - 1)}`, `${'.'.repeat(columns - 1)}#`]
    const clusters = find([end, start, end, start])
    expect(clusters.map(({ left, top }) => [left, top]).sort()).toEqual([
      [0, 1],
      [0, 3],
      [columns - 1, 0],
      [columns - 1, 2],
    ])
  })

  it.each([
    ['at the top left', 0, 0],
    ['at the top right', 13, 0],
    ['at the bottom left', 0, 7],
    ['at the bottom right', 13, 7],
  ])('end at the edge of the picture: %s', (_, left, top) => {
    expect(find(withBox(calm(16, 9), left, top, 3, 2))).toEqual([
      { left, right: left + 2, top, bottom: top + 1, size: 6, strength: strengthOf(40), moving: 6 },
    ])
  })

  it('may fill the whole of the largest grid', () => {
    // Of one colour it would be light.
    const levelsAt = (x: number, y: number) => ({ background: 100, previous: 100, level: 140 + 40 * ((x + y) % 2) })
    const board = layBlocks(loaded, withBox(calm(119, 120), 0, 0, 119, 120), levelsAt)
    expect(board.grid.rowEntries * board.grid.rows).toBe(loaded.kernels.MAX_ENTRIES.value - 960)
    expect(clustersOn(loaded, board)).toMatchObject([{ left: 0, right: 118, top: 0, bottom: 119, size: 14_280 }])
  })

  it('are found anew at every check', () => {
    const [first, second] = [withBox(calm(16, 9), 2, 2, 3, 3), withBox(calm(16, 9), 9, 5, 3, 3)]
    expect([find(first), find(second), find(first)]).toMatchObject([
      [{ left: 2, size: 9 }],
      [{ left: 9, size: 9 }],
      [{ left: 2, size: 9 }],
    ])
    expect(find(calm(16, 9))).toEqual([])
  })
})

describe('the strength of a cluster', () => {
  it('is the mean difference of its most changed half', () => {
    const [cluster] = findTens(['......', '.1289.', '.1289.', '.1289.', '.1289.', '......'])
    expect(cluster).toMatchObject({ size: 16, strength: strengthOf((4 * 80 + 4 * 90) / 8) })
  })

  it('is the mean of its six most changed blocks where half of it is less', () => {
    const [cluster] = findTens(['......', '.1999.', '.1999.', '......'])
    expect(cluster).toMatchObject({ size: 8, strength: strengthOf(90) })
    expect(findTens(['......', '.1199.', '.1199.', '......'])).toMatchObject([
      { strength: Math.floor(strengthOf(380 / 6)) },
    ])
  })

  it('counts as if there were six blocks where there are fewer', () => {
    expect(findTens(['....', '.99.', '.9..', '....'])).toMatchObject([{ strength: strengthOf(90) / 2 }])
    expect(findTens(['....', '.6..', '....'])).toMatchObject([{ size: 1, strength: Math.floor(strengthOf(60) / 6) }])
  })

  it('rises up to a change from black to white', () => {
    const picture = withBox(calm(16, 9), 2, 2, 4, 4)
    const levelsAt = () => ({ background: 0, previous: 0, level: 255 })
    expect(find(picture, levelsAt)).toMatchObject([{ strength: strengthOf(255) }])
  })

  it('orders the clusters, the strongest first and the larger one of equals', () => {
    const clusters = findTens([
      '..............',
      '.555.999..555.',
      '.555.999..555.',
      '.555......555.',
      '..........555.',
      '..............',
    ])
    expect(clusters.map(({ size, left }) => [size, left])).toEqual([
      [6, 5],
      [12, 10],
      [9, 1],
    ])
  })

  it('decides which twelve are told of where there are more', () => {
    const row = Array.from({ length: 15 }, (_, i) => `.${(i % 9) + 1}`).join('')
    const clusters = findTens(['.'.repeat(30), row, '.'.repeat(30)])
    expect(clusters).toHaveLength(12)
    const weakest = Math.floor(strengthOf(20) / 6)
    expect(Math.min(...clusters.map(({ strength }) => strength))).toBe(weakest)
  })
})

describe('what is not counted', () => {
  /** Every block of these columns is ignored. */
  function findWithout(picture: readonly string[], columns: readonly number[]): Cluster[] {
    const board = layBlocks(loaded, picture)
    const { grid } = board
    const counted = new Uint8Array((grid.rowEntries * grid.rows) / 8).fill(255)
    for (let y = 0; y < grid.rows; y++) {
      for (const x of columns) {
        const entry = y * grid.rowEntries + x
        counted[entry >> 3] = (counted[entry >> 3] ?? 0) & ~(1 << (entry & 7))
      }
    }
    return clustersOn(loaded, board, counted)
  }

  it('is not in a cluster, and does not hold one together', () => {
    const picture = withBox(calm(16, 9), 2, 2, 7, 3)
    expect(findWithout(picture, [0, 1, 2, 3])).toMatchObject([{ left: 4, right: 8, size: 15 }])
    expect(findWithout(picture, [5])).toMatchObject([
      { left: 2, right: 4 },
      { left: 6, right: 8 },
    ])
    expect(findWithout(picture, [2, 3, 4, 5, 6, 7, 8])).toEqual([])
  })

  it('does not make what stands still count by moving', () => {
    const picture = withBox(withBox(calm(16, 9), 2, 2, 7, 3, 'o'), 2, 2, 2, 3)
    expect(findWithout(picture, [])).toMatchObject([{ size: 21 }])
    expect(findWithout(picture, [2, 3])).toEqual([])
  })
})
