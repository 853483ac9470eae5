import type { Cancel } from '../clock'
import { DirectReceiver } from './direct-receiver'
import type { EncodedPicture, PictureFigures, PictureFormat, ReceiverPorts } from './receiver-ports'
import { RelayPlayer } from './relay-player'

/** `direct`: from the camera to this browser; `relay`: through the hub. */
export type PictureWay = 'direct' | 'relay'

/** Why the picture does not come directly. */
export type DirectRefusal = 'full' | 'failed'

export interface ReceivedPicture {
  readonly way: PictureWay
  /** The receiver's, which ends it. */
  readonly stream: MediaStream
  /** Whether sound of the camera belongs to it. */
  readonly hasSound: boolean
}

export interface ReceiverEvents {
  /** To be sent to the camera first; null: for the relay alone. */
  onOffer(sdp: string | null): void
  onCandidate(candidate: RTCIceCandidateInit | null): void
  /** Whether the hub is to hand the camera's pictures on; true once more: a whole picture is needed. */
  onRelayWanted(isWanted: boolean): void
  onPicture(picture: ReceivedPicture): void
  /** Nothing comes by either way now; `onPicture` follows when something does. */
  onNoPicture(): void
  onFigures(figures: PictureFigures): void
  /** This browser can show it by neither way. */
  onUnable(): void
}

/**
 * Looks through one camera: offers a direct connection, has the hub hand pictures on where none comes about in time, and
 * goes from one to the other as they come and go. What it is told comes from the hub, in any order.
 */
export class LiveReceiver {
  readonly #ports: ReceiverPorts
  readonly #events: ReceiverEvents
  readonly #direct: DirectReceiver | null
  #relay: RelayPlayer | null = null
  #isDirectOver = false
  #isRelayUnable = false
  #shown: PictureWay | null = null
  #isClosed = false
  #cancelRelayStart: Cancel = () => undefined

  constructor(
    options: { readonly iceServers: readonly RTCIceServer[]; readonly relayAfterMs: number },
    ports: ReceiverPorts,
    events: ReceiverEvents,
  ) {
    this.#ports = ports
    this.#events = events
    const { connect } = ports
    this.#direct = connect === null ? null : this.#receiverOn(connect({ iceServers: [...options.iceServers] }))
    void this.#begin(options.relayAfterMs)
  }

  answer(sdp: string): void {
    if (!this.#isDirectOver) void this.#direct?.answer(sdp)
  }

  addCandidate(candidate: RTCIceCandidateInit | null): void {
    if (!this.#isDirectOver) this.#direct?.addCandidate(candidate)
  }

  /** The camera sends nothing directly. */
  noDirect(): void {
    this.#giveDirectUp()
  }

  setRelayFormat(format: PictureFormat): void {
    this.#relay?.setFormat(format)
  }

  takeRelayed(picture: EncodedPicture): void {
    this.#relay?.take(picture)
  }

  /** Has the camera hear a track, or nothing (null). false: there is no direct way, which a voice needs. */
  async setMicrophone(track: MediaStreamTrack | null): Promise<boolean> {
    if (this.#direct === null || this.#isDirectOver) return false
    await this.#direct.setMicrophone(track)
    return true
  }

  close(): void {
    this.#isClosed = true
    this.#cancelRelayStart()
    this.#direct?.close()
    this.#relay?.close()
    this.#relay = null
  }

  async #begin(relayAfterMs: number): Promise<void> {
    const sdp = (await this.#direct?.offer()) ?? null
    if (this.#isClosed) return
    this.#events.onOffer(sdp)
    if (sdp === null) return this.#giveDirectUp()
    this.#cancelRelayStart = this.#ports.after(relayAfterMs, () => this.#wantRelay())
  }

  #receiverOn(connection: ConstructorParameters<typeof DirectReceiver>[0]): DirectReceiver {
    return new DirectReceiver(connection, this.#ports, {
      onCandidate: (candidate) => this.#events.onCandidate(candidate),
      onFlow: (stream, hasSound) => {
        this.#cancelRelayStart()
        this.#show({ way: 'direct', stream, hasSound })
        this.#endRelay()
      },
      onStall: () => {
        this.#wantRelay()
        this.#lose('direct')
      },
      onFailed: () => this.#giveDirectUp(),
      onFigures: (figures) => this.#tell('direct', figures),
    })
  }

  #giveDirectUp(): void {
    if (this.#isDirectOver) return
    this.#isDirectOver = true
    this.#cancelRelayStart()
    this.#direct?.close()
    this.#wantRelay()
    this.#lose('direct')
  }

  #wantRelay(): void {
    if (this.#isClosed || this.#relay !== null) return
    if (this.#ports.openDecoder === null || this.#isRelayUnable) return this.#noteRelayUnable()
    this.#relay = new RelayPlayer(this.#ports, {
      onFlow: (stream) => {
        // A picture that comes directly anyway is the better one.
        if (this.#shown !== 'direct') this.#show({ way: 'relay', stream, hasSound: false })
      },
      onStall: () => {
        this.#lose('relay')
        this.#events.onRelayWanted(true)
      },
      onKeyWanted: () => this.#events.onRelayWanted(true),
      onUnable: () => {
        this.#isRelayUnable = true
        this.#endRelay()
        this.#lose('relay')
        this.#noteRelayUnable()
      },
      onFigures: (figures) => this.#tell('relay', figures),
    })
    this.#events.onRelayWanted(true)
  }

  #noteRelayUnable(): void {
    if (this.#isDirectOver) this.#events.onUnable()
  }

  #endRelay(): void {
    if (this.#relay === null) return
    this.#relay.close()
    this.#relay = null
    this.#events.onRelayWanted(false)
  }

  #show(picture: ReceivedPicture): void {
    if (this.#isClosed) return
    this.#shown = picture.way
    this.#events.onPicture(picture)
  }

  #lose(way: PictureWay): void {
    if (this.#isClosed || this.#shown !== way) return
    this.#shown = null
    this.#events.onNoPicture()
  }

  #tell(way: PictureWay, figures: PictureFigures): void {
    if (!this.#isClosed && this.#shown === way) this.#events.onFigures(figures)
  }
}
