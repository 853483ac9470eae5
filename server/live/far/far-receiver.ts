import type { LiveNews, LiveRequest } from '../../../src/contract/live/live'
import { LIVE_CHUNK_HEAD_BYTES } from '../../../src/contract/live/live-chunk'
import type { Tab } from '../tab'

/** Where the relay's id stands in a chunk (live-chunk.ts). */
const RELAY_ID_AT = 4

export interface FarReceiverPorts {
  /** As the other hub calls the relay. */
  readonly relayId: number
  readonly say: (request: LiveRequest) => void
  readonly sendChunk: (chunk: Uint8Array) => void
  readonly waitingBytes: () => number
}

/**
 * Another hub that takes a relay of a camera here, once for all who look from there. The camera's tab knows one relay of
 * each camera: to the other hub its chunks have the id that it gave.
 */
export class FarReceiver implements Tab {
  readonly who = ''
  readonly isGone = false
  readonly #ports: FarReceiverPorts

  constructor(ports: FarReceiverPorts) {
    this.#ports = ports
  }

  /** A connection between hubs that is slow loses whole groups of pictures, as a viewer does. */
  get waitingBytes(): number {
    return this.#ports.waitingBytes()
  }

  tell(news: LiveNews): void {
    const { relayId, say } = this.#ports
    if (news.kind === 'relay-format') say({ kind: 'relay-format', relayId, format: news.format })
  }

  tellText(): void {}

  sendChunk(chunk: Uint8Array): void {
    if (chunk.byteLength <= LIVE_CHUNK_HEAD_BYTES) return
    const renamed = Buffer.from(chunk)
    renamed.writeUInt32BE(this.#ports.relayId, RELAY_ID_AT)
    this.#ports.sendChunk(renamed)
  }

  viewingBeat(): void {}
}
