import { type LessStep, lessSteps } from './less'
import { hopeful, type Load, nextLoad, noLoad } from './load'
import { Punctuality } from './punctuality'

/** Longest time since a check after which a camera still says something about the machine; then it has paused. */
const HEARD_WITHIN_MS = 4_000

/** How late a turn must come for the page's thread to count as held up. */
const LAG_LIMIT_MS = 100

/** An encoder says once a second that frames wait for it. */
const ENCODER_HEARD_WITHIN_MS = 1_500

interface Member {
  readonly punctuality: Punctuality
  heardAtMs: number
}

/**
 * Measures whether this tab keeps up: by its checks, by its turns (the page's event loop), and by frames that wait for an
 * encoder. What it does with less of follows from that (LESS-01, LESS-02).
 */
export class LoadWatch {
  readonly #onSteps: () => void
  readonly #members = new Map<string, Member>()
  readonly #loop = new Punctuality()
  #loopHeardAtMs = Number.NEGATIVE_INFINITY
  #encoderBehindAtMs = Number.NEGATIVE_INFINITY
  #load: Load
  #steps: readonly LessStep[] = []

  /** `onSteps`: they are others than before. */
  constructor(nowMs: number, onSteps: () => void) {
    this.#onSteps = onSteps
    this.#load = noLoad(nowMs)
  }

  /** The steps that are taken, in the order in which they were. */
  get steps(): readonly LessStep[] {
    return this.#steps
  }

  isBehind(nowMs: number): boolean {
    if (nowMs - this.#encoderBehindAtMs <= ENCODER_HEARD_WITHIN_MS) return true
    if (this.#loop.isLate && nowMs - this.#loopHeardAtMs <= HEARD_WITHIN_MS) return true
    for (const { punctuality, heardAtMs } of this.#members.values()) {
      if (punctuality.isLate && nowMs - heardAtMs <= HEARD_WITHIN_MS) return true
    }
    return false
  }

  join(cameraId: string, nowMs: number): void {
    this.#members.set(cameraId, { punctuality: new Punctuality(), heardAtMs: nowMs })
  }

  leave(cameraId: string, nowMs: number): void {
    this.#members.delete(cameraId)
    this.#move(this.#members.size === 0 ? noLoad(nowMs) : hopeful(this.#load))
  }

  /** A check was made, or left out because the one before was not done. */
  noteCheck(cameraId: string, isOnTime: boolean, nowMs: number): void {
    const member = this.#members.get(cameraId)
    if (member === undefined) return
    member.heardAtMs = nowMs
    member.punctuality.note(isOnTime)
    this.#move(nextLoad(this.#load, this.isBehind(nowMs), nowMs))
  }

  /** A turn came; `lagMs` is how much later than it was due. */
  noteTurn(lagMs: number, nowMs: number): void {
    this.#loopHeardAtMs = nowMs
    this.#loop.note(lagMs <= LAG_LIMIT_MS)
  }

  noteEncoderBehind(nowMs: number): void {
    this.#encoderBehindAtMs = nowMs
  }

  #move(load: Load): void {
    const hasMoved = load.taken !== this.#load.taken
    this.#load = load
    if (!hasMoved) return
    this.#steps = lessSteps.slice(0, load.taken)
    this.#onSteps()
  }
}
