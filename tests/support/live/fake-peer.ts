import type { Peer } from '../../../src/engine/live/direct-sender'
import { FakeTrack } from '../browser/fake-media'

/** A sender of the browser's: what is done with it is kept. */
class FakeSender {
  track: FakeTrack | null = null
  /** As they were set last. */
  encoding: RTCRtpEncodingParameters = {}
  changes = 0

  async replaceTrack(track: FakeTrack | null): Promise<void> {
    this.track = track
  }

  getParameters() {
    return { encodings: [{ ...this.encoding }] }
  }

  async setParameters({ encodings }: { readonly encodings: readonly RTCRtpEncodingParameters[] }): Promise<void> {
    this.encoding = encodings[0] ?? {}
    this.changes++
  }
}

class FakeTransceiver {
  readonly sender = new FakeSender()
  readonly receiver: { readonly track: FakeTrack }
  direction = 'recvonly'
  currentDirection: RTCRtpTransceiverDirection | null = null
  codecs: readonly string[] = []

  readonly #takes: boolean

  /** `takes`: whether the offer wants to be sent something. */
  constructor(kind: 'video' | 'audio', takes: boolean) {
    this.receiver = { track: new FakeTrack(kind) }
    this.#takes = takes
  }

  /** What both ends want of what this end set. */
  agree(): void {
    this.currentDirection = this.#takes && this.direction.startsWith('send') ? 'sendonly' : 'inactive'
  }

  setCodecPreferences(codecs: readonly { readonly mimeType: string }[]): void {
    this.codecs = codecs.map(({ mimeType }) => mimeType)
  }
}

/** A browser's RTCPeerConnection that negotiates nothing: an offer names the sections that it has, as in 'video audio', or 'video -audio' of one that takes no sound. */
export class FakePeer extends EventTarget {
  /** Whether the browser opens no connection more. */
  static isFull = false
  static readonly made: FakePeer[] = []

  readonly transceivers: FakeTransceiver[] = []
  readonly added: (RTCIceCandidateInit | null)[] = []
  readonly iceServers: readonly RTCIceServer[]
  connectionState: RTCPeerConnectionState = 'new'
  iceGatheringState: RTCIceGatheringState = 'gathering'
  localDescription: { readonly sdp: string } | null = null
  isClosed = false

  constructor(iceServers: readonly RTCIceServer[]) {
    super()
    // In Chromium's words.
    if (FakePeer.isFull) throw new DOMException('Cannot create so many PeerConnections', 'UnknownError')
    this.iceServers = iceServers
    FakePeer.made.push(this)
  }

  get asPeer(): Peer {
    return this as unknown as Peer
  }

  of(kind: 'video' | 'audio'): FakeTransceiver {
    const found = this.transceivers.find(({ receiver }) => receiver.track.kind === kind)
    if (found === undefined) throw new Error(`There is no ${kind}.`)
    return found
  }

  async setRemoteDescription({ sdp }: { readonly sdp: string }): Promise<void> {
    if (sdp === 'nonsense') throw new DOMException('It cannot be read.', 'OperationError')
    for (const kind of ['video', 'audio'] as const) {
      if (sdp.includes(kind)) this.transceivers.push(new FakeTransceiver(kind, !sdp.includes(`-${kind}`)))
    }
  }

  async createAnswer() {
    return { type: 'answer', sdp: 'answer' }
  }

  async setLocalDescription({ sdp }: { readonly sdp: string }): Promise<void> {
    this.localDescription = { sdp }
    for (const transceiver of this.transceivers) transceiver.agree()
  }

  async addIceCandidate(candidate: RTCIceCandidateInit | null): Promise<void> {
    this.added.push(candidate)
  }

  getTransceivers(): FakeTransceiver[] {
    return this.transceivers
  }

  close(): void {
    this.isClosed = true
  }

  /** The browser found a way to this peer, or that there are no more. */
  find(candidate: string | null): void {
    const found = candidate === null ? null : { toJSON: () => ({ candidate, sdpMid: '0' }) }
    this.dispatchEvent(Object.assign(new Event('icecandidate'), { candidate: found }))
  }

  gathered(): void {
    this.iceGatheringState = 'complete'
    this.localDescription = { sdp: 'answer with candidates' }
    this.dispatchEvent(new Event('icegatheringstatechange'))
  }

  turn(state: RTCPeerConnectionState): void {
    this.connectionState = state
    this.dispatchEvent(new Event('connectionstatechange'))
  }
}
