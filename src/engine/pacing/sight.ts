/** Whether a camera that watches for motion sees. Also `seeing` while motion is off: nothing is looked for. */
export type Sight =
  | { readonly phase: 'seeing' }
  /** No check was made for 4 s; goes back to seeing by itself. */
  | { readonly phase: 'paused'; readonly why: PauseCause }
  /** The source repeats one picture. */
  | { readonly phase: 'frozen' }

export type PauseCause =
  /** The camera delivers nothing. */
  | 'no-frames'
  /** The browser does not let the checks run in time. */
  | 'throttled'
  /** Frames come, and nothing here can measure them. */
  | 'unmeasurable'

export const seeing: Sight = { phase: 'seeing' }
const frozen: Sight = { phase: 'frozen' }
const paused: Readonly<Record<PauseCause, Sight>> = {
  'no-frames': { phase: 'paused', why: 'no-frames' },
  throttled: { phase: 'paused', why: 'throttled' },
  unmeasurable: { phase: 'paused', why: 'unmeasurable' },
}

/** Without a check for longer, a camera has paused; looked at every second, so that it shows within 5 s (ENG-12). */
export const PAUSE_LIMIT_MS = 4_000

/** Longest time that a live picture may repeat: sensors are never without noise. */
const REPEAT_LIMIT_MS = 10_000

/** Follows the checks of one camera and tells at any moment whether it sees. */
export class SightLog {
  #turnAtMs: number
  #seenAtMs: number
  #repeatsSinceMs: number | null = null
  /** What would be missing if nothing came from here on. */
  #missing: PauseCause = 'throttled'

  constructor(nowMs: number) {
    this.#turnAtMs = nowMs
    this.#seenAtMs = nowMs
  }

  /** A check came due. */
  noteTurn(nowMs: number): void {
    this.#turnAtMs = nowMs
  }

  /** A check waits for the camera's next frame. */
  noteAsked(): void {
    this.#missing = 'no-frames'
  }

  /** A frame was handed to the worker. */
  noteHandedOver(): void {
    this.#missing = 'throttled'
  }

  noteUnmeasurable(): void {
    this.#missing = 'unmeasurable'
  }

  noteSeen(isRepeat: boolean, nowMs: number): void {
    this.#seenAtMs = nowMs
    if (!isRepeat) this.#repeatsSinceMs = null
    else this.#repeatsSinceMs ??= nowMs
  }

  at(nowMs: number): Sight {
    if (nowMs - this.#seenAtMs > PAUSE_LIMIT_MS) {
      const hasTurns = nowMs - this.#turnAtMs <= PAUSE_LIMIT_MS
      return paused[hasTurns ? this.#missing : 'throttled']
    }
    return nowMs - (this.#repeatsSinceMs ?? nowMs) >= REPEAT_LIMIT_MS ? frozen : seeing
  }
}
