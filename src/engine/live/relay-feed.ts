import type { PictureSize } from '../../lib/picture-size'
import { WorkerChannel, type WorkerLike } from '../worker-channel'
import type { EncodedFormat, EncodedPicture, FromLiveEncoder, ToLiveEncoder } from './relay-protocol'
import type { SendPace } from './send-pace'
import type { OpenFrames, TrackFrames } from './track-frames'

export interface RelayPorts {
  readonly startEncoder: () => WorkerLike
  readonly openFrames: OpenFrames
}

export interface RelayEvents {
  onFormat(format: EncodedFormat): void
  onPicture(picture: EncodedPicture): void
  /** The encoder broke, or there is none; nothing more comes. For the log. */
  onFailed(message: string): void
}

/** One camera's picture, encoded once for all who look through the hub. Owns its worker; costs nothing once closed. */
export class RelayFeed {
  readonly #ports: RelayPorts
  readonly #events: RelayEvents
  readonly #channel: WorkerChannel<ToLiveEncoder, FromLiveEncoder>
  #source: TrackFrames | null = null
  #isClosed = false

  constructor(stream: MediaStream, pace: SendPace, ports: RelayPorts, events: RelayEvents) {
    this.#ports = ports
    this.#events = events
    this.#channel = new WorkerChannel(ports.startEncoder(), 'live', {
      onMessage: (message) => this.#receive(message),
      onLost: (message) => {
        this.#fail(message)
        this.#channel.close()
      },
    })
    this.setPace(pace)
    this.setStream(stream)
  }

  setPace(pace: SendPace): void {
    this.#channel.post({ kind: 'set-pace', pace })
  }

  /** How large the picture is shown where it is shown largest. */
  setShown(shown: PictureSize): void {
    this.#channel.post({ kind: 'set-shown', shown })
  }

  /** The camera's stream, also when it was opened anew. */
  setStream(stream: MediaStream): void {
    // After its end nobody would close what is opened here.
    if (this.#isClosed) return
    this.#closeSource()
    const source = this.#ports.openFrames(stream)
    if (source === null) return this.#fail('This browser gives no frames of a camera.')
    this.#source = source
    if (source.kind === 'element') return this.#channel.post({ kind: 'begin', frames: null })
    const isSent = this.#channel.send({ kind: 'begin', frames: source.readable }, [source.readable])
    if (!isSent) this.#fail("The camera's frames cannot be handed to a worker.")
  }

  askKeyFrame(): void {
    this.#channel.post({ kind: 'key-frame' })
  }

  /** The worker ends once it has let go of the frames. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#closeSource()
    this.#channel.post({ kind: 'end' })
  }

  #closeSource(): void {
    if (this.#source?.kind === 'element') this.#source.frames.close()
    else this.#source?.close()
    this.#source = null
  }

  #receive(message: FromLiveEncoder): void {
    if (message.kind === 'ended') return this.#channel.close()
    if (this.#isClosed) return
    switch (message.kind) {
      case 'frame-wanted':
        return this.#giveFrame()
      case 'format':
        return this.#events.onFormat(message.format)
      case 'picture':
        return this.#events.onPicture(message.picture)
      case 'failed':
        return this.#fail(message.message)
    }
  }

  #giveFrame(): void {
    const frame = this.#source?.kind === 'element' ? this.#source.frames.take() : null
    const isSent = this.#channel.send({ kind: 'frame', frame }, frame === null ? [] : [frame])
    if (isSent) return
    frame?.close()
    this.#channel.post({ kind: 'frame', frame: null })
  }

  #fail(message: string): void {
    if (this.#isClosed) return
    this.close()
    this.#events.onFailed(message)
  }
}
