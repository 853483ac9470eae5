import { describe, expect, it } from 'vitest'
import { ensureMemory } from '../../src/engine/motion/kernels'
import { kernelBuilds, loadBuild } from '../support/kernels/kernels'
import { ReferenceBlocks } from '../support/kernels/reference-blocks'
import { seededRandom } from '../support/random'
import { BlockRun, placesOf } from './support/block-run'
import { frameOf, type SceneName, sceneOf, spareOf } from './support/scenes'

/** Stands wherever nothing may be written. */
const PATTERN = 0x5a
const SLOTS = 3
const TESTED_SLOT = 1

describe.each(kernelBuilds)('the memory of the %s build', async (build) => {
  const loaded = await loadBuild(build)
  const { kernels, memory } = loaded
  ensureMemory(memory, placesOf(loaded, SLOTS).frame)
  const bytes = new Uint8Array(memory.buffer)
  const { frame, planeA, planeB, blocks, end } = placesOf(loaded, TESTED_SLOT)
  const compiled = bytes.slice(0, kernels.SLOTS_BASE.value)

  /** Whether `run` leaves every byte before `from` and from `to` on as it was. */
  const isConfinedTo = (from: number, to: number, run: () => void): boolean => {
    const before = bytes.slice()
    run()
    const areSame = (first: number, end: number) =>
      Buffer.compare(before.subarray(first, end), bytes.subarray(first, end)) === 0
    return areSame(0, from) && areSame(to, bytes.length)
  }

  const fillSlots = () => bytes.fill(PATTERN, kernels.SLOTS_BASE.value)

  it('has room in each slot for a frame of 1920 x 1080 at 4 bytes a pixel, two planes and the blocks, all aligned', () => {
    const { SLOTS_BASE, SLOT_BYTES, FRAME_BYTES, PLANE_BYTES, BLOCKS_BYTES } = kernels
    expect(SLOTS_BASE.value).toBeGreaterThanOrEqual(65_536)
    expect(FRAME_BYTES.value).toBeGreaterThanOrEqual(1920 * 1080 * 4)
    expect(SLOT_BYTES.value).toBe(FRAME_BYTES.value + 2 * PLANE_BYTES.value + BLOCKS_BYTES.value)
    for (const { value } of [SLOTS_BASE, SLOT_BYTES, FRAME_BYTES, PLANE_BYTES]) expect(value % 16).toBe(0)
  })

  it('has room for the neighbours of a row: entries that belong to no block end each of them', () => {
    for (let columns = 1; columns <= kernels.MAX_COLUMNS.value; columns++) {
      const row = kernels.rowOf(columns)
      expect([row > columns, row % 8, row - columns <= 8]).toEqual([true, 0, true])
    }
    expect(kernels.rowOf(160) * 90).toBeLessThanOrEqual(kernels.MAX_ENTRIES.value)
  })

  it.each([
    { columns: 1, rows: 1, edge: 16 },
    { columns: 7, rows: 3, edge: 8 },
    { columns: 80, rows: 45, edge: 4 },
    { columns: 160, rows: 91, edge: 4 },
  ])('is written by $columns x $rows blocks only where blocks stand, in their own slot', (grid) => {
    fillSlots()
    const { columns, rows, edge } = grid
    bytes.set(seededRandom(columns).bytes(columns * rows * edge ** 2), planeA)
    const passAndForget = () => {
      for (let check = 0; check < 9; check++) {
        const luma = check % 3 === 0 ? frame : planeA
        kernels.passBlocks(blocks, luma, columns * edge, columns, rows, edge, check, 2)
        if (check === 6) kernels.forgetBackground(blocks, columns, rows, check)
      }
    }
    expect(isConfinedTo(blocks, end, passAndForget)).toBe(true)
  })

  it('is written by the measures only where their result goes', () => {
    fillSlots()
    const [width, height] = [131, 33]
    const count = width * height
    const reduced = Math.floor(width / 4) * Math.floor(height / 4)
    bytes.set(seededRandom(1).bytes(4 * count), frame)
    bytes.set(seededRandom(2).bytes(count), planeB)
    const measures = [
      { end: planeA, run: () => kernels.sumAbsoluteDifference(frame, planeB, count) },
      { end: planeA + count, run: () => kernels.differenceFromPixels(frame, count, true, planeB, planeA) },
      { end: planeA + count, run: () => kernels.lumaFromPixels(frame, count, false, planeA) },
      { end: planeA + reduced, run: () => kernels.boxDownsample(frame, width, width, height, 4, planeA) },
    ]
    for (const { end, run } of measures) expect(isConfinedTo(planeA, end, run), `${run}`).toBe(true)
    const makeInPlace = () => kernels.lumaFromPixels(frame, count, true, frame)
    expect(isConfinedTo(frame, frame + count, makeInPlace)).toBe(true)
  })

  it('keeps what cameras know apart when their checks alternate', () => {
    const random = seededRandom(3)
    const names: SceneName[] = ['light that flickers in bands', 'something that walks', 'steady noise']
    const cameras = names.map((name, slot) => {
      const grid = { columns: 9 + 8 * slot, rows: 4, edge: 4 }
      const scene = sceneOf(name, random, grid)
      return { name, grid, scene, run: new BlockRun(loaded, slot, grid, 3), reference: new ReferenceBlocks(grid, 3) }
    })
    for (let check = 0; check < 30; check++) {
      for (const { grid, scene, run, reference } of cameras) {
        const luma = frameOf(scene, grid, spareOf(random, grid), check, random)
        reference.pass(luma)
        run.pass(luma)
      }
      for (const { name, run, reference } of cameras) {
        expect(run.differenceTo(reference), `${name}, check ${check}`).toBeNull()
      }
    }
  })

  it('neither grows nor loses what the compiler put into its first page', () => {
    const run = new BlockRun(loaded, TESTED_SLOT, { columns: 160, rows: 90, edge: 4 }, 2)
    const size = { strideBytes: 640, width: 640, height: 360 }
    for (let check = 0; check < 20; check++) run.pass({ bytes: seededRandom(check).bytes(640 * 360), ...size })
    expect(memory.buffer.byteLength).toBe(bytes.length)
    expect(Buffer.compare(bytes.subarray(0, compiled.length), compiled)).toBe(0)
  })
})
