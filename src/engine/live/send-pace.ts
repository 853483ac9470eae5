/** How much of the picture viewers get while the machine has more important things to do. */
export interface SendPace {
  readonly framesPerSec: number
  /** Divides both sides of the picture. */
  readonly shrinkBy: number
}

/** From all that is asked to the least. */
const paces = [
  { framesPerSec: 15, shrinkBy: 1 },
  { framesPerSec: 10, shrinkBy: 1.5 },
  { framesPerSec: 7, shrinkBy: 2 },
  { framesPerSec: 4, shrinkBy: 3 },
] as const satisfies readonly SendPace[]

/** As soon as the first thing that this machine does with less of (pacing/less.ts). */
const LATE_LIMIT_MS = 2_000
const FIRST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = 120_000

/**
 * Viewers come after detection and recording: a step down after two seconds of late checks, up again after ten without.
 * A step up that has to be taken back makes the next wait twice as long.
 */
export class PaceKeeper {
  #level = 0
  #lateSinceMs: number | null = null
  #quietSinceMs: number
  #raisedAtMs: number | null = null
  #waitMs = FIRST_WAIT_MS

  constructor(nowMs: number) {
    this.#quietSinceMs = nowMs
  }

  get pace(): SendPace {
    return paces[this.#level] ?? paces[0]
  }

  /** Called every second or so; says whether the pace is another than before. */
  note(areChecksLate: boolean, nowMs: number): boolean {
    // A clock that was set back counts from there.
    this.#quietSinceMs = Math.min(this.#quietSinceMs, nowMs)
    if (areChecksLate) return this.#noteLate(nowMs)
    this.#lateSinceMs = null
    if (this.#level === 0 || nowMs - this.#quietSinceMs < this.#waitMs) return false
    this.#level--
    this.#raisedAtMs = nowMs
    this.#quietSinceMs = nowMs
    return true
  }

  #noteLate(nowMs: number): boolean {
    this.#quietSinceMs = nowMs
    this.#lateSinceMs = Math.min(this.#lateSinceMs ?? nowMs, nowMs)
    if (nowMs - this.#lateSinceMs < LATE_LIMIT_MS || this.#level === paces.length - 1) return false
    const hasFailed = this.#raisedAtMs !== null && nowMs - this.#raisedAtMs < this.#waitMs
    this.#waitMs = hasFailed ? Math.min(LONGEST_WAIT_MS, 2 * this.#waitMs) : FIRST_WAIT_MS
    this.#raisedAtMs = null
    this.#lateSinceMs = nowMs
    this.#level++
    return true
  }
}
