import { describe, expect, it } from 'vitest'
import { gridFor, isSameGrid } from '../../../../src/engine/motion/adaptive/block-grid'
import { loadBuild } from '../../../support/kernels/kernels'

const loaded = await loadBuild('plain')

describe('the grid of blocks', () => {
  it.each([
    [320, 180, 480, 4, 80, 45],
    [480, 270, 480, 4, 120, 67],
    [484, 272, 480, 8, 60, 34],
    [640, 360, 480, 8, 80, 45],
    [960, 540, 480, 8, 120, 67],
    [968, 544, 480, 16, 60, 34],
    [1280, 720, 480, 16, 80, 45],
    [1920, 1080, 480, 16, 120, 67],
    [2560, 1440, 480, 32, 80, 45],
  ])('of %i x %i pixels at the analysis width %i is as fine as 120 columns allow', (...figures) => {
    const [width, height, analysisWidth, edge, columns, rows] = figures
    expect(gridFor(width, height, analysisWidth, loaded)).toMatchObject({ edge, columns, rows })
  })

  it.each([
    [480, 4, 80],
    [320, 4, 80],
    [319, 8, 40],
    [160, 8, 40],
    [80, 16, 20],
  ])('of 320 pixels at the analysis width %i has blocks of %i pixels', (analysisWidth, edge, columns) => {
    expect(gridFor(320, 180, analysisWidth, loaded)).toMatchObject({ edge, columns, rows: Math.floor(180 / edge) })
  })

  it('is the coarsest there is where no blocks are coarse enough for the analysis width', () => {
    expect(gridFor(2560, 1440, 160, loaded)).toMatchObject({ edge: 32, columns: 80, rows: 45 })
  })

  it('leaves out what does not fill a block at the right and at the bottom', () => {
    expect(gridFor(327, 183, 480, loaded)).toMatchObject({ edge: 4, columns: 81, rows: 45 })
  })

  it('has at least one entry between the end of a row and the start of the next', () => {
    for (let width = 4; width <= 480; width += 4) {
      const grid = gridFor(width, 40, 480, loaded)
      expect(grid?.rowEntries, `${width} pixels`).toBeGreaterThan(grid?.columns ?? Number.POSITIVE_INFINITY)
      expect((grid?.rowEntries ?? 1) % 8, `${width} pixels`).toBe(0)
    }
  })

  it.each([
    [4, 4],
    [7, 5],
    [4, 180],
  ])('of a frame of %i x %i pixels is one block wide', (width, height) => {
    expect(gridFor(width, height, 480, loaded)).toMatchObject({ edge: 4, columns: 1, rows: Math.floor(height / 4) })
  })

  it.each([
    ['that has no pixels', 0, 0],
    ['of one pixel', 1, 1],
    ['too narrow for a block', 3, 180],
    ['too low for a block', 320, 3],
    ['with too many columns of the coarsest blocks', 5_152, 720],
    ['with too many rows of the coarsest blocks', 1_280, 5_152],
    ['with more blocks than the kernels hold', 5_120, 2_944],
  ])('is not there for a frame %s', (_, width, height) => {
    expect(gridFor(width, height, 480, loaded)).toBe(null)
  })

  it.each([
    [1_920, 1_200],
    [2_560, 1_440],
    [1_080, 1_920],
    [720, 1_280],
    [360, 640],
  ])('fits into the kernels for %i x %i pixels', (width, height) => {
    expect(gridFor(width, height, 480, loaded)).not.toBe(null)
  })

  it.each([
    [320, 180],
    [640, 480],
    [1_280, 720],
    [1_920, 1_080],
    [720, 1_280],
  ])('has blocks at least twice as large at a third of the analysis width, for %i x %i pixels', (width, height) => {
    const [full, reduced] = [480, 160].map((analysisWidth) => gridFor(width, height, analysisWidth, loaded)?.edge ?? 0)
    expect(reduced).toBeGreaterThanOrEqual(2 * (full ?? Number.NaN))
  })

  it.each([
    [480, 640],
    [960, 1_280],
    [480, 848],
  ])('is coarser where the finest one is too tall for the kernels: %i x %i pixels', (width, height) => {
    expect(gridFor(width, height, 480, loaded)).not.toBe(null)
  })

  it('is the same for frames that are divided alike, and only for those', () => {
    const grid = gridFor(320, 180, 480, loaded)
    if (grid === null) throw new Error('320 x 180 has a grid')
    expect(isSameGrid(null, grid)).toBe(false)
    expect(isSameGrid({ ...grid }, grid)).toBe(true)
    expect(isSameGrid({ ...grid, edge: 8 }, grid)).toBe(false)
    expect(isSameGrid({ ...grid, columns: 79 }, grid)).toBe(false)
    expect(isSameGrid({ ...grid, rows: 44 }, grid)).toBe(false)
  })
})
