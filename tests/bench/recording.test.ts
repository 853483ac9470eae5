import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Film, psnr } from '../../bench/browser/recording/likeness'
import { renderFrames, writeFootage } from '../../scripts/footage.mjs'

const footage = { width: 160, height: 92, fps: 5, seconds: 4, scenario: 'pace', quietSec: 0, walkSec: 4 } as const
let folder = ''
let film: Film

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nightjar-likeness-'))
  writeFootage(join(folder, 'film.y4m'), footage)
  film = new Film(join(folder, 'film.y4m'))
})
afterAll(() => {
  film.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('how like the film a clip is', () => {
  it('is told of the frame that it shows', () => {
    const frames = [...renderFrames(footage)].length
    expect([film.width, film.height, film.frames]).toEqual([160, 92, frames])
    let index = 0
    for (const frame of renderFrames(footage)) {
      const luma = Uint8Array.from(frame.subarray(0, 160 * 92))
      const worse = luma.map((value, at) => Math.min(255, value + (at % 3)))
      expect([psnr(luma, film.luma(index)), film.find(worse)]).toEqual([99, index])
      index++
    }
  })

  it('is measured in decibels', () => {
    expect(psnr(Uint8Array.of(0, 0), Uint8Array.of(255, 255))).toBe(0)
    expect(psnr(Uint8Array.of(100, 100), Uint8Array.of(101, 99))).toBeCloseTo(48.13, 2)
  })
})
