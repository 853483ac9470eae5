import { mkdir, open, readdir, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { BlobFacts, BlobKey, BlobStore, ByteSource, OpenBlob, StagedBlob } from './blobs'
import { FolderMark } from './folder-mark'
import { hasCode, moveFile, syncFolder } from './move-file'
import { type StagedFile, Staging } from './staging'

/** Blobs as files below a data folder, for nobody else to read. */
export async function openFileBlobs(dataDir: string, stagingPrefix = ''): Promise<BlobStore> {
  const root = join(dataDir, 'blobs')
  await mkdir(root, { recursive: true, mode: 0o700 })
  const mark = new FolderMark(root)
  const staging = await Staging.open(dataDir, stagingPrefix, async (file, key, promise) => {
    await mark.requireDisk()
    await place(root, file, key, promise)
  })
  return new FileBlobs({ root, mark, staging, lost: join(dataDir, 'lost') })
}

interface FileBlobsParts {
  readonly root: string
  readonly mark: FolderMark
  readonly staging: Staging
  readonly lost: string
}

class FileBlobs implements BlobStore {
  readonly uncertain = null
  readonly uses = null
  readonly #root: string
  readonly #mark: FolderMark
  readonly #staging: Staging
  readonly #lost: string

  constructor({ root, mark, staging, lost }: FileBlobsParts) {
    this.#root = root
    this.#mark = mark
    this.#staging = staging
    this.#lost = lost
  }

  stage(source: ByteSource): Promise<StagedBlob> {
    return this.#staging.stage(source)
  }

  async open(key: BlobKey): Promise<OpenBlob | null> {
    const file = await nullIfMissing(open(pathOf(this.#root, key), 'r'))
    if (file === null) return this.#none()
    try {
      const { size } = await file.stat()
      return {
        sizeBytes: size,
        stream: (range) => file.createReadStream(range ?? {}),
        close: () => file.close(),
      }
    } catch (problem) {
      await file.close()
      throw problem
    }
  }

  async remove(key: BlobKey): Promise<void> {
    if ((await nullIfMissing(unlink(pathOf(this.#root, key)))) === null) await this.#none()
  }

  async setAside(key: BlobKey): Promise<void> {
    const path = pathOf(this.#lost, key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await nullIfMissing(moveFile(pathOf(this.#root, key), path))
  }

  async listSetAside(): Promise<BlobKey[]> {
    return (await nullIfMissing(listBelow(this.#lost))) ?? []
  }

  async bringBack(key: BlobKey): Promise<boolean> {
    const lost = pathOf(this.#lost, key)
    if ((await nullIfMissing(stat(lost))) === null) return false
    const folder = dirname(pathOf(this.#root, key))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await moveFile(lost, pathOf(this.#root, key))
    await syncFolder(folder)
    return true
  }

  async stat(key: BlobKey): Promise<BlobFacts | null> {
    const facts = await nullIfMissing(stat(pathOf(this.#root, key)))
    return facts === null ? this.#none() : { sizeBytes: facts.size, changedAtMs: facts.mtimeMs }
  }

  async list(): Promise<BlobKey[]> {
    const keys = await listBelow(this.#root)
    await this.#mark.requireDisk()
    return keys
  }

  owner(): Promise<string | null> {
    return this.#mark.read()
  }

  markAs(owner: string): Promise<void> {
    return this.#mark.write(owner)
  }

  clearStaging(): Promise<number> {
    return this.#staging.clear()
  }

  /** What is not found on an absent disk is not gone. */
  async #none(): Promise<null> {
    await this.#mark.requireDisk()
    return null
  }
}

/**
 * Whether a folder beside those of the workspaces is none of ours: what a disk of its own has at its top, as `lost+found` or
 * `System Volume Information`, which only the system may enter.
 */
export function isOfTheDisk(folderName: string): boolean {
  return !/^[\w-]+$/.test(folderName)
}

async function listBelow(root: string): Promise<BlobKey[]> {
  const keys: BlobKey[] = []
  for (const folder of await readdir(root, { withFileTypes: true })) {
    if (!folder.isDirectory() || isOfTheDisk(folder.name)) continue
    const entries = await readdir(join(root, folder.name), { recursive: true, withFileTypes: true })
    for (const entry of entries)
      if (entry.isFile()) keys.push(relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
  }
  return keys
}

async function place(root: string, file: StagedFile, key: BlobKey, promise: 'durable' | 'quick'): Promise<void> {
  if (promise === 'durable') await file.handle.sync()
  const target = pathOf(root, key)
  const created = await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await moveFile(file.path, target)
  if (promise === 'quick') return
  try {
    await syncFolders(root, dirname(target), created !== undefined)
  } catch (problem) {
    // Whoever asked hears that it failed, and nobody else knows of this file.
    await rm(target, { force: true })
    throw problem
  }
}

async function syncFolders(root: string, folder: string, isNew: boolean): Promise<void> {
  await syncFolder(folder)
  if (!isNew) return
  for (let above = folder; above !== root; above = dirname(above)) await syncFolder(dirname(above))
}

function pathOf(root: string, key: BlobKey): string {
  return join(root, ...key.split('/'))
}

async function nullIfMissing<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work
  } catch (problem) {
    if (hasCode(problem, 'ENOENT', 'ENOTDIR')) return null
    throw problem
  }
}
