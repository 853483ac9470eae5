import type { FileFacts, ListedVideo } from './weak-hub'
import type { WeakTake } from './weak-watch'

/** One motion that a camera was to record, and what became of it. */
export interface Motion {
  readonly take: WeakTake
  /** null: the hub never had it. */
  readonly video: (ListedVideo & FileFacts) | null
}

/** The page tells the beginning to the millisecond; its two clocks may be apart a little. */
const SAME_START_MS = 250

/** A recording that never began is tried once more at once, up to 20 s after the motion. */
const SECOND_TRY_MS = 25_000
const AT_ONCE_MS = 1_000

/**
 * The motions of a time: a try that came to nothing and the one that followed it at once are one. `takes` are all that
 * there were, since a second try may come later.
 */
export function motionsOf(takes: readonly WeakTake[], fromMs: number, toMs: number): WeakTake[] {
  const left = [...takes].sort((one, other) => one.triggeredAtMs - other.triggeredAtMs)
  const motions: WeakTake[] = []
  for (let first = left.shift(); first !== undefined; first = left.shift()) {
    if (first.triggeredAtMs < fromMs || first.triggeredAtMs >= toMs) continue
    const { stream, begunAtMs, endedAtMs, triggeredAtMs } = first
    const second = left.findIndex((take) => {
      const sinceEndMs = take.triggeredAtMs - (endedAtMs ?? Number.NaN)
      const isSoon = Math.abs(sinceEndMs) < AT_ONCE_MS && take.triggeredAtMs - triggeredAtMs < SECOND_TRY_MS
      return begunAtMs === null && take.stream === stream && isSoon
    })
    motions.push(second === -1 ? first : (left.splice(second, 1)[0] ?? first))
  }
  return motions
}

/** Which recording of the hub's is which motion's: it begins at the same moment, and each is one motion's only. */
export function videosOf(takes: readonly WeakTake[], videos: readonly ListedVideo[]): (ListedVideo | null)[] {
  const left = [...videos]
  return takes.map(({ startedAtMs }) => {
    if (startedAtMs === null) return null
    const off = (video: ListedVideo) => Math.abs(video.startedAtMs - startedAtMs)
    const nearest = [...left].sort((one, other) => off(one) - off(other))[0]
    if (nearest === undefined || off(nearest) > SAME_START_MS) return null
    left.splice(left.indexOf(nearest), 1)
    return nearest
  })
}

/** Those that begin in a time and are of no take, whenever that was triggered. */
export function unexplainedOf(
  takes: readonly WeakTake[],
  videos: readonly ListedVideo[],
  fromMs: number,
  toMs: number,
): ListedVideo[] {
  const explained = new Set(videosOf(takes, videos))
  return videos.filter((video) => {
    return video.startedAtMs >= fromMs && video.startedAtMs < toMs && !explained.has(video)
  })
}
