import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { convertFootage, renderFrames, writeFootage } from '../../scripts/footage.mjs'

/** The specification's threshold at the default sensitivity: 2.04 % of 255. */
const threshold = 0.0204 * 255
const [width, height] = [640, 360]
const lumaSize = width * height

function lumas(options: Parameters<typeof renderFrames>[0]) {
  return Array.from(renderFrames({ width, height, fps: 10, ...options }), (frame) => frame.slice(0, lumaSize))
}

function meanDifference(one: Uint8Array, other: Uint8Array) {
  return one.reduce((sum, value, i) => sum + Math.abs(value - (other[i] ?? 0)), 0) / one.length
}

/** Between each frame and the one 300 ms before it, as the camera compares them. */
function differences(frames: Uint8Array[]) {
  return frames.slice(3).map((frame, i) => meanDifference(frame, frames[i] ?? frame))
}

describe('test footage', () => {
  it('stays far below the motion threshold while nobody is there', () => {
    expect(Math.max(...differences(lumas({ scenario: 'still', seconds: 2 })))).toBeLessThan(3)
  })

  it('stays clearly above the motion threshold while somebody walks', () => {
    const frames = lumas({ scenario: 'walk', quietSec: 0, walkSec: 10, seconds: 10 })
    const insideThePicture = differences(frames).slice(15, -15)
    const clear = insideThePicture.filter((difference) => difference > 1.5 * threshold)
    expect(clear.length / insideThePicture.length).toBeGreaterThan(0.9)
    // At the turn the two pictures are nearest to each other.
    expect(Math.min(...insideThePicture)).toBeGreaterThan(threshold)
  })

  it('is empty before and after the walk', () => {
    const frames = lumas({ scenario: 'walk', quietSec: 1, walkSec: 2, seconds: 4 })
    const all = differences(frames)
    expect(Math.max(...all.slice(0, 7))).toBeLessThan(3)
    expect(Math.max(...all.slice(10, 20))).toBeGreaterThan(threshold)
    expect(Math.max(...all.slice(-7))).toBeLessThan(3)
  })

  it('is the same scene with less light, with more noise or with none', () => {
    const scene = { width: 64, height: 36, fps: 5, seconds: 1, scenario: 'pace', quietSec: 0, walkSec: 1 } as const
    const size = 64 * 36
    const of = (options: Parameters<typeof renderFrames>[0]) =>
      Array.from(renderFrames({ ...scene, ...options }), (frame) => frame.slice(0, size))
    const [clean, usual, loud, dark] = [of({ noise: 0 }), of({}), of({ noise: 6 }), of({ noise: 0, light: 0.25 })]
    for (const [i, frame] of clean.entries()) {
      const off = (other: Uint8Array | undefined) => meanDifference(frame, other ?? frame)
      // The mean of a normal number without its sign is 0.8 of its sigma.
      expect(off(usual[i])).toBeGreaterThan(1.2)
      expect(off(usual[i])).toBeLessThan(2)
      expect(off(loud[i])).toBeGreaterThan(4)
      expect(dark[i]).toEqual(frame.map((value) => Math.round(16 + (value - 16) * 0.25)))
    }
  })

  it('never rests while somebody paces, also where the camera begins the file anew', () => {
    const frames = lumas({ scenario: 'pace', quietSec: 0, walkSec: 8, seconds: 8 })
    const [first] = frames
    const all = differences(first === undefined ? frames : [...frames, first])
    expect(Math.min(...all)).toBeGreaterThan(threshold)
  })

  it('has a person of about a fifth to a third of the picture', () => {
    const frames = lumas({ scenario: 'walk', quietSec: 0.1, walkSec: 10, seconds: 4 })
    const [empty, walking] = [frames[0] ?? new Uint8Array(), frames.at(-1) ?? new Uint8Array()]
    const changed = walking.filter((value, i) => Math.abs(value - (empty[i] ?? 0)) > 12)
    expect(changed.length / lumaSize).toBeGreaterThan(0.18)
    expect(changed.length / lumaSize).toBeLessThan(0.35)
  })

  it('is the same for the same seed and differs in its noise for another', () => {
    const short = { scenario: 'walk', quietSec: 0, walkSec: 1, seconds: 0.3 } as const
    const once = Buffer.concat(lumas(short))
    expect(once.equals(Buffer.concat(lumas(short)))).toBe(true)
    expect(once.equals(Buffer.concat(lumas({ ...short, seed: 2 })))).toBe(false)
  })
})

describe('a footage file', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nightjar-footage-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('has the Y4M header that Chromium reads, whole frames, and no unfinished file beside it', async () => {
    const file = join(folder, 'room.y4m')
    writeFootage(file, { width, height, fps: 10, seconds: 1, scenario: 'still' })
    const header = 'YUV4MPEG2 W640 H360 F10:1 Ip A1:1 C420jpeg\n'
    const handle = await open(file)
    const { buffer } = await handle.read(Buffer.alloc(header.length + 6), 0)
    await handle.close()
    expect(buffer.toString()).toBe(`${header}FRAME\n`)
    expect((await stat(file)).size).toBe(header.length + 10 * (6 + (lumaSize * 3) / 2))
    expect(await readdir(folder)).toEqual(['room.y4m'])
  })

  it('is refused in plain words when the recording to convert does not exist', async () => {
    await expect(convertFootage(join(folder, 'none.mp4'), join(folder, 'out.mjpeg'))).rejects.toThrow(
      /There is no video at .*none\.mp4/,
    )
  })
})
