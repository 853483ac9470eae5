import type { Detector, LookPicture } from '../../../src/engine/naming/detector'
import { lookAt } from '../../../src/engine/naming/look'
import type { Box } from '../../../src/lib/box'
import type { Truth } from '../truth'

/** Looks where nobody is to be seen, and how many of them say that somebody is. */
export interface EmptyLooks {
  readonly looks: number
  readonly person: number
}

/** What a look shows there is the whole frame and places in it, in turns. */
const SIDE = 0.3
const places: readonly (Box | null)[] = [
  null,
  ...[0.1, 1 - 0.1 - SIDE].flatMap((top) =>
    [0.1, 1 - 0.1 - SIDE].map((left): Box => ({ left, top, width: SIDE, height: SIDE })),
  ),
]

/**
 * Makes a detector look at empty pictures, which no camera would have it do, as nothing moves there: what it would say of
 * them if something did.
 */
export class LooksAtNobody {
  readonly #detector: Detector
  readonly #spans: NonNullable<Truth['empty']>
  #looks = 0
  #person = 0

  constructor(detector: Detector, spans: NonNullable<Truth['empty']>) {
    this.#detector = detector
    this.#spans = spans
  }

  get counts(): EmptyLooks {
    return { looks: this.#looks, person: this.#person }
  }

  async note(timeSec: number, picture: LookPicture): Promise<void> {
    if (!this.#spans.some(([start, end]) => timeSec >= start && timeSec <= end)) return
    const place = places[this.#looks++ % places.length] ?? null
    const { found } = await lookAt(this.#detector, picture, [place])
    if (found.some(({ label }) => label === 'person')) this.#person++
  }
}
