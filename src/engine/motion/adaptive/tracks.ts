import type { Cluster } from './clusters'

type Box = Pick<Cluster, 'left' | 'right' | 'top' | 'bottom'>

/** Where something was seen lately, and how strongly at each of the last three checks, the latest first. */
interface Track extends Box {
  readonly strengths: readonly [number, number, number]
}

/** Blocks that anything may move between two checks beyond its own box, and the share of its size on top. */
const LEAST_REACH = 2
const REACH_SHARE = 0.5

/** More tracks than this are noise. */
const MOST_TRACKS = 24

/**
 * Confirms clusters over time: what is told is the strength that three of the last four checks reach near one another, or
 * half of what two of the last three reach; never more than what shows now. A lamp that is switched, a flash or a bump
 * shows once; whatever moves shows again nearby.
 */
export class Tracks {
  #tracks: readonly Track[] = []

  /** The strongest confirmed cluster of this check, in the unit of the clusters' strength; 0 where there is none. */
  confirm(clusters: readonly Cluster[]): number {
    const followed = new Set<Track>()
    const next: Track[] = []
    let strongest = 0
    for (const cluster of clusters) {
      const past: [number, number, number] = [0, 0, 0]
      for (const track of this.#tracks) {
        if (gapBetween(track, cluster) > reachOf(track, cluster)) continue
        followed.add(track)
        track.strengths.forEach((strength, i) => {
          past[i] = Math.max(past[i] ?? 0, strength)
        })
      }
      strongest = Math.max(strongest, confirmed(cluster.strength, past))
      const { left, right, top, bottom, strength } = cluster
      next.push({ left, right, top, bottom, strengths: [strength, past[0], past[1]] })
    }
    for (const track of this.#tracks) {
      const [latest, before] = track.strengths
      if (!followed.has(track) && latest + before > 0) next.push({ ...track, strengths: [0, latest, before] })
    }
    next.length = Math.min(next.length, MOST_TRACKS)
    this.#tracks = next
    return strongest
  }
}

function confirmed(now: number, past: readonly [number, number, number]): number {
  const [first, second, third] = past
  const [, , thirdOfFour] = [now, first, second, third].sort((a, b) => b - a) as [number, number, number, number]
  const [, secondOfThree] = [now, first, second].sort((a, b) => b - a) as [number, number, number]
  return Math.min(now, Math.max(thirdOfFour, secondOfThree / 2))
}

/** Blocks from one box to the other, the longer way of the two directions; 0 where they overlap, 1 side by side. */
function gapBetween(a: Box, b: Box): number {
  return Math.max(0, a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom)
}

/** A large thing moves further between two checks than a small one: it is nearer. */
function reachOf(a: Box, b: Box): number {
  return LEAST_REACH + REACH_SHARE * Math.max(sizeOf(a), sizeOf(b))
}

function sizeOf({ left, right, top, bottom }: Box): number {
  return Math.max(right - left, bottom - top) + 1
}
