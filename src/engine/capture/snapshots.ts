import type { Clock } from '../clock'
import type { FrameSource } from '../motion/motion-port'
import { type Seat, TurnSchedule } from '../pacing/turn-schedule'

/** Snapshots are never wider than 720p footage. */
const SNAPSHOT_WIDTH = 1280

/**
 * Longest time without a snapshot at any pace, however busy the machine is: viewers must know the camera lives, and the hub
 * calls one OFFLINE that was quick before after 15 s.
 */
const LONGEST_GAP_MS = 10_000

export interface SnapshotPace {
  readonly intervalMs: number
  /** 0 to 1. */
  readonly quality: number
}

/** The snapshots of one camera. */
export interface SnapshotSeries {
  setInterval(intervalMs: number): void
  /** One that is being made is not handed on. */
  end(): void
}

/** A camera whose snapshots are made. */
interface Sitter {
  readonly frames: FrameSource
  readonly quality: number
  readonly onSnapshot: (jpeg: Blob) => void
  intervalMs: number
  takenAtMs: number
}

/**
 * Makes the snapshots of all cameras (REC-10), spread over the interval and one at a time. They come after detection
 * (ENG-11): a turn makes one at most, of whoever has waited longest, and nothing is made between turns but what is
 * overdue. While the tab does with few (LESS-01) only that is made.
 */
export class SnapshotScheduler {
  readonly #clock: Clock
  readonly #areFew: () => boolean
  readonly #schedule: TurnSchedule
  /** Whose turn came and made nothing: a camera of another interval may have every turn while another's picture is made. */
  readonly #due = new Set<Sitter>()
  readonly #open = new Set<Sitter>()
  #isBusy = false

  constructor(clock: Clock, areFew: () => boolean) {
    this.#clock = clock
    this.#areFew = areFew
    this.#schedule = new TurnSchedule(clock)
  }

  open(frames: FrameSource, { intervalMs, quality }: SnapshotPace, onSnapshot: (jpeg: Blob) => void): SnapshotSeries {
    const sitter = { frames, quality, onSnapshot, intervalMs, takenAtMs: this.#clock.monotonicMs() }
    this.#open.add(sitter)
    const seat: Seat = this.#schedule.join(intervalMs, () => this.#onTurn(sitter))
    return {
      setInterval(wantedMs) {
        sitter.intervalMs = wantedMs
        seat.setInterval(wantedMs)
      },
      end: () => {
        this.#open.delete(sitter)
        this.#due.delete(sitter)
        seat.leave()
      },
    }
  }

  #onTurn(sitter: Sitter): void {
    if (this.#areFew() && this.#mayWait(sitter)) return
    this.#due.add(sitter)
    const next = this.#longestDue
    if (!this.#isBusy && next !== undefined) void this.#take(next)
  }

  get #longestDue(): Sitter | undefined {
    return [...this.#due].sort((a, b) => a.takenAtMs - b.takenAtMs)[0]
  }

  #mayWait({ takenAtMs, intervalMs }: Sitter): boolean {
    return this.#clock.monotonicMs() - takenAtMs < LONGEST_GAP_MS - intervalMs / 2
  }

  async #take(sitter: Sitter): Promise<void> {
    sitter.takenAtMs = this.#clock.monotonicMs()
    const jpeg = await this.#make(sitter)
    this.#due.delete(sitter)
    if (jpeg !== null && this.#open.has(sitter)) sitter.onSnapshot(jpeg)
    const next = this.#longestDue
    if (!this.#isBusy && next !== undefined && !this.#mayWait(next)) void this.#take(next)
  }

  async #make({ frames, quality }: Sitter): Promise<Blob | null> {
    this.#isBusy = true
    try {
      return await frames.still(SNAPSHOT_WIDTH, quality)
    } finally {
      this.#isBusy = false
    }
  }
}
