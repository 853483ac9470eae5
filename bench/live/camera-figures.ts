import { type Interval, intervalOf } from '../intervals'
import { type Bar, figure, median, type Row } from '../report'
import type { Way } from './live-figures'

/** What a camera did for so many repetitions of its film, while somebody looked or nobody. */
export interface OwnWork {
  readonly way: Way | 'none'
  /** By the engine's own count, after the page had loaded. */
  readonly droppedChecks: number
  /** Of the clips that the hub has of it, oldest first. */
  readonly clipsMs: readonly number[]
}

/** The camera's work in two stretches beside each other, in percent of a core: live view off, and on with nobody looking. */
export interface IdlePair {
  readonly offPercent: number
  readonly onPercent: number
}

/** A clip ends with the check that sees nothing more: two checks and a frame may lie between two of the same film. */
const SAME_CLIP_MS = 700

/** More of a core than before live view: the middle of all pairs, which a stall of the machine in one does not move. */
export function idleCost(pairs: readonly IdlePair[]): Interval {
  return intervalOf(pairs, (some) => median(some.map(({ offPercent, onPercent }) => onPercent - offPercent)))
}

/** The same case in several rounds, each compared with its own round's unwatched case. */
export interface WayWork extends OwnWork {
  /** NaN, both: in some round the camera that nobody looked through gave no clip to compare with. */
  readonly clipsLost: number
  readonly clipsShortened: number
}

/** A stall of the machine hits every case of a round alike; a clip too many in one round makes up for none in another. */
export function together(rounds: readonly OwnWork[]): WayWork[] {
  const ways = [...new Set(rounds.map(({ way }) => way))]
  const alone = rounds.filter(({ way }) => way === 'none')
  return ways.map((way) => {
    const own = rounds.filter((work) => work.way === way)
    const inAll = (count: (unwatched: OwnWork, work: OwnWork) => number) =>
      own.reduce((sum, work, round) => sum + comparedBy(count, alone[round], work), 0)
    return {
      way,
      droppedChecks: own.reduce((sum, { droppedChecks }) => sum + droppedChecks, 0),
      clipsMs: own.flatMap(({ clipsMs }) => clipsMs),
      clipsLost: inAll(lostClips),
      clipsShortened: inAll(shortenedClips),
    }
  })
}

function comparedBy(
  count: (unwatched: OwnWork, work: OwnWork) => number,
  unwatched: OwnWork | undefined,
  work: OwnWork,
): number {
  return unwatched === undefined || unwatched.clipsMs.length === 0 ? Number.NaN : count(unwatched, work)
}

/** Clips that the same film gave while nobody looked, and that are shorter now. */
export function shortenedClips(alone: OwnWork, watched: OwnWork): number {
  return watched.clipsMs.filter((ms, index) => ms < (alone.clipsMs[index] ?? 0) - SAME_CLIP_MS).length
}

export function lostClips(alone: OwnWork, watched: OwnWork): number {
  return Math.max(0, alone.clipsMs.length - watched.clipsMs.length)
}

const caseOf = ({ way }: OwnWork) => (way === 'none' ? 'viewers-0' : 'viewers-1')
const secondsOf = ({ clipsMs }: OwnWork) => clipsMs.reduce((sum, ms) => sum + ms, 0) / 1000

export function cameraRows(works: readonly WayWork[], pairs: readonly IdlePair[]): Row[] {
  const { value, low, high } = idleCost(pairs)
  const idle = (metric: string, of: number): Row => ({
    name: 'none',
    case: 'viewers-0',
    metric,
    value: of,
    unit: '% of a core',
  })
  const [alone] = works
  return [
    idle('cpu-more', value),
    idle('cpu-more-low', low),
    idle('cpu-more-high', high),
    idle('cpu-without-live', median(pairs.map(({ offPercent }) => offPercent))),
    ...works.flatMap((work) => {
      const row = (metric: string, of: number, unit: string): Row => ({
        name: work.way,
        case: caseOf(work),
        metric,
        value: of,
        unit,
      })
      return [
        row('checks-dropped', work.droppedChecks, 'checks'),
        row('clips', work.clipsMs.length, 'clips'),
        row('clip-seconds', secondsOf(work), 's'),
        ...(work === alone || Number.isNaN(work.clipsLost)
          ? []
          : [row('clips-lost', work.clipsLost, 'clips'), row('clips-shortened', work.clipsShortened, 'clips')]),
      ]
    }),
  ]
}

/** A value that is no number is not decided. */
export function cameraBars(works: readonly WayWork[]): Bar[] {
  const [alone, ...watched] = works
  return watched.flatMap((work): Bar[] =>
    alone === undefined
      ? []
      : [
          {
            what: `${work.way}: more checks dropped with a viewer than without`,
            value: Math.max(0, work.droppedChecks - alone.droppedChecks),
            most: 0,
          },
          { what: `${work.way}: clips lost`, value: work.clipsLost, most: 0 },
          { what: `${work.way}: clips shortened`, value: work.clipsShortened, most: 0 },
        ],
  )
}

const MOST_IDLE_PERCENT = 0.2

/** By the end of the interval that is nearer to being wrong; null: the bar lies within it, so that it is not decided. */
export function idleBar(pairs: readonly IdlePair[]): Bar | null {
  const { low, high } = idleCost(pairs)
  const what = 'nobody looks: more than without live view, % of a core'
  if (high <= MOST_IDLE_PERCENT) return { what, value: high, most: MOST_IDLE_PERCENT }
  return low > MOST_IDLE_PERCENT ? { what, value: low, most: MOST_IDLE_PERCENT } : null
}

export function cameraTable(works: readonly OwnWork[]): string[][] {
  return [
    ['way', 'viewers', 'checks dropped', 'clips', 'of seconds'],
    ...works.map((work) => [
      work.way,
      caseOf(work).slice(-1),
      String(work.droppedChecks),
      String(work.clipsMs.length),
      work.clipsMs.map((ms) => figure(ms / 1000)).join(', '),
    ]),
  ]
}
