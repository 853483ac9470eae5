import type { RelayFormat } from '../../src/contract/live/live'
import type { ChunkHead } from '../../src/contract/live/live-chunk'
import { Relay } from './relay'
import type { Tab } from './tab'
import type { Viewing } from './viewing'

/** The relays of a workspace, one for a camera while somebody wants it. */
export class Relays {
  readonly #nextId: () => number
  readonly #noteBytes: (bytes: number) => void
  readonly #ofCameras = new Map<string, Relay>()

  constructor(nextId: () => number, noteBytes: (bytes: number) => void) {
    this.#nextId = nextId
    this.#noteBytes = noteBytes
  }

  add({ id, cameraId, camera }: Pick<Viewing, 'id' | 'cameraId' | 'camera'>, viewer: Tab): void {
    let relay = this.#ofCameras.get(cameraId)
    if (relay === undefined) {
      relay = new Relay({ id: this.#nextId(), cameraId, camera, noteBytes: this.#noteBytes })
      this.#ofCameras.set(cameraId, relay)
    }
    relay.add(id, viewer)
  }

  /** The last one to go ends it. */
  remove({ id, cameraId }: Pick<Viewing, 'id' | 'cameraId'>): void {
    const relay = this.#ofCameras.get(cameraId)
    relay?.remove(id)
    if (relay === undefined || !relay.isEmpty) return
    this.#ofCameras.delete(cameraId)
    relay.end()
  }

  /** Of those that tabs which are like this send. */
  idsWhere(isLike: (camera: Tab) => boolean): number[] {
    return [...this.#ofCameras.values()].filter(({ camera }) => isLike(camera)).map(({ id }) => id)
  }

  setFormat(camera: Tab, relayId: number, format: RelayFormat): void {
    this.#relayOf(camera, relayId)?.setFormat(format)
  }

  handOn(camera: Tab, { relayId, type }: ChunkHead, chunk: Uint8Array): void {
    this.#relayOf(camera, relayId)?.handOn(type, chunk)
  }

  /** null: it has ended, or is another tab's. */
  #relayOf(camera: Tab, relayId: number): Relay | null {
    for (const relay of this.#ofCameras.values()) if (relay.id === relayId && relay.camera === camera) return relay
    return null
  }
}
