import { type BlockBox, edgeOf, gapBetween, isUpright } from './boxes'
import type { Cluster } from './clusters'
import { Restlessness } from './restlessness'

/** What was confirmed at one check. */
export interface Confirmed {
  /** The strongest cluster's strength, in the clusters' unit; 0 where none is confirmed. */
  readonly strength: number
  /** The strongest cluster and those confirmed beside it, the strongest first: a person may fall apart into several. */
  readonly boxes: readonly BlockBox[]
}

/** Least share of the strongest cluster's strength that what is confirmed beside it has. */
const LEAST_SHARE = 0.3

/**
 * Where fewer of a cluster's blocks move than these, it stands: a lamp, a new picture on a screen, a thing put down. A
 * person at 0.25 % of the frame has nine.
 */
const LEAST_MOVING_SHARE = 1 / 8
const LEAST_MOVING_BLOCKS = 9

/** How strongly something was seen at each of the last checks, the latest first; 0 where it was not, or stood. */
interface Past {
  /** Somewhere near. */
  readonly near: readonly [number, number, number]
  /** Check after check, by what can only be the same thing. */
  readonly same: readonly [number, number, number, number]
  /** How often it was gone for a check and came back. */
  readonly returns: number
}

/** Where something was seen lately. */
interface Track extends BlockBox, Past {
  readonly size: number
  /** Whether it was seen at the last check. */
  readonly isShown: boolean
}

/** Blocks that anything may move between two checks beyond its own box, and the share of its size on top. */
const LEAST_REACH = 2
const REACH_SHARE = 0.5

/** Height over width of whatever walks. Insects and flakes are round, and beams and cars wide. */
const UPRIGHT = 4 / 3

/** How many times larger or smaller a thing may seem from one check to the next, as it comes out from behind something. */
const MOST_GROWTH = 16

/** How often something must come back at one place to blink. */
const MANY_RETURNS = 2

/** More tracks than this are noise. */
const MOST_TRACKS = 24

/**
 * Confirms clusters over time: what is told is the strength that three of the last four checks reach near one another, or
 * half of what the last one showed, where it is sure to have been the same thing; never more than what shows now. A lamp that is
 * switched, a flash or a bump shows once; whatever moves shows again nearby. In a restless picture anything does, and so does
 * what blinks: there it must be one thing for five checks.
 */
export class Tracks {
  readonly #restlessness = new Restlessness()
  #tracks: readonly Track[] = []

  confirm(clusters: readonly Cluster[]): Confirmed {
    const followed = new Set<Track>()
    const pasts = clusters.map((cluster) => this.#pastOf(cluster, followed))
    const isRestless = this.#restlessness.note(clusters, (i) => pasts[i] === null)
    const next: Track[] = []
    const strengths = clusters.map((cluster, i) => {
      const { near, same, returns } = pasts[i] ?? nothing
      const { left, right, top, bottom, size } = cluster
      const now = isStanding(cluster) ? 0 : cluster.strength
      next.push({
        left,
        right,
        top,
        bottom,
        size,
        near: [now, near[0], near[1]],
        same: [now, same[0], same[1], same[2]],
        returns,
        isShown: true,
      })
      return isRestless || returns >= MANY_RETURNS ? Math.min(now, ...same) : confirmed(now, near, same[0])
    })
    for (const track of this.#tracks) {
      const [latest, before] = track.near
      if (!followed.has(track) && latest + before > 0) {
        next.push({ ...track, near: [0, latest, before], same: nothing.same, isShown: false })
      }
    }
    next.length = Math.min(next.length, MOST_TRACKS)
    this.#tracks = next
    const strength = Math.max(0, ...strengths)
    return { strength, boxes: strength === 0 ? [] : strongestOf(clusters, strengths, LEAST_SHARE * strength) }
  }

  /** What was seen where a cluster may have come from; null for nothing, not even something that stood. */
  #pastOf(cluster: Cluster, followed: Set<Track>): Past | null {
    const tracks = this.#tracks.filter((track) => gapBetween(track, cluster) <= reachOf(track, cluster))
    if (tracks.length === 0) return null
    const near: [number, number, number] = [0, 0, 0]
    const same: [number, number, number, number] = [0, 0, 0, 0]
    const returns = returnsOf(tracks.filter(({ size }) => cluster.size <= MOST_GROWTH * size))
    // Whoever comes out from behind something shows in parts at first.
    const blocks = tracks.reduce((sum, { size }) => sum + size, 0)
    for (const track of tracks) {
      followed.add(track)
      raise(near, track.near)
      if (cluster.size <= MOST_GROWTH * blocks && isSame(track, cluster)) raise(same, track.same)
    }
    return { near, same, returns }
  }
}

const nothing: Past = { near: [0, 0, 0], same: [0, 0, 0, 0], returns: 0 }

/** How often what may have been any of these has come back, if it shows now. */
function returnsOf(tracks: readonly Track[]): number {
  const all = tracks.map(({ returns, isShown }) => (isShown ? returns : returns + 1))
  return all.length === 0 ? 0 : Math.min(...all)
}

/** Each number to that of another list where that is more. */
function raise(numbers: number[], others: readonly number[]): void {
  for (let i = 0; i < others.length; i++) numbers[i] = Math.max(numbers[i] ?? 0, others[i] ?? 0)
}

/** The third strongest of four checks, or half of what the last one showed of the same: comparisons, since sorting allocates. */
function confirmed(now: number, [first, second, third]: Past['near'], same: number): number {
  const [low, high] = now < first ? [now, first] : [first, now]
  const thirdOfFour = Math.min(Math.max(low, Math.min(second, third)), Math.min(high, Math.max(second, third)))
  return Math.min(now, Math.max(thirdOfFour, same / 2))
}

function isStanding({ moving, size }: Cluster): boolean {
  return moving < Math.min(LEAST_MOVING_SHARE * size, LEAST_MOVING_BLOCKS)
}

/** Whether what is within reach is sure to be what was seen at the check before: it overlaps itself, or walks. */
function isSame(before: Track, now: Cluster): boolean {
  return before.size <= MOST_GROWTH * now.size && (gapBetween(before, now) === 0 || isUpright(now, UPRIGHT))
}

function strongestOf(clusters: readonly Cluster[], strengths: readonly number[], least: number): BlockBox[] {
  const strong = clusters.map((cluster, i) => ({ cluster, strength: strengths[i] ?? 0 }))
  return strong
    .filter(({ strength }) => strength >= least)
    .sort((a, b) => b.strength - a.strength)
    .map(({ cluster }) => cluster)
}

/** A large thing moves further between two checks than a small one: it is nearer. */
function reachOf(a: BlockBox, b: BlockBox): number {
  return LEAST_REACH + REACH_SHARE * Math.max(edgeOf(a), edgeOf(b))
}
