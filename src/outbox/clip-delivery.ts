import type { ClipStore } from './clip-store'
import { type ClipLocks, clipLock } from './exclusive'
import type { ClipEntry, DeliveryResult, Refusal, WaitingClip } from './waiting-clip'

export interface DeliveryPorts {
  readonly store: ClipStore
  readonly locks: ClipLocks
  /** Sends one clip; has its own time limit. */
  readonly deliver: (clip: WaitingClip, signal: AbortSignal) => Promise<DeliveryResult>
  readonly nowMs: () => number
  /** For the log: a delivery run broke off. */
  readonly onError: (error: unknown) => void
}

/** The disk may give it back another time. */
const unreadable: DeliveryResult = { kind: 'postponed', because: 'trouble' }

/** Delivers one clip at a time under its lock, and enters in the store what became of it. */
export class ClipDelivery {
  readonly #ports: DeliveryPorts
  readonly #signal: AbortSignal
  #deliveringId: string | null = null

  constructor(ports: DeliveryPorts, signal: AbortSignal) {
    this.#ports = ports
    this.#signal = signal
  }

  isDelivering(id: string): boolean {
    return id === this.#deliveringId
  }

  /** null where the clip has left meanwhile. Rejects where the store does, or the signal ends the wait for the lock. */
  async deliver(entry: ClipEntry): Promise<DeliveryResult | null> {
    const { store, locks, deliver, nowMs } = this.#ports
    let result: DeliveryResult | null = null
    this.#deliveringId = entry.id
    const delivering = async () => {
      const clip = await this.#read(entry.id)
      if (clip === null) return
      // One damaged record must not stop the others.
      result = clip === 'unreadable' ? unreadable : await deliver(clip, this.#signal)
      if (result.kind === 'delivered') await store.remove(entry, { kind: 'delivered', atMs: nowMs() })
      if (result.kind === 'refused') await markRefused(store, entry.id, result)
    }
    try {
      await locks.exclusively(clipLock(entry.id), delivering, this.#signal)
    } finally {
      this.#deliveringId = null
    }
    return result
  }

  async #read(id: string): Promise<WaitingClip | null | 'unreadable'> {
    try {
      return await this.#ports.store.get(id)
    } catch (error) {
      this.#ports.onError(error)
      return 'unreadable'
    }
  }
}

/** Keeps why the hub will not take a clip; null: it may be tried again. */
async function markRefused(store: ClipStore, id: string, refusal: Refusal | null): Promise<void> {
  const clip = await store.get(id)
  if (clip === null) return
  await store.put({ ...clip, refusal: refusal?.reason ?? null, isRefusedForNow: refusal?.isForNow ?? false })
}

/** Has these tried again. What the disk does not give back stays refused, and holds up no other. */
export async function markUntried(
  { store, onError }: Pick<DeliveryPorts, 'store' | 'onError'>,
  clips: readonly ClipEntry[],
): Promise<void> {
  for (const { id } of clips) await markRefused(store, id, null).catch(onError)
}
