import { describe, expect, it } from 'vitest'
import type { HeatMap } from '../../../../src/engine/motion/detection'
import { kernelBuilds, loadBuild } from '../../../support/kernels/kernels'
import { adaptive, DrawnCamera, HEIGHT, person, WIDTH } from './drawn-camera'

/** Mean of the blocks' means, each in whole grey levels. */
function referenceBrightness(frame: Uint8Array, edge: number): number {
  const greys: number[] = []
  for (let top = 0; top + edge <= HEIGHT; top += edge) {
    for (let left = 0; left + edge <= WIDTH; left += edge) {
      let sum = 0
      for (let i = 0; i < edge ** 2; i++) sum += frame[(top + Math.floor(i / edge)) * WIDTH + left + (i % edge)] ?? 0
      greys.push(Math.floor(sum / edge ** 2))
    }
  }
  return greys.reduce((sum, grey) => sum + grey, 0) / greys.length
}

/** Columns and rows of the hot blocks: least and most of each. */
function hotBounds({ columns, levels }: HeatMap): number[] {
  const hot = [...levels.keys()].filter((block) => (levels[block] ?? 0) > 0)
  const [xs, ys] = [hot.map((block) => block % columns), hot.map((block) => Math.floor(block / columns))]
  return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
}

const loaded = await loadBuild('threads')
const watched = { ...adaptive, wantsHeat: true }

describe.each(kernelBuilds)('brightness on the %s build', (build) => {
  it.each([
    [480, 4],
    [160, 8],
    [80, 16],
  ])('is that of the blocks at the analysis width %i', async (analysisWidth, edge) => {
    const kernels = await loadBuild(build)
    const camera = new DrawnCamera(kernels, { texture: 50, detection: { ...adaptive, analysisWidth } }).learn()
    const frame = camera.draw(person(40, 20, 100, 120, 90))
    const result = camera.checkFrame(frame)
    if (result.kind !== 'measured') throw new Error(`the check is '${result.kind}'`)
    expect(result.measurement.brightness).toBeCloseTo(referenceBrightness(frame, edge), 9)
  })
})

describe('brightness', () => {
  it.each([0, 1, 100, 255])('is exact for a picture of one grey: %i', (grey) => {
    const camera = new DrawnCamera(loaded, { sigma: 0 }).learn()
    expect(camera.measure((luma) => luma.fill(grey))).toMatchObject({ brightness: grey })
  })

  it('is half of the range where half of the picture is black and half white', () => {
    const camera = new DrawnCamera(loaded, { sigma: 0 }).learn()
    const halves = camera.measure((luma) => luma.fill(0).fill(255, 0, luma.length / 2 - WIDTH * 2))
    // 22 of the 45 rows of blocks are white.
    expect(halves.brightness).toBeCloseTo((255 * 22) / 45, 6)
  })

  it('is within a grey level of that of the pixels, as far as a place is not finer than a block', () => {
    const camera = new DrawnCamera(loaded, { sigma: 1, texture: 30 }).learn()
    const frame = camera.draw((luma) => luma.fill(200, 0, 100 * WIDTH))
    const mean = frame.reduce((sum, level) => sum + level, 0) / frame.length
    const result = camera.checkFrame(frame)
    if (result.kind !== 'measured') throw new Error(`the check is '${result.kind}'`)
    expect(Math.abs(result.measurement.brightness - mean)).toBeLessThan(1)
  })
})

describe('a frame that repeats the one before', () => {
  it('is told, however often, until another comes', () => {
    const camera = new DrawnCamera(loaded).learn()
    const frame = camera.draw()
    const isRepeat = (bytes: Uint8Array) => {
      const result = camera.checkFrame(bytes)
      return result.kind === 'measured' && result.measurement.isRepeat
    }
    expect(isRepeat(frame)).toBe(false)
    expect([isRepeat(frame), isRepeat(frame), isRepeat(frame)]).toEqual([true, true, true])
    expect(isRepeat(camera.draw())).toBe(false)
  })

  it('is not there where one pixel differs by one grey level', () => {
    const camera = new DrawnCamera(loaded, { sigma: 0 }).learn()
    expect(camera.measure().isRepeat).toBe(true)
    for (const pixel of [0, 31_999, WIDTH * HEIGHT - 1]) {
      const lighter = (luma: Float32Array) => luma.fill(Math.round(luma[pixel] ?? 0) + 1, pixel, pixel + 1)
      expect(camera.measure(lighter).isRepeat, `pixel ${pixel}`).toBe(false)
      expect(camera.measure().isRepeat, `pixel ${pixel}`).toBe(false)
      expect(camera.measure().isRepeat, `pixel ${pixel}`).toBe(true)
    }
  })

  it('is not made by the quietest of sensors, nor by coarse blocks', () => {
    for (const analysisWidth of [480, 80]) {
      const detection = { ...adaptive, analysisWidth }
      const camera = new DrawnCamera(loaded, { sigma: 0.4, texture: 3, detection }).learn()
      for (let check = 0; check < 40; check++) expect(camera.measure().isRepeat).toBe(false)
    }
  })

  it('tells what that told, three times, and nothing where the picture stands (ENG-20)', () => {
    const camera = new DrawnCamera(loaded, { sigma: 0 }).learn()
    const last = camera.differences(8, (check) => [person(8 * check, 60, 14, 40)]).at(-1)
    expect(last).toBeGreaterThan(0)
    const still = person(56, 60, 14, 40)
    for (const difference of [last, last, last, 0, 0]) {
      expect(camera.measure(still)).toMatchObject({ isRepeat: true, difference })
    }
  })
})

describe('the heat map', () => {
  it('is not made while nobody looks', () => {
    const camera = new DrawnCamera(loaded).learn()
    expect(camera.measure().heat).toBe(null)
    camera.detector.configure(watched)
    expect(camera.measure().heat).not.toBe(null)
    camera.detector.configure(adaptive)
    expect(camera.measure().heat).toBe(null)
  })

  it('is cold where nothing happens, and has one level a block', () => {
    const camera = new DrawnCamera(loaded, { detection: watched }).learn()
    const { heat } = camera.measure()
    expect(heat).toMatchObject({ columns: 80, rows: 45 })
    expect(heat?.levels).toHaveLength(80 * 45)
    expect(heat?.levels.every((level) => level === 0)).toBe(true)
  })

  it('is hot where the change is, at its very first check, by the grey levels of the change', () => {
    const camera = new DrawnCamera(loaded, { sigma: 0, texture: 0, detection: watched }).learn()
    const { heat, difference } = camera.measure((luma) => person(100, 60, 16, 40, 0, 150)(luma))
    if (heat === null) throw new Error('there is no heat map')
    expect(difference).toBe(0)
    expect(hotBounds(heat)).toEqual([25, 28, 15, 24])
    const hot = heat.levels.filter((level) => level > 0)
    expect(hot).toHaveLength(40)
    expect(Math.min(...hot)).toBeGreaterThanOrEqual(38)
    expect(Math.max(...hot)).toBeLessThanOrEqual(40)
  })

  it('has the columns of the picture in each row, whatever the kernels keep beside them', () => {
    const camera = new DrawnCamera(loaded, { sigma: 0, texture: 0, detection: watched }).learn()
    const corners = (luma: Float32Array) => {
      person(312, 0, 8, 8, 0, 200)(luma)
      person(0, 172, 8, 8, 0, 200)(luma)
    }
    const { heat } = camera.measure(corners)
    const hot = [...(heat?.levels.keys() ?? [])].filter((block) => (heat?.levels[block] ?? 0) > 0)
    expect(hot).toEqual([78, 79, 158, 159, 43 * 80, 43 * 80 + 1, 44 * 80, 44 * 80 + 1])
  })

  it('belongs to whoever got it: later checks do not change it', () => {
    const camera = new DrawnCamera(loaded, { detection: watched }).learn()
    const { heat } = camera.measure(person(100, 60, 16, 40, 80))
    const before = heat?.levels.slice()
    camera.differences(5)
    expect(heat?.levels).toEqual(before)
    expect(heat?.levels.buffer).toBeInstanceOf(ArrayBuffer)
  })

  it('does not change what is measured', () => {
    const frames = new DrawnCamera(loaded)
    const [plain, seen] = [new DrawnCamera(loaded), new DrawnCamera(loaded, { slot: 1, detection: watched })]
    for (let check = 0; check < 25; check++) {
      const frame = frames.draw(person(8 * check, 60, 14, 40))
      const [a, b] = [plain.checkFrame(frame), seen.checkFrame(frame)]
      if (a.kind !== 'measured' || b.kind !== 'measured') continue
      expect({ ...b.measurement, heat: null }).toEqual(a.measurement)
    }
  })
})

describe('the region of change (PERSON-02)', () => {
  it.each([480, 160, 80])(
    'is where somebody walks, in shares of the picture, at the analysis width %i',
    (analysisWidth) => {
      const camera = new DrawnCamera(loaded, { detection: { ...adaptive, analysisWidth } }).learn()
      const walk = [0, 4, 8, 12].map((step) => camera.measure(person(160 + step, 60, 32, 96, 60)))
      const region = walk.at(-1)?.moved[0]
      const edge = 1280 / analysisWidth
      for (const [side, px, of] of [
        [region?.left, 172, WIDTH],
        [(region?.left ?? 0) + (region?.width ?? 0), 204, WIDTH],
        [region?.top, 60, HEIGHT],
        [(region?.top ?? 0) + (region?.height ?? 0), 156, HEIGHT],
      ] as const) {
        expect(Math.abs((side ?? 0) * of - px)).toBeLessThanOrEqual(2 * edge)
      }
    },
  )

  it('is nowhere while nothing moves', () => {
    expect(new DrawnCamera(loaded).learn().measure().moved).toEqual([])
  })
})
