import { commandLine, processMs, processTree, readParents, threadIds, threadMs, threadName } from '../../processes'

/**
 * Whose work a thread does. `main` is where the page's scripts run, `worker` where our workers do, `pool` holds the
 * threads that Chromium lends to both. The others play: frames of videos, compositing, the camera's file, the rest.
 */
export const parts = ['main', 'worker', 'pool', 'frames', 'gpu', 'capture', 'browser'] as const
export type Part = (typeof parts)[number]

/** The threads on which a page's own work runs. The others do the same whether anything is detected or not. */
export const ownParts = ['main', 'worker', 'pool'] as const satisfies readonly Part[]

/** A moment's count: of all processes in ticks, of each thread exactly. */
export interface TimesNow {
  readonly all: number
  readonly threads: ReadonlyMap<number, { readonly part: Part; readonly ms: number }>
}

/** CPU of a browser over a stretch, in milliseconds. */
export interface BrowserTimes {
  /** All threads of all its processes, those that ended too; good to 10 ms a process. */
  readonly all: number
  readonly parts: Readonly<Record<Part, number>>
}

/** Reads /proc, so Linux only. */
export function timesOf(rootPid: number): TimesNow {
  let all = 0
  const threads = new Map<number, { part: Part; ms: number }>()
  for (const pid of processTree(rootPid, readParents())) {
    all += processMs(pid)
    const command = commandLine(pid)
    for (const tid of threadIds(pid)) {
      const name = tid === pid ? null : threadName(pid, tid)
      threads.set(tid, { part: partOf(command, name), ms: threadMs(pid, tid) })
    }
  }
  return { all, threads }
}

/** A thread that ended in between is counted in `all` only. */
export function timesBetween(start: TimesNow, end: TimesNow): BrowserTimes {
  const sums = { main: 0, worker: 0, pool: 0, frames: 0, gpu: 0, capture: 0, browser: 0 }
  for (const [tid, { part, ms }] of end.threads) sums[part] += ms - (start.threads.get(tid)?.ms ?? 0)
  return { all: end.all - start.all, parts: sums }
}

/** CPU of each thread of a dedicated worker since it started, in milliseconds, by the thread's id. */
export function workerTimesOf(rootPid: number): Map<number, number> {
  const workers = [...timesOf(rootPid).threads].filter(([, { part }]) => part === 'worker')
  return new Map(workers.map(([tid, { ms }]) => [tid, ms]))
}

/** `name` is null for a process's main thread, which is called like its program. */
export function partOf(command: string, name: string | null): Part {
  if (command.includes('--type=gpu-process')) return 'gpu'
  if (command.includes('VideoCaptureService')) return 'capture'
  if (!command.includes('--type=renderer')) return 'browser'
  if (name === null) return 'main'
  if (name.startsWith('DedicatedWorker')) return 'worker'
  return name.startsWith('ThreadPool') ? 'pool' : 'frames'
}
