import type { Box } from '../../lib/box'
import type { PersonLook } from './person-protocol'
import { isPersonSeen, type PersonSighting } from './person-verdict'

/** More than this tells no more; the hub takes no more (contract, MAX_DETECTIONS). */
const MOST_SIGHTINGS = 300

/** A look at a frame, and when that frame was taken, on the monotonic clock. */
export interface TimedLook extends Pick<PersonLook, 'people' | 'jpeg'> {
  readonly atMs: number
}

/** Who was seen in one clip, and the picture that shows them best. */
export class PersonClip {
  readonly #startedAtMs: number
  #sightings: PersonSighting[] = []
  #best: { readonly score: number; readonly jpeg: Blob } | null = null
  #isPerson = false

  /** `startedAtMs` is when its first frame was taken, on the monotonic clock. */
  constructor(startedAtMs: number) {
    this.#startedAtMs = startedAtMs
  }

  /** A frame whose best score is no higher needs no JPEG. */
  get bestScore(): number {
    return this.#best?.score ?? -1
  }

  /** Whether what was seen adds up to a person. Once it does, it stays so. */
  get isPerson(): boolean {
    return this.#isPerson
  }

  /** Oldest first; times count from the clip's first frame. */
  get detections(): readonly PersonSighting[] {
    return this.#sightings
  }

  /** Of the moment with the highest score. */
  get picture(): Blob | null {
    return this.#best?.jpeg ?? null
  }

  /** Frames from before the clip's first one are not its own; one that should be its picture and has none, neither. */
  add({ atMs, people, jpeg }: TimedLook): void {
    const score = Math.max(...people.map((person) => person.score))
    if (people.length === 0 || atMs < this.#startedAtMs || (score > this.bestScore && jpeg === null)) return
    if (jpeg !== null && score > this.bestScore) this.#best = { score, jpeg }
    const placedMs = Math.round(atMs - this.#startedAtMs)
    const seen = people.map(({ box, score }) => ({ atMs: placedMs, box: shareBox(box), score: rounded(score, 1_000) }))
    this.#sightings = strongest([...this.#sightings, ...seen])
    this.#isPerson ||= isPersonSeen(this.#sightings)
  }
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

function strongest(sightings: PersonSighting[]): PersonSighting[] {
  if (sightings.length <= MOST_SIGHTINGS) return sightings
  const leastScore = sightings.map(({ score }) => score).sort((a, b) => b - a)[MOST_SIGHTINGS - 1] ?? 0
  return sightings.filter(({ score }) => score >= leastScore).slice(0, MOST_SIGHTINGS)
}
