import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeClip } from '../../../src/engine/recording/close-clip'
import { remux } from '../../../src/engine/workers/remux'
import { HOUR_MS } from '../../../src/lib/durations'
import { recordingOf } from '../../support/recordings'

/** The worker's thread, which works, hangs or does not start. */
class FakeClosing extends EventTarget {
  static behaviour: 'works' | 'hangs' | 'fails' = 'works'
  static readonly made: FakeClosing[] = []
  isTerminated = false

  constructor() {
    super()
    FakeClosing.made.push(this)
  }

  postMessage(recorded: Blob): void {
    if (FakeClosing.behaviour === 'fails') queueMicrotask(() => this.dispatchEvent(new Event('error')))
    if (FakeClosing.behaviour !== 'works') return
    void remux(recorded).then((clip) => {
      const data = clip === null ? { kind: 'nothing' } : { kind: 'clip', clip }
      this.dispatchEvent(new MessageEvent('message', { data }))
    })
  }

  terminate(): void {
    this.isTerminated = true
  }
}

beforeEach(() => {
  FakeClosing.made.length = 0
  FakeClosing.behaviour = 'works'
  vi.stubGlobal('Worker', FakeClosing)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const terminated = () => FakeClosing.made.map(({ isTerminated }) => isTerminated)

describe('closing a clip', () => {
  it('makes a recording into a clip, in a worker of its own that ends with it', async () => {
    const result = await closeClip(await recordingOf({ frames: 30 }))
    expect(result).toMatchObject({ kind: 'closed', clip: { mediaType: 'video/webm', durationMs: 2_000 } })
    expect(terminated()).toEqual([true])
  })

  it('says that nothing was recorded where there is no picture', async () => {
    expect(await closeClip(new Blob())).toEqual({ kind: 'failed', reason: 'nothing-recorded' })
    expect(terminated()).toEqual([true])
  })

  it('says that there is no answer where the worker does not start', async () => {
    FakeClosing.behaviour = 'fails'
    expect(await closeClip(new Blob())).toEqual({ kind: 'failed', reason: 'no-answer' })
    expect(terminated()).toEqual([true])
  })

  it('says so after 30 s where the worker hangs, and ends it', async () => {
    vi.useFakeTimers()
    FakeClosing.behaviour = 'hangs'
    const closing = closeClip(new Blob())
    await vi.advanceTimersByTimeAsync(29_999)
    expect(terminated()).toEqual([false])
    await vi.advanceTimersByTimeAsync(1)
    expect([await closing, terminated()]).toEqual([{ kind: 'failed', reason: 'no-answer' }, [true]])
  })
  it('gives it that time once more where the machine slept meanwhile', async () => {
    vi.useFakeTimers()
    FakeClosing.behaviour = 'hangs'
    const closing = closeClip(new Blob())
    const { now } = performance
    vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + HOUR_MS)
    await vi.advanceTimersByTimeAsync(30_000)
    const data = { kind: 'nothing' }
    FakeClosing.made[0]?.dispatchEvent(new MessageEvent('message', { data }))
    expect([await closing, terminated()]).toEqual([{ kind: 'failed', reason: 'nothing-recorded' }, [true]])
  })
})
