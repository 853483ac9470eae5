import { beforeEach, describe, expect, test } from 'vitest'
import { readTracks } from '../../../src/engine/transcode/clip-tracks'
import {
  FfmpegTranscoder,
  IDLE_LIMIT_MS,
  LEAST_WORK_LIMIT_MS,
  LOAD_LIMIT_MS,
} from '../../../src/engine/transcode/ffmpeg-transcoder'
import type { TranscodeResult } from '../../../src/engine/transcode/transcoder'
import { HOUR_MS } from '../../../src/lib/durations'
import { deferred } from '../../support/deferred'
import { FakeCore } from '../../support/engine/fake-core'
import { madeClip } from '../../support/made-clips'
import { manualClock } from '../../support/manual-clock'

let clock: ReturnType<typeof manualClock>
let cores: FakeCore[]
let transcoder: FfmpegTranscoder
/** Changes a core before it is loaded. */
let prepare: (core: FakeCore) => void
/** What the code of a core waits for. */
let beforeCore: Promise<void>
let asked: number
let clip: Blob

beforeEach(async () => {
  clock = manualClock()
  cores = []
  prepare = () => undefined
  beforeCore = Promise.resolve()
  asked = 0
  clip = await madeClip()
  transcoder = new FfmpegTranscoder({
    newCore: async () => {
      asked++
      await beforeCore
      const core = new FakeCore()
      prepare(core)
      cores.push(core)
      return core
    },
    readTracks,
    clock,
  })
})

const run = (options: { signal?: AbortSignal; onProgress?: (ratio: number) => void; of?: Blob } = {}) => {
  const { signal = new AbortController().signal, of = clip, ...rest } = options
  return transcoder.toMp4(of, { signal, ...rest })
}
/** Lets files be read and promises settle, until the condition holds. */
async function until(isThere: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200 && !isThere(); turn++) await new Promise((resolve) => setTimeout(resolve, 1))
  if (!isThere()) throw new Error('It never came.')
}
const core = (index = 0) => {
  const found = cores[index]
  if (found === undefined) throw new Error('no such core')
  return found
}
const begun = (count = 1, index = 0) => until(() => (cores[index]?.commands.length ?? 0) >= count)
const text = async (result: TranscodeResult) => (result.kind === 'done' ? result.content.text() : result.reason)
const failed = (reason: string) => ({ kind: 'failed', reason })

describe('a clip', () => {
  test('is written, converted and read back, and its files are deleted', async () => {
    const running = run()
    await begun()
    expect(core().files.get('clip')?.length).toBe(clip.size)
    core().finish('the file')
    const result = await running
    expect(result).toMatchObject({ kind: 'done', how: 'encoded' })
    expect([await text(result), result.kind === 'done' && result.content.type]).toEqual(['the file', 'video/mp4'])
    expect([core().files.size, core().listeners]).toEqual([0, 0])
  })

  test('tells its progress by time, rising from 0 to 1, and no nonsense', async () => {
    const told: number[] = []
    const running = run({ onProgress: (ratio) => told.push(ratio) })
    await begun()
    for (const microseconds of [-9e12, 500_000, 400_000, 1_000_000, 9e12]) core().tellTime(microseconds)
    core().finish()
    await running
    expect(told).toEqual([expect.closeTo(0.25, 1), expect.closeTo(0.5, 1), 1])
  })

  test('that cannot be read loads nothing', async () => {
    expect(await run({ of: new Blob(['?']) })).toEqual(failed('not-readable'))
    expect(cores).toEqual([])
  })

  test('that ffmpeg gives up on fails, and the next gets a new core', async () => {
    const running = run()
    await begun()
    core().running.resolve(1)
    expect(await running).toEqual(failed('broke-off'))
    expect(core().isTerminated).toBe(true)
    const next = run()
    await begun(1, 1)
    core(1).finish()
    expect((await next).kind).toBe('done')
  })

  test('that is too big for the memory says so', async () => {
    const running = run()
    await begun()
    core().running.reject('RuntimeError: memory access out of bounds')
    expect(await running).toEqual(failed('out-of-memory'))
  })
})

describe('the queue', () => {
  test('has one job at a time, in their order, on one core', async () => {
    const [first, second] = [run(), run()]
    await begun()
    await clock.advance(1_000)
    expect(core().commands.length).toBe(1)
    core().finish('one')
    expect(await text(await first)).toBe('one')
    await begun(2)
    core().finish('two')
    expect([await text(await second), cores.length]).toEqual(['two', 1])
  })

  test('goes on after a failure', async () => {
    const [first, second] = [run({ of: new Blob(['?']) }), run()]
    expect(await first).toEqual(failed('not-readable'))
    await begun()
    core().finish()
    expect((await second).kind).toBe('done')
  })

  test('lets somebody leave who waits, at once, without disturbing the one before', async () => {
    const leaving = new AbortController()
    const [first, second] = [run(), run({ signal: leaving.signal })]
    await begun()
    leaving.abort()
    expect(await second).toEqual(failed('cancelled'))
    core().finish()
    expect((await first).kind).toBe('done')
    expect([core().commands.length, core().isTerminated]).toEqual([1, false])
  })
})

describe('the end of work', () => {
  test('by its signal is a termination: ffmpeg does not stop otherwise', async () => {
    const cancelling = new AbortController()
    const running = run({ signal: cancelling.signal })
    await begun()
    cancelling.abort()
    expect(await running).toEqual(failed('cancelled'))
    await until(() => core().isTerminated)
  })

  test('is converted to its end where the machine slept meanwhile', async () => {
    const running = run()
    await begun()
    clock.block(8 * HOUR_MS)
    await clock.advance(LEAST_WORK_LIMIT_MS - 1)
    core().finish('the file')
    expect(await text(await running)).toBe('the file')
  })

  test('comes a minute after the start of a short clip', async () => {
    const running = run()
    await begun()
    await clock.advance(LEAST_WORK_LIMIT_MS - 1)
    expect(core().isTerminated).toBe(false)
    await clock.advance(1)
    expect([await running, core().isTerminated]).toEqual([failed('took-too-long'), true])
  })

  test('comes after ten times the length of a long one', async () => {
    const running = run({ of: await madeClip({ durationSec: 15 }) })
    await begun()
    await clock.advance(LEAST_WORK_LIMIT_MS + 85_000)
    expect(core().isTerminated).toBe(false)
    await clock.advance(10_000)
    expect(await running).toEqual(failed('took-too-long'))
  })
})

describe('the core', () => {
  test('that cannot be loaded says so, and is tried again by the next', async () => {
    prepare = (made) => {
      made.loading = Promise.reject(new Error('404'))
    }
    expect(await run()).toEqual(failed('core-not-loaded'))
    prepare = () => undefined
    const next = run()
    await begun(1, 1)
    core(1).finish()
    expect((await next).kind).toBe('done')
  })

  test('that never answers, as a worker whose script is missing, is given up', async () => {
    prepare = (made) => {
      made.loading = new Promise(() => undefined)
    }
    const running = run()
    await until(() => cores.length === 1)
    await clock.advance(LOAD_LIMIT_MS)
    expect([await running, core().isTerminated]).toEqual([failed('core-not-loaded'), true])
  })

  test('that loads can be cancelled', async () => {
    prepare = (made) => {
      made.loading = new Promise(() => undefined)
    }
    const cancelling = new AbortController()
    const running = run({ signal: cancelling.signal })
    await until(() => cores.length === 1)
    cancelling.abort()
    expect(await running).toEqual(failed('cancelled'))
    await until(() => core().isTerminated)
  })

  test('whose code comes only after it was cancelled is ended, and not taken for the one of the next job', async () => {
    const coming = deferred<void>()
    beforeCore = coming.promise
    const cancelling = new AbortController()
    const running = run({ signal: cancelling.signal })
    await until(() => asked === 1)
    cancelling.abort()
    expect(await running).toEqual(failed('cancelled'))
    beforeCore = Promise.resolve()
    const next = run()
    await begun()
    coming.resolve()
    await until(() => cores[1]?.isTerminated === true)
    core().finish()
    expect([(await next).kind, core().isTerminated]).toEqual(['done', false])
  })

  test('is ended after some idle minutes, so that its memory comes back, and not while it works', async () => {
    const first = run()
    await begun()
    core().finish()
    await first
    await clock.advance(IDLE_LIMIT_MS - 1)
    const second = run({ of: await madeClip({ durationSec: 60 }) })
    await begun(2)
    await clock.advance(IDLE_LIMIT_MS)
    expect(core().isTerminated).toBe(false)
    core().finish()
    await second
    await clock.advance(IDLE_LIMIT_MS)
    expect([core().isTerminated, cores.length, clock.pending()]).toEqual([true, 1, []])
  })
})
