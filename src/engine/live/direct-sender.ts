import type { PictureSize } from '../../lib/picture-size'
import type { Cancel, Clock } from '../clock'
import { codecOrder, type SendCodec } from './codec-order'
import { sendLimits, sizeOf } from './send-limits'
import type { SendPace } from './send-pace'

/** The part of RTCPeerConnection that is used. */
export type Peer = Pick<
  RTCPeerConnection,
  | 'setRemoteDescription'
  | 'createAnswer'
  | 'setLocalDescription'
  | 'localDescription'
  | 'addIceCandidate'
  | 'getTransceivers'
  | 'connectionState'
  | 'iceGatheringState'
  | 'addEventListener'
  | 'close'
>

export interface DirectPorts {
  readonly openPeer: (iceServers: readonly RTCIceServer[]) => Peer
  /** What of video this browser can send. */
  readonly sendCodecs: () => readonly (SendCodec & RTCRtpCodec)[]
  readonly isH264Cheap: () => Promise<boolean>
  readonly clock: Pick<Clock, 'after'>
}

/** What a viewer asked for, and may. */
export interface DirectWish {
  readonly offer: string
  /** Whether the answer waits for all candidates: its player takes none later. */
  readonly isComplete: boolean
  readonly mayHear: boolean
  readonly size: PictureSize
  readonly pace: SendPace
  readonly iceServers: readonly RTCIceServer[]
}

export interface DirectEvents {
  onAnswer(sdp: string): void
  /** null: there are no more. */
  onCandidate(candidate: RTCIceCandidateInit | null): void
  /** No direct way came about, or it broke: nothing more is sent, and nothing more is told. */
  onFailed(error?: unknown): void
}

/** A player that takes no candidates later waits for the answer: the network's own are found within this. */
const GATHERING_LIMIT_MS = 2_000
/** A way that broke may come back within this. */
const BROKEN_LIMIT_MS = 5_000
/** A way that has not come about by then does not. */
const CONNECT_LIMIT_MS = 15_000

/**
 * Sends one viewer a camera's picture: the track that is open anyway, which stays its camera's. The viewer's offer has one
 * section for video and, where it may hear or talk, one for sound; both are negotiated once, and what they carry changes
 * by other tracks.
 */
export class DirectSender {
  readonly #peer: Peer
  readonly #ports: DirectPorts
  readonly #wish: DirectWish
  readonly #events: DirectEvents
  #stream: MediaStream
  #size: PictureSize
  #pace: SendPace
  #isHeard = false
  #isClosed = false
  #isBroken = false
  #cancelLimit: Cancel

  constructor(stream: MediaStream, wish: DirectWish, ports: DirectPorts, events: DirectEvents) {
    this.#stream = stream
    this.#wish = wish
    this.#ports = ports
    this.#events = events
    this.#size = wish.size
    this.#pace = wish.pace
    this.#peer = ports.openPeer(wish.iceServers)
    this.#cancelLimit = ports.clock.after(CONNECT_LIMIT_MS, () => this.#fail())
    this.#peer.addEventListener('connectionstatechange', () => this.#onConnection())
    if (!wish.isComplete) {
      this.#peer.addEventListener('icecandidate', ({ candidate }) => {
        if (!this.#isClosed) events.onCandidate(candidate?.toJSON() ?? null)
      })
    }
    this.#answer().catch((error: unknown) => this.#fail(error))
  }

  /** The viewer's microphone; null where its offer has no sound, or it may not talk. It gives silence until it talks. */
  get voice(): MediaStreamTrack | null {
    return this.#wish.mayHear ? (this.#transceiver('audio')?.receiver.track ?? null) : null
  }

  get isHeard(): boolean {
    return this.#isHeard
  }

  /** Whether sound can reach the viewer: its offer takes some, and it was answered so. */
  get takesSound(): boolean {
    const direction = this.#transceiver('audio')?.currentDirection
    return direction === 'sendrecv' || direction === 'sendonly'
  }

  addCandidate(candidate: RTCIceCandidateInit | null): void {
    if (this.#isClosed || candidate === null) return
    // One that cannot be read is one way less: the others go on.
    this.#peer.addIceCandidate(candidate).catch(() => undefined)
  }

  setSize(size: PictureSize): void {
    this.#size = size
    this.#limit()
  }

  setPace(pace: SendPace): void {
    this.#pace = pace
    this.#limit()
  }

  /** The camera was opened anew. */
  setStream(stream: MediaStream): void {
    this.#stream = stream
    this.#replaceTracks()
  }

  /** Whether the viewer gets the camera's sound. */
  setHeard(isHeard: boolean): void {
    this.#isHeard = isHeard && this.#wish.mayHear
    this.#replaceTracks()
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#cancelLimit()
    this.#peer.close()
  }

  async #answer(): Promise<void> {
    // First of all: candidates that come meanwhile wait for it.
    const described = this.#peer.setRemoteDescription({ type: 'offer', sdp: this.#wish.offer })
    const isH264Cheap = await this.#ports.isH264Cheap()
    await described
    if (this.#isClosed) return
    this.#setDirections(isH264Cheap)
    this.#replaceTracks()
    await this.#peer.setLocalDescription(await this.#peer.createAnswer())
    if (this.#wish.isComplete) await this.#gathered()
    if (this.#isClosed) return
    const sdp = this.#peer.localDescription?.sdp
    if (sdp === undefined) throw new Error('The browser made no answer.')
    this.#limit()
    this.#events.onAnswer(sdp)
  }

  #setDirections(isH264Cheap: boolean): void {
    const video = this.#transceiver('video')
    if (video === undefined) throw new Error('The offer asks for no picture.')
    video.direction = 'sendonly'
    // Missing in old browsers, which send what they like.
    if (typeof video.setCodecPreferences === 'function')
      video.setCodecPreferences(codecOrder(this.#ports.sendCodecs(), isH264Cheap))
    const audio = this.#transceiver('audio')
    if (audio !== undefined) audio.direction = this.#wish.mayHear ? 'sendrecv' : 'inactive'
  }

  #replaceTracks(): void {
    const sound = this.#isHeard ? (this.#stream.getAudioTracks()[0] ?? null) : null
    const picture = this.#stream.getVideoTracks()[0] ?? null
    for (const [kind, track] of [['video', picture] as const, ['audio', sound] as const]) {
      const sender = this.#transceiver(kind)?.sender
      if (sender === undefined || sender.track === track || this.#isClosed) continue
      // The new one is there, with its size, only then; the first has its limits with the answer.
      sender.replaceTrack(track).then(
        () => this.#peer.localDescription !== null && this.#limit(),
        (error: unknown) => this.#fail(error),
      )
    }
  }

  /** Without a negotiation: the sender alone does less or more. */
  #limit(): void {
    const sender = this.#transceiver('video')?.sender
    const track = sender?.track
    if (this.#isClosed || sender === undefined || track === null || track === undefined) return
    const parameters = sender.getParameters()
    const [encoding] = parameters.encodings
    if (encoding === undefined) return
    Object.assign(encoding, sendLimits(sizeOf(track), this.#size, this.#pace))
    // Another change overtook this one, or the connection closed.
    sender.setParameters(parameters).catch(() => undefined)
  }

  #transceiver(kind: 'video' | 'audio'): RTCRtpTransceiver | undefined {
    return this.#peer.getTransceivers().find(({ receiver }) => receiver.track.kind === kind)
  }

  #gathered(): Promise<void> {
    if (this.#peer.iceGatheringState === 'complete') return Promise.resolve()
    return new Promise((resolve) => {
      const cancel = this.#ports.clock.after(GATHERING_LIMIT_MS, resolve)
      this.#peer.addEventListener('icegatheringstatechange', () => {
        if (this.#peer.iceGatheringState !== 'complete') return
        cancel()
        resolve()
      })
    })
  }

  #onConnection(): void {
    const { connectionState } = this.#peer
    const isBroken = connectionState === 'disconnected' || connectionState === 'failed'
    if (isBroken === this.#isBroken && connectionState !== 'connected') return
    this.#isBroken = isBroken
    this.#cancelLimit()
    if (isBroken) this.#cancelLimit = this.#ports.clock.after(BROKEN_LIMIT_MS, () => this.#fail())
  }

  #fail(error?: unknown): void {
    if (this.#isClosed) return
    this.close()
    this.#events.onFailed(error)
  }
}
