import type { Tab } from './tab'

/** When a tab came with a camera, by the time of its hub. */
export interface OfferStamp {
  readonly atMs: number
  readonly hub: string
}

interface Offer {
  readonly tab: Tab
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
  holderOf(cameraId: string): Tab | null {
    return this.#offersOf.get(cameraId)?.at(-1)?.tab ?? null
  }

  /** Which of some tabs had each of some cameras if there were no others, and since when. */
  heldAmong(tabs: ReadonlySet<Tab>, isMeant: (cameraId: string) => boolean): Map<Tab, Map<string, number>> {
    const held = new Map<Tab, Map<string, number>>()
    for (const [cameraId, offers] of this.#offersOf) {
      const last = offers.findLast(({ tab }) => tabs.has(tab))
      if (last === undefined || !isMeant(cameraId)) continue
      held.set(last.tab, (held.get(last.tab) ?? new Map()).set(cameraId, last.stamp.atMs))
    }
    return held
  }

  /** That of a tab which comes `now`, or came before: later than all that are known here, whatever the clocks of hubs say. */
  stampOf(tab: Tab, cameraId: string, now: OfferStamp): OfferStamp {
    const offers = this.#offersOf.get(cameraId) ?? []
    const before = offers.find((offer) => offer.tab === tab)
    const lastMs = offers.at(-1)?.stamp.atMs ?? 0
    return before?.stamp ?? { ...now, atMs: Math.max(now.atMs, lastMs + 1) }
  }

  /** Puts this in the place of what the tab offered before. Answers with the cameras that others have now, or nobody. */
  set(tab: Tab, stamps: ReadonlyMap<string, OfferStamp>): string[] {
    const changed: string[] = []
    for (const cameraId of new Set([...this.#offersOf.keys(), ...stamps.keys()])) {
      const before = this.#offersOf.get(cameraId) ?? []
      const stamp = stamps.get(cameraId)
      if (before.find((offer) => offer.tab === tab)?.stamp.atMs === stamp?.atMs) continue
      const others = before.filter((offer) => offer.tab !== tab)
      const after = stamp === undefined ? others : [...others, { tab, stamp }].toSorted(earlierFirst)
      if (after.length === 0) this.#offersOf.delete(cameraId)
      else this.#offersOf.set(cameraId, after)
      if (after.at(-1)?.tab !== before.at(-1)?.tab) changed.push(cameraId)
    }
    return changed
  }
}

/** The same at every hub, also where two came in the same millisecond. */
function earlierFirst({ stamp: one }: Offer, { stamp: other }: Offer): number {
  return one.atMs - other.atMs || (one.hub < other.hub ? -1 : Number(one.hub > other.hub))
}
