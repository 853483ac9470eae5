import type { Cancel, Clock } from '../clock'
import { Budget, type NotedCheck } from './budget'
import { type Pace, type PaceStep, paceSteps } from './pace-steps'
import { type Seat, TurnSchedule } from './turn-schedule'

/** How often the page's clock looks whether checks come. */
const GLANCE_INTERVAL_MS = 1_000

/** A camera whose checks are paced. */
export interface PacedCamera {
  /** A check is due; `missedTurns` passed unheard before it. */
  onTurn(dueAtMs: number, missedTurns: number): void
  /** The budget changed the step of its seat. */
  onStep(): void
  /** Time has passed: a moment to see whether checks still come. */
  onGlance(): void
}

export interface PacerSeat {
  readonly step: PaceStep
  /** What the budget is kept by. */
  note(check: NotedCheck): void
  leave(): void
}

interface Member {
  readonly camera: PacedCamera
  readonly seat: Seat
  step: PaceStep
}

/** Paces the checks of all cameras of the tab: gives them their turns, keeps the budget, and has them look up. */
export class CheckPacer {
  readonly #clock: Clock
  readonly #pageClock: Clock
  readonly #steps: readonly PaceStep[]
  readonly #schedule: TurnSchedule
  readonly #budget: Budget
  readonly #members = new Map<string, Member>()
  #cancelGlances: Cancel | null = null

  /** Turns come by `clock`; the glances also by the page's own, which goes on when the other stops. */
  constructor(baseIntervalMs: number, clock: Clock, pageClock: Clock) {
    this.#clock = clock
    this.#pageClock = pageClock
    this.#steps = paceSteps(baseIntervalMs)
    this.#schedule = new TurnSchedule(clock)
    this.#budget = new Budget(this.#steps.length - 1, (cameraId, level) => this.#onLevel(cameraId, level))
  }

  /** Whether checks are late at present: what is less important should wait. */
  get isLate(): boolean {
    return this.#budget.isLate(this.#clock.monotonicMs())
  }

  /** The pace of a camera that is not watched. */
  get fullPace(): Pace {
    return { ...this.#stepOf(0), droppedChecks: 0 }
  }

  /** A camera joins once until it leaves; at the full pace. */
  join(cameraId: string, camera: PacedCamera): PacerSeat {
    const step = this.#stepOf(0)
    const seat = this.#schedule.join(step.intervalMs, (dueAtMs, missedTurns) => {
      camera.onTurn(dueAtMs, missedTurns)
      this.#glance()
    })
    const member: Member = { camera, seat, step }
    this.#members.set(cameraId, member)
    this.#budget.join(cameraId, this.#clock.monotonicMs())
    this.#cancelGlances ??= this.#pageClock.every(GLANCE_INTERVAL_MS, () => this.#glance())
    return {
      get step() {
        return member.step
      },
      note: (check) => this.#budget.note(cameraId, check, this.#clock.monotonicMs()),
      leave: () => this.#leave(cameraId, member),
    }
  }

  #leave(cameraId: string, member: Member): void {
    member.seat.leave()
    if (this.#members.get(cameraId) !== member) return
    this.#members.delete(cameraId)
    this.#budget.leave(cameraId)
    if (this.#members.size > 0) return
    this.#cancelGlances?.()
    this.#cancelGlances = null
  }

  #onLevel(cameraId: string, level: number): void {
    const member = this.#members.get(cameraId)
    if (member === undefined) return
    member.step = this.#stepOf(level)
    member.seat.setInterval(member.step.intervalMs)
    member.camera.onStep()
  }

  #glance(): void {
    for (const { camera } of this.#members.values()) camera.onGlance()
  }

  #stepOf(level: number): PaceStep {
    const step = this.#steps[level]
    if (step === undefined) throw new RangeError(`There is no pace step ${level}.`)
    return step
  }
}
