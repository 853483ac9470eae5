import { readdirSync, readFileSync } from 'node:fs'

/** What Linux tells of processes and their threads in /proc. Whatever has ended meanwhile reads as empty. */

/** Linux counts the time of processes in hundredths of a second. */
const MS_PER_TICK = 10

/** Every process of this machine, and which one started it. */
export function readParents(): Map<number, number> {
  const pids = listOf('/proc').filter((name) => /^\d+$/.test(name))
  return new Map(
    pids.flatMap((pid) => {
      const [, parent] = statFields(Number(pid))
      return parent === undefined ? [] : [[Number(pid), Number(parent)] as const]
    }),
  )
}

/** The process and all below it. */
export function processTree(root: number, parents: ReadonlyMap<number, number>): number[] {
  const tree = [root]
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child)
  return tree
}

/** User and system time of a process since it started, its ended threads too; good to 10 ms. */
export function processMs(pid: number): number {
  const fields = statFields(pid)
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * MS_PER_TICK
}

/** How long a thread has been on a processor since it started, to the nanosecond. */
export function threadMs(pid: number, tid: number): number {
  const [onCpuNs] = textOf(`/proc/${pid}/task/${tid}/schedstat`).split(' ')
  return Number(onCpuNs ?? 0) / 1e6
}

/** How long a thread was ready to run since it started while others had the processors. */
export function threadWaitMs(pid: number, tid: number): number {
  const [, waitedNs] = textOf(`/proc/${pid}/task/${tid}/schedstat`).split(' ')
  return Number(waitedNs ?? 0) / 1e6
}

/** How often a thread has gone to sleep by itself since it started, and so was woken. */
export function threadSleeps(pid: number, tid: number): number {
  const [, count] = /^voluntary_ctxt_switches:\s*(\d+)$/m.exec(textOf(`/proc/${pid}/task/${tid}/status`)) ?? []
  return Number(count ?? 0)
}

/** Time of all processors since this machine started, the part that its host gave to other machines, and that of no work, in ticks. */
export function machineTicks(): { readonly all: number; readonly stolen: number; readonly idle: number } {
  const [first = ''] = textOf('/proc/stat').split('\n')
  // user, nice, system, idle, iowait, irq, softirq, steal; guests are in user already.
  const ticks = first.trim().split(/\s+/).slice(1, 9).map(Number)
  return {
    all: ticks.reduce((sum, value) => sum + value, 0),
    stolen: ticks[7] ?? 0,
    idle: (ticks[3] ?? 0) + (ticks[4] ?? 0),
  }
}

/** The threads of a process; the one with the process's own number is its main thread. */
export function threadIds(pid: number): number[] {
  return listOf(`/proc/${pid}/task`).map(Number)
}

export function threadName(pid: number, tid: number): string {
  return textOf(`/proc/${pid}/task/${tid}/comm`).trim()
}

export function commandLine(pid: number): string {
  return textOf(`/proc/${pid}/cmdline`)
}

/** What follows the name, which may hold blanks and brackets: state, parent, ... */
function statFields(pid: number): string[] {
  const text = textOf(`/proc/${pid}/stat`)
  return text === '' ? [] : text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function listOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
