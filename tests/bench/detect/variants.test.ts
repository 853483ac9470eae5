import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeLuma, decodeRgba } from '../../../bench/detect/decode'
import { seenAs, type Variant } from '../../../bench/detect/variants'

const size = { width: 160, height: 96 }
const GREY = 180
/** Benches decode footage by it; tests do without where it is not there. */
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).error === undefined
let folder = ''
let film = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nightjar-variants-'))
  if (!hasFfmpeg) return
  film = join(folder, 'grey.avi')
  const source = `color=c=gray:s=${size.width}x${size.height}:d=1:r=10,format=yuv420p,lutyuv=y=${GREY}:u=100:v=128`
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-c:v', 'ffv1', film])
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Copies: frames are used again. */
async function lumaOf(variant: Variant | null): Promise<Uint8Array[]> {
  const frames: Uint8Array[] = []
  for await (const frame of decodeLuma(film, size, variant)) frames.push(frame.slice())
  return frames
}
const meanOf = (levels: Uint8Array) => levels.reduce((sum, level) => sum + level, 0) / levels.length
const sigmaOf = (levels: Uint8Array) => {
  const mean = meanOf(levels)
  return Math.sqrt(levels.reduce((sum, level) => sum + (level - mean) ** 2, 0) / levels.length)
}
const first = async (variant: Variant | null) => (await lumaOf(variant))[0] ?? new Uint8Array()

describe.skipIf(!hasFfmpeg)('a film as another camera would have it (BENCH-05)', () => {
  it('has 22 % of its light above black at night', async () => {
    expect(meanOf(await first(null))).toBe(GREY)
    expect(meanOf(await first('dark'))).toBeCloseTo(16 + 0.22 * (GREY - 16), 0)
  })

  it('has noise of 8 grey levels, another one in each frame, and the same in each run', async () => {
    const frames = await lumaOf('noise')
    const [one = new Uint8Array(), next] = frames
    expect(sigmaOf(one)).toBeGreaterThan(7.5)
    expect(sigmaOf(one)).toBeLessThan(9)
    expect(next).not.toEqual(one)
    expect(await lumaOf('noise')).toEqual(frames)
    expect(sigmaOf(await first('dark-noise'))).toBeGreaterThan(7)
  })

  it('is half as large in the middle of the picture from far away', async () => {
    const far = await first('far')
    const at = (x: number, y: number) => far[Math.round(y * size.height) * size.width + Math.round(x * size.width)]
    expect([at(0.5, 0.5), at(0.3, 0.7), at(0.2, 0.5), at(0.5, 0.8)].map((level) => level === GREY)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('shows the same to the person detectors as to the measure of motion', async () => {
    const colours: number[][] = []
    for await (const frame of decodeRgba(film, size, 'dark')) colours.push([...frame.subarray(0, 3)])
    const [[red = 0, , blue = 0] = []] = colours
    expect(red).toBeLessThan(60)
    expect(Math.abs(red - blue)).toBeLessThan(25)
  })
})

it('has its boxes where its people are: half as large, and in the middle (BENCH-05)', () => {
  const box = { left: 0.2, top: 0.5, width: 0.1, height: 0.4 }
  const truth = { motion: [], ignore: [], boxes: [{ atSec: 3, people: [box] }] }
  expect(seenAs('far', truth, size).boxes).toEqual([
    { atSec: 3, people: [{ left: 0.35, top: 0.5, width: 0.05, height: expect.closeTo(0.2) }] },
  ])
  expect(seenAs('dark', truth, size)).toBe(truth)
})
