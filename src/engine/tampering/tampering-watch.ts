import type { Clock } from '../clock'
import type { Measurement } from '../motion/detection'
import type { Tampering } from './tampering-sense'
import { TamperingSense } from './tampering-sense'

export interface TamperingEvents {
  /** Somebody, or something, did this to the camera; `atMs` since the epoch. Once per incident. */
  onTampered(tampering: Tampering, atMs: number): void
  /** The picture is good again, or nobody looks at it any more. */
  onTamperingOver(): void
}

/** Looks for tampering for as long as motion is looked for on one stream. */
export class TamperingWatch {
  readonly #sense = new TamperingSense()
  readonly #clock: Clock
  readonly #events: TamperingEvents
  #isTold = false

  constructor(clock: Clock, events: TamperingEvents) {
    this.#clock = clock
    this.#events = events
  }

  note(measurement: Measurement): void {
    const news = this.#sense.note(measurement, this.#clock.monotonicMs())
    if (news === null) return
    this.#isTold = news.kind === 'begun'
    if (news.kind === 'begun') this.#events.onTampered(news.tampering, Math.round(this.#clock.nowMs() - news.agoMs))
    else this.#events.onTamperingOver()
  }

  end(): void {
    if (this.#isTold) this.#events.onTamperingOver()
    this.#isTold = false
  }
}
