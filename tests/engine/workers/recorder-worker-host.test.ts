import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FromRecorderWorker } from '../../../src/engine/recording/recorder-protocol'
import { RecorderWorkerHost } from '../../../src/engine/workers/recorder-worker-host'
import { deferred } from '../../support/deferred'
import { CountedFrame } from '../../support/engine/counted-frames'
import { FakeVideoEncoder, stubEncoders } from '../../support/engine/fake-encoders'
import { settled } from '../../support/manual-clock'

let posted: FromRecorderWorker[] = []
let host = new RecorderWorkerHost(() => undefined)

beforeEach(() => {
  stubEncoders()
  posted = []
  host = new RecorderWorkerHost((message) => posted.push(message))
})
afterEach(() => void vi.unstubAllGlobals())

const frame = () => new CountedFrame().asVideoFrame

describe('the host of the recorder worker', () => {
  it('closes frames of streams and takes that it does not know', () => {
    host.handle({ kind: 'keep', frames: [{ streamId: 1, frame: frame(), atMs: 0 }] })
    host.handle({ kind: 'add', takeId: 2, frame: frame(), atMs: 0 })
    host.handle({ kind: 'stop', takeId: 2, lastFrame: frame(), atMs: 0 })
    expect([CountedFrame.made, CountedFrame.open]).toEqual([3, 0])
  })

  it('ends a take of a stream that it does not know as failed', () => {
    host.handle({ kind: 'record', streamId: 1, takeId: 2, fromMs: 0, size: 'whole' })
    expect(posted).toMatchObject([{ kind: 'ready' }, { kind: 'ended', takeId: 2, outcome: 'no-frame' }])
  })

  it('says once a second that frames wait for the encoder (LESS-02)', async () => {
    const gate = deferred<void>()
    FakeVideoEncoder.gate = gate.promise
    host.handle({ kind: 'open', streamId: 1, preRollMs: 0, apartMs: performance.timeOrigin, audio: null })
    host.handle({ kind: 'record', streamId: 1, takeId: 2, fromMs: 0, size: 'whole' })
    const film = (frames: number, fromMs: number) => {
      for (let i = 0; i < frames; i++) host.handle({ kind: 'add', takeId: 2, frame: frame(), atMs: fromMs + 67 * i })
    }
    const told = () => posted.filter(({ kind }) => kind === 'behind').length
    film(25, 0)
    expect(told()).toBe(0)
    film(20, 2_000)
    expect(told()).toBe(1)
    gate.resolve()
    host.handle({ kind: 'stop', takeId: 2, lastFrame: null, atMs: 4_000 })
    await vi.waitFor(() => expect(posted.at(-1)?.kind).toBe('ended'))
    expect(CountedFrame.open).toBe(0)
  })

  it('keeps nothing of a stream once that was closed', async () => {
    host.handle({ kind: 'open', streamId: 1, preRollMs: 5_000, apartMs: 0, audio: null })
    host.handle({ kind: 'keep', frames: [{ streamId: 1, frame: frame(), atMs: 0 }] })
    host.handle({ kind: 'close', streamId: 1 })
    host.handle({ kind: 'keep', frames: [{ streamId: 1, frame: frame(), atMs: 300 }] })
    await settled()
    expect(CountedFrame.open).toBe(0)
  })
})
