import type { Readable } from 'node:stream'

/** Path of a stored object: `{workspaceId}/{kind}/{file}`, made by the hub, never from a client's name. */
export type BlobKey = string

export const blobKinds = ['clips', 'thumbnails', 'snapshots'] as const
export type BlobKind = (typeof blobKinds)[number]

/** Media type of each file name extension that the hub stores. */
export const mediaTypes = { webm: 'video/webm', mp4: 'video/mp4', jpg: 'image/jpeg' } as const
export type BlobExtension = keyof typeof mediaTypes

export function blobKey(workspaceId: string, kind: BlobKind, id: string, extension: BlobExtension): BlobKey {
  return `${workspaceId}/${kind}/${id}.${extension}`
}

/** Each camera has one, which the next one takes the place of. */
export function snapshotKey(camera: { readonly id: string; readonly workspace_id: string }): BlobKey {
  return blobKey(camera.workspace_id, 'snapshots', camera.id, 'jpg')
}

export function isSnapshot(key: BlobKey): boolean {
  return key.split('/')[1] === ('snapshots' satisfies BlobKind)
}

export function extensionOf(key: BlobKey): BlobExtension {
  const extension = key.slice(key.lastIndexOf('.') + 1)
  return extension === 'mp4' || extension === 'jpg' ? extension : 'webm'
}

/** Bytes that arrived and have no place yet. Whoever holds it calls `commit` or `discard`. */
export interface StagedBlob {
  readonly sizeBytes: number
  /** The first bytes, which tell the format. */
  readonly head: Buffer
  /** A part of it, shorter where it ends before. */
  read(start: number, length: number): Promise<Buffer>
  /** Puts it under the key in one step. `durable`: it survives a loss of power once this resolves. */
  commit(key: BlobKey, promise: 'durable' | 'quick'): Promise<void>
  /** Safe to call again, and after `commit`. */
  discard(): Promise<void>
}

/** One stored object, opened. Whoever opens it calls `stream` (which closes it at its end) or `close`. */
export interface OpenBlob {
  readonly sizeBytes: number
  /** Both ends belong to it. */
  stream(range: { start: number; end: number } | null): Readable
  close(): Promise<void>
}

export interface BlobFacts {
  readonly sizeBytes: number
  /** Epoch ms by the store's clock. */
  readonly changedAtMs: number
}

/** Bytes as they arrive. */
export type ByteSource = AsyncIterable<Buffer> | Iterable<Buffer>

/** Keys under which something may lie or not: the answer to what was last asked of the store was lost. */
export interface UncertainBlobs {
  /** Those of earlier rounds: a store may still be at work on what it was sent a moment ago. Call it once a round. */
  ripe(): BlobKey[]
  has(key: BlobKey): boolean
  settle(key: BlobKey): void
}

/** Which copies of a hub use a store that more than one machine reaches. Rejects with a 503 where that is away. */
export interface StoreUses {
  /** Says that this process of it uses the store now; false: there is no room for that. */
  note(instance: string): Promise<boolean>
  /** Whether another said so of late. Without room for the question it rejects where another ever did. */
  hasOther(instance: string, withinMs: number): Promise<boolean>
  /** Of this process alone. Nothing happens where it is not noted. */
  end(instance: string): Promise<void>
}

/** Where clips and pictures live. A store that cannot be reached rejects with a 503 that says so. */
export interface BlobStore {
  /** What it may have stored although it did not say so; null: a file system says what it did. */
  readonly uncertain: UncertainBlobs | null
  /** null: the lock of the data folder keeps others out. */
  readonly uses: StoreUses | null
  /** Rejects, leaving nothing behind, when the source fails. */
  stage(source: ByteSource): Promise<StagedBlob>
  /** null: there is none. */
  open(key: BlobKey): Promise<OpenBlob | null>
  /** Nothing happens where there is none. */
  remove(key: BlobKey): Promise<void>
  /** Takes an object out of the store without deleting it. Nothing happens where there is none. */
  setAside(key: BlobKey): Promise<void>
  /** What was set aside, of this hub and of those before. */
  listSetAside(): Promise<BlobKey[]>
  /** Puts what was set aside where it was; false: there is none. */
  bringBack(key: BlobKey): Promise<boolean>
  /** null: there is none. */
  stat(key: BlobKey): Promise<BlobFacts | null>
  /** Every stored object. */
  list(): Promise<BlobKey[]>
  /** Whose the store is marked as; null: nobody's yet; empty: a mark that was not written to its end. */
  owner(): Promise<string | null>
  markAs(owner: string): Promise<void>
  /** Removes what was staged by a process that is gone. */
  clearStaging(): Promise<number>
}

/**
 * Why an object could not be read: it alone, as for a bad sector, since its store still knows it; it went meanwhile; or
 * the store is away.
 */
export async function whyUnread(
  blobs: Pick<BlobStore, 'stat'>,
  key: BlobKey,
): Promise<'unreadable' | 'gone' | 'store-away'> {
  try {
    return (await blobs.stat(key)) === null ? 'gone' : 'unreadable'
  } catch {
    return 'store-away'
  }
}
