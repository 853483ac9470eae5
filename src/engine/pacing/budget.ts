import { Punctuality } from './punctuality'

/** Checks late for so long on end: the machine is over its budget (ENG-09). */
const LATE_LIMIT_MS = 10_000

/** All on time for so long: the machine may have room again. */
const FIRST_WAIT_MS = 30_000

/** A step up that has to be taken back within this failed. */
const TRIAL_MS = 30_000
const LONGEST_WAIT_MS = 600_000

/** A camera without checks for so long has paused: it says nothing about the machine. */
const HEARD_WITHIN_MS = 4_000

/** How much one check counts in the mean lateness. */
const LATENESS_WEIGHT = 0.1

interface Member {
  readonly cameraId: string
  readonly punctuality: Punctuality
  /** 0 is the full pace. */
  level: number
  heardAtMs: number
  meanLatenessMs: number
}

/** One check that was made, or left out because the one before was not done. */
export interface NotedCheck {
  readonly isOnTime: boolean
  readonly latenessMs: number
}

/**
 * Keeps the checks of all cameras within what the machine can do: one camera at a time goes down a step while checks
 * are late, and up again while all are on time. A step up that fails makes the next wait twice as long.
 */
export class Budget {
  readonly #lowestLevel: number
  readonly #onLevel: (cameraId: string, level: number) => void
  readonly #members = new Map<string, Member>()
  #waitMs = FIRST_WAIT_MS
  /** The last step up, while it is on trial. */
  #raisedAtMs: number | null = null

  constructor(lowestLevel: number, onLevel: (cameraId: string, level: number) => void) {
    this.#lowestLevel = lowestLevel
    this.#onLevel = onLevel
  }

  /** Whether checks of some camera are late now. */
  isLate(nowMs: number): boolean {
    for (const member of this.#members.values()) {
      if (member.punctuality.isLate && isHeard(member, nowMs)) return true
    }
    return false
  }

  join(cameraId: string, nowMs: number): void {
    const punctuality = new Punctuality(nowMs)
    this.#members.set(cameraId, { cameraId, punctuality, level: 0, heardAtMs: nowMs, meanLatenessMs: 0 })
  }

  leave(cameraId: string): void {
    this.#members.delete(cameraId)
    // What failed with that camera may do without it.
    this.#waitMs = FIRST_WAIT_MS
  }

  note(cameraId: string, check: NotedCheck, nowMs: number): void {
    const member = this.#members.get(cameraId)
    if (member === undefined) return
    member.heardAtMs = nowMs
    member.meanLatenessMs += LATENESS_WEIGHT * (check.latenessMs - member.meanLatenessMs)
    member.punctuality.note(check.isOnTime, nowMs)
    if (this.#raisedAtMs !== null && nowMs - this.#raisedAtMs > TRIAL_MS) this.#endTrial(FIRST_WAIT_MS)
    const overstrained = this.#nextToLower(nowMs)
    if (overstrained !== null) {
      if (this.#raisedAtMs !== null) this.#endTrial(Math.min(LONGEST_WAIT_MS, 2 * this.#waitMs))
      return this.#move(overstrained, overstrained.level + 1, nowMs)
    }
    const relieved = this.#nextToRaise(nowMs)
    if (relieved === null) return
    this.#raisedAtMs = nowMs
    this.#move(relieved, relieved.level - 1, nowMs)
  }

  /** Of the cameras that are late for long enough the least reduced one; among equals the latest. */
  #nextToLower(nowMs: number): Member | null {
    let next: Member | null = null
    for (const member of this.#members.values()) {
      const { level, meanLatenessMs, punctuality } = member
      const isDue = punctuality.lateForMs(nowMs) >= LATE_LIMIT_MS && isHeard(member, nowMs)
      if (!isDue || level === this.#lowestLevel) continue
      const isFirst = next === null || level < next.level
      if (isFirst || (level === next?.level && meanLatenessMs > next.meanLatenessMs)) next = member
    }
    return next
  }

  /** The most reduced camera, once all have been on time for the wait. */
  #nextToRaise(nowMs: number): Member | null {
    let next: Member | null = null
    for (const member of this.#members.values()) {
      if (isHeard(member, nowMs) && member.punctuality.onTimeForMs(nowMs) < this.#waitMs) return null
      if (member.level > (next?.level ?? 0)) next = member
    }
    return next
  }

  #move(member: Member, level: number, nowMs: number): void {
    member.level = level
    for (const { punctuality } of this.#members.values()) punctuality.restart(nowMs)
    this.#onLevel(member.cameraId, level)
  }

  #endTrial(waitMs: number): void {
    this.#raisedAtMs = null
    this.#waitMs = waitMs
  }
}

function isHeard(member: Member, nowMs: number): boolean {
  return nowMs - member.heardAtMs <= HEARD_WITHIN_MS
}
