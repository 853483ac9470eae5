import type { Cancel, Clock } from '../clock'

/** `dueAtMs` on the clock's monotonic time; `missedTurns` passed unheard since the turn before. */
type OnTurn = (dueAtMs: number, missedTurns: number) => void

/** A member's place in the schedule. */
export interface Seat {
  setInterval(intervalMs: number): void
  leave(): void
}

export interface TurnGroups {
  /** How many members have their turns at one moment: each moment wakes the page, however much is done at it. */
  readonly size: number
  /** Called at each moment with all that is done at it. */
  readonly around: (turns: () => void) => void
}

const alone: TurnGroups = { size: 1, around: (turns) => turns() }

/** Gives turns to members that share the machine, by one timer for all, in groups spread over the interval (ENG-10). */
export class TurnSchedule {
  readonly #clock: Clock
  readonly #groups: TurnGroups
  readonly #seats: TurnSeat[] = []
  #epochMs = 0
  #cancel: Cancel = () => undefined

  constructor(clock: Clock, groups: TurnGroups = alone) {
    this.#clock = clock
    this.#groups = groups
  }

  /** The first turn comes after half an interval at the soonest; of the only member, after a whole one. */
  join(intervalMs: number, onTurn: OnTurn): Seat {
    const nowMs = this.#clock.monotonicMs()
    if (this.#seats.length === 0) this.#epochMs = nowMs
    const seat = new TurnSeat({ epochMs: this.#epochMs, intervalMs }, nowMs, onTurn)
    this.#seats.push(seat)
    this.#spread()
    return {
      setInterval: (wantedMs) => {
        if (wantedMs === seat.intervalMs || !this.#seats.includes(seat)) return
        seat.move({ intervalMs: wantedMs, share: seat.share }, this.#clock.monotonicMs())
        this.#await()
      },
      leave: () => {
        const index = this.#seats.indexOf(seat)
        if (index < 0) return
        this.#seats.splice(index, 1)
        this.#spread()
      },
    }
  }

  #spread(): void {
    const { size } = this.#groups
    const groups = Math.ceil(this.#seats.length / size)
    for (const [index, seat] of this.#seats.entries()) {
      const share = Math.floor(index / size) / groups
      seat.move({ intervalMs: seat.intervalMs, share }, this.#clock.monotonicMs())
    }
    this.#await()
  }

  /** Between two moments, where they are evenly spaced; null where members differ in their intervals. */
  get #stepMs(): number | null {
    const [first] = this.#seats
    if (first === undefined || this.#seats.some(({ intervalMs }) => intervalMs !== first.intervalMs)) return null
    return first.intervalMs / Math.ceil(this.#seats.length / this.#groups.size)
  }

  #await(): void {
    this.#cancel()
    this.#cancel = () => undefined
    if (this.#seats.length === 0) return
    const dueAtMs = Math.min(...this.#seats.map((seat) => seat.dueAtMs))
    this.#cancel = this.#clock.after(Math.max(0, dueAtMs - this.#clock.monotonicMs()), this.#takeFirst)
  }

  /** From here on one repeating timer serves: a timer of its own for each moment would cost a message more. */
  readonly #takeFirst = (): void => {
    const stepMs = this.#stepMs
    if (stepMs !== null) this.#cancel = this.#clock.every(stepMs, this.#take)
    this.#take()
    if (stepMs === null) this.#await()
  }

  readonly #take = (): void => {
    const nowMs = this.#clock.monotonicMs()
    const due = this.#seats.filter((seat) => seat.dueAtMs - nowMs <= this.#earlyMs(seat))
    // Set before the turns are told: whoever is told may leave.
    const turns = due.map((seat) => ({ seat, ...seat.take(nowMs) }))
    // Repeating timers drift, and jump when the machine slept: then they are set anew on the grid.
    if (turns.some(({ offsetMs, seat }) => Math.abs(offsetMs) > seat.intervalMs / 8)) this.#await()
    if (turns.length === 0) return
    this.#groups.around(() => {
      for (const { seat, dueAtMs, missedTurns } of turns) {
        if (this.#seats.includes(seat)) seat.onTurn(dueAtMs, missedTurns)
      }
    })
  }

  /** A timer may be a little early, never so much that it takes the turn of the next moment. */
  #earlyMs({ intervalMs }: TurnSeat): number {
    return Math.min(intervalMs / 8, (this.#stepMs ?? intervalMs) / 2)
  }
}

class TurnSeat {
  readonly onTurn: OnTurn
  #grid: TurnGrid
  #lastMs: number
  #dueAtMs = 0

  constructor(grid: Omit<TurnGrid, 'share'>, nowMs: number, onTurn: OnTurn) {
    this.#grid = { ...grid, share: 0 }
    this.#lastMs = nowMs
    this.onTurn = onTurn
  }

  get intervalMs(): number {
    return this.#grid.intervalMs
  }

  get share(): number {
    return this.#grid.share
  }

  get dueAtMs(): number {
    return this.#dueAtMs
  }

  /** To another place of the grid; a shorter interval does not make the next turn an overdue one. */
  move(place: Pick<TurnGrid, 'intervalMs' | 'share'>, nowMs: number): void {
    this.#grid = { ...this.#grid, ...place }
    this.#dueAtMs = nextTurnMs(this.#grid, Math.max(this.#lastMs, nowMs - place.intervalMs / 2))
  }

  /** Goes on to the turn after. */
  take(nowMs: number): { readonly dueAtMs: number; readonly missedTurns: number; readonly offsetMs: number } {
    const { intervalMs } = this.#grid
    const dueAtMs = this.#dueAtMs
    const nextMs = nextTurnMs(this.#grid, dueAtMs)
    const missedTurns = passedTurns(intervalMs, nextMs, nowMs)
    this.#lastMs = dueAtMs
    this.#dueAtMs = nextMs + missedTurns * intervalMs
    return { dueAtMs, missedTurns, offsetMs: nowMs - dueAtMs - missedTurns * intervalMs }
  }
}

/** When one of several members has its turns: every interval, each at its own share of it, so that none collide. */
interface TurnGrid {
  /** A moment from which turns are counted, the same for all members. */
  readonly epochMs: number
  readonly intervalMs: number
  /** 0 to below 1: group i of n has i / n. */
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
