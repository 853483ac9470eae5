import { buffer } from 'node:stream/consumers'
import { MAX_IMAGE_BYTES } from '../../src/contract/limits'
import type { CameraTable } from '../db/schema'
import { tooLarge, unusable } from '../lib/errors'
import { type BlobKey, blobKey, snapshotKey } from '../storage/blobs'
import { isJpeg } from '../storage/media-formats'
import type { RecordingServices } from './services'

/** Decodes the form field `thumbnail`. */
export function decodeThumbnail(base64: string): Buffer {
  const text = base64.trim()
  const bytes = /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0)
  if (!isJpeg({ head: bytes })) throw unusable('thumbnail: Send a JPEG picture in base64.')
  if (bytes.length > MAX_IMAGE_BYTES) throw tooLarge('The thumbnail', MAX_IMAGE_BYTES)
  return bytes
}

/** Stores the picture of a clip: the one that came with it, else the camera's latest snapshot; null: neither can be had. */
export async function keepThumbnail(
  { blobs, log }: Pick<RecordingServices, 'blobs' | 'log'>,
  camera: CameraTable,
  videoId: string,
  picture: Buffer | null,
): Promise<BlobKey | null> {
  const bytes = picture ?? (await readSnapshot({ blobs, log }, camera))
  if (bytes === null) return null
  const key = blobKey(camera.workspace_id, 'thumbnails', videoId, 'jpg')
  const staged = await blobs.stage([bytes])
  try {
    await staged.commit(key, 'durable')
  } finally {
    await staged.discard()
  }
  return key
}

/** null also where it cannot be read: what only stands in is worth less than the clip. */
async function readSnapshot(
  { blobs, log }: Pick<RecordingServices, 'blobs' | 'log'>,
  camera: CameraTable,
): Promise<Buffer | null> {
  try {
    const snapshot = await blobs.open(snapshotKey(camera))
    return snapshot === null ? null : await buffer(snapshot.stream(null))
  } catch (problem) {
    log.warn({ cameraId: camera.id, problem: String(problem) }, 'a snapshot could not be read; a clip has no picture')
    return null
  }
}
