import type { Clock } from '../clock'
import type { LookWish, PersonLook } from './person-protocol'
import type { PersonPort } from './person-worker'

/** A camera's frames are looked at four times a second at most (PERSON-01): a frame is looked at where one is checked. */
const CAMERA_PAUSE_MS = 250

/** The detector rests for so many times what a look took: at most a quarter of one core (PERSON-01). */
const REST_SHARE = 3

/** A camera that was refused counts as waiting for so long: it asks again at its next check. */
const WAITING_MS = 1_500

/** One camera's place among those that want their frames looked at. */
export interface PersonSeat {
  /** Whether a frame may be looked at now. Whoever hears yes says `look` or `pass` next. */
  mayLook(): boolean
  /** Takes the frame over; null where it was not looked at. Never rejects. */
  look(frame: VideoFrame, wish: LookWish): Promise<PersonLook | null>
  /** The frame is not worth a look after all. */
  pass(): void
  leave(): void
}

interface Member {
  lookedAtMs: number
  /** When it was last refused although it was due. */
  wantedAtMs: number
}

/** Shares one detector among the cameras of the tab: one frame at a time, nothing queues, whoever waited longest is next. */
export class PersonTurns {
  readonly #port: PersonPort
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #areChecksLate: () => boolean
  readonly #members = new Set<Member>()
  #holder: Member | null = null
  #restsUntilMs = Number.NEGATIVE_INFINITY

  /** While checks are late, nobody looks: detection of motion comes first. */
  constructor(port: PersonPort, clock: Pick<Clock, 'monotonicMs'>, areChecksLate: () => boolean) {
    this.#port = port
    this.#clock = clock
    this.#areChecksLate = areChecksLate
  }

  join(): PersonSeat {
    const member: Member = { lookedAtMs: Number.NEGATIVE_INFINITY, wantedAtMs: Number.NEGATIVE_INFINITY }
    this.#members.add(member)
    return {
      mayLook: () => this.#offer(member),
      look: (frame, wish) => this.#look(member, frame, wish),
      pass: () => {
        if (this.#holder === member) this.#holder = null
      },
      leave: () => {
        this.#members.delete(member)
      },
    }
  }

  #offer(member: Member): boolean {
    const nowMs = this.#clock.monotonicMs()
    if (this.#areChecksLate() || nowMs < member.lookedAtMs + CAMERA_PAUSE_MS) return false
    this.#port.wake()
    const isFree = this.#holder === null && this.#port.isReady && nowMs >= this.#restsUntilMs
    if (!isFree || this.#isOtherFirst(member, nowMs)) {
      member.wantedAtMs = nowMs
      return false
    }
    this.#holder = member
    return true
  }

  #isOtherFirst(member: Member, nowMs: number): boolean {
    return [...this.#members].some(
      (other) => nowMs - other.wantedAtMs < WAITING_MS && other.lookedAtMs < member.lookedAtMs,
    )
  }

  async #look(member: Member, frame: VideoFrame, wish: LookWish): Promise<PersonLook | null> {
    member.wantedAtMs = Number.NEGATIVE_INFINITY
    const seen = await this.#port.look(frame, wish)
    member.lookedAtMs = this.#clock.monotonicMs()
    this.#restsUntilMs = member.lookedAtMs + REST_SHARE * (seen?.tookMs ?? 0)
    if (this.#holder === member) this.#holder = null
    return seen
  }
}
