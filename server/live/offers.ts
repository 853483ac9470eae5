import type { Line } from './line'

/** When a tab came with a camera, by the time of its hub. */
export interface OfferStamp {
  readonly atMs: number
  readonly hub: string
}

interface Offer {
  readonly line: Line
  readonly stamp: OfferStamp
}

/** Which tab has which camera. The later of two that offer the same one has it, at every hub; after it, the one before. */
export class Offers {
  /** The earliest first. */
  readonly #offersOf = new Map<string, readonly Offer[]>()

  /** Every camera that somebody offers. */
  get cameraIds(): readonly string[] {
    return [...this.#offersOf.keys()]
  }

  has(cameraId: string): boolean {
    return this.#offersOf.has(cameraId)
  }

  /** The tab that is asked for this camera. */
  holderOf(cameraId: string): Line | null {
    return this.#offersOf.get(cameraId)?.at(-1)?.line ?? null
  }

  /** Which of some tabs had each of some cameras if there were no others, and since when. */
  heldAmong(lines: ReadonlySet<Line>, isMeant: (cameraId: string) => boolean): Map<Line, Map<string, number>> {
    const held = new Map<Line, Map<string, number>>()
    for (const [cameraId, offers] of this.#offersOf) {
      const last = offers.findLast(({ line }) => lines.has(line))
      if (last === undefined || !isMeant(cameraId)) continue
      held.set(last.line, (held.get(last.line) ?? new Map()).set(cameraId, last.stamp.atMs))
    }
    return held
  }

  /** That of a tab which comes `now`, or came before: later than all that are known here, whatever the clocks of hubs say. */
  stampOf(line: Line, cameraId: string, now: OfferStamp): OfferStamp {
    const offers = this.#offersOf.get(cameraId) ?? []
    const before = offers.find((offer) => offer.line === line)
    const lastMs = offers.at(-1)?.stamp.atMs ?? 0
    return before?.stamp ?? { ...now, atMs: Math.max(now.atMs, lastMs + 1) }
  }

  /** Puts this in the place of what the line offered before. Answers with the cameras that others have now, or nobody. */
  set(line: Line, stamps: ReadonlyMap<string, OfferStamp>): string[] {
    const changed: string[] = []
    for (const cameraId of new Set([...this.#offersOf.keys(), ...stamps.keys()])) {
      const before = this.#offersOf.get(cameraId) ?? []
      const stamp = stamps.get(cameraId)
      if (before.find((offer) => offer.line === line)?.stamp.atMs === stamp?.atMs) continue
      const others = before.filter((offer) => offer.line !== line)
      const after = stamp === undefined ? others : [...others, { line, stamp }].toSorted(earlierFirst)
      if (after.length === 0) this.#offersOf.delete(cameraId)
      else this.#offersOf.set(cameraId, after)
      if (after.at(-1)?.line !== before.at(-1)?.line) changed.push(cameraId)
    }
    return changed
  }
}

/** The same at every hub, also where two came in the same millisecond. */
function earlierFirst({ stamp: one }: Offer, { stamp: other }: Offer): number {
  return one.atMs - other.atMs || (one.hub < other.hub ? -1 : Number(one.hub > other.hub))
}
