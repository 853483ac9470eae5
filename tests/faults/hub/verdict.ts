import type { Ledger } from './ledger'
import type { Stored } from './stored'

export interface Verdict {
  readonly acknowledged: number
  /** Acknowledged, and not listed or with other bytes. */
  readonly lost: number
  /** Bytes that are listed more than once, and repeats that made another recording. */
  readonly doubled: number
  /** Recordings that nobody was told of: every sender repeats until it hears of its clip. */
  readonly unknown: number
  /** Events more or fewer than recordings. */
  readonly eventsOff: number
}

/** Sets what the hub lists beside what it has acknowledged. */
export function verdictOf(ledger: Ledger, { videos, events }: Stored): Verdict {
  const hashes = new Map(videos.map(({ id, sha256 }) => [id, sha256]))
  const acknowledged = ledger.all()
  const told = new Set(acknowledged.map(({ videoId }) => videoId))
  const distinct = new Set(videos.map(({ sha256 }) => sha256))
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter(({ videoId, sha256 }) => hashes.get(videoId) !== sha256).length,
    doubled: videos.length - distinct.size + ledger.renamed,
    unknown: videos.filter(({ id }) => !told.has(id)).length,
    eventsOff: Math.abs(events - videos.length),
  }
}
