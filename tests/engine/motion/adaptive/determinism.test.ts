import { beforeAll, describe, expect, it } from 'vitest'
import { ensureMemory, type LoadedKernels } from '../../../../src/engine/motion/kernels'
import type { CheckResult } from '../../../../src/engine/motion/motion-port'
import { kernelBuilds, loadBuild } from '../../../support/kernels/kernels'
import { seededRandom } from '../../../support/random'
import { adaptive, DrawnCamera, lampAt, light, type Paint, person } from './drawn-camera'

const CHECKS = 70
const watched = { ...adaptive, wantsHeat: true }
const PAGE_BYTES = 65_536

/** Something of everything: a walk, a stop, a step of light, a lamp, a picture that is turned. */
function storyAt(check: number): Paint[] {
  const paints: Paint[] = []
  if (check > 14) paints.push(person(8 * Math.min(check - 14, 20), 60, 16, 48, 40))
  if (check > 24) paints.push(light(1.3))
  if (check > 42 && check < 48) paints.push(lampAt(220, 50, 60, 2))
  if (check > 56) paints.push((luma) => luma.reverse())
  return paints
}

function framesOf(seed: number): Uint8Array<ArrayBuffer>[] {
  const camera = new DrawnCamera(drawing, { seed, sigma: 3, texture: 40 })
  return Array.from({ length: CHECKS }, (_, check) => camera.draw(...storyAt(check)))
}

/** An answer as text, its heat map included: quick to compare. */
function textOf(result: CheckResult): string {
  if (result.kind !== 'measured') return result.kind
  const { heat, ...figures } = result.measurement
  return `${JSON.stringify(figures)} ${heat === null ? 'cold' : Buffer.from(heat.levels).toString('base64')}`
}

function answersOf(loaded: LoadedKernels, frames: readonly Uint8Array[], slot = 0): string[] {
  const camera = new DrawnCamera(loaded, { slot, detection: watched })
  return frames.map((frame) => textOf(camera.checkFrame(frame)))
}

const drawing = await loadBuild('plain')
let frames: readonly Uint8Array[] = []
let otherFrames: readonly Uint8Array[] = []
let expected: readonly string[] = []

beforeAll(() => {
  frames = framesOf(5)
  otherFrames = framesOf(6)
  expected = answersOf(drawing, frames)
})

describe.each(kernelBuilds)('the same frames on the %s build', (build) => {
  it('give the same answers bit for bit, figures and heat map included', async () => {
    const moving = expected.filter((answer) => answer.startsWith('{') && !answer.startsWith('{"difference":0,'))
    expect(moving.length).toBeGreaterThan(15)
    const loaded = await loadBuild(build)
    expect(answersOf(loaded, frames)).toEqual(expected)
    expect(answersOf(loaded, frames)).toEqual(expected)
  })

  it('give the same answers in a slot that another camera used before', async () => {
    const loaded = await loadBuild(build)
    answersOf(loaded, otherFrames, 1)
    expect(answersOf(loaded, frames, 1)).toEqual(expected)
  })

  it('give the same answers in a slot that a camera of wilder and taller frames used before', async () => {
    const loaded = await loadBuild(build)
    const { detector } = new DrawnCamera(loaded)
    const random = seededRandom(1)
    for (let check = 0; check < 12; check++) {
      detector.frameArea().set(random.bytes(300 * 240))
      detector.check({ kind: 'luma', width: 300, height: 240, strideBytes: 300 })
    }
    expect(answersOf(loaded, frames)).toEqual(expected)
  })

  it('give the same answers while another camera is checked in between', async () => {
    const loaded = await loadBuild(build)
    const others = answersOf(drawing, otherFrames)
    const camera = new DrawnCamera(loaded, { slot: 0, detection: watched })
    const other = new DrawnCamera(loaded, { slot: 1, detection: watched })
    frames.forEach((frame, check) => {
      expect(textOf(camera.checkFrame(frame))).toBe(expected[check])
      expect(textOf(other.checkFrame(otherFrames[check] ?? frame))).toBe(others[check])
    })
  })

  it('give the same answers while the memory grows, whether its old buffer is gone or stays', async () => {
    const loaded = await loadBuild(build)
    const camera = new DrawnCamera(loaded, { detection: watched })
    frames.forEach((frame, check) => {
      if (check % 3 === 2) {
        const old = loaded.memory.buffer
        expect(ensureMemory(loaded.memory, old.byteLength + PAGE_BYTES)).toBe(true)
        expect(loaded.memory.buffer === old).toBe(false)
      }
      expect(textOf(camera.checkFrame(frame))).toBe(expected[check])
    })
  })

  it('give the same answers when cameras are opened and closed meanwhile', async () => {
    const loaded = await loadBuild(build)
    const camera = new DrawnCamera(loaded, { detection: watched })
    frames.forEach((frame, check) => {
      if (check % 20 === 15) new DrawnCamera(loaded, { slot: 1 + (check % 3) }).checkFrame(frame)
      expect(textOf(camera.checkFrame(frame))).toBe(expected[check])
    })
  })

  it('give the same answers whatever stands behind them in the slot', async () => {
    const loaded = await loadBuild(build)
    const camera = new DrawnCamera(loaded, { detection: watched })
    frames.slice(0, 30).forEach((frame, check) => {
      camera.detector.frameArea().fill(check % 2 === 0 ? 255 : 7, frame.length, frame.length + 50_000)
      expect(textOf(camera.checkFrame(frame))).toBe(expected[check])
    })
  })
})

describe('five thousand checks', () => {
  it.each(kernelBuilds)('do not grow the memory of the %s build', async (build) => {
    const loaded = await loadBuild(build)
    const camera = new DrawnCamera(loaded)
    const before = loaded.memory.buffer.byteLength
    for (let check = 0; check < 5_000; check++) {
      camera.checkFrame(frames[check % CHECKS] ?? new Uint8Array())
    }
    expect(loaded.memory.buffer.byteLength).toBe(before)
  })
})
