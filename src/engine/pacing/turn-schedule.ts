import type { Cancel, Clock } from '../clock'

/** `dueAtMs` on the clock's monotonic time; `missedTurns` passed unheard since the turn before. */
type OnTurn = (dueAtMs: number, missedTurns: number) => void

/** A member's place in the schedule. */
export interface Seat {
  setInterval(intervalMs: number): void
  leave(): void
}

/** Gives turns to members that share the machine, spread over the interval (ENG-10). */
export class TurnSchedule {
  readonly #clock: Clock
  readonly #seats: TurnSeat[] = []
  #epochMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The first turn comes after half an interval at the soonest; of the only member, after a whole one. */
  join(intervalMs: number, onTurn: OnTurn): Seat {
    if (this.#seats.length === 0) this.#epochMs = this.#clock.monotonicMs()
    const seat = new TurnSeat(this.#clock, this.#epochMs, intervalMs, onTurn, () => this.#leave(seat))
    this.#seats.push(seat)
    this.#spread()
    return seat
  }

  #leave(seat: TurnSeat): void {
    const index = this.#seats.indexOf(seat)
    if (index < 0) return
    this.#seats.splice(index, 1)
    this.#spread()
  }

  #spread(): void {
    for (const [index, seat] of this.#seats.entries()) seat.setShare(index / this.#seats.length)
  }
}

class TurnSeat implements Seat {
  readonly #clock: Clock
  readonly #epochMs: number
  readonly #onTurn: OnTurn
  readonly #onLeave: () => void
  #intervalMs: number
  #share = 0
  #lastMs: number
  #dueAtMs = 0
  #cancel: Cancel = () => undefined

  constructor(clock: Clock, epochMs: number, intervalMs: number, onTurn: OnTurn, onLeave: () => void) {
    this.#clock = clock
    this.#epochMs = epochMs
    this.#intervalMs = intervalMs
    this.#onTurn = onTurn
    this.#onLeave = onLeave
    this.#lastMs = clock.monotonicMs()
  }

  setInterval(intervalMs: number): void {
    if (intervalMs === this.#intervalMs) return
    this.#intervalMs = intervalMs
    this.#moveTurn()
  }

  setShare(share: number): void {
    this.#share = share
    this.#moveTurn()
  }

  leave(): void {
    this.#cancel()
    this.#onLeave()
  }

  /** To the new grid; a shorter interval does not make the next turn an overdue one. */
  #moveTurn(): void {
    const latestMs = this.#clock.monotonicMs() - this.#intervalMs / 2
    this.#await(this.#turnAfter(Math.max(this.#lastMs, latestMs)))
  }

  #turnAfter(lastMs: number): number {
    return nextTurnMs({ epochMs: this.#epochMs, intervalMs: this.#intervalMs, share: this.#share }, lastMs)
  }

  #await(dueAtMs: number): void {
    this.#cancel()
    this.#dueAtMs = dueAtMs
    this.#cancel = this.#clock.after(Math.max(0, dueAtMs - this.#clock.monotonicMs()), this.#takeFirst)
  }

  /** From here on one repeating timer serves: a timer of its own for each turn would cost a message more. */
  readonly #takeFirst = (): void => {
    this.#cancel = this.#clock.every(this.#intervalMs, this.#take)
    this.#take()
  }

  readonly #take = (): void => {
    const dueAtMs = this.#dueAtMs
    const nowMs = this.#clock.monotonicMs()
    const nextMs = this.#turnAfter(dueAtMs)
    const missedTurns = passedTurns(this.#intervalMs, nextMs, nowMs)
    this.#lastMs = dueAtMs
    this.#dueAtMs = nextMs + missedTurns * this.#intervalMs
    // Set before the turn is told: whoever is told may leave.
    if (isAstray(nowMs - dueAtMs - missedTurns * this.#intervalMs, this.#intervalMs)) this.#await(this.#dueAtMs)
    this.#onTurn(dueAtMs, missedTurns)
  }
}

/** Repeating timers drift, and jump when the machine slept: then they are set anew on the grid. */
function isAstray(offsetMs: number, intervalMs: number): boolean {
  return Math.abs(offsetMs) > intervalMs / 8
}

/** When one of several members has its turns: every interval, each at its own share of it, so that none collide. */
interface TurnGrid {
  /** A moment from which turns are counted, the same for all members. */
  readonly epochMs: number
  readonly intervalMs: number
  /** 0 to below 1: member i of n has i / n. */
  readonly share: number
}

/**
 * The turn that follows one at `lastMs`. At least half an interval later, also when the grid has changed since, so
 * that cameras that come and go never push two checks of another together.
 */
export function nextTurnMs(grid: TurnGrid, lastMs: number): number {
  const firstMs = grid.epochMs + grid.share * grid.intervalMs
  const earliestMs = lastMs + grid.intervalMs / 2
  return firstMs + Math.ceil((earliestMs - firstMs) / grid.intervalMs) * grid.intervalMs
}

/** How many turns from `turnMs` on have passed by now, as when the page was blocked. */
export function passedTurns(intervalMs: number, turnMs: number, nowMs: number): number {
  return nowMs < turnMs ? 0 : Math.floor((nowMs - turnMs) / intervalMs) + 1
}
