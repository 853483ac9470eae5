import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { BlobKey, BlobStore, ByteSource, OpenBlob, StagedBlob } from './blobs'

const HEAD_BYTES = 16

/** Blobs as files below a data folder, for nobody else to read. */
export async function openFileBlobs(dataDir: string): Promise<BlobStore> {
  const root = join(dataDir, 'blobs')
  const staging = join(dataDir, 'incoming')
  await mkdir(root, { recursive: true, mode: 0o700 })
  await mkdir(staging, { recursive: true, mode: 0o700 })
  return new FileBlobs(root, staging, join(dataDir, 'lost'))
}

class FileBlobs implements BlobStore {
  readonly #root: string
  readonly #staging: string
  readonly #lost: string

  constructor(root: string, staging: string, lost: string) {
    this.#root = root
    this.#staging = staging
    this.#lost = lost
  }

  async stage(source: ByteSource): Promise<StagedBlob> {
    const path = join(this.#staging, randomUUID())
    const file = await open(path, 'wx', 0o600)
    try {
      const seen = await writeAll(source, file)
      return this.#staged(path, file, seen)
    } catch (problem) {
      await file.close()
      await rm(path, { force: true })
      throw problem
    }
  }

  async open(key: BlobKey): Promise<OpenBlob | null> {
    const file = await openIfThere(this.#pathOf(key))
    if (file === null) return null
    const { size } = await file.stat()
    return {
      sizeBytes: size,
      stream: (range) => file.createReadStream(range ?? {}),
      close: () => file.close(),
    }
  }

  async remove(key: BlobKey): Promise<void> {
    await rm(this.#pathOf(key), { force: true })
  }

  async setAside(key: BlobKey): Promise<void> {
    const path = join(this.#lost, ...key.split('/'))
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await rename(this.#pathOf(key), path)
  }

  async list(): Promise<BlobKey[]> {
    const entries = await readdir(this.#root, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(this.#root, join(entry.parentPath, entry.name)).split(sep).join('/'))
  }

  async clearStaging(): Promise<number> {
    const names = await readdir(this.#staging)
    for (const name of names) await rm(join(this.#staging, name), { force: true })
    return names.length
  }

  #staged(path: string, file: FileHandle, seen: Seen): StagedBlob {
    let isDone = false
    const finish = async () => {
      if (isDone) return false
      isDone = true
      await file.close()
      return true
    }
    return {
      ...seen,
      commit: async (key, promise) => {
        if (promise === 'durable') await file.sync()
        await this.#place(path, key, promise)
        await finish()
      },
      discard: async () => {
        if (await finish()) await rm(path, { force: true })
      },
    }
  }

  async #place(path: string, key: BlobKey, promise: 'durable' | 'quick'): Promise<void> {
    const target = this.#pathOf(key)
    const created = await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await rename(path, target)
    if (promise === 'quick') return
    await syncFolder(dirname(target))
    if (created === undefined) return
    for (let folder = dirname(target); folder !== this.#root; folder = dirname(folder))
      await syncFolder(dirname(folder))
  }

  #pathOf(key: BlobKey): string {
    return join(this.#root, ...key.split('/'))
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

/** The system may take less than it is given. */
async function writeChunk(file: FileHandle, chunk: Buffer): Promise<void> {
  let written = 0
  while (written < chunk.length) written += (await file.write(chunk, written)).bytesWritten
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r')
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && (problem.code === 'ENOENT' || problem.code === 'ENOTDIR')) {
      return null
    }
    throw problem
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot sync a folder; NTFS journals the rename itself.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
