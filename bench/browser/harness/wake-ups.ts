import { commandLine, processTree, readParents, threadIds, threadName, threadSleeps } from '../../processes'
import { type Part, partOf, parts } from './thread-times'

/** How often each thread was woken since it started, by its id. */
export type WakeUpsNow = ReadonlyMap<number, { readonly part: Part; readonly count: number }>

/** Reads /proc, so Linux only. A thread that goes to sleep by itself waits for something, and is woken by it. */
export function wakeUpsOf(rootPid: number): WakeUpsNow {
  const threads = new Map<number, { part: Part; count: number }>()
  for (const pid of processTree(rootPid, readParents())) {
    const command = commandLine(pid)
    for (const tid of threadIds(pid)) {
      const name = tid === pid ? null : threadName(pid, tid)
      threads.set(tid, { part: partOf(command, name), count: threadSleeps(pid, tid) })
    }
  }
  return threads
}

/** By whose threads; those that ended in between are left out. */
export function wakeUpsBetween(start: WakeUpsNow, end: WakeUpsNow): Record<Part, number> {
  const sums = Object.fromEntries(parts.map((part) => [part, 0])) as Record<Part, number>
  for (const [tid, { part, count }] of end) sums[part] += count - (start.get(tid)?.count ?? 0)
  return sums
}
