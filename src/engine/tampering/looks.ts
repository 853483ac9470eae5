import { MINUTE_MS } from '../../lib/durations'
import type { Fingerprint } from './fingerprint'
import { LEAST_LIKE_AGAIN, sightingOf, type UsualPicture } from './usual-picture'

/** How often the usual picture is kept. */
const KEPT_EACH_MS = MINUTE_MS

/** By day, at dusk, by each of a few lamps, and at night; 10 kB each. */
const MOST_LOOKS = 8

/** From this correlation on two pictures are one look: the later one is kept. */
const ONE_LOOK = 0.9

/**
 * How the place of a view has looked: each lamp shows it otherwise, and the usual picture has followed that one which is on
 * by the time it goes out. No cover and no other place looks like these.
 */
export class Looks {
  /** The one that was usual last is the last. */
  #kept: UsualPicture[] = []
  #keptAtMs = Number.NEGATIVE_INFINITY

  /** Keeps the usual picture, if it is time. */
  note(usual: UsualPicture, nowMs: number): void {
    if (nowMs - this.#keptAtMs >= KEPT_EACH_MS) this.keep(usual, nowMs)
  }

  /** Keeps it, where there is enough in it to recognise it by. */
  keep(usual: UsualPicture, nowMs: number): void {
    this.#keptAtMs = nowMs
    if (usual.likenessTo(usual) === null) return
    const others = this.#kept.filter((look) => (look.likenessTo(usual)?.meanCorrelation ?? 0) < ONE_LOOK)
    this.#kept = [...others, usual.copy()].slice(-MOST_LOOKS)
  }

  /**
   * Whether the place was seen like this, as a whole: the words that a camera writes into every picture are a good part of a
   * dim one. `brightness` is mean luma in grey levels.
   */
  has(now: Fingerprint, brightness: number): boolean {
    const isLike = (look: UsualPicture) => (look.likeness(now)?.meanCorrelation ?? 0) >= LEAST_LIKE_AGAIN
    return this.#kept.some((look) => isLike(look) && sightingOf(look, now, brightness, true) === 'same')
  }

  /** What is shown from here on is another place. */
  forget(): void {
    this.#kept = []
    this.#keptAtMs = Number.NEGATIVE_INFINITY
  }
}
