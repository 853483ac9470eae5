import type { Recorder, Recording, StartRecorder } from '../../src/engine/capture/recorder'
import { deferred } from './deferred'

export const recorded: Recording = {
  content: new Blob(['webm'], { type: 'video/webm' }),
  mediaType: 'video/webm',
  hasAudio: false,
}

/** A recording that yields its clip when stopped. */
export interface FakeRecorder extends Recorder {
  readonly stream: MediaStream
  readonly stops: number
  /** Settles `finished`, as when the stream ends. */
  finish(recording: Recording | null): void
}

export interface FakeRecorders {
  readonly start: StartRecorder
  /** Every recording that was started, oldest first. */
  readonly started: FakeRecorder[]
  /** How often the browser was asked. */
  asked: number
  /** The browser cannot record. */
  isUnable: boolean
  /** `stop` is never answered. */
  isHanging: boolean
}

export function fakeRecorders(): FakeRecorders {
  const recorders: FakeRecorders = {
    started: [],
    asked: 0,
    isUnable: false,
    isHanging: false,
    start(stream) {
      recorders.asked++
      if (recorders.isUnable) return null
      const { promise: finished, resolve: finish } = deferred<Recording | null>()
      const recorder = {
        stream,
        stops: 0,
        finished,
        finish,
        stop() {
          recorder.stops++
          if (!recorders.isHanging) finish(recorded)
        },
      }
      recorders.started.push(recorder)
      return recorder
    },
  }
  return recorders
}
