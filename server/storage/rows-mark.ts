import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { placeOf } from '../db/unreachable'
import { StartupProblem } from '../lib/startup-problem'
import { hasCode } from './move-file'
import type { StoreConfig } from './stores-config'

/** Beside recordings whose rows are in PostgreSQL; holds where. Its name is from when only hub:migrate wrote it. */
const MARK_FILE = 'moved'
/** A second line, until the rows are there for good: only the database knows whether a move that was cut off came to its end. */
const UNFINISHED = 'unfinished'

interface Mark {
  /** Empty where writing it was cut off. */
  readonly place: string
  readonly isFinished: boolean
}

/** `place`: host, port and name of the database, without user and password. */
async function markRowsIn(dataDir: string, lines: readonly string[]): Promise<void> {
  await writeFile(join(dataDir, MARK_FILE), `${lines.join('\n')}\n`, { flush: true })
}

/**
 * The same of rows that are here, and stay where it cannot be written: half a mark would keep the hub from them. Whoever
 * calls it calls `confirmRowsMoved` once they are there.
 */
export async function markRowsMoved(dataDir: string, place: string): Promise<void> {
  try {
    await markRowsIn(dataDir, [place, UNFINISHED])
  } catch (problem) {
    await forgetRowsMoved(dataDir)
    throw problem
  }
}

/** Where none was moved after all. */
export async function forgetRowsMoved(dataDir: string): Promise<void> {
  await rm(join(dataDir, MARK_FILE), { force: true })
}

/** Takes no room, which a full disk has not. */
export async function confirmRowsMoved(dataDir: string, place: string): Promise<void> {
  await truncate(join(dataDir, MARK_FILE), Buffer.byteLength(`${place}\n`))
}

/** Notes where the rows of a folder's recordings are, where these are the hub's on PostgreSQL. */
export async function noteRows({ dataDir, databaseUrl, s3 }: StoreConfig): Promise<void> {
  if (databaseUrl === null || s3 !== null) return
  const place = placeOf(databaseUrl)
  const mark = await markIn(dataDir)
  if (mark === null || !mark.isFinished || mark.place !== place) await markRowsIn(dataDir, [place])
}

/**
 * Rejects with StartupProblem where a folder's rows are in PostgreSQL and DATABASE_URL is not set: a hub on the rows that
 * were left behind, or on none, would take all that came since for strays, and a backup of them would be an old one.
 */
export async function requireRowsHere({
  dataDir,
  databaseUrl,
}: Pick<StoreConfig, 'dataDir' | 'databaseUrl'>): Promise<void> {
  if (databaseUrl !== null) return
  const mark = await markIn(dataDir)
  if (mark === null) return
  throw mark.isFinished ? rowsElsewhere(dataDir, mark.place) : cutOff(dataDir, mark.place)
}

/**
 * Before rows are moved to a place that is `isEmpty` or not: those of a move there that was cut off may be here still.
 * Rejects with StartupProblem.
 */
export async function requireRowsToMove(dataDir: string, place: string, isEmpty: boolean): Promise<void> {
  const mark = await markIn(dataDir)
  const isThisMove = mark !== null && !mark.isFinished && (mark.place === '' || mark.place === place)
  if (!isThisMove) return requireRowsHere({ dataDir, databaseUrl: null })
  if (!isEmpty) throw rowsElsewhere(dataDir, place)
}

function rowsElsewhere(dataDir: string, place: string): StartupProblem {
  return new StartupProblem(
    `The rows of the hub in ${dataDir} are in the database ${place}: set DATABASE_URL. To have them in SQLite there, delete ${join(dataDir, MARK_FILE)}; what that database alone knows then goes to lost/.`,
  )
}

function cutOff(dataDir: string, place: string): StartupProblem {
  return new StartupProblem(
    `The rows of the hub in ${dataDir} may be in the database ${place || 'that they were moved to'}, as the move was cut off at its end. Run npm run hub:migrate to that database again: it moves them, or says that they are there.`,
  )
}

/** null: the rows are in the folder. */
async function markIn(dataDir: string): Promise<Mark | null> {
  try {
    const [place = '', ...more] = (await readFile(join(dataDir, MARK_FILE), 'utf8')).trim().split('\n')
    return { place, isFinished: place !== '' && more.length === 0 }
  } catch (problem) {
    if (hasCode(problem, 'ENOENT')) return null
    throw problem
  }
}
