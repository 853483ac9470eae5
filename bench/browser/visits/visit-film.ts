import { spawnSync } from 'node:child_process'
import { Complaint } from '../../complaint'
import type { LabelledVideo } from '../../detect/footage'
import { markPx } from '../harness/visit-figures'

/** One visit by somebody, and the empty room before it. */
export interface Visit {
  /** Of the film, and which of its visits. */
  readonly name: string
  readonly file: string
  /** Seconds from the film's beginning in which nobody is there. */
  readonly quietSec: number
  readonly startSec: number
  readonly endSec: number
}

/** The camera must have learnt the place, and repeats of less are seen as such. */
const LEAST_QUIET_SEC = 4
/** A clip of 15 s and the pause of 5 s after it are over when somebody comes again. */
const PASS_SEC = 24
/** What is seen of the room at least before somebody comes: it is learnt, and the detector has rehearsed (LABEL-18). */
const ROOM_SEC = 15

/** The visits of films that begin with an empty room. */
export function visitsIn(videos: readonly LabelledVideo[]): Visit[] {
  return videos.flatMap(({ name, file, truth: { motion, ignore } }) => {
    const starts = [...motion.map(({ start }) => start), ...ignore.map(([start]) => start)]
    const quietSec = Math.min(...starts)
    if (quietSec < LEAST_QUIET_SEC) return []
    return motion
      .filter(({ kind }) => kind === 'person')
      .map(({ start, end }, i) => ({ name: `${name} ${i + 1}`, file, quietSec, startSec: start, endSec: end }))
  })
}

/** How long the room is shown before each visit. */
export function roomSecOf({ startSec, endSec }: Visit): number {
  return Math.max(ROOM_SEC, PASS_SEC - (endSec - startSec))
}

/**
 * Writes a film that Chromium plays as a camera again and again: the empty room, repeated as often as needed, then the visit.
 * Frames of the visit are marked (markPx).
 */
export function writeVisitFilm(visit: Visit, output: string): void {
  const { file, quietSec, startSec, endSec } = visit
  const roomSec = roomSecOf(visit)
  const { left, top, side } = markPx
  const box = `x=${left}:y=${top}:w=${side}:h=${side}:t=fill`
  const filter = [
    '[0:v]split[a][b]',
    `[a]trim=0:${quietSec},setpts=PTS-STARTPTS,loop=loop=-1:size=32767,trim=0:${roomSec},setpts=PTS-STARTPTS,drawbox=${box}:color=black[room]`,
    `[b]trim=${startSec}:${endSec},setpts=PTS-STARTPTS,drawbox=${box}:color=white[visit]`,
    '[room][visit]concat=n=2:v=1,format=yuv420p[film]',
  ].join(';')
  const args = ['-v', 'error', '-nostdin', '-y', '-i', file, '-an', '-filter_complex', filter, '-map', '[film]', output]
  const { status, stderr, error } = spawnSync('ffmpeg', args, { encoding: 'utf8' })
  if (status === 0) return
  throw new Complaint(`ffmpeg could not cut ${file}: ${error?.message ?? stderr.trim()}`)
}
