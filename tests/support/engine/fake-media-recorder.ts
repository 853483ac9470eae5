import { vi } from 'vitest'

/** Stands where browsers have MediaRecorder: gives what the test says. */
export class FakeMediaRecorder extends EventTarget {
  static readonly made: FakeMediaRecorder[] = []
  static supported: readonly string[] = []
  static failsAt: 'making' | 'starting' | null = null

  readonly stream: MediaStream
  readonly options: MediaRecorderOptions
  readonly mimeType: string
  state: RecordingState = 'inactive'
  startArguments: readonly unknown[] = []

  constructor(stream: MediaStream, options: MediaRecorderOptions = {}) {
    super()
    if (FakeMediaRecorder.failsAt === 'making') throw new DOMException('No such format.', 'NotSupportedError')
    this.stream = stream
    this.options = options
    this.mimeType = options.mimeType ?? ''
    FakeMediaRecorder.made.push(this)
  }

  static reset(): void {
    FakeMediaRecorder.made.length = 0
    FakeMediaRecorder.failsAt = null
    FakeMediaRecorder.supported = ['video/webm;codecs=vp8', 'video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4']
  }

  static isTypeSupported(type: string): boolean {
    return FakeMediaRecorder.supported.includes(type)
  }

  start(...given: readonly unknown[]): void {
    if (FakeMediaRecorder.failsAt === 'starting') throw new DOMException('The stream ended.', 'InvalidStateError')
    this.startArguments = given
    this.state = 'recording'
  }

  /** As the browser's: throws where nothing is recorded. */
  stop(): void {
    if (this.state === 'inactive') throw new DOMException('Nothing is recorded.', 'InvalidStateError')
    this.state = 'inactive'
    this.dispatchEvent(new Event('stop'))
  }

  /** As browsers do where encoding breaks off. */
  fail(): void {
    this.dispatchEvent(new Event('error'))
    this.stop()
  }

  /** The browser hands over a part. */
  give(data: Blob): void {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }))
  }
}

/** A stream that is made of tracks of another. */
class StreamOfTracks {
  readonly #tracks: readonly MediaStreamTrack[]

  constructor(tracks: readonly MediaStreamTrack[]) {
    this.#tracks = [...tracks]
  }

  getTracks(): readonly MediaStreamTrack[] {
    return this.#tracks
  }
}

/** Puts what records streams where browsers have it. */
export function stubMediaRecorder(): void {
  FakeMediaRecorder.reset()
  vi.stubGlobal('MediaRecorder', FakeMediaRecorder)
  vi.stubGlobal('MediaStream', StreamOfTracks)
}
