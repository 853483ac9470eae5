import type { Box } from '../../lib/box'
import type { Label, LabelGroup } from '../../lib/label'
import { ClipLooks } from './clip-looks'
import type { MovingThing } from './moving'
import { SAME_THING_MS, type Seen, Track } from './track'

/** More than this tells no more; the hub takes no more (contract, MAX_DETECTIONS). */
const MOST_SIGHTINGS = 300

/** Somebody, or something, seen at a moment of a clip. */
export interface Sighting extends Seen {
  readonly label: Label
  /** Those of one number are the same thing (LABEL-02). */
  readonly track: number
}

/** What moved in a frame that was looked at, and when that frame was taken, on the monotonic clock. */
export interface TimedLook {
  readonly atMs: number
  readonly things: readonly MovingThing[]
  /** The frame itself; null where none was wanted, or none could be made. */
  readonly jpeg: Blob | null
  /** Whether one was wanted and could not be made. */
  readonly isJpegMissing: boolean
}

/** What was seen in one clip: looks joined to tracks, and the picture that shows the longest of them best. */
export class ClipSightings {
  /** The looks at the clip, timed by the monotonic clock as `TimedLook` is. */
  readonly looks = new ClipLooks()
  readonly #startedAtMs: number
  #tracks: Track[] = []
  #named = 0
  /** When somebody new was seen in a look without a JPEG, and so could not be taken. */
  #missedAtMs = Number.NEGATIVE_INFINITY

  /** `startedAtMs` is when its first frame was taken, on the monotonic clock. */
  constructor(startedAtMs: number) {
    this.#startedAtMs = startedAtMs
  }

  /**
   * A frame in which nothing scores higher needs no JPEG: each track that goes on has a picture as good. Somebody new is
   * missed that way once, and waited for.
   */
  jpegAboveAt(atMs: number): number {
    if (atMs - this.#startedAtMs - this.#missedAtMs <= SAME_THING_MS) return -1
    const open = this.#tracks.filter((track) => track.isOpenAt(atMs - this.#startedAtMs))
    const scores = open.map(({ picture, best }) => (picture === null ? -1 : best.score))
    return scores.length === 0 ? -1 : Math.min(...scores)
  }

  /** What was seen and has a name, oldest first; times count from the clip's first frame. */
  get sightings(): readonly Sighting[] {
    return this.#namedTracks
      .flatMap((track) => track.seen.map((seen) => sightingOf(track, seen)))
      .sort((a, b) => a.atMs - b.atMs)
  }

  get groups(): ReadonlySet<LabelGroup> {
    return new Set(this.#namedTracks.map(({ group }) => group))
  }

  /** The frame of the best look at what was seen for longest (LABEL-07); null while nothing has a name. */
  get picture(): Blob | null {
    const isBetter = (a: Track, b: Track) =>
      a.lengthMs > b.lengthMs || (a.lengthMs === b.lengthMs && a.best.score > b.best.score)
    const longest = this.#namedTracks.reduce<Track | null>((a, b) => (a === null || isBetter(b, a) ? b : a), null)
    return longest?.picture ?? null
  }

  get #namedTracks(): Track[] {
    return this.#tracks.filter(({ number }) => number !== null)
  }

  /** Frames from before the clip's first one are not its own. */
  add({ jpeg, isJpegMissing, ...look }: TimedLook): void {
    if (look.atMs < this.#startedAtMs) return
    // Without it whoever is new is left out below: of who is in the clip this look tells nothing.
    if (!isJpegMissing) this.looks.noteLooked(look.atMs, look.things.length > 0)
    // Rounded before anything is compared: whoever reads what is told comes to the same picture.
    const atMs = Math.round(look.atMs - this.#startedAtMs)
    const things = look.things.map((thing) => ({ ...thing, score: rounded(thing.score, 1_000) }))
    const { pairs, others } = this.#joined(things, atMs)
    const isBest = ([track, thing]: Pair) => thing.score > track.best.score || track.picture === null
    for (const pair of pairs) {
      const [track, thing] = pair
      // What should be a track's picture and has none is left out: boxes belong to the picture that they came with.
      if (isBest(pair) && jpeg === null) continue
      if (isBest(pair)) track.picture = jpeg
      track.add(thing, atMs)
    }
    if (others.length > 0) this.#missedAtMs = jpeg === null ? atMs : Number.NEGATIVE_INFINITY
    for (const thing of jpeg === null ? [] : others) {
      const track = new Track(thing, atMs)
      track.picture = jpeg
      this.#tracks.push(track)
    }
    // In the order in which they became so.
    for (const track of this.#tracks) if (track.number === null && track.isNamed) track.number = this.#named++
    this.#tracks = this.#tracks.filter((track) => track.number !== null || track.isOpenAt(atMs))
    this.#thin()
  }

  /** Each thing goes to the track that it is nearest to, the nearest pairs first; none to two. */
  #joined(things: readonly MovingThing[], atMs: number): Joined {
    const possible = this.#tracks.flatMap((track) =>
      things.flatMap((thing) => {
        const distance = track.distanceTo(thing, atMs)
        return distance === null ? [] : [{ track, thing, distance }]
      }),
    )
    const taken = new Set<Track | MovingThing>()
    const pairs: Pair[] = []
    for (const { track, thing } of possible.sort((a, b) => a.distance - b.distance)) {
      if (taken.has(track) || taken.has(thing)) continue
      taken.add(track).add(thing)
      pairs.push([track, thing])
    }
    return { pairs, others: things.filter((thing) => !taken.has(thing)) }
  }

  /** Looks that others stand beside go first; then whole tracks, the shortest first. */
  #thin(): void {
    while (this.#tracks.reduce((sum, { seen }) => sum + seen.length, 0) > MOST_SIGHTINGS) {
      const candidates = this.#tracks.flatMap((track) => {
        const least = track.leastNeeded()
        return least === null ? [] : [{ track, ...least }]
      })
      const [first] = candidates.sort((a, b) => a.gapMs - b.gapMs)
      if (first !== undefined) first.track.drop(first.seen)
      else this.#tracks = this.#tracks.toSorted((a, b) => b.lengthMs - a.lengthMs).slice(0, -1)
    }
  }
}

type Pair = readonly [track: Track, thing: MovingThing]

interface Joined {
  readonly pairs: readonly Pair[]
  /** Seen for the first time. */
  readonly others: readonly MovingThing[]
}

function sightingOf(track: Track, { atMs, box, score }: Seen): Sighting {
  return { atMs, box: shareBox(box), score, label: track.label, track: track.number ?? 0 }
}

/** From 0 to 1, in so many steps: what the hub's form field need not carry is left out. */
function rounded(value: number, steps: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * steps) / steps
}

/** Four digits are a fifth of a pixel. */
function shareBox({ left, top, width, height }: Box): Box {
  const share = (value: number) => rounded(value, 10_000)
  return { left: share(left), top: share(top), width: share(width), height: share(height) }
}
