import { writeChunk } from '../../contract/live/live-chunk'
import { type EncodedFormat, type EncodedPicture, PaceKeeper, RelayFeed, type SendPace } from '../../engine/live'
import type { PictureSize } from '../../lib/picture-size'
import type { SendingContext } from './sending-context'

/** More than this waits for the network: what follows is left out until the next key frame that finds room. */
const MOST_WAITING_BYTES = 128 * 1024
/** The line has room again. */
const LITTLE_WAITING_BYTES = 16 * 1024

/** An encoder that broke is started anew after this long, while somebody looks. */
const RESTART_MS = 5_000

/**
 * One camera's picture for all who look through the hub: encoded while the hub wants it, sent as the line takes it. A line
 * that is too slow loses whole groups of pictures, so that none waits for long and what is shown is never broken.
 */
export class CameraRelay {
  readonly relayId: number
  readonly #context: SendingContext
  readonly #keeper: PaceKeeper
  #stream: MediaStream
  #shown: PictureSize | null
  #feed: RelayFeed | null = null
  #cancelRestart: () => void = () => undefined
  /** Between a picture that was left out and the next key frame. */
  #isBroken = true
  #wasHeldBack = false
  #hasReported = false

  constructor(relayId: number, stream: MediaStream, shown: PictureSize | null, context: SendingContext) {
    this.relayId = relayId
    this.#stream = stream
    this.#shown = shown
    this.#context = context
    this.#keeper = new PaceKeeper(context.nowMs())
    this.#start()
  }

  /** Somebody new looks. */
  askKeyFrame(): void {
    this.#feed?.askKeyFrame()
  }

  setStream(stream: MediaStream): void {
    if (stream === this.#stream) return
    this.#stream = stream
    this.#feed?.setStream(stream)
  }

  /** How large the largest viewer shows it; null: nobody looks any more. */
  setShown(shown: PictureSize | null): void {
    this.#shown = shown
    if (shown !== null) this.#feed?.setShown(shown)
  }

  /** Called every second: a slow line makes a smaller picture too. */
  note(areChecksLate: boolean, nowMs: number): void {
    const hasChanged = this.#keeper.note(areChecksLate || this.#wasHeldBack, nowMs)
    this.#wasHeldBack = false
    if (hasChanged) this.#feed?.setPace(this.#keeper.pace)
  }

  close(): void {
    this.#cancelRestart()
    this.#feed?.close()
    this.#feed = null
  }

  #start(): void {
    const { ports, line, report, after } = this.#context
    this.#isBroken = true
    const pace: SendPace = this.#keeper.pace
    this.#feed = new RelayFeed(this.#stream, pace, ports.relay, {
      onFormat: (format: EncodedFormat) => line.send({ kind: 'relay-format', relayId: this.relayId, format }),
      onPicture: (picture) => this.#handOn(picture),
      onFailed: (message) => {
        if (!this.#hasReported) report('A live picture could not be encoded for the hub.', message)
        this.#hasReported = true
        this.#cancelRestart = after(RESTART_MS, () => this.#start())
      },
    })
    this.setShown(this.#shown)
  }

  #handOn({ type, takenAtMs, bytes }: EncodedPicture): void {
    const { line } = this.#context
    const waitingBytes = line.waitingBytes()
    if (waitingBytes > MOST_WAITING_BYTES) {
      this.#isBroken = true
      this.#wasHeldBack = true
      return
    }
    if (this.#isBroken && type === 'delta') {
      // Sooner than it would come by itself.
      if (waitingBytes <= LITTLE_WAITING_BYTES) this.#feed?.askKeyFrame()
      return
    }
    this.#isBroken = false
    // Viewers know the hub's clock, and not this machine's.
    const atHubMs = takenAtMs + line.hubAheadMs()
    const chunk = writeChunk({ type, relayId: this.relayId, takenAtMs: atHubMs }, bytes.byteLength)
    chunk.set(bytes, chunk.byteLength - bytes.byteLength)
    line.sendChunk(chunk)
  }
}
