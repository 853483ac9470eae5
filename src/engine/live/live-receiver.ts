import { MINUTE_MS } from '../../lib/durations'
import type { Cancel } from '../clock'
import { DirectReceiver } from './direct-receiver'
import type { Connection, PictureFigures, ReceiverPorts, RelayedPicture } from './receiver-ports'
import { RelayPlayer } from './relay-player'
import type { EncodedFormat } from './relay-protocol'

/** `direct`: from the camera to this browser; `relay`: through the hub. */
export type PictureWay = 'direct' | 'relay'

export interface ReceivedPicture {
  readonly way: PictureWay
  /** The receiver's, which ends it. */
  readonly stream: MediaStream
  /** Whether sound of the camera belongs to it. */
  readonly hasSound: boolean
}

export interface ReceiverOptions {
  readonly iceServers: readonly RTCIceServer[]
  readonly relayAfterMs: number
  /** How far the clock that the relay's pictures are timed by is ahead of this one. */
  readonly hubAheadMs: () => number
}

export interface ReceiverEvents {
  /** To be sent to the camera first; null: for the relay alone. Again: another try of a direct way. */
  onOffer(sdp: string | null): void
  /** A candidate of the offer that was told last. */
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

/** First and longest wait before a direct way that failed is tried again; it doubles with each failure. */
export const DIRECT_FIRST_RETRY_MS = 10_000
export const DIRECT_LAST_RETRY_MS = MINUTE_MS
/** A try that has not come about by then is given up; the camera's own limit is shorter. */
const TRY_LIMIT_MS = 20_000

type Direct =
  /** Not yet known to come about: `cancelLimit` ends the wait for that. */
  | { readonly phase: 'first-try' | 'retrying'; readonly receiver: DirectReceiver; cancelLimit: Cancel }
  /** Also while pictures stall. */
  | { readonly phase: 'flowing'; readonly receiver: DirectReceiver; readonly sinceMs: number }
  /** Given up, until the next try. */
  | { readonly phase: 'waiting'; readonly cancelRetry: Cancel }
  /** This browser has no WebRTC. */
  | { readonly phase: 'impossible' }

/**
 * Looks through one camera: offers a direct connection, has the hub hand pictures on where none comes about in time, and
 * goes from one to the other as they come and go. A direct way that failed or broke is tried again by a new connection,
 * while the relay goes on. What it is told comes from the hub, in any order.
 */
export class LiveReceiver {
  readonly #ports: ReceiverPorts
  readonly #events: ReceiverEvents
  readonly #configuration: RTCConfiguration
  readonly #hubAheadMs: () => number
  #direct: Direct = { phase: 'impossible' }
  #hasFlowed = false
  #retryMs = DIRECT_FIRST_RETRY_MS
  #relay: RelayPlayer | null = null
  #isRelayUnable = false
  #shown: PictureWay | null = null
  #isClosed = false
  #cancelRelayStart: Cancel = () => undefined

  constructor(options: ReceiverOptions, ports: ReceiverPorts, events: ReceiverEvents) {
    this.#ports = ports
    this.#events = events
    this.#configuration = { iceServers: [...options.iceServers] }
    this.#hubAheadMs = options.hubAheadMs
    void this.#begin(options.relayAfterMs)
  }

  answer(sdp: string): void {
    void this.#directReceiver?.answer(sdp)
  }

  addCandidate(candidate: RTCIceCandidateInit | null): void {
    this.#directReceiver?.addCandidate(candidate)
  }

  /** The camera sends nothing directly. */
  noDirect(): void {
    this.#giveDirectUp()
  }

  setRelayFormat(format: EncodedFormat): void {
    this.#relay?.setFormat(format)
  }

  takeRelayed(picture: RelayedPicture): void {
    this.#relay?.take(picture)
  }

  /** Has the camera hear a track, or nothing (null). false: there is no direct way, which a voice needs. */
  async setMicrophone(track: MediaStreamTrack | null): Promise<boolean> {
    const direct = this.#direct
    if (direct.phase !== 'first-try' && direct.phase !== 'flowing') return false
    await direct.receiver.setMicrophone(track)
    return true
  }

  close(): void {
    this.#isClosed = true
    this.#cancelRelayStart()
    this.#endDirect()
    this.#relay?.close()
    this.#relay = null
  }

  get #directReceiver(): DirectReceiver | null {
    return 'receiver' in this.#direct ? this.#direct.receiver : null
  }

  async #begin(relayAfterMs: number): Promise<void> {
    const isOffered = await this.#tryDirectly('first-try')
    if (this.#isClosed) return
    if (isOffered) {
      this.#cancelRelayStart = this.#ports.after(relayAfterMs, () => this.#wantRelay())
      return
    }
    this.#events.onOffer(null)
    if (this.#directReceiver === null) this.#wantRelay()
    else this.#giveDirectUp()
  }

  /** null: this browser cannot, or not now; then it is tried again. */
  #connect(): Connection | null {
    const { connect } = this.#ports
    if (connect === null) return null
    try {
      return connect(this.#configuration)
    } catch {
      // Chromium opens 500 for all tabs of a site, and counts those that were closed until it has tidied up: a wall that turns
      // its pages opens as many in a quarter of an hour.
      this.#tryLater()
      return null
    }
  }

  /** Offers by a new connection; false: this browser cannot. */
  async #tryDirectly(phase: 'first-try' | 'retrying'): Promise<boolean> {
    const { after } = this.#ports
    const connection = this.#connect()
    if (connection === null) return false
    /** They wait for the offer that they belong to. */
    const early: (RTCIceCandidateInit | null)[] = []
    let isTold = false
    const receiver = new DirectReceiver(connection, this.#ports, {
      onCandidate: (candidate) => {
        if (isTold) this.#events.onCandidate(candidate)
        else early.push(candidate)
      },
      onFlow: (stream, hasSound) => this.#noteFlow(stream, hasSound),
      onStall: () => {
        this.#wantRelay()
        this.#lose('direct')
      },
      onFailed: () => this.#giveDirectUp(),
      onFigures: (figures) => this.#tell('direct', figures),
    })
    const direct: Direct = { phase, receiver, cancelLimit: () => undefined }
    this.#direct = direct
    const sdp = await receiver.offer()
    if (this.#isClosed || this.#direct !== direct || sdp === null) return false
    direct.cancelLimit = after(TRY_LIMIT_MS, () => this.#giveDirectUp())
    this.#events.onOffer(sdp)
    isTold = true
    for (const candidate of early) this.#events.onCandidate(candidate)
    return true
  }

  #noteFlow(stream: MediaStream, hasSound: boolean): void {
    const direct = this.#direct
    this.#cancelRelayStart()
    if ('cancelLimit' in direct) {
      direct.cancelLimit()
      this.#direct = { phase: 'flowing', receiver: direct.receiver, sinceMs: this.#ports.nowMs() }
    }
    this.#hasFlowed = true
    this.#show({ way: 'direct', stream, hasSound })
    this.#endRelay()
  }

  #giveDirectUp(): void {
    if (this.#isClosed || this.#directReceiver === null) return
    this.#cancelRelayStart()
    this.#endDirect()
    this.#tryLater()
    this.#wantRelay()
    this.#lose('direct')
  }

  #endDirect(): void {
    const direct = this.#direct
    if (direct.phase === 'waiting') direct.cancelRetry()
    if ('cancelLimit' in direct) direct.cancelLimit()
    if ('receiver' in direct) direct.receiver.close()
  }

  #tryLater(): void {
    const { after, nowMs } = this.#ports
    const direct = this.#direct
    // One that held for long is worth another try soon; one that comes and goes is not.
    const hasHeld = direct.phase === 'flowing' && nowMs() - direct.sinceMs >= DIRECT_LAST_RETRY_MS
    if (hasHeld) this.#retryMs = DIRECT_FIRST_RETRY_MS
    const cancelRetry = after(this.#retryMs, () => {
      void this.#tryDirectly('retrying').then((isOffered) => {
        if (!isOffered) this.#giveDirectUp()
      })
    })
    this.#direct = { phase: 'waiting', cancelRetry }
    this.#retryMs = Math.min(DIRECT_LAST_RETRY_MS, this.#retryMs * 2)
  }

  #wantRelay(): void {
    if (this.#isClosed || this.#relay !== null) return
    if (this.#ports.openDecoder === null || this.#isRelayUnable) return this.#noteRelayUnable()
    this.#relay = new RelayPlayer(this.#hubAheadMs, this.#ports, {
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

  /** A direct way that was there once may be there again. */
  #noteRelayUnable(): void {
    if (this.#direct.phase !== 'first-try' && !this.#hasFlowed) this.#events.onUnable()
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
