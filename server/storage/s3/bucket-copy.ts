import { join } from 'node:path'
import type { Db } from '../../db/schema'
import type { OnProgress } from '../../lib/progress'
import { StartupProblem } from '../../lib/startup-problem'
import type { BlobKey, BlobStore, OpenBlob } from '../blobs'
import { openFileBlobs } from '../file-blobs'
import { BAD_DISK, hasCode } from '../move-file'
import { areRecordingsThere, withoutRecordings } from '../store-owner'

export interface FolderToCopy {
  readonly dataDir: string
  readonly onProgress?: OnProgress
}

export interface BlobCopy {
  readonly count: number
  readonly sizeBytes: number
  /** Found in the bucket already, from a try that was cut off. */
  readonly known: number
}

/** A folder without the mark that a hub leaves may be that of an absent disk: then nothing came, and nothing may follow. */
export async function fillBucket(bucket: BlobStore, source: Db, from: FolderToCopy): Promise<BlobCopy> {
  const { dataDir } = from
  const folder = await openFileBlobs(dataDir)
  const copy = await copyBlobs(folder, bucket, from)
  const isMarked = (await folder.owner()) !== null || (await bucket.owner()) !== null
  if (!isMarked && !(await areRecordingsThere(source, bucket))) throw withoutRecordings({ dataDir, s3: null })
  return copy
}

/** What the disk does not give keeps nothing else from the bucket: whoever runs this decides what becomes of it. */
async function copyBlobs(from: BlobStore, to: BlobStore, { dataDir, onProgress }: FolderToCopy): Promise<BlobCopy> {
  const keys = await from.list()
  const unread: BlobKey[] = []
  let sizeBytes = 0
  let known = 0
  for (const [done, key] of keys.entries()) {
    onProgress?.(done, keys.length)
    const blob = await opened(from, key)
    if (blob === 'unread') {
      unread.push(key)
      continue
    }
    if (blob === null) throw new StartupProblem(`The file ${key} went away while it was copied. Start again.`)
    sizeBytes += blob.sizeBytes
    if ((await to.stat(key))?.sizeBytes === blob.sizeBytes) {
      known += 1
      await blob.close()
      continue
    }
    if (!(await copyBlob(blob, to, key))) unread.push(key)
  }
  if (unread.length > 0) throw notGiven(unread, join(dataDir, 'blobs'))
  return { count: keys.length, sizeBytes, known }
}

/** null: it is not there. */
async function opened(from: BlobStore, key: BlobKey): Promise<OpenBlob | 'unread' | null> {
  try {
    return await from.open(key)
  } catch (problem) {
    if (hasCode(problem, ...BAD_DISK)) return 'unread'
    throw problem
  }
}

/** false: the disk does not give it. */
async function copyBlob(blob: OpenBlob, to: BlobStore, key: BlobKey): Promise<boolean> {
  let isGiven = true
  const parts = async function* (): AsyncGenerator<Buffer> {
    try {
      yield* blob.stream(null)
    } catch (problem) {
      isGiven = !hasCode(problem, ...BAD_DISK)
      throw problem
    }
  }
  const staged = await to.stage(parts()).catch((problem: unknown) => {
    if (isGiven) throw problem
    return null
  })
  if (staged === null) return false
  await staged.commit(key, 'durable').finally(() => staged.discard())
  const stored = await to.stat(key)
  if (stored?.sizeBytes === blob.sizeBytes) return true
  throw new StartupProblem(`The copy of ${key} has not the size of the original. Start again; nothing is lost.`)
}

function notGiven(keys: readonly BlobKey[], folder: string): StartupProblem {
  const [paths, these] = [keys.map((key) => join(folder, key)).join(', '), keys.length === 1 ? 'this' : 'these']
  return new StartupProblem(
    `The disk does not give ${paths}. All else is in the bucket, and the hub is where it was. Take ${these} out of ${folder} and start again: what was in ${these} can then not be played.`,
  )
}

export function blobLine({ count, sizeBytes, known }: BlobCopy): string {
  const size = `${(sizeBytes / 1024 ** 2).toFixed(1)} MB`
  return `${count} recordings and pictures (${size}) are in the bucket, ${known} of them from an earlier try.`
}
