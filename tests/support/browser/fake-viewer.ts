import type { ReceiverPorts } from '../../../src/engine/live'
import type { ViewerPlatform } from '../../../src/state/services'

type Connection = ReturnType<NonNullable<ReceiverPorts['connect']>>
type Decoder = ReturnType<NonNullable<ReceiverPorts['openDecoder']>>
type Picture = Parameters<Decoder['decode']>[0]
type DecoderEvents = Parameters<NonNullable<ReceiverPorts['openDecoder']>>[1]

/** A track where only its kind and its end matter. */
export function fakeTrack(kind: 'audio' | 'video'): MediaStreamTrack & { isStopped: boolean } {
  const track = { kind, isStopped: false, stop() {} }
  track.stop = () => {
    track.isStopped = true
  }
  return track as unknown as MediaStreamTrack & { isStopped: boolean }
}

/** A peer connection that exists in the test's words only: nothing of it reaches a network. */
class FakeConnection {
  readonly configuration: RTCConfiguration
  readonly transceivers: { kind: string; direction: string | undefined; track: MediaStreamTrack | null }[] = []
  readonly candidates: RTCIceCandidateInit[] = []
  connectionState: RTCPeerConnectionState = 'new'
  answerSdp: string | null = null
  isClosed = false
  framesDecoded: number | null = null
  roundTripSec = 0.02
  readonly #listeners = new Map<string, ((event: object) => void)[]>()

  constructor(configuration: RTCConfiguration) {
    this.configuration = configuration
  }

  asConnection(): Connection {
    return this as unknown as Connection
  }

  addTransceiver(kind: string, init: RTCRtpTransceiverInit = {}) {
    const transceiver = { kind, direction: init.direction, track: null as MediaStreamTrack | null }
    this.transceivers.push(transceiver)
    return {
      sender: {
        replaceTrack: async (track: MediaStreamTrack | null) => {
          transceiver.track = track
        },
      },
    }
  }

  addEventListener(name: string, listener: (event: object) => void): void {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener])
  }

  async createOffer() {
    return { type: 'offer', sdp: 'the offer' }
  }

  async setLocalDescription() {
    this.tell('icecandidate', { candidate: { toJSON: () => ({ candidate: 'here', sdpMid: '0' }) } })
  }

  async setRemoteDescription({ sdp }: RTCSessionDescriptionInit) {
    if (sdp === 'nonsense') throw new Error('This is no description.')
    this.answerSdp = sdp ?? ''
  }

  async addIceCandidate(candidate: RTCIceCandidateInit) {
    this.candidates.push(candidate)
  }

  async getStats() {
    const { framesDecoded } = this
    const video = {
      type: 'inbound-rtp',
      kind: 'video',
      framesDecoded,
      totalProcessingDelay: (framesDecoded ?? 0) * 0.03,
    }
    const pair = { type: 'candidate-pair', nominated: true, currentRoundTripTime: this.roundTripSec }
    return new Map<string, object>([...(framesDecoded === null ? [] : [['video', video] as const]), ['pair', pair]])
  }

  close(): void {
    this.isClosed = true
  }

  /** The browser tells something. */
  tell(name: string, event: object = {}): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(event)
  }

  /** The camera's tracks are there, and frames begin to come. */
  flow(kinds: readonly ('audio' | 'video')[] = ['video']): void {
    for (const kind of kinds) this.tell('track', { track: fakeTrack(kind) })
    this.framesDecoded = 1
  }

  fail(): void {
    this.connectionState = 'failed'
    this.tell('connectionstatechange')
  }
}

class FakeDecoder {
  readonly codec: string
  readonly decoded: Picture[] = []
  readonly events: DecoderEvents
  waiting = 0
  isBroken = false
  isClosed = false

  constructor(codec: string, events: DecoderEvents) {
    this.codec = codec
    this.events = events
  }

  decode(picture: Picture): void {
    if (this.isBroken) throw new Error('This decoder is broken.')
    this.decoded.push(picture)
    const frame = { timestamp: picture.takenAtMs * 1_000, close: () => undefined }
    if (this.waiting === 0) this.events.onFrame(frame as unknown as VideoFrame)
  }

  close(): void {
    this.isClosed = true
  }
}

/** A browser's part in looking, as far as tests need one. */
export interface FakeViewer extends ViewerPlatform {
  readonly connections: FakeConnection[]
  readonly decoders: FakeDecoder[]
  readonly microphones: (MediaStreamTrack & { isStopped: boolean })[]
  /** What the browser lacks. */
  hasWebRtc: boolean
  hasWebCodecs: boolean
  /** Whether it opens no connection more. */
  isFull: boolean
  /** Whether decoders take nothing. */
  decodersFail: boolean
  isMicrophoneAllowed: boolean
  readonly latest: FakeConnection
}

export function fakeViewer(time: Pick<ReceiverPorts, 'after' | 'nowMs'>): FakeViewer {
  const connections: FakeConnection[] = []
  const decoders: FakeDecoder[] = []
  const microphones: FakeViewer['microphones'] = []
  const connect = (configuration: RTCConfiguration) => {
    // In Chromium's words.
    if (viewer.isFull) throw new DOMException('Cannot create so many PeerConnections', 'UnknownError')
    const connection = new FakeConnection(configuration)
    connections.push(connection)
    return connection.asConnection()
  }
  const viewer: FakeViewer = {
    connections,
    decoders,
    microphones,
    hasWebRtc: true,
    hasWebCodecs: true,
    isFull: false,
    decodersFail: false,
    isMicrophoneAllowed: true,
    get latest() {
      const connection = connections.at(-1)
      if (connection === undefined) throw new Error('Nobody connected.')
      return connection
    },
    receiver: {
      get connect() {
        return viewer.hasWebRtc ? connect : null
      },
      receivableCodecs: () => [],
      get openDecoder() {
        if (!viewer.hasWebCodecs) return null
        return ({ codec }: { codec: string }, events: DecoderEvents) => {
          const decoder = new FakeDecoder(codec, events)
          decoder.isBroken = viewer.decodersFail
          decoders.push(decoder)
          return decoder
        }
      },
      openFrameStream: () => ({ stream: fakeStreamOf([]), write: (frame) => frame.close(), close: () => undefined }),
      streamOf: fakeStreamOf,
      ...time,
    },
    async openMicrophone() {
      if (!viewer.isMicrophoneAllowed) return null
      const track = fakeTrack('audio')
      microphones.push(track)
      return track
    },
  }
  return viewer
}

/** A document's videos take streams of its own kind only. */
function fakeStreamOf(tracks: readonly MediaStreamTrack[]): MediaStream {
  if (typeof MediaStream !== 'undefined') return new MediaStream()
  return { getTracks: () => [...tracks], addTrack: () => undefined } as unknown as MediaStream
}
