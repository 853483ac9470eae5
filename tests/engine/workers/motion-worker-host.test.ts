import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LoadKernelModule } from '../../../src/engine/motion/kernels'
import type { FromMotionWorker } from '../../../src/engine/motion/protocol'
import { MotionWorkerHost } from '../../../src/engine/workers/motion-worker-host'
import { classic, differs, lost, nothing, unmeasurable } from '../../support/engine/check-results'
import { CountedFrame, CountingCanvas } from '../../support/engine/counted-frames'
import { fakeVideoFrame } from '../../support/engine/fake-frames'
import { kernelModule } from '../../support/kernels/kernels'
import { settled } from '../../support/manual-clock'

const posted: FromMotionWorker[] = []

async function openHost(load: LoadKernelModule = kernelModule, build: 'threads' | 'plain' = 'plain') {
  const host = new MotionWorkerHost(build, load, (message) => posted.push(message))
  await host.handle({ kind: 'open', cameraId: 'front', options: classic })
  return host
}

/** A check of a frame of one grey; tells whether the frame was closed. */
async function check(host: MotionWorkerHost, cameraId: string, grey: number) {
  const bytes = new Uint8Array(16).fill(grey)
  const fake = fakeVideoFrame({ format: 'I420', width: 4, height: 4, bytes })
  await host.handle({ kind: 'check-frame', cameraId, check: grey, frame: fake.frame })
  return fake.isClosed
}

beforeEach(() => void posted.splice(0))
afterEach(() => void vi.unstubAllGlobals())

describe('the host of the motion worker (ENG-01)', () => {
  it.each([
    ['threads', 'shared'],
    ['plain', 'plain'],
  ] as const)('says that it is ready, and on which memory: the %s build on %s memory', async (build, memory) => {
    await openHost(kernelModule, build)
    expect(posted).toEqual([{ kind: 'ready', memory }])
  })

  it('answers every check with what was measured, and closes its frame', async () => {
    const host = await openHost()
    expect([await check(host, 'front', 100), await check(host, 'front', 151)]).toEqual([true, true])
    expect(posted.slice(1)).toEqual([
      { kind: 'checked', check: 100, result: nothing },
      { kind: 'checked', check: 151, result: differs(51 / 255) },
    ])
  })

  it('answers the checks of one moment together, and closes their frames (LESS-06)', async () => {
    const host = await openHost()
    const fakes = [1, 2].map(() => fakeVideoFrame({ format: 'I420', width: 4, height: 4, bytes: new Uint8Array(16) }))
    const checks = fakes.map(({ frame }, i) => {
      return { kind: 'check-frame', cameraId: i === 0 ? 'front' : 'unknown', check: i, frame } as const
    })
    await host.handle({ kind: 'checks', checks })
    const answers = [
      { check: 0, result: nothing },
      { check: 1, result: unmeasurable },
    ]
    expect(posted.slice(1)).toEqual([{ kind: 'checks-made', answers }])
    expect(fakes.map(({ isClosed }) => isClosed)).toEqual([true, true])
  })

  it('answers for a camera that is closed or unknown, too, and closes the frame', async () => {
    const host = await openHost()
    await host.handle({ kind: 'close', cameraId: 'front' })
    expect([await check(host, 'front', 1), await check(host, 'back', 2)]).toEqual([true, true])
    expect(posted.slice(1)).toMatchObject([{ result: unmeasurable }, { result: unmeasurable }])
  })

  it('measures canvas pixels', async () => {
    const host = await openHost()
    const pixels = () => new ArrayBuffer(16)
    for (const number of [1, 2]) {
      const message = { kind: 'check-pixels', cameraId: 'front', check: number, width: 2, height: 2 } as const
      await host.handle({ ...message, pixels: pixels() })
    }
    expect(posted.slice(1)).toMatchObject([{ result: nothing }, { result: differs(0) }])
  })

  it('takes new options over', async () => {
    const host = await openHost()
    await check(host, 'front', 1)
    await host.handle({ kind: 'configure', cameraId: 'front', options: { ...classic, analysisWidth: 2 } })
    await check(host, 'front', 2)
    // The analysed plane has another size, so that there is nothing to compare with.
    expect(posted.at(-1)).toMatchObject({ result: nothing })
  })

  it.each([
    ['not-compiled', () => Promise.reject(new WebAssembly.CompileError('no WebAssembly'))],
    ['not-loaded', () => Promise.reject(new TypeError('Failed to fetch'))],
  ] as const)(
    'says %s when the kernels do not come, and then still answers, and closes frames',
    async (reason, load) => {
      const host = await openHost(load)
      expect(posted).toMatchObject([{ kind: 'unusable', reason }])
      expect(await check(host, 'front', 7)).toBe(true)
      expect(posted.at(-1)).toEqual({ kind: 'checked', check: 7, result: lost })
    },
  )

  it('takes the scalar build where the browser cannot compile the others, and measures', async () => {
    const asked: string[] = []
    const host = await openHost(async (build) => {
      asked.push(build)
      if (build !== 'scalar') throw new WebAssembly.CompileError('no SIMD')
      return kernelModule(build)
    }, 'threads')
    expect(asked).toEqual(['threads', 'scalar'])
    expect(posted).toEqual([{ kind: 'ready', memory: 'plain' }])
    await check(host, 'front', 100)
    await check(host, 'front', 151)
    expect(posted.at(-1)).toMatchObject({ result: differs(51 / 255) })
  })

  it('ticks', async () => {
    const host = await openHost()
    vi.useFakeTimers()
    void host.handle({ kind: 'start-timer', timer: 4, delayMs: 300, isRepeating: true })
    vi.advanceTimersByTime(600)
    void host.handle({ kind: 'stop-timer', timer: 4 })
    vi.advanceTimersByTime(600)
    vi.useRealTimers()
    expect(posted.slice(1)).toEqual([
      { kind: 'timer', timer: 4 },
      { kind: 'timer', timer: 4 },
    ])
  })
})

describe('pictures of the motion worker', () => {
  const encode = async (host: MotionWorkerHost) => {
    const { asVideoFrame: frame } = new CountedFrame()
    await host.handle({ kind: 'encode-jpeg', job: 9, frame, maxWidth: 16, quality: 0.5 })
    return { openWhileEncoding: [...CountingCanvas.openWhileEncoding], misused: CountedFrame.misused }
  }

  beforeEach(() => {
    CountedFrame.reset()
    CountingCanvas.reset()
    vi.stubGlobal('OffscreenCanvas', CountingCanvas)
  })

  it('are made of frames that go back to the camera before the slow part begins', async () => {
    expect(await encode(await openHost())).toEqual({ openWhileEncoding: [0], misused: 0 })
    expect(posted.at(-1)).toMatchObject({ kind: 'jpeg', job: 9, jpeg: expect.any(Blob) })
  })

  it('are JPEGs of the quality that is asked for', async () => {
    await encode(await openHost())
    expect(CountingCanvas.asked).toEqual([{ type: 'image/jpeg', quality: 0.5 }])
  })

  it.each(['drawing', 'encoding'] as const)('are null where %s fails, and the frame is closed', async (step) => {
    CountingCanvas.fails = step
    await encode(await openHost())
    await settled()
    expect(posted.at(-1)).toEqual({ kind: 'jpeg', job: 9, jpeg: null })
    expect([CountedFrame.open, CountedFrame.misused]).toEqual([0, 0])
  })
})
