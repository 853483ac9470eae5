import type { Cancel, Clock } from '../clock'
import type { LessStep } from './less'
import { LoadWatch } from './load-watch'
import { ANALYSIS_WIDTH, type Pace } from './pace'
import { TurnSchedule } from './turn-schedule'

/** So long without a turn: it is looked whether checks come at all, by the page's clock. */
const GLANCE_AFTER_MS = 1_000

/** Cameras that are checked at one moment: each moment wakes the page and the worker, a check more costs next to nothing. */
const CAMERAS_AT_ONCE = 4

/** A camera whose checks are paced. */
export interface PacedCamera {
  /** A check is due; `missedTurns` passed unheard before it. */
  onTurn(dueAtMs: number, missedTurns: number): void
  /** The tab does with less than before, or with more. */
  onLess(): void
  /** Time has passed: a moment to see whether checks still come. */
  onGlance(): void
}

/** One check that was made, or left out because the one before was not done. */
export interface NotedCheck {
  readonly isOnTime: boolean
}

export interface PacerSeat {
  /** What is known of the machine comes from here. */
  note(check: NotedCheck): void
  leave(): void
}

/** Paces the checks of all cameras of the tab: gives them their turns, sees whether the machine keeps up, and has them look up. */
export class CheckPacer {
  readonly intervalMs: number
  readonly #clock: Clock
  readonly #pageClock: Clock
  readonly #schedule: TurnSchedule
  readonly #load: LoadWatch
  readonly #members = new Map<string, PacedCamera>()
  #cancelGlance: Cancel | null = null

  /**
   * Turns come by `clock`; the glances also by the page's own, which goes on when the other stops. `around` is given what is
   * done at one moment.
   */
  constructor(
    intervalMs: number,
    clock: Clock,
    pageClock: Clock,
    around: (turns: () => void) => void = (turns) => turns(),
  ) {
    this.intervalMs = intervalMs
    this.#clock = clock
    this.#pageClock = pageClock
    this.#schedule = new TurnSchedule(clock, { size: CAMERAS_AT_ONCE, around })
    this.#load = new LoadWatch(clock.monotonicMs(), () => this.#tellLess())
  }

  /** Whether this tab does not keep up at present. */
  get isBehind(): boolean {
    return this.#load.isBehind(this.#clock.monotonicMs())
  }

  /** The steps by which the tab does with less, in the order in which they were taken. */
  get less(): readonly LessStep[] {
    return this.#load.steps
  }

  readonly isLess = (step: LessStep): boolean => this.#load.steps.includes(step)

  /** The pace of a camera that is not watched. */
  get fullPace(): Pace {
    return { intervalMs: this.intervalMs, analysisWidth: ANALYSIS_WIDTH, droppedChecks: 0, less: [] }
  }

  /** Frames wait for an encoder. */
  readonly noteEncoderBehind = (): void => this.#load.noteEncoderBehind(this.#clock.monotonicMs())

  /** A camera joins once until it leaves. */
  join(cameraId: string, camera: PacedCamera): PacerSeat {
    this.#members.set(cameraId, camera)
    this.#load.join(cameraId, this.#clock.monotonicMs())
    const seat = this.#schedule.join(this.intervalMs, (dueAtMs, missedTurns) => {
      const nowMs = this.#clock.monotonicMs()
      this.#load.noteTurn(nowMs - dueAtMs, nowMs)
      camera.onTurn(dueAtMs, missedTurns)
      this.#glance()
    })
    this.#glanceLater()
    return {
      note: ({ isOnTime }) => this.#load.noteCheck(cameraId, isOnTime, this.#clock.monotonicMs()),
      leave: () => {
        seat.leave()
        if (this.#members.get(cameraId) !== camera) return
        this.#members.delete(cameraId)
        this.#load.leave(cameraId, this.#clock.monotonicMs())
        if (this.#members.size === 0) this.#cancelGlance?.()
      },
    }
  }

  #tellLess(): void {
    for (const camera of this.#members.values()) camera.onLess()
  }

  #glance(): void {
    for (const camera of this.#members.values()) camera.onGlance()
    this.#glanceLater()
  }

  /** Put off by every turn: a timer that never fires wakes nobody. */
  #glanceLater(): void {
    this.#cancelGlance?.()
    if (this.#members.size > 0) this.#cancelGlance = this.#pageClock.after(GLANCE_AFTER_MS, () => this.#glance())
  }
}
