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
  isOfPreRoll,
  noteOf,
  sayings,
  type WeakRun,
  weakBars,
  weakFigures,
  weakRows,
} from '../../bench/browser/weak/weak-figures'
import { pssBytes } from '../../bench/browser/weak/weak-memory'
import { type Motion, motionsOf, unexplainedOf, videosOf } from '../../bench/browser/weak/weak-motions'
import type { WeakTake } from '../../bench/browser/weak/weak-watch'
import { barLine } from '../../bench/report'

const MB = 2 ** 20

describe('the options of a weak machine (WEAK-01)', () => {
  it('are half a core and a quarter, motion in one camera and in all, for 90 s', () => {
    const { run, cameras, seconds } = readOptions(['--weak'])
    expect(run).toEqual({ kind: 'weak', quotas: [0.5, 0.25], moving: ['one', 'all'] })
    expect([cameras, seconds]).toEqual([[1, 4, 8], 90])
  })

  it('take a short run, and one that is not held', () => {
    const short = readOptions(['--weak', '--cameras', '4', '--quota', '0.5', '--moving', 'all', '--seconds', '30'])
    expect(short.run).toEqual({ kind: 'weak', quotas: [0.5], moving: ['all'] })
    expect(readOptions(['--weak', '--quota', 'all']).run).toMatchObject({ quotas: [null] })
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
  stream: 1,
  triggeredAtMs: 10_000,
  begunAtMs: 10_400,
  startedAtMs: 5_000,
  stoppedAtMs: 20_000,
  endedAtMs: 20_600,
  outcome: 'stopped',
  ...change,
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

  it("leave over what the browser's own recorder made, which begins at no take's beginning", () => {
    const video = (id: string, startedAtMs: number) => ({ id, startedAtMs, listedAtMs: 0 })
    const takes = [take(), take({ ...failed, triggeredAtMs: 30_000 })]
    // One before the time that is measured, one of a take, one where a take failed, one long after.
    const videos = [video('a', 1_000), video('b', 5_002), video('c', 30_001), video('d', 95_000)]
    expect(unexplainedOf(takes, videos, 4_000, 94_000).map(({ id }) => id)).toEqual(['c'])
  })
})

const video = { id: 'a', startedAtMs: 5_000, listedAtMs: 21_000, durationMs: 15_000, frames: 165, sizeBytes: 900_000 }

/** A motion, and its clip, so many seconds later. */
function later(seconds: number, stream: number): Motion {
  const ms = 1000 * seconds
  const times = { triggeredAtMs: 10_000, begunAtMs: 10_400, startedAtMs: 5_000, stoppedAtMs: 20_000, endedAtMs: 20_600 }
  const moved = Object.entries(times).map(([name, atMs]) => [name, atMs + ms])
  return {
    take: take({ stream, ...Object.fromEntries(moved) }),
    video: { ...video, listedAtMs: video.listedAtMs + ms },
  }
}

/** Of each camera one in 18 s, as of somebody who never rests. */
const everyMotion = [1, 2, 3, 4].flatMap((stream) => [0, 18, 36, 54, 72].map((seconds) => later(seconds, stream)))

function runOf(change: Partial<WeakRun> = {}, motions: readonly Motion[] = everyMotion): WeakRun {
  return {
    quota: 0.5,
    cameras: 4,
    moving: 'all',
    seconds: 90,
    isExact: true,
    motions,
    unexplained: 0,
    said: [],
    toldAtMs: [],
    checks: [300, 240, 225, 180].map((checks) => ({ checks, longestGapMs: 900 })),
    cpuPercent: 50,
    othersPercent: 3,
    usedUpPercent: 60,
    emptyBytes: 200 * MB,
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
    ['motions of the camera with the fewest', runOf({}, [])],
    // One camera alone records.
    ['motions of the camera with the fewest', runOf({}, everyMotion.slice(0, 5))],
    ['motions of the camera with the fewest', runOf({}, everyMotion.slice(1))],
    ["recordings by the browser's own recorder", runOf({ unexplained: 1 })],
  ])('see %s', (name, run) => {
    expect(missed(run)).toContain(name)
  })

  it('ask for one motion of each camera in a run of a few seconds', () => {
    const once = [1, 2, 3, 4].map((stream) => ({ take: take({ stream }), video }))
    expect(missed(runOf({ seconds: 12, checks: [{ checks: 40, longestGapMs: 900 }] }, once))).toEqual([])
  })

  it('ask for the seconds before the motion, or a word on a card at that time', () => {
    const late = [{ take: take({ startedAtMs: 9_000 }), video }, ...everyMotion.slice(1)]
    const name = 'clips without their seconds before the motion'
    expect(missed(runOf({}, late))).toEqual([name])
    // Just after the trigger, or while what is kept fills up again.
    for (const atMs of [12_000, 4_000]) expect(missed(runOf({ toldAtMs: [atMs] }, late))).toEqual([])
    // Of another clip.
    for (const atMs of [30_000, 1_000]) expect(missed(runOf({ toldAtMs: [atMs] }, late))).toEqual([name])
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

  it('tells what clips have before the motion, or of other things', () => {
    const told = (words: string) =>
      isOfPreRoll(sayings([`Records 8 pictures a second${words}: this computer is busy.`]))
    expect([', begins clips 2 seconds before the motion', ', begins clips with the motion'].map(told)).toEqual([
      true,
      true,
    ])
    expect([told(''), isOfPreRoll(['Camera turned?'])]).toEqual([false, false])
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
