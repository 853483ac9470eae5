import type { BlobKey, BlobStore } from '../../storage/blobs'
import type { StoredFilm } from './film-reader'

/** A stored clip, read in ranges and never whole; null: its file is gone. */
export async function storedFilm(blobs: BlobStore, key: BlobKey): Promise<StoredFilm | null> {
  const first = await blobs.open(key)
  if (first === null) return null
  await first.close()
  return { sizeBytes: first.sizeBytes, bytes: (start, end) => bytesOf(blobs, key, start, end) }
}

/** Rejects where the file went meanwhile, or is shorter by now. */
async function bytesOf(blobs: BlobStore, key: BlobKey, start: number, end: number): Promise<Uint8Array> {
  const blob = await blobs.open(key)
  if (blob === null) throw new Error(`${key} has gone`)
  const parts: Buffer[] = []
  for await (const part of blob.stream({ start, end: end - 1 })) parts.push(part)
  const bytes = Buffer.concat(parts)
  if (bytes.length !== end - start) throw new Error(`${key} has ${bytes.length} of ${end - start} bytes`)
  return bytes
}
