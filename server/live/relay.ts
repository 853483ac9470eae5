import type { RelayFormat } from '../../src/contract/live/live'
import type { ChunkType } from '../../src/contract/live/live-chunk'
import type { Tab } from './tab'

/** What may wait for one viewer: two or three seconds of the picture, or one large key frame. */
export const MOST_WAITING_BYTES = 192 * 1024
/** A camera is asked for key frames at most this often, however many viewers come. */
const KEY_FRAME_SPACING_MS = 500

interface RelayViewer {
  readonly tab: Tab
  /** Frames build on those before: after a gap none is of use until the next key frame. */
  isWaitingForKey: boolean
}

/** What a relay works with. */
export interface RelayFacts {
  readonly id: number
  readonly cameraId: string
  readonly camera: Tab
  /** Told of what was handed on. */
  readonly noteBytes: (bytes: number) => void
}

/** Hands the chunks of one camera on to those who look, unread. A viewer that is slow loses whole groups of pictures. */
export class Relay {
  readonly #facts: RelayFacts
  readonly #viewers = new Map<string, RelayViewer>()
  #format: RelayFormat | null = null
  #askedAtMs = Number.NEGATIVE_INFINITY
  #nextAsk: NodeJS.Timeout | null = null

  constructor(facts: RelayFacts) {
    this.#facts = facts
  }

  get id(): number {
    return this.#facts.id
  }

  get camera(): Tab {
    return this.#facts.camera
  }

  get isEmpty(): boolean {
    return this.#viewers.size === 0
  }

  add(viewingId: string, tab: Tab): void {
    // Again: another hub has a new viewer, who waits for a key frame.
    if (this.#viewers.has(viewingId)) return this.#askForKey()
    this.#viewers.set(viewingId, { tab, isWaitingForKey: true })
    if (this.#format !== null) this.#tellFormat(viewingId, tab, this.#format)
    this.#askForKey()
  }

  remove(viewingId: string): void {
    this.#viewers.delete(viewingId)
  }

  setFormat(format: RelayFormat): void {
    this.#format = format
    for (const [viewingId, viewer] of this.#viewers) {
      viewer.isWaitingForKey = true
      this.#tellFormat(viewingId, viewer.tab, format)
    }
  }

  handOn(type: ChunkType, chunk: Uint8Array): void {
    if (this.#format === null) return
    for (const viewer of this.#viewers.values()) {
      if (viewer.isWaitingForKey && type === 'delta') continue
      viewer.isWaitingForKey = viewer.tab.waitingBytes > MOST_WAITING_BYTES
      if (viewer.isWaitingForKey) continue
      viewer.tab.sendChunk(chunk)
      this.#facts.noteBytes(chunk.byteLength)
    }
  }

  end(): void {
    if (this.#nextAsk !== null) clearTimeout(this.#nextAsk)
    this.camera.tell({ kind: 'relay-end', relayId: this.id })
  }

  #tellFormat(viewingId: string, tab: Tab, format: RelayFormat): void {
    tab.tell({ kind: 'relay-format', viewingId, relayId: this.id, format })
  }

  #askForKey(): void {
    if (this.#nextAsk !== null) return
    const restMs = this.#askedAtMs + KEY_FRAME_SPACING_MS - performance.now()
    if (restMs <= 0) this.#askNow()
    else this.#nextAsk = setTimeout(() => this.#askNow(), restMs).unref()
  }

  #askNow(): void {
    this.#nextAsk = null
    this.#askedAtMs = performance.now()
    this.camera.tell({ kind: 'relay-begin', cameraId: this.#facts.cameraId, relayId: this.id })
  }
}
