import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { processTree, readParents, threadIds } from '../../processes'

/** Keeps a program on a small machine. `release` lets it go, and leaves nothing behind. */
export interface CpuHold {
  /** How, in a sentence for whoever reads the figures. */
  readonly how: string
  /** Whether it has so much of the processors and no more, whatever else runs. */
  readonly isExact: boolean
  /** The process, all below it, and whatever they start from now on. */
  take(rootPid: number): void
  /** How often its share was given out so far, and was used up before the next time; null where that is not counted. */
  periods(): HeldPeriods | null
  release(): void
}

export interface HeldPeriods {
  readonly all: number
  readonly usedUp: number
}

/** A folder of Linux's control groups in which a group may be made that has a part of the processors. */
export interface GroupPlace {
  readonly version: 1 | 2
  readonly folder: string
}

/**
 * The share is given out anew so often: a slower processor is late by a little all the time, and not by 100 ms now and
 * then, which is what the usual period gives.
 */
const PERIOD_US = 25_000

/** What the group may have it has before others: a busy machine takes nothing from a program that is held. */
const FIRST = { 1: { file: 'cpu.shares', text: '262144' }, 2: { file: 'cpu.weight', text: '10000' } } as const

/** A process that forks while it is taken is found by the next look. */
const LOOKS = 3

/** So many times the group's last process may still be ending. */
const REMOVALS = 20

const LOW_PRIORITY = 15

/** `share` of one core; where this machine has no control groups, or not for this user, as near as it comes. */
export function holdTo(share: number, places: readonly GroupPlace[] = placesHere()): CpuHold {
  for (const place of places) {
    const group = groupIn(place, share)
    if (group !== null) return group
  }
  return lowPriority()
}

/** `mounts` as of /proc/self/mounts, `own` as of /proc/self/cgroup. The top comes first: nothing above it takes a part. */
export function groupPlaces(mounts: string, own: string): GroupPlace[] {
  const ownPath = (controller: string) => {
    const lines = own.split('\n').map((line) => line.split(':'))
    return lines.find(([, controllers]) => (controllers ?? '').split(',').includes(controller))?.[2] ?? '/'
  }
  const folders = (top: string, path: string) => (path === '/' ? [top] : [top, join(top, path)])
  return mounts.split('\n').flatMap((line): GroupPlace[] => {
    const [, top = '', kind, options = ''] = line.split(' ')
    if (kind === 'cgroup' && options.split(',').includes('cpu')) {
      return folders(top, ownPath('cpu')).map((folder) => ({ version: 1, folder }))
    }
    // A group that has processes of its own gives its children nothing: the one above it may.
    if (kind === 'cgroup2') return folders(top, join(ownPath(''), '..')).map((folder) => ({ version: 2, folder }))
    return []
  })
}

function placesHere(): GroupPlace[] {
  return groupPlaces(textOf('/proc/self/mounts'), textOf('/proc/self/cgroup'))
}

/** null where no group can be made there. */
function groupIn({ version, folder }: GroupPlace, share: number): CpuHold | null {
  const group = join(folder, `nightjar-weak-${process.pid}`)
  const quotaUs = Math.round(share * PERIOD_US)
  const write = (file: string, text: string) => writeFileSync(join(group, file), text)
  try {
    if (version === 2) writeFileSync(join(folder, 'cgroup.subtree_control'), '+cpu')
    mkdirSync(group)
    if (version === 2) write('cpu.max', `${quotaUs} ${PERIOD_US}`)
    else {
      write('cpu.cfs_period_us', String(PERIOD_US))
      write('cpu.cfs_quota_us', String(quotaUs))
    }
    write(FIRST[version].file, FIRST[version].text)
  } catch {
    remove(group)
    return null
  }
  const members = () => textOf(join(group, 'cgroup.procs')).split('\n').filter(Boolean)
  return {
    how: `Chromium and all that it starts have ${share} of a core (a control group, version ${version}, each ${PERIOD_US / 1000} ms).`,
    isExact: true,
    take(rootPid) {
      for (let look = 0; look < LOOKS; look++) {
        for (const pid of processTree(rootPid, readParents())) moveTo(group, pid)
      }
    },
    periods: () => periodsOf(textOf(join(group, 'cpu.stat'))),
    release() {
      for (const pid of members()) moveTo(folder, Number(pid))
      remove(group)
    },
  }
}

/** From a group's cpu.stat, of either version. */
export function periodsOf(stat: string): HeldPeriods | null {
  const [all, usedUp] = [/^nr_periods (\d+)$/m, /^nr_throttled (\d+)$/m].map((line) => line.exec(stat)?.[1])
  return all === undefined || usedUp === undefined ? null : { all: Number(all), usedUp: Number(usedUp) }
}

function moveTo(group: string, pid: number): void {
  try {
    writeFileSync(join(group, 'cgroup.procs'), String(pid))
  } catch {
    // It has ended meanwhile.
  }
}

function remove(group: string): void {
  for (let tries = 0; existsSync(group) && tries < REMOVALS; tries++) {
    try {
      rmdirSync(group)
    } catch {
      // At the end of the process, too: nothing can be awaited there.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
    }
  }
}

function lowPriority(): CpuHold {
  return {
    how:
      'There are no control groups here, or none for this user (be root on Linux): Chromium has one whole core at low ' +
      'priority, which is more than was asked for.',
    isExact: false,
    take(rootPid) {
      for (const pid of processTree(rootPid, readParents())) {
        spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', '0', String(pid)], { stdio: 'ignore' })
        for (const thread of threadIds(pid)) lower(thread)
      }
    },
    periods: () => null,
    release: () => undefined,
  }
}

function lower(thread: number): void {
  try {
    setPriority(thread, LOW_PRIORITY)
  } catch {
    // It has ended meanwhile.
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
