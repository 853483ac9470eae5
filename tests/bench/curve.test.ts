import { describe, expect, it } from 'vitest'
import { beside, besideBarLines, besideRows, type Point } from '../../bench/browser/curve/beside-vp8'
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

  it('are without end for what no point reaches, and not known where the smallest is above already', () => {
    expect(sizeAt(0.97, points)).toBe(Number.POSITIVE_INFINITY)
    expect(sizeAt(0.8, points)).toBeNaN()
  })
})

describe('H.264 beside VP8 of the same scene (BENCH-17)', () => {
  const point = (name: string, sizeBytes: number, ssim: number, pictureMs = 2): Point => ({
    name,
    sizeBytes,
    ssim,
    pictureMs,
    pictures: 120,
    psnrDb: 34,
    sceneSsim: ssim,
    movingSsim: null,
  })
  const h264 = [point('mp4-h264', 420, 0.7118, 1), point('h264-200', 100, 0.7017), point('h264-1000', 490, 0.7123)]
  const told = (vp8Ssim: number) => {
    const shares = beside([point('webm-vp8', 500, vp8Ssim, 4), ...h264])
    if (shares === null) throw new Error('Nothing was compared.')
    return { lines: besideBarLines('night', shares), metrics: besideRows('night', shares).map(({ metric }) => metric) }
  }

  it('has its bar in every scene: met or missed, missed where no bit rate reaches VP8', () => {
    expect(told(0.7041).lines).toEqual([
      'bar: night: bytes at equal SSIM: 0.352 (at most 0.700) ok',
      "bar: night: CPU of a picture to VP8's: 0.250 (at most 0.400) ok",
    ])
    expect(told(0.712).lines[0]).toBe('bar: night: bytes at equal SSIM: 0.896 (at most 0.700) missed')
    expect(told(0.7141).lines[0]).toBe(
      'bar: night: bytes at equal SSIM, which no bit rate reaches: - (at most 0.700) missed',
    )
  })

  it('is not decided where all bit rates are more like than VP8', () => {
    expect(told(0.6).lines[0]).toBe('bar: night: bytes at equal SSIM: not decided, there was none')
  })

  it('is kept in a result where it is a number', () => {
    expect(told(0.7041).metrics).toEqual(['bytes', 'bytes-at-equal-ssim', 'bytes-at-equal-scene-ssim', 'cpu-ratio'])
    expect(told(0.7141).metrics).toEqual(['bytes', 'cpu-ratio'])
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
    expect(readOptions(['--curve'])).toMatchObject({ run: { kind: 'curve' } })
    expect(() => readOptions(['--curve', '--recording'])).toThrow('Give one of')
  })
})
