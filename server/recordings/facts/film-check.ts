import type { StagedBlob } from '../../storage/blobs'
import type { ReadAt, Verdict } from './film-verdict'
import { checkMp4 } from './mp4-check'
import { checkWebm } from './webm-check'

/**
 * Whether a file is built like a film, by its beginning alone: cheap enough to be done before an upload is answered, with a
 * bound to what it reads and follows. It errs on the side of the recording: what is cut off, damaged further on or strange
 * may still play, and the reading that follows tells (film-reader.ts).
 */
export async function checkFilm(
  file: Pick<StagedBlob, 'sizeBytes' | 'read'>,
  format: 'webm' | 'mp4',
): Promise<Verdict> {
  const readAt = await windowed(file)
  return format === 'webm' ? checkWebm(readAt) : checkMp4(readAt, file.sizeBytes)
}

/** What a film tells of itself has a kilobyte or two at its beginning: that is read once. */
const WINDOW_BYTES = 16 * 1024

async function windowed(file: Pick<StagedBlob, 'sizeBytes' | 'read'>): Promise<ReadAt> {
  const window = await file.read(0, Math.min(WINDOW_BYTES, file.sizeBytes))
  return async (start, length) => {
    const end = Math.min(file.sizeBytes, start + length)
    if (end <= start) return Buffer.alloc(0)
    return end <= window.length ? window.subarray(start, end) : file.read(start, end - start)
  }
}
