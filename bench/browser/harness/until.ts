import { setTimeout as delay } from 'node:timers/promises'

const LOOK_AGAIN_MS = 1_000

/** Whether it came to be within the limit. */
export async function until(isSo: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  for (const startMs = performance.now(); performance.now() - startMs < limitMs; await delay(LOOK_AGAIN_MS)) {
    if (await isSo()) return true
  }
  return false
}
