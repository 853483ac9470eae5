import type { Cancel, Clock } from '../clock'

interface Ticking {
  readonly callbacks: Set<{ readonly call: () => void }>
  readonly cancel: Cancel
}

/**
 * The same time, with one timer for all repeating timers of one length: four cameras that each look every 5 s would wake the
 * page four times for it (LESS-07). Who joins may have the first tick sooner than after a whole interval.
 */
export function sharedTicks(clock: Clock): Clock {
  const all = new Map<number, Ticking>()
  const start = (intervalMs: number): Ticking => {
    const callbacks: Ticking['callbacks'] = new Set()
    const cancel = clock.every(intervalMs, () => {
      // Whoever is called may leave, or have others leave.
      for (const one of [...callbacks]) if (callbacks.has(one)) one.call()
    })
    return { callbacks, cancel }
  }
  return {
    nowMs: () => clock.nowMs(),
    monotonicMs: () => clock.monotonicMs(),
    after: (delayMs, callback) => clock.after(delayMs, callback),
    every(intervalMs, call) {
      const ticking = all.get(intervalMs) ?? start(intervalMs)
      all.set(intervalMs, ticking)
      const own = { call }
      ticking.callbacks.add(own)
      return () => {
        if (!ticking.callbacks.delete(own) || ticking.callbacks.size > 0) return
        ticking.cancel()
        all.delete(intervalMs)
      }
    },
  }
}
