import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupProblem } from '../../lib/startup-problem'
import { hasCode } from '../move-file'

/** Beside recordings that were copied into a bucket; holds its name. */
const MARK_FILE = 'recordings-moved'

/** Half a mark would keep the hub from files that did not move. */
export async function markRecordingsMoved(dataDir: string, bucket: string): Promise<void> {
  const path = join(dataDir, MARK_FILE)
  try {
    await writeFile(path, `${bucket}\n`, { flush: true })
  } catch (problem) {
    await rm(path, { force: true })
    throw problem
  }
}

/** The bucket that a folder's recordings were moved to; null: they are here. */
export async function recordingsMovedTo(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(join(dataDir, MARK_FILE), 'utf8')).trim()
  } catch (problem) {
    if (hasCode(problem, 'ENOENT')) return null
    throw problem
  }
}

/**
 * Rejects with StartupProblem where a folder's recordings were moved to a bucket: a hub that went on with them would know
 * nothing of what came since, and keep new ones where the next start does not look.
 */
export async function requireRecordingsHere(dataDir: string): Promise<void> {
  const bucket = await recordingsMovedTo(dataDir)
  if (bucket === null) return
  throw new StartupProblem(
    `The recordings of the hub in ${dataDir} are in the bucket ${bucket || 'that they were moved to'}: set S3_*. To have them in files there, copy what is below blobs/ in the bucket into ${join(dataDir, 'blobs')} and delete ${join(dataDir, MARK_FILE)}.`,
  )
}
