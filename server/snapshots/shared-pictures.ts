import type { Peers } from '../peers/peers'
import type { BlobKey } from '../storage/blobs'
import type { LatestPictures } from '../storage/latest-pictures'
import type { OtherPictures } from '../storage/pictures-first'
import type { SnapshotPace } from './snapshot-pace'

/** Pictures of one that is not followed by another are of no use to other hubs for longer. */
const KEPT_MS = 30_000
/** Other hubs hear that somebody watches this often, which is well within what counts as watching. */
const TOLD_MS = 5_000

export interface SharedPicturesPorts {
  readonly peers: Peers
  readonly snapshotPace: Pick<SnapshotPace, 'isWatched' | 'noteWatched'>
  readonly nowMs: () => number
}

/**
 * Latest pictures across hubs. Each hub tells the others whose cameras somebody watches, and hands on the pictures of
 * those alone: they are many, and seldom looked at (SCALE-08).
 */
export class SharedPictures implements OtherPictures {
  readonly #ports: SharedPicturesPorts
  readonly #toldAtMs = new Map<string, number>()
  #pictures: LatestPictures | null = null

  constructor(ports: SharedPicturesPorts) {
    this.#ports = ports
  }

  /** Goes on until the peers close. */
  serve(pictures: LatestPictures): void {
    const { peers } = this.#ports
    this.#pictures = pictures
    peers.hear('watched', (message) => this.#hearWatched(String(message)))
    peers.hear('removed', (message) => void pictures.leave(String(message)))
  }

  /** Somebody at this hub asked for a workspace's pictures. */
  noteWatched(workspaceId: string): void {
    const { peers, snapshotPace, nowMs } = this.#ports
    snapshotPace.noteWatched(workspaceId)
    if (peers.state !== 'together') return
    const atMs = nowMs()
    for (const [id, toldAtMs] of this.#toldAtMs) if (atMs - toldAtMs >= TOLD_MS) this.#toldAtMs.delete(id)
    if (this.#toldAtMs.has(workspaceId)) return
    this.#toldAtMs.set(workspaceId, atMs)
    peers.send('watched', workspaceId)
  }

  /** One that came to this hub. */
  share(workspaceId: string, key: BlobKey, bytes: Buffer): void {
    if (this.#ports.snapshotPace.isWatched(workspaceId)) this.#ports.peers.put(placeOf(key), bytes, KEPT_MS)
  }

  find(key: BlobKey): Promise<Buffer | null> {
    return this.#ports.peers.find(placeOf(key))
  }

  noteRemoved(key: BlobKey): void {
    const { peers } = this.#ports
    peers.drop(placeOf(key))
    peers.send('removed', key)
  }

  #hearWatched(workspaceId: string): void {
    const { snapshotPace } = this.#ports
    const isNew = !snapshotPace.isWatched(workspaceId)
    snapshotPace.noteWatched(workspaceId)
    if (!isNew) return
    // Whoever has just opened the page does not wait for the next ones.
    for (const [key, bytes] of this.#pictures?.ofWorkspace(workspaceId) ?? []) this.share(workspaceId, key, bytes)
  }
}

function placeOf(key: BlobKey): string {
  return `picture:${key}`
}
