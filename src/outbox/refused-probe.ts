import { MINUTE_MS } from '../lib/durations'
import type { After } from '../lib/time-limit'
import type { ClipDelivery, DeliveryPorts } from './clip-delivery'
import { uploaderLock } from './exclusive'
import type { ClipEntry, DeliveryResult } from './waiting-clip'

/** Each probe uploads a whole clip. */
export const PROBE_INTERVAL_MS = 15 * MINUTE_MS

export interface RefusedProbePorts extends Pick<DeliveryPorts, 'store' | 'locks' | 'onError'> {
  readonly after: After
  /** The refused clips of the workspace that is signed in to, oldest first. */
  readonly refused: () => Promise<readonly ClipEntry[]>
  readonly onProbed: (outcome: 'taken' | 'still-refused') => void
}

/**
 * Tries the clips that are refused for now, as long as there are any: the newest every other time, as plans keep it for
 * longest, the others in turn between. Once the hub takes one, the others follow one by one, those before it first, until it
 * refuses one again. What is new goes between them: each lets the lock go. So a new month, room made on the hub or another
 * plan needs nobody to come by.
 */
export class RefusedProbe {
  readonly #ports: RefusedProbePorts
  readonly #delivery: ClipDelivery
  readonly #signal: AbortSignal
  #cancel: (() => void) | null = null
  #isProbing = false
  #isNewestNext = true
  /** Those whose turn is still to come in this round, in its order. */
  #round: readonly string[] = []
  /** Whether the rest of the round follows at once, as one was taken. */
  #isFollowing = false

  constructor(ports: RefusedProbePorts, delivery: ClipDelivery, signal: AbortSignal) {
    this.#ports = ports
    this.#delivery = delivery
    this.#signal = signal
    signal.addEventListener('abort', () => this.#cancel?.())
  }

  /** Plans the next probe where there is something to try, and none is planned yet. */
  async plan(): Promise<void> {
    if (this.#isPlanned() || (await this.#passing()).length === 0) return
    // Meanwhile it may have been planned, or all may have ended.
    if (this.#isPlanned() || this.#signal.aborted) return
    const delayMs = this.#isFollowing ? 0 : PROBE_INTERVAL_MS
    this.#cancel = this.#ports.after(delayMs, () => {
      this.#cancel = null
      void this.#probe()
    })
  }

  /** Or under way: that plans the next. */
  #isPlanned(): boolean {
    return this.#cancel !== null || this.#isProbing
  }

  async #probe(): Promise<void> {
    const { locks, onError } = this.#ports
    this.#isProbing = true
    try {
      await locks.exclusively(uploaderLock, () => this.#tryNext(), this.#signal)
    } catch (error) {
      if (!this.#signal.aborted) onError(error)
    } finally {
      this.#isProbing = false
    }
    if (!this.#signal.aborted) await this.plan().catch(onError)
  }

  async #tryNext(): Promise<void> {
    const wasFollowing = this.#isFollowing
    this.#isFollowing = false
    const passing = (await this.#passing()).reverse()
    const next = wasFollowing || !this.#isNewestNext ? this.#nextOfRound(passing) : passing[0]
    if (next === undefined) return
    this.#isNewestNext = !wasFollowing && !this.#isNewestNext
    const result = await this.#delivery.deliver(next)
    if (this.#signal.aborted) return
    const isTaken = result?.kind === 'delivered'
    if (isTaken && !wasFollowing) this.#round = othersAfter(next, passing)
    this.#isFollowing = this.#round.length > 0 && (isTaken || (wasFollowing && isInTrouble(result)))
    this.#ports.onProbed(isTaken ? 'taken' : 'still-refused')
  }

  /** The newest has turns of its own. Of those, the newest first. */
  #nextOfRound(passing: readonly ClipEntry[]): ClipEntry | undefined {
    const [newest, ...older] = passing
    // One that came in mid-round was refused only just: were it to join, a busy camera's round would never end.
    const left = this.#round.filter((id) => passing.some((clip) => clip.id === id))
    const [nextId = newest?.id, ...others] = left.length > 0 ? left : idsOf(older)
    this.#round = others
    return passing.find(({ id }) => id === nextId)
  }

  async #passing(): Promise<ClipEntry[]> {
    return (await this.#ports.refused()).filter(({ isRefusedForNow }) => isRefusedForNow)
  }
}

/** The hub with this clip alone, or the disk: the others may fare better. */
function isInTrouble(result: DeliveryResult | null): boolean {
  return result?.kind === 'postponed' && result.because === 'trouble'
}

/** In their order, and round: those before it were refused before it was taken, or came since. */
function othersAfter({ id }: ClipEntry, clips: readonly ClipEntry[]): readonly string[] {
  const ids = idsOf(clips)
  const place = ids.indexOf(id)
  return [...ids.slice(place + 1), ...ids.slice(0, place)]
}

function idsOf(clips: readonly ClipEntry[]): string[] {
  return clips.map(({ id }) => id)
}
