import { describe, expect, it } from 'vitest'
import { sizeAt } from '../../bench/browser/curve/crossing'
import { movedBlocks } from '../../bench/browser/curve/sharpness'
import { blockSsims } from '../../bench/browser/curve/ssim'
import { readOptions } from '../../bench/browser/options'
import { FilmFrames } from '../../bench/browser/page/film-frames'

const picture = (width: number, height: number, at: (x: number, y: number) => number) =>
  Uint8Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width)))

describe('structural similarity (BENCH-17)', () => {
  const board = picture(16, 16, (x, y) => ((x + y) % 2 === 0 ? 60 : 180))

  it('is 1 of the same picture, a number a block of 8 x 8', () => {
    expect([...blockSsims(board, board, 16)]).toEqual([1, 1, 1, 1])
  })

  it('is as it is defined: of even greys that of their means, of an inverted pattern the lowest', () => {
    const [hundred, more] = [picture(8, 8, () => 100), picture(8, 8, () => 110)]
    expect(blockSsims(hundred, more, 8)[0]).toBeCloseTo((2 * 100 * 110 + 6.5025) / (100 ** 2 + 110 ** 2 + 6.5025), 10)
    const inverted = board.map((value) => 240 - value)
    expect(blockSsims(board, inverted, 16)[3]).toBeCloseTo((-2 * 3600 + 58.5225) / (2 * 3600 + 58.5225), 10)
  })

  it('falls in the block that changed, and there alone; what is no whole block is left out', () => {
    const wide = picture(20, 17, (x, y) => (x * 7 + y * 13) % 200)
    const changed = wide.map((value, i) => (i === 9 * 20 + 9 ? 255 - value : value))
    const ssims = [...blockSsims(wide, changed, 20)]
    expect(ssims).toHaveLength(4)
    expect(ssims.map((ssim) => ssim < 0.999)).toEqual([false, false, false, true])
  })

  it('is told of blocks that move, which noise is not', () => {
    const still = picture(16, 8, () => 100)
    const moves = movedBlocks(
      still,
      still.map((value, i) => value + (i === 12 ? 9 : 8)),
      16,
    )
    expect([moves(0), moves(1)]).toEqual([false, true])
  })
})

describe('bytes at equal likeness (BENCH-17)', () => {
  const points = [
    { sizeBytes: 300, likeness: 0.96 },
    { sizeBytes: 100, likeness: 0.9 },
    { sizeBytes: 200, likeness: 0.94 },
  ]

  it('lie between the two points around it', () => {
    expect(sizeAt(0.92, points)).toBeCloseTo(150)
    expect(sizeAt(0.96, points)).toBe(300)
  })

  it('are not told of what no point reaches, or of what the smallest is above already', () => {
    expect(sizeAt(0.97, points)).toBeNull()
    expect(sizeAt(0.8, points)).toBeNull()
  })
})

describe('the film that the page encodes', () => {
  it('is read frame by frame, as the bytes of its planes', async () => {
    const frames = [1, 2].map((value) => Buffer.concat([Buffer.from('FRAME\n'), Buffer.alloc((4 * 2 * 3) / 2, value)]))
    const film = Buffer.concat([Buffer.from('YUV4MPEG2 W4 H2 F15:1 Ip A1:1 C420jpeg\n'), ...frames])
    const read = await FilmFrames.open(`data:video/x-y4m;base64,${film.toString('base64')}`)
    expect([read.width, read.height, read.fps]).toEqual([4, 2, 15])
    expect([...((await read.next()) ?? [])]).toEqual(Array(12).fill(1))
    expect([...((await read.next()) ?? [])]).toEqual(Array(12).fill(2))
    expect(await read.next()).toBeNull()
  })

  it('is asked for by itself', () => {
    expect(readOptions(['--curve'])).toMatchObject({ isCurve: true, isRecording: false })
    expect(() => readOptions(['--curve', '--recording'])).toThrow('Give one of')
  })
})
