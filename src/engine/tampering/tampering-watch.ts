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

/** Of the cameras of a tab, by their ids; an engine whose worker was lost leaves them to the next. */
export type TamperingWatches = Map<string, TamperingWatch>

/**
 * Looks for tampering for as long as motion is looked for with one camera. Its stream, and the engine, may be begun anew
 * meanwhile: whoever covers a lens may pull the plug first, and one who does so afterwards ends nothing.
 */
export class TamperingWatch {
  readonly #clock: Clock
  #events: TamperingEvents
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

  /** Another engine looks from here on, and is told in the place of the one before. */
  tellTo(events: TamperingEvents): void {
    this.#events = events
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

/** The camera's watch, or a new one; it tells here from now on. */
export function watchOf(
  watches: TamperingWatches,
  cameraId: string,
  clock: Clock,
  events: TamperingEvents,
): TamperingWatch {
  const watch = watches.get(cameraId) ?? new TamperingWatch(clock, events)
  watch.tellTo(events)
  watches.set(cameraId, watch)
  return watch
}
