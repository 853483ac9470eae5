import { readdirSync, readFileSync } from 'node:fs'

/** CPU that a browser has used since it started, in milliseconds. */
export interface ProcessTimes {
  /** All threads of all its processes. */
  readonly all: number
  /** The main threads of its renderers: where pages run. */
  readonly main: number
  /** The threads of dedicated workers. */
  readonly worker: number
}

/** Linux counts process time in hundredths of a second. */
const MS_PER_TICK = 10

/** Reads /proc, so Linux only. Threads are counted in nanoseconds, processes in ticks (with their ended threads). */
export function processTimesOf(rootPid: number): ProcessTimes {
  let [all, main, worker] = [0, 0, 0]
  for (const pid of processTree(rootPid, readParents())) {
    all += processMs(pid)
    if (!isRenderer(pid)) continue
    main += threadMs(pid, pid)
    for (const tid of workerThreads(pid)) worker += threadMs(pid, tid)
  }
  return { all, main, worker }
}

/** CPU of each thread of a dedicated worker since it started, in milliseconds, by the thread's id. */
export function workerTimesOf(rootPid: number): Map<number, number> {
  const renderers = processTree(rootPid, readParents()).filter(isRenderer)
  return new Map(renderers.flatMap((pid) => workerThreads(pid).map((tid) => [tid, threadMs(pid, tid)] as const)))
}

export function timesBetween(start: ProcessTimes, end: ProcessTimes): ProcessTimes {
  return { all: end.all - start.all, main: end.main - start.main, worker: end.worker - start.worker }
}

/** The process and all below it. */
export function processTree(root: number, parents: ReadonlyMap<number, number>): number[] {
  const tree = [root]
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child)
  return tree
}

/** Every process of this machine, and which one started it. */
export function readParents(): Map<number, number> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return new Map(
    pids.flatMap((pid) => {
      const [, parent] = statFields(`/proc/${pid}/stat`)
      return parent === undefined ? [] : [[Number(pid), Number(parent)] as const]
    }),
  )
}

function processMs(pid: number): number {
  const fields = statFields(`/proc/${pid}/stat`)
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * MS_PER_TICK
}

function threadMs(pid: number, tid: number): number {
  const [onCpuNs] = read(`/proc/${pid}/task/${tid}/schedstat`).split(' ')
  return Number(onCpuNs ?? 0) / 1e6
}

function isRenderer(pid: number): boolean {
  return read(`/proc/${pid}/cmdline`).includes('--type=renderer')
}

function workerThreads(pid: number): number[] {
  const threads = list(`/proc/${pid}/task`).map(Number)
  return threads.filter((tid) => read(`/proc/${pid}/task/${tid}/comm`).startsWith('DedicatedWorker'))
}

/** What follows the name, which may hold blanks and brackets: state, parent, ... */
export function statFields(file: string): string[] {
  const text = read(file)
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** Empty where the process has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
