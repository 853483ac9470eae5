import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readOptions } from '../../bench/browser/options'
import { type GroupPlace, groupPlaces, holdTo, periodsOf } from '../../bench/browser/weak/cpu-hold'
import {
  caseOf,
  casesOf,
  type Motion,
  motionsOf,
  noteOf,
  sayings,
  videosOf,
  type WeakRun,
  weakBars,
  weakFigures,
  weakRows,
} from '../../bench/browser/weak/weak-figures'
import { pssBytes } from '../../bench/browser/weak/weak-memory'
import type { WeakTake } from '../../bench/browser/weak/weak-watch'
import { barLine } from '../../bench/report'

const MB = 2 ** 20

describe('the options of a weak machine (WEAK-01)', () => {
  it('are half a core and a quarter, motion in one camera and in all, for 90 s', () => {
    const { weak, cameras, seconds } = readOptions(['--weak'])
    expect(weak).toEqual({ quotas: [0.5, 0.25], moving: ['one', 'all'] })
    expect([cameras, seconds]).toEqual([[1, 4, 8], 90])
  })

  it('take a short run, and one that is not held', () => {
    const short = readOptions(['--weak', '--cameras', '4', '--quota', '0.5', '--moving', 'all', '--seconds', '30'])
    expect(short.weak).toEqual({ quotas: [0.5], moving: ['all'] })
    expect(readOptions(['--weak', '--quota', 'all']).weak?.quotas).toEqual([null])
  })

  it.each(['0', '0.01', 'half', '10'])('refuse %s as a share', (quota) => {
    expect(() => readOptions(['--weak', '--quota', quota])).toThrow(/--quota takes shares/)
  })

  it('measure a single camera once: it is one and all', () => {
    const cases = casesOf({ quotas: [0.5], cameras: [1, 4], moving: ['one', 'all'], seconds: 90 })
    expect(cases.map(caseOf)).toEqual(['quota-0.5-cameras-1-all', 'quota-0.5-cameras-4-one', 'quota-0.5-cameras-4-all'])
  })
})

describe('where a program can be held (WEAK-01)', () => {
  const own = '4:memory:/a/b\n1:cpu,cpuacct:/jobs/7\n0::/user.slice/session-1.scope\n'

  it('is the group of processors of version 1, the top first', () => {
    const mounts = 'cgroup /cg/memory cgroup rw,memory 0 0\ncgroup /cg/cpu cgroup rw,relatime,cpu,cpuacct 0 0\n'
    expect(groupPlaces(mounts, own)).toEqual([
      { version: 1, folder: '/cg/cpu' },
      { version: 1, folder: '/cg/cpu/jobs/7' },
    ])
  })

  it('is version 2, at the top and beside this program: a group with programs of its own gives nothing on', () => {
    expect(groupPlaces('cgroup2 /cg cgroup2 rw 0 0\n', own)).toEqual([
      { version: 2, folder: '/cg' },
      { version: 2, folder: '/cg/user.slice' },
    ])
  })

  it('is nowhere without control groups', () => {
    expect(groupPlaces('proc /proc proc rw 0 0\n', '')).toEqual([])
  })

  it('takes a program with what it starts, lets go, and leaves no group behind', async () => {
    const places: GroupPlace[] = groupPlaces(
      readFileSync('/proc/self/mounts', 'utf8'),
      readFileSync('/proc/self/cgroup', 'utf8'),
    )
    const hold = holdTo(0.5, places)
    const child = spawn('sh', ['-c', 'sleep 60 & wait'], { stdio: 'ignore', detached: true })
    await once(child, 'spawn')
    const pid = child.pid ?? 0
    const groupOf = () => readFileSync(`/proc/${pid}/cgroup`, 'utf8')
    const name = `nightjar-weak-${process.pid}`
    try {
      hold.take(pid)
      // Where this user may make no group, the program is only put behind others, and the sentence says so.
      expect(groupOf().includes(name)).toBe(hold.isExact)
      expect(hold.how).toMatch(hold.isExact ? /0\.5 of a core/ : /no control groups/)
    } finally {
      hold.release()
      process.kill(-pid)
    }
    expect(places.filter(({ folder }) => existsSync(join(folder, name)))).toEqual([])
  })

  it('says that it cannot where there are no groups', () => {
    const hold = holdTo(0.5, [])
    expect(hold.isExact).toBe(false)
    expect(hold.how).toContain('no control groups')
  })

  it('counts how often its share was used up', () => {
    expect(periodsOf('nr_periods 9\nnr_throttled 4\nthrottled_time 2500000\n')).toEqual({ all: 9, usedUp: 4 })
    expect(periodsOf('usage_usec 100\nnr_periods 2\nnr_throttled 0\n')).toEqual({ all: 2, usedUp: 0 })
    expect(periodsOf('')).toBeNull()
  })
})

const take = (change: Partial<WeakTake> = {}): WeakTake => ({
  ...{ stream: 1, triggeredAtMs: 10_000, begunAtMs: 10_400, startedAtMs: 5_000 },
  ...{ stoppedAtMs: 20_000, endedAtMs: 20_600, outcome: 'stopped', ...change },
})
const failed = { begunAtMs: null, startedAtMs: null, outcome: 'no-answer' }

describe('motions and what became of them (WEAK-01)', () => {
  it('count a try that came to nothing with the one that followed it at once', () => {
    const first = take({ ...failed, endedAtMs: 15_000 })
    const second = take({ triggeredAtMs: 15_001 })
    expect(motionsOf([second, first], 0, 20_000)).toEqual([second])
    // Another camera's, or another motion's.
    expect(motionsOf([first, { ...second, stream: 2 }], 0, 20_000)).toHaveLength(2)
    expect(motionsOf([first, { ...second, triggeredAtMs: 21_000 }], 0, 30_000)).toHaveLength(2)
  })

  it('belong to the time they came in, whenever their second try was', () => {
    const first = take({ ...failed, triggeredAtMs: 19_000, endedAtMs: 29_000 })
    const second = take({ triggeredAtMs: 29_010 })
    expect(motionsOf([first, second], 0, 20_000)).toEqual([second])
    expect(motionsOf([take({ triggeredAtMs: 25_000 })], 0, 20_000)).toEqual([])
  })

  it('have the recording that begins with them, each its own', () => {
    const video = (id: string, startedAtMs: number) => ({ id, startedAtMs, listedAtMs: 0 })
    const takes = [take(), take({ stream: 2, startedAtMs: 5_003 }), take({ startedAtMs: 40_000 }), take(failed)]
    const found = videosOf(takes, [video('a', 5_002), video('b', 5_001), video('c', 60_000)])
    expect(new Set(found.slice(0, 2).map((one) => one?.id))).toEqual(new Set(['a', 'b']))
    expect(found.slice(2)).toEqual([null, null])
  })
})

const video = { id: 'a', startedAtMs: 5_000, listedAtMs: 21_000, durationMs: 15_000, frames: 165, sizeBytes: 900_000 }

function runOf(change: Partial<WeakRun> = {}, motions: readonly Motion[] = [{ take: take(), video }]): WeakRun {
  return {
    ...{ quota: 0.5, cameras: 4, moving: 'all', seconds: 90, isExact: true, motions, said: [] },
    checks: [300, 240, 225, 180].map((checks) => ({ checks, longestGapMs: 900 })),
    ...{ cpuPercent: 50, othersPercent: 3, usedUpPercent: 60, emptyBytes: 200 * MB },
    memory: [0, 30_000, 60_000, 90_000].map((atMs) => ({ atMs, bytes: 700 * MB })),
    ...change,
  }
}

const missed = (run: WeakRun) =>
  weakBars(run)
    .map(barLine)
    .filter((line) => !line.endsWith(' ok'))
    .map((line) => line.replace(/^bar: ([^:,]*).*/, '$1'))

describe('the bars of half a core and four cameras that all see somebody (WEAK-01)', () => {
  it('are met by whole clips, and are of no other case', () => {
    expect(missed(runOf())).toEqual([])
    expect(weakBars(runOf({ quota: 0.25 }))).toEqual([])
    expect(weakBars(runOf({ moving: 'one' }))).toEqual([])
  })

  it.each([
    [
      'motions without a clip',
      runOf({}, [
        { take: take(), video: null },
        { take: take(), video },
      ]),
    ],
    ['clips that are not of 15 s', runOf({}, [{ take: take(), video: { ...video, durationMs: 12_000 } }])],
    ['frames a second of the poorest clip', runOf({}, [{ take: take(), video: { ...video, frames: 50 } }])],
    ['checks a second of the slowest camera', runOf({ checks: [{ checks: 170, longestGapMs: 900 }] })],
    ['motions recorded', runOf({}, [])],
  ])('see %s', (name, run) => {
    expect(missed(run)).toContain(name)
  })

  it('ask for the seconds before the motion, or a word on a card', () => {
    const late = [{ take: take({ startedAtMs: 9_000 }), video }]
    expect(missed(runOf({}, late))).toEqual(['clips without their seconds before the motion'])
    expect(missed(runOf({ said: ['Camera turned?'] }, late))).toHaveLength(1)
    expect(missed(runOf({ said: ['Records # pictures a second: this computer is busy.'] }, late))).toHaveLength(1)
    for (const pre of ['begins clips # seconds before the motion', 'begins clips with the motion'])
      expect(missed(runOf({ said: [`Records # pictures a second, ${pre}: this computer is busy.`] }, late))).toEqual([])
  })

  it('do not ask a clip for what the one before it of the same camera has', () => {
    const first = take({ startedAtMs: 1_000, triggeredAtMs: 6_000, stoppedAtMs: 16_000 })
    const next = (change: Partial<WeakTake>) =>
      weakFigures(
        runOf({}, [
          { take: first, video },
          { take: take({ triggeredAtMs: 17_000, startedAtMs: 16_050, ...change }), video },
        ]),
      ).late
    expect(next({})).toBe(0)
    // Another camera's clip has other pictures; and what lies between two clips is in none.
    expect(next({ stream: 2 })).toBe(1)
    expect(next({ triggeredAtMs: 21_000, startedAtMs: 20_000 })).toBe(1)
  })
})

describe('what the cards of a weak machine say (WEAK-01)', () => {
  const busy = 'Records 8 pictures a second, begins clips 2 seconds before the motion: this computer is busy.'

  it('is kept without its figures, and without the state of a camera', () => {
    const told = 'Records # pictures a second, begins clips # seconds before the motion: this computer is busy.'
    expect(sayings([busy, ' ONLINE ', 'Recording', '12:04', ''])).toEqual([told])
    expect(sayings([busy.replace('8', '5')])).toEqual([told])
  })

  it('stands in the note of the run', () => {
    expect(noteOf([runOf({ said: ['A', 'B'] }), runOf()])).toBe(
      'What cards said beside their usual words: 0.5 of a core, 4 cameras, all moving: "A", "B".',
    )
    expect(noteOf([runOf()])).toBeNull()
  })
})

describe('the memory of eight cameras (WEAK-02)', () => {
  it('is told above that of an empty Chromium', () => {
    expect(weakFigures(runOf()).memoryMb).toBe(500)
    expect(missed(runOf({ quota: null, cameras: 8, emptyBytes: -250 * MB }))).toEqual(['memory over an empty Chromium'])
  })

  it('does not grow over an hour', () => {
    const memory = Array.from({ length: 720 }, (_, i) => ({ atMs: i * 5_000, bytes: (700 + i / 10) * MB }))
    expect(missed(runOf({ quota: null, seconds: 3_600, memory }))).toEqual(['memory that stayed'])
    expect(missed(runOf({ quota: null, seconds: 3_600 }))).toEqual([])
  })

  it('is read from what Linux says of a process', () => {
    expect(pssBytes('Rss:  900 kB\nPss:                 256 kB\nPss_Dirty: 9 kB\n')).toBe(256 * 1024)
    expect(pssBytes('')).toBe(0)
  })
})

it('a result tells the case, how soon clips were there, and what others took (BENCH-01, WEAK-01)', () => {
  const rows = weakRows(runOf())
  const value = (metric: string) => rows.find((row) => row.metric === metric)?.value
  expect(new Set(rows.map((row) => row.case))).toEqual(new Set(['quota-0.5-cameras-4-all']))
  expect([value('encoded-after'), value('delivered-after'), value('pre-roll')]).toEqual([600, 1_000, 5_000])
  expect([value('checks-slowest'), value('frames'), value('others')]).toEqual([2, 11, 3])
})
