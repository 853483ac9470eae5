import type { Readable } from 'node:stream'
import { MAX_IMAGE_BYTES } from '../../src/contract/limits'
import type { CameraTable } from '../db/schema'
import { tooLarge, unusable } from '../lib/errors'
import { type BlobKey, type BlobStore, blobKey, snapshotKey } from '../storage/blobs'
import { isJpeg } from '../storage/media-formats'

/** Decodes the form field `thumbnail`. */
export function decodeThumbnail(base64: string): Buffer {
  const text = base64.trim()
  const bytes = /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0)
  if (!isJpeg({ head: bytes })) throw unusable('thumbnail: Send a JPEG picture in base64.')
  if (bytes.length > MAX_IMAGE_BYTES) throw tooLarge('The thumbnail', MAX_IMAGE_BYTES)
  return bytes
}

/** Stores the picture of a clip: the one that came with it, else the camera's latest snapshot; null: neither is there. */
export async function keepThumbnail(
  blobs: BlobStore,
  camera: CameraTable,
  videoId: string,
  picture: Buffer | null,
): Promise<BlobKey | null> {
  const source = picture === null ? await openSnapshot(blobs, camera) : [picture]
  if (source === null) return null
  const key = blobKey(camera.workspace_id, 'thumbnails', videoId, 'jpg')
  const staged = await blobs.stage(source)
  try {
    await staged.commit(key, 'durable')
  } finally {
    await staged.discard()
  }
  return key
}

async function openSnapshot(blobs: BlobStore, camera: CameraTable): Promise<Readable | null> {
  const snapshot = await blobs.open(snapshotKey(camera))
  return snapshot?.stream(null) ?? null
}
