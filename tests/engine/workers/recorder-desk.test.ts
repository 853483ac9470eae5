import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FromRecorderWorker } from '../../../src/engine/recording/recorder-protocol'
import { RecorderDesk } from '../../../src/engine/workers/recorder-desk'
import { CountedFrame } from '../../support/engine/counted-frames'
import { stubEncoders } from '../../support/engine/fake-encoders'
import { settled } from '../../support/manual-clock'

let posted: FromRecorderWorker[] = []
let desk = new RecorderDesk(() => undefined)

beforeEach(() => {
  stubEncoders()
  posted = []
  desk = new RecorderDesk((message) => posted.push(message))
})
afterEach(() => void vi.unstubAllGlobals())

const frame = () => new CountedFrame().asVideoFrame

describe('the desk of the recorder worker', () => {
  it('closes frames of streams and takes that it does not know', () => {
    desk.handle({ kind: 'keep', streamId: 1, frame: frame(), atMs: 0 })
    desk.handle({ kind: 'add', takeId: 2, frame: frame(), atMs: 0 })
    desk.handle({ kind: 'stop', takeId: 2, lastFrame: frame(), atMs: 0 })
    expect([CountedFrame.made, CountedFrame.open]).toEqual([3, 0])
  })

  it('ends a take of a stream that it does not know as failed', () => {
    desk.handle({ kind: 'record', streamId: 1, takeId: 2, fromMs: 0 })
    expect(posted).toMatchObject([{ kind: 'ready' }, { kind: 'ended', takeId: 2, outcome: 'no-frame' }])
  })

  it('keeps nothing of a stream once that was closed', async () => {
    desk.handle({ kind: 'open', streamId: 1, preRollMs: 5_000, timeOriginMs: 0, audio: null })
    desk.handle({ kind: 'keep', streamId: 1, frame: frame(), atMs: 0 })
    desk.handle({ kind: 'close', streamId: 1 })
    desk.handle({ kind: 'keep', streamId: 1, frame: frame(), atMs: 300 })
    await settled()
    expect(CountedFrame.open).toBe(0)
  })
})
