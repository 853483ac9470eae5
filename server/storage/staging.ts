import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobKey, ByteSource, StagedBlob } from './blobs'

const HEAD_BYTES = 16

/** A file with bytes that arrived, still open. */
export interface StagedFile {
  readonly path: string
  readonly handle: FileHandle
  readonly sizeBytes: number
}

/** Brings a staged file to its place, so that nothing is left at its path. */
export type Place = (file: StagedFile, key: BlobKey, promise: 'durable' | 'quick') => Promise<void>

/**
 * The folder of one hub for uploads on their way, for nobody else to read. Where several processes share it, names begin with
 * whose they are, so that one that starts anew takes nothing from the others.
 */
export class Staging {
  readonly #folder: string
  readonly #prefix: string
  readonly #place: Place

  private constructor(folder: string, prefix: string, place: Place) {
    this.#folder = folder
    this.#prefix = prefix
    this.#place = place
  }

  static async open(dataDir: string, prefix: string, place: Place): Promise<Staging> {
    const folder = join(dataDir, 'incoming')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return new Staging(folder, prefix, place)
  }

  /** Writes the bytes as they come; rejects, leaving nothing behind, when the source fails. */
  async stage(source: ByteSource): Promise<StagedBlob> {
    const path = join(this.#folder, `${this.#prefix}${randomUUID()}`)
    const handle = await open(path, 'wx+', 0o600)
    try {
      const { sizeBytes, head } = await writeAll(source, handle)
      return this.#staged({ path, handle, sizeBytes }, head)
    } catch (problem) {
      await handle.close()
      await rm(path, { force: true })
      throw problem
    }
  }

  /** Removes what a process that is gone left here; how many files. */
  async clear(): Promise<number> {
    const names = (await readdir(this.#folder)).filter((name) => name.startsWith(this.#prefix))
    for (const name of names) await rm(join(this.#folder, name), { force: true })
    return names.length
  }

  #staged(file: StagedFile, head: Buffer): StagedBlob {
    let isDone = false
    const finish = async () => {
      if (isDone) return false
      isDone = true
      await file.handle.close()
      return true
    }
    return {
      sizeBytes: file.sizeBytes,
      head,
      read: (start, length) => readPart(file.handle, start, length),
      commit: async (key, promise) => {
        await this.#place(file, key, promise)
        await finish()
      },
      discard: async () => {
        if (await finish()) await rm(file.path, { force: true })
      },
    }
  }
}

interface Seen {
  readonly sizeBytes: number
  readonly head: Buffer
}

async function writeAll(source: ByteSource, file: FileHandle): Promise<Seen> {
  let sizeBytes = 0
  let head = Buffer.alloc(0)
  for await (const chunk of source) {
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
    await writeChunk(file, chunk)
    sizeBytes += chunk.length
  }
  return { sizeBytes, head }
}

/** Removes all that is on its way to a folder: only whoever holds it for every process may. How many files. */
export async function clearAllStaged(dataDir: string): Promise<number> {
  return (await Staging.open(dataDir, '', async () => undefined)).clear()
}

/** The system may take less than it is given. */
async function writeChunk(file: FileHandle, chunk: Buffer): Promise<void> {
  let written = 0
  while (written < chunk.length) written += (await file.write(chunk, written)).bytesWritten
}

async function readPart(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
  return buffer.subarray(0, bytesRead)
}
