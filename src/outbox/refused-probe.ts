import type { After } from '../lib/time-limit'
import { type ClipDelivery, type DeliveryPorts, markUntried } from './clip-delivery'
import { uploaderLock } from './exclusive'
import type { ClipEntry } from './waiting-clip'

/** Each probe uploads a whole clip. */
export const PROBE_INTERVAL_MS = 15 * 60_000

export interface RefusedProbePorts extends Pick<DeliveryPorts, 'store' | 'locks' | 'onError'> {
  readonly after: After
  /** The refused clips of the workspace that is signed in to, oldest first. */
  readonly refused: () => Promise<readonly ClipEntry[]>
  readonly onProbed: (outcome: 'taken' | 'still-refused') => void
}

/**
 * Tries the clips that are refused for now in turn, as long as there are any; the others follow once the hub takes one.
 * So a new month, room made on the hub or another plan needs nobody to come by.
 */
export class RefusedProbe {
  readonly #ports: RefusedProbePorts
  readonly #delivery: ClipDelivery
  readonly #signal: AbortSignal
  #cancel: (() => void) | null = null
  /** Those whose turn is still to come in this round. */
  #round: ReadonlySet<string> = new Set()

  constructor(ports: RefusedProbePorts, delivery: ClipDelivery, signal: AbortSignal) {
    this.#ports = ports
    this.#delivery = delivery
    this.#signal = signal
    signal.addEventListener('abort', () => this.#cancel?.())
  }

  /** Plans the next probe where there is something to try, and none is planned yet. */
  async plan(): Promise<void> {
    if (this.#cancel !== null || (await this.#passing()).length === 0) return
    // Meanwhile it may have been planned, or all may have ended.
    if (this.#cancel !== null || this.#signal.aborted) return
    this.#cancel = this.#ports.after(PROBE_INTERVAL_MS, () => {
      this.#cancel = null
      void this.#probe()
    })
  }

  async #probe(): Promise<void> {
    const { locks, onError } = this.#ports
    try {
      await locks.exclusively(uploaderLock, () => this.#tryNext(), this.#signal)
    } catch (error) {
      if (!this.#signal.aborted) onError(error)
    }
    if (!this.#signal.aborted) await this.plan().catch(onError)
  }

  async #tryNext(): Promise<void> {
    const { onProbed } = this.#ports
    const passing = await this.#passing()
    const next = this.#nextOf(passing)
    if (next === undefined) return
    const result = await this.#delivery.deliver(next)
    if (this.#signal.aborted) return
    if (result?.kind !== 'delivered') return onProbed('still-refused')
    const others = passing.filter(({ id }) => id !== next.id)
    await markUntried(this.#ports, others)
    onProbed('taken')
  }

  /** One that came in mid-round was refused only just: were it to join, a busy camera's round would never end. */
  #nextOf(passing: readonly ClipEntry[]): ClipEntry | undefined {
    const left = passing.filter(({ id }) => this.#round.has(id))
    const [next, ...others] = left.length > 0 ? left : passing
    this.#round = new Set(others.map(({ id }) => id))
    return next
  }

  async #passing(): Promise<ClipEntry[]> {
    return (await this.#ports.refused()).filter(({ isRefusedForNow }) => isRefusedForNow)
  }
}
