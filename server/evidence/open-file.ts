import { type FileHandle, open, stat } from 'node:fs/promises'
import { UnreadableFile } from '../../src/lib/proof/package'
import type { ZipSource } from '../../src/lib/zip-reading'
import { hasCode } from '../storage/move-file'

/** A file of any size, read piece by piece. Whoever opened it closes its handle. */
export interface OpenFile extends ZipSource {
  readonly path: string
  readonly handle: FileHandle
}

/** What one read takes at most. */
const READ_BYTES = 64 * 1024 ** 2

/** A sentence where there is no such file, or it cannot be read. */
export async function openFile(path: string): Promise<OpenFile | string> {
  try {
    const stats = await stat(path)
    // Nor is it opened: of a named pipe that would wait until somebody writes to it.
    if (!stats.isFile()) return unreadable(path, 'it is no file')
    const handle = await open(path)
    const slice = (from: number, to: number) => ({ arrayBuffer: () => read(handle, path, from, to) })
    return { path, handle, size: stats.size, slice }
  } catch (problem) {
    return hasCode(problem, 'ENOENT', 'ENOTDIR') ? `There is no file ${path}.` : unreadable(path, String(problem))
  }
}

async function read(handle: FileHandle, path: string, from: number, to: number): Promise<ArrayBuffer> {
  try {
    const bytes = new Uint8Array(to - from)
    let filled = 0
    while (filled < bytes.length) {
      const length = Math.min(bytes.length - filled, READ_BYTES)
      const { bytesRead } = await handle.read(bytes, filled, length, from + filled)
      // Somebody has cut it meanwhile.
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return filled === bytes.length ? bytes.buffer : bytes.buffer.slice(0, filled)
  } catch (problem) {
    throw new UnreadableFile(unreadable(path, String(problem)))
  }
}

function unreadable(path: string, why: string): string {
  return `The file ${path} cannot be read (${why}).`
}
