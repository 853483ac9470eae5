import type { Clock } from '../clock'
import type { FrameSource } from '../motion/motion-port'
import { type Seat, TurnSchedule } from '../pacing/turn-schedule'

/** Snapshots are never wider than 720p footage. */
const SNAPSHOT_WIDTH = 1280

/**
 * However busy the machine is, so long without a snapshot is enough at any pace: viewers must know the camera lives, and
 * the hub calls one OFFLINE that was quick before after 15 s.
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

/**
 * Makes the snapshots of all cameras (REC-10), spread over the interval and one at a time. They come after detection:
 * while another is being made, or the tab does with few (LESS-01), one is left out and never queued (ENG-11).
 */
export class SnapshotDesk {
  readonly #clock: Clock
  readonly #areFew: () => boolean
  readonly #schedule: TurnSchedule
  #isBusy = false

  constructor(clock: Clock, areFew: () => boolean) {
    this.#clock = clock
    this.#areFew = areFew
    this.#schedule = new TurnSchedule(clock)
  }

  open(frames: FrameSource, pace: SnapshotPace, onSnapshot: (jpeg: Blob) => void): SnapshotSeries {
    let { intervalMs } = pace
    let takenAtMs = this.#clock.monotonicMs()
    let isOpen = true
    const take = async (): Promise<void> => {
      const nowMs = this.#clock.monotonicMs()
      const mayWait = nowMs - takenAtMs < LONGEST_GAP_MS - intervalMs / 2
      if (this.#isBusy || (mayWait && this.#areFew())) return
      takenAtMs = nowMs
      const jpeg = await this.#make(frames, pace.quality)
      if (jpeg !== null && isOpen) onSnapshot(jpeg)
    }
    const seat: Seat = this.#schedule.join(intervalMs, () => void take())
    return {
      setInterval(wantedMs) {
        intervalMs = wantedMs
        seat.setInterval(wantedMs)
      },
      end() {
        isOpen = false
        seat.leave()
      },
    }
  }

  async #make(frames: FrameSource, quality: number): Promise<Blob | null> {
    this.#isBusy = true
    try {
      return await frames.still(SNAPSHOT_WIDTH, quality)
    } finally {
      this.#isBusy = false
    }
  }
}
