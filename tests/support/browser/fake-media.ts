import type { StreamOpener } from '../../../src/engine/capture/stream'
import { deferred } from '../deferred'

/** A track that ends, or is muted, when the test says so. */
export class FakeTrack extends EventTarget {
  readonly kind: 'video' | 'audio'
  /** The device it comes from; undefined where the browser does not tell. */
  readonly deviceId: string | undefined
  readyState: MediaStreamTrackState = 'live'
  muted = false

  constructor(kind: 'video' | 'audio', deviceId?: string) {
    super()
    this.kind = kind
    this.deviceId = deviceId
  }

  getSettings(): MediaTrackSettings {
    return this.deviceId === undefined ? {} : { deviceId: this.deviceId }
  }

  /** By the owner; as in browsers no event follows. */
  stop(): void {
    this.readyState = 'ended'
  }

  /** The system holds its frames back, or no longer. */
  turnMuted(muted: boolean): void {
    this.muted = muted
    this.dispatchEvent(new Event(muted ? 'mute' : 'unmute'))
  }

  /** The device goes away. */
  lose(): void {
    this.readyState = 'ended'
    this.dispatchEvent(new Event('ended'))
  }
}

export class FakeStream {
  tracks: FakeTrack[]

  constructor(...kinds: ('video' | 'audio')[]) {
    this.tracks = kinds.map((kind) => new FakeTrack(kind))
  }

  /** As the code under test takes it. */
  get asMediaStream(): MediaStream {
    return this as unknown as MediaStream
  }

  get isLive(): boolean {
    return this.tracks.some(({ readyState }) => readyState === 'live')
  }

  getTracks(): FakeTrack[] {
    return this.tracks
  }

  getVideoTracks(): FakeTrack[] {
    return this.tracks.filter(({ kind }) => kind === 'video')
  }

  getAudioTracks(): FakeTrack[] {
    return this.tracks.filter(({ kind }) => kind === 'audio')
  }

  addTrack(track: FakeTrack): void {
    this.tracks.push(track)
  }

  removeTrack(track: FakeTrack): void {
    this.tracks = this.tracks.filter((other) => other !== track)
  }
}

/** What the browser answers to one question; a promise of it answers later. */
export type MediaAnswer = FakeStream | DOMException | Promise<FakeStream>

/** getUserMedia with a script: the answers in order, then live streams of what is asked for. */
export class FakeMedia implements StreamOpener {
  /** Ids of the video inputs that are listed. */
  listed: string[] = []
  /** The driver hangs: the list never comes. */
  isListHung = false
  readonly asked: MediaStreamConstraints[] = []
  /** Every stream that was given, oldest first. */
  readonly given: FakeStream[] = []
  readonly #answers: MediaAnswer[]

  constructor(...answers: MediaAnswer[]) {
    this.#answers = answers
  }

  /** The next question gets this answer, after those that are scripted already. */
  answerNext(...answers: MediaAnswer[]): void {
    this.#answers.push(...answers)
  }

  /** The next question stays open until the returned stream is let through. */
  holdNext(): { readonly stream: FakeStream; letGo(): void } {
    const stream = new FakeStream('video')
    const gate = deferred<FakeStream>()
    this.answerNext(gate.promise)
    return { stream, letGo: () => gate.resolve(stream) }
  }

  async enumerateDevices(): Promise<MediaDeviceInfo[]> {
    if (this.isListHung) await new Promise(() => undefined)
    return this.listed.map((deviceId) => {
      const device = { kind: 'videoinput' as const, deviceId, groupId: '', label: '' }
      return { ...device, toJSON: () => device }
    })
  }

  async getUserMedia(constraints: MediaStreamConstraints = {}): Promise<MediaStream> {
    this.asked.push(constraints)
    const answer = await (this.#answers.shift() ?? streamOf(constraints))
    if (answer instanceof DOMException) throw answer
    this.given.push(answer)
    return answer.asMediaStream
  }
}

function streamOf({ video, audio }: MediaStreamConstraints): FakeStream {
  return new FakeStream(...(video ? (['video'] as const) : []), ...(audio ? (['audio'] as const) : []))
}

/** As getUserMedia rejects. */
export function mediaError(name: string): DOMException {
  return new DOMException('The camera did not start.', name)
}

/** A scripted getUserMedia where all of MediaDevices is asked for. */
export function asMediaDevices(media: FakeMedia): MediaDevices {
  return media as unknown as MediaDevices
}

/** MediaDevices of which only the listing is asked. */
export function mediaDevices(
  enumerateDevices: () => Promise<Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label'>[]>,
): MediaDevices {
  return { enumerateDevices } as unknown as MediaDevices
}
