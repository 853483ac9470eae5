import { setTimeout as wait } from 'node:timers/promises'
import { MINUTE_MS } from '../../../src/lib/durations'
import type { Ground } from '../../db/ground'
import { HubError } from '../../lib/errors'
import type { Job } from '../../lib/job'
import type { BlobStore } from '../../storage/blobs'
import { listUnreadVideos, noteFilm, type UnreadVideo } from './facts-rows'
import { columnsOf, type FilmReading } from './film-facts'
import type { FilmReader } from './film-reader'
import { storedFilm } from './stored-film'

/** Nudged after each clip, and at the start for those of before; now and then for what a store that was away left. */
export const FACTS_JOB = 'facts'
const EVERY_MS = 10 * MINUTE_MS
/** Then the newest are asked for again: a clip that has just come does not wait for those of before. */
export const BATCH = 20
/** A film whose reading broke off so often is given up. */
const MOST_TRIES = 3
/** It rests for so many times as long as it read: a backlog of months takes no more than a fifth of a core. */
const REST_SHARE = 4
const LONGEST_REST_MS = 2_000

export interface FactsServices extends Pick<Ground, 'db' | 'clock' | 'log'> {
  readonly blobs: BlobStore
  readonly films: Pick<FilmReader, 'read'>
}

/** Reads what stored recordings are (FACT-03), each once, whatever happens to the hub meanwhile. */
export function factsJob(services: FactsServices): Job {
  return {
    name: FACTS_JOB,
    everyMs: EVERY_MS,
    async run(signal) {
      // What broke off is for another round: the machine may have been busy. It is asked for and passed over.
      const left = new Set<string>()
      while (!signal.aborted) {
        const batch = await listUnreadVideos(services.db, BATCH + left.size)
        const due = batch.filter(({ id }) => !left.has(id))
        if (due.length === 0) return
        for (const video of due) {
          if (signal.aborted) return
          const startMs = performance.now()
          if (!(await readOne(services, video))) left.add(video.id)
          await rest(performance.now() - startMs, signal)
        }
      }
    },
  }
}

/** Whether that settled it. Rejects where the store is away. */
async function readOne(services: FactsServices, video: UnreadVideo): Promise<boolean> {
  const { blobs, films, clock, log } = services
  const film = await storedFilm(blobs, video.blob_key).catch(unlessAway(services, video))
  const reading = film === null ? null : await films.read(film).catch(unlessAway(services, video))
  // A file that is not there or cannot be read says nothing of the film: its disk may come back.
  if (reading === null || reading.kind === 'stopped') return false
  const tries = video.facts_tries + 1
  if (reading.kind === 'broke' && tries < MOST_TRIES) {
    log.warn(
      { videoId: video.id, reason: reading.reason, tries },
      'the reading of a recording broke off; it is tried again',
    )
    await noteIfThere(services, video, { facts_tries: tries })
    return false
  }
  const result: FilmReading = reading.kind === 'broke' ? { kind: 'unplayable', reason: reading.reason } : reading
  if (result.kind === 'unplayable')
    log.warn({ videoId: video.id, reason: result.reason }, 'a recording cannot be played; it stays as it is')
  return noteIfThere(services, video, columnsOf(result, clock.now()))
}

/** A store that is away is so for all of them. */
function unlessAway({ log }: FactsServices, { id }: UnreadVideo) {
  return (problem: unknown): null => {
    if (problem instanceof HubError) throw problem
    log.warn({ videoId: id, problem: String(problem) }, 'the file of a recording could not be read')
    return null
  }
}

/** A workspace that is removed meanwhile must not keep the others waiting, nor a disk that is full this round for ever. */
async function noteIfThere(
  { db, log }: FactsServices,
  video: UnreadVideo,
  columns: Parameters<typeof noteFilm>[2],
): Promise<boolean> {
  try {
    await noteFilm(db, video, columns)
    return true
  } catch (problem) {
    log.warn({ videoId: video.id, problem: String(problem) }, 'what a recording is could not be noted')
    return false
  }
}

async function rest(readMs: number, signal: AbortSignal): Promise<void> {
  await wait(Math.min(LONGEST_REST_MS, readMs * REST_SHARE), null, { signal, ref: false }).catch(() => undefined)
}
