import type { LiveNews, LiveRequest } from '../../../src/contract/live/live'
import { writeChunk } from '../../../src/contract/live/live-chunk'

const PICTURES_OF_GROUP = 30
export const KEY_BYTES = 24_000
const DELTA_BYTES = 3_300

const format = { codec: 'vp8', width: 640, height: 360 }

/**
 * The film of a camera of 640 x 360, with a key frame every two seconds and whenever the hub asks for one. It goes into every
 * relay that the hub has begun: one that wrongly began another for each viewer would be sent all of them, and be seen by it.
 */
export class RelayedFilm {
  readonly #relayIds = new Set<number>()
  #isKeyWanted = true
  #sinceKey = 0

  /** What is answered to the hub, if anything. */
  hear(news: LiveNews): LiveRequest | null {
    if (news.kind === 'relay-end') this.#relayIds.delete(news.relayId)
    if (news.kind !== 'relay-begin') return null
    this.#isKeyWanted = true
    if (this.#relayIds.has(news.relayId)) return null
    this.#relayIds.add(news.relayId)
    return { kind: 'relay-format', relayId: news.relayId, format }
  }

  /** The next picture, for each relay; none while nobody looks. */
  next(takenAtMs: number): Uint8Array<ArrayBuffer>[] {
    if (this.#relayIds.size === 0) return []
    const isKey = this.#isKeyWanted || this.#sinceKey >= PICTURES_OF_GROUP
    this.#isKeyWanted = false
    this.#sinceKey = isKey ? 1 : this.#sinceKey + 1
    const type = isKey ? 'key' : 'delta'
    const bytes = isKey ? KEY_BYTES : DELTA_BYTES
    return [...this.#relayIds].map((relayId) => writeChunk({ type, relayId, takenAtMs }, bytes))
  }
}
