import type { Cluster } from './clusters'

/** In blocks, bounds included. */
export type BlockBox = Pick<Cluster, 'left' | 'right' | 'top' | 'bottom'>

/** What was confirmed at one check. */
export interface Confirmed {
  /** Of the strongest cluster, in the unit of the clusters' strength; 0 where none is confirmed. */
  readonly strength: number
  /** Of the strongest cluster and those confirmed beside it, the strongest first: a person may fall apart into several. */
  readonly boxes: readonly BlockBox[]
}

/** Of the strongest cluster's strength. */
const LEAST_SHARE = 0.3

/** Where something was seen lately, and how strongly at each of the last three checks, the latest first. */
interface Track extends BlockBox {
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

  confirm(clusters: readonly Cluster[]): Confirmed {
    const followed = new Set<Track>()
    const next: Track[] = []
    const strengths: number[] = []
    for (const cluster of clusters) {
      const past: [number, number, number] = [0, 0, 0]
      for (const track of this.#tracks) {
        if (gapBetween(track, cluster) > reachOf(track, cluster)) continue
        followed.add(track)
        track.strengths.forEach((strength, i) => {
          past[i] = Math.max(past[i] ?? 0, strength)
        })
      }
      strengths.push(confirmed(cluster.strength, past))
      const { left, right, top, bottom, strength } = cluster
      next.push({ left, right, top, bottom, strengths: [strength, past[0], past[1]] })
    }
    for (const track of this.#tracks) {
      const [latest, before] = track.strengths
      if (!followed.has(track) && latest + before > 0) next.push({ ...track, strengths: [0, latest, before] })
    }
    next.length = Math.min(next.length, MOST_TRACKS)
    this.#tracks = next
    const strength = Math.max(0, ...strengths)
    return { strength, boxes: strength === 0 ? [] : strongestOf(clusters, strengths, LEAST_SHARE * strength) }
  }
}

/** The third strongest of four checks, or half of the second of the last three: networks of comparisons, since sorting allocates. */
function confirmed(now: number, [first, second, third]: readonly [number, number, number]): number {
  const [low, high] = now < first ? [now, first] : [first, now]
  const thirdOfFour = Math.min(Math.max(low, Math.min(second, third)), Math.min(high, Math.max(second, third)))
  const secondOfThree = Math.max(low, Math.min(high, second))
  return Math.min(now, Math.max(thirdOfFour, secondOfThree / 2))
}

function strongestOf(clusters: readonly Cluster[], strengths: readonly number[], least: number): BlockBox[] {
  const strong = clusters.map((cluster, i) => ({ cluster, strength: strengths[i] ?? 0 }))
  return strong
    .filter(({ strength }) => strength >= least)
    .sort((a, b) => b.strength - a.strength)
    .map(({ cluster }) => cluster)
}

/** Blocks from one box to the other, the longer way of the two directions; 0 where they overlap, 1 side by side. */
function gapBetween(a: BlockBox, b: BlockBox): number {
  return Math.max(0, a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom)
}

/** A large thing moves further between two checks than a small one: it is nearer. */
function reachOf(a: BlockBox, b: BlockBox): number {
  return LEAST_REACH + REACH_SHARE * Math.max(sizeOf(a), sizeOf(b))
}

function sizeOf({ left, right, top, bottom }: BlockBox): number {
  return Math.max(right - left, bottom - top) + 1
}
