import type { LabelGroup } from '../../lib/label'
import type { Clock } from '../clock'
import { LookBudget } from './look-budget'
import type { LookRequest, LookResult } from './naming-protocol'
import type { NamingPort } from './naming-worker-client'

/** A camera's frames are looked at four times a second at most (PERSON-01): a frame is looked at where one is checked. */
const CAMERA_PAUSE_MS = 250

/** How long a camera that was refused counts as waiting: it asks again at its next check. */
const WAITING_MS = 1_500

/** One camera's place among those that want their frames looked at. */
export interface LookSeat {
  /** Something moves: the detector gets ready, if it is not. */
  wake(): void
  /** Nothing moves: the detector may rehearse, and no camera waits for this one. */
  noteCalm(): void
  /** Whether the detector is on its way: frames that are kept can be looked at once it is there. */
  readonly isLoading: boolean
  /**
   * At how many parts of a frame it may look now, 0 to 2. Whoever hears of any says `look` next. `hasToConfirm`: somebody
   * was seen by one look and has no name if the next one comes too late.
   */
  mayLook(hasToConfirm: boolean): number
  /** The same right after a look, for the next frame that was kept: one look alone would have been in vain. */
  mayLookAgain(): number
  /** Takes the frame over; null where it was not looked at. Never rejects. */
  look(frame: VideoFrame, request: LookRequest): Promise<LookResult | null>
  leave(): void
}

interface Member {
  /** The detector is there. Resolves when this camera has looked at what it kept; never rejects. */
  readonly onReady: () => Promise<void>
  lookedAtMs: number
  /** When it was last refused although it was due. */
  wantedAtMs: number
  /** Whether it had somebody to confirm when it last asked. */
  hasToConfirm: boolean
}

/**
 * Shares one detector among the cameras of the tab: one frame at a time, nothing queues. Whoever has somebody to confirm is
 * next: after one such look it stands behind all others. Then whoever waited longest.
 */
export class LookTurns {
  readonly #port: NamingPort
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #areLooksGivenUp: () => boolean
  readonly #members = new Set<Member>()
  #holder: Member | null = null
  readonly #budget: LookBudget

  /** A tab that does with less gives up looks before it gives up anything of a check (LESS-01). */
  constructor(port: NamingPort, clock: Pick<Clock, 'monotonicMs'>, areLooksGivenUp: () => boolean) {
    this.#port = port
    this.#clock = clock
    this.#areLooksGivenUp = areLooksGivenUp
    this.#budget = new LookBudget(clock)
  }

  /** Whether the detector knows such things; what it does not know nobody has looked for. */
  canName(group: LabelGroup): boolean {
    return this.#port.canName(group)
  }

  /** The detector was loaded: frames that were kept for it are looked at, one camera's after the other's. */
  async noteReady(): Promise<void> {
    const inTurn = [...this.#members].sort(
      (a, b) => Number(a.lookedAtMs > b.lookedAtMs) - Number(a.lookedAtMs < b.lookedAtMs),
    )
    for (const { onReady } of inTurn) await onReady()
  }

  join(onReady: () => Promise<void>): LookSeat {
    const [lookedAtMs, wantedAtMs] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
    const member: Member = { onReady, lookedAtMs, wantedAtMs, hasToConfirm: false }
    const port = this.#port
    this.#members.add(member)
    return {
      get isLoading() {
        return port.isLoading
      },
      wake: () => {
        if (!this.#areLooksGivenUp()) this.#port.wake()
      },
      noteCalm: () => {
        member.wantedAtMs = Number.NEGATIVE_INFINITY
        if (!this.#areLooksGivenUp()) this.#port.noteCalm()
      },
      mayLook: (hasToConfirm) => this.#offer(member, hasToConfirm),
      mayLookAgain: () => this.#offerNext(member),
      look: (frame, request) => this.#look(member, frame, request),
      leave: () => {
        this.#members.delete(member)
      },
    }
  }

  #offerNext(member: Member): number {
    if (this.#areLooksGivenUp() || this.#holder !== null || !this.#port.isReady) return 0
    this.#holder = member
    return Math.max(1, this.#budget.affordable)
  }

  #offer(member: Member, hasToConfirm: boolean): number {
    const nowMs = this.#clock.monotonicMs()
    member.hasToConfirm = hasToConfirm
    if (this.#areLooksGivenUp() || nowMs < member.lookedAtMs + CAMERA_PAUSE_MS) return 0
    this.#port.wake()
    const looks = this.#holder === null && this.#port.isReady ? this.#budget.affordable : 0
    if (looks === 0 || this.#isOtherFirst(member, nowMs)) {
      member.wantedAtMs = nowMs
      return 0
    }
    this.#holder = member
    // When its frame is taken, not when the look is done: the next check is a third of a second from the last.
    member.lookedAtMs = nowMs
    return looks
  }

  #isOtherFirst(member: Member, nowMs: number): boolean {
    return [...this.#members].some((other) => nowMs - other.wantedAtMs < WAITING_MS && isBefore(other, member))
  }

  async #look(member: Member, frame: VideoFrame, request: LookRequest): Promise<LookResult | null> {
    member.wantedAtMs = Number.NEGATIVE_INFINITY
    const seen = await this.#port.look(frame, request)
    if (seen !== null) this.#budget.spend(seen.tookMs, seen.parts)
    if (this.#holder === member) this.#holder = null
    return seen
  }
}

function isBefore(a: Member, b: Member): boolean {
  return a.hasToConfirm === b.hasToConfirm ? a.lookedAtMs < b.lookedAtMs : a.hasToConfirm
}
