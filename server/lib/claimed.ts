import { setTimeout as wait } from 'node:timers/promises'

/** A sender that has said nothing for this long is dead, and its message is sent again. */
export const CLAIM_MS = 120_000
/** What is written later may come after the next sender's claim. */
const SPARE_MS = 5_000
const AGAIN_AFTER_MS = 1_000

/**
 * Writes down that a claimed message has left. While the database does not take that it is tried again, as long as nobody
 * else may claim it: else it would be sent once more. `note` changes nothing where the claim is over. Rejects with its last failure.
 * @param claimedAtMs by `performance.now()`
 */
export async function noteWhileClaimed(
  note: () => Promise<unknown>,
  claimedAtMs: number,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      await note()
      return
    } catch (problem) {
      if (performance.now() > claimedAtMs + CLAIM_MS - SPARE_MS || signal.aborted) throw problem
      // A hub that stops tries once more.
      await wait(AGAIN_AFTER_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}
