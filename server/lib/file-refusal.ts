import { existsSync, lstatSync } from 'node:fs'
import type { Remedy } from './startup-problem'

/** Why the file system refuses something of the data folder: a part of a sentence, with the path where it names one. */
export interface FileRefusal {
  readonly reason: string
  readonly remedy: Remedy
}

export const DISK_FULL: FileRefusal = { reason: 'the disk is full', remedy: 'time' }

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  EEXIST: 'there is a file where a folder should be',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EISDIR: 'there is a folder where a file should be',
}

/** A disk that is mounted after the hub's start leaves a folder that is another user's, or a system's that cannot be written. */
const ENDED_BY_HAND = new Set(['EEXIST', 'ENOTDIR', 'EISDIR'])

/** null: it is not the file system that refuses. */
export function fileRefusalOf(problem: unknown): FileRefusal | null {
  if (!(problem instanceof Error && 'errno' in problem)) return null
  const code = 'code' in problem ? String(problem.code) : ''
  const path = 'path' in problem && typeof problem.path === 'string' ? problem.path : null
  if (code === 'ENOSPC') return DISK_FULL
  // A folder below such a link is refused as if the link were a file.
  const mayBeLink = code === 'ENOENT' || code === 'ENOTDIR'
  if (mayBeLink && path !== null && leadsNowhere(path)) return absent(`${path} leads to a folder that`)
  if (code === 'ENOENT') return absent(path ?? 'a part of the path')
  const reason = reasons[code] ?? (code || String(problem))
  return {
    reason: path === null ? reason : `${reason} (${path})`,
    remedy: ENDED_BY_HAND.has(code) ? 'hand' : 'time',
  }
}

function absent(what: string): FileRefusal {
  return { reason: `${what} is not there (is its disk mounted?)`, remedy: 'time' }
}

function leadsNowhere(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink() && !existsSync(path)
  } catch {
    return false
  }
}
