import type { Clock } from '../clock'
import type { Measurement } from '../motion/detection'
import { SleepWatch } from '../sleep-watch'
import type { Tampering } from './tampering-sense'
import { TamperingSense } from './tampering-sense'

export interface TamperingEvents {
  /** Somebody, or something, did this to the camera; `atMs` since the epoch. Once per incident. */
  onTampered(tampering: Tampering, atMs: number): void
  /** The picture is good again, or nobody looks at it any more. */
  onTamperingOver(): void
}

/**
 * Looks for tampering for as long as motion is looked for with one camera. Its stream may be opened anew meanwhile: whoever
 * covers a lens may pull the plug first, and one who does so afterwards ends nothing.
 */
export class TamperingWatch {
  readonly #clock: Clock
  readonly #events: TamperingEvents
  /** One for each view: what stands in for a device looks elsewhere, and the device may come back. */
  readonly #senses = new Map<string, TamperingSense>()
  readonly #sleep: SleepWatch
  #sleptMs = 0
  #view: string | null = null
  #isTold = false

  constructor(clock: Clock, events: TamperingEvents) {
    this.#clock = clock
    this.#events = events
    this.#sleep = new SleepWatch(clock)
  }

  /** A stream was opened; `view` is the same for two that show the same part of the world. */
  begin(view: string): void {
    if (view !== this.#view) this.#giveUp()
    this.#view = view
    const known = this.#senses.get(view)
    if (known === undefined) this.#senses.set(view, new TamperingSense())
    else known.reopen(this.#spanMs())
  }

  note(measurement: Measurement): void {
    const news = this.#sense?.note(measurement, this.#spanMs()) ?? null
    if (news === null) return
    this.#isTold = news.kind === 'begun'
    if (news.kind === 'begun') this.#events.onTampered(news.tampering, Math.round(this.#clock.nowMs() - news.agoMs))
    else this.#events.onTamperingOver()
  }

  /** Nobody wants it looked for: from here on the camera may be moved. */
  end(): void {
    this.#giveUp()
    this.#senses.clear()
    this.#view = null
  }

  get #sense(): TamperingSense | undefined {
    return this.#view === null ? undefined : this.#senses.get(this.#view)
  }

  /** Only goes on, and a sleep is a part of it: light and place may be others after one. */
  #spanMs(): number {
    this.#sleptMs += this.#sleep.sleptMs()
    return this.#clock.monotonicMs() + this.#sleptMs
  }

  #giveUp(): void {
    this.#sense?.giveUp()
    if (this.#isTold) this.#events.onTamperingOver()
    this.#isTold = false
  }
}
