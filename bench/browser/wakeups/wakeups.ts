import { setTimeout as delay } from 'node:timers/promises'
import { type Interval, intervalOf } from '../../intervals'
import { aligned, barLine, figure, median, type Row } from '../../report'
import type { Chromium } from '../harness/chromium'
import type { Mode } from '../harness/page-figures'
import { openMode } from '../harness/page-run'
import { PageServer } from '../harness/page-server'
import { type Part, parts } from '../harness/thread-times'
import { wakeUpsBetween, wakeUpsOf } from '../harness/wake-ups'

/** `playing`: previews alone, which is the browser's doing. `before` is an earlier version of the engine. */
type Way = 'playing' | 'before' | 'watching'
const views = ['visible', 'hidden'] as const
type View = (typeof views)[number]

interface Run {
  readonly way: Way
  readonly view: View
  /** A second, by whose threads. */
  readonly perSecond: Readonly<Record<Part, number>>
}

/** Threads that run our scripts. The pool's copy pixels of frames for them, by the browser's own choice. */
const ownParts = ['main', 'worker'] as const satisfies readonly Part[]

/** A second, of our own threads above those that playback alone wakes; of a tab that is seen. */
const MOST_OWN = 12

const howMeasured = `How: voluntary context switches of every thread of the browser (/proc/PID/task/TID/status): one that goes to sleep by
itself was woken. main is the page's thread, worker are ours: own is both above playback alone in the same round. pool is Chromium's, and
copies each frame's pixels for a check and for the time before a motion; frames, gpu, capture and browser play the
cameras' pictures, whether anything is watched or not. Medians over rounds, with the bootstrap interval of 95 %.`

/** How often a tab that watches a still room wakes its threads, by turns with playback alone and with an earlier version. */
export async function measureWakeUps(
  chromium: Chromium,
  url: string,
  plan: {
    readonly cameras: readonly number[]
    readonly rounds: number
    readonly seconds: number
    readonly beforeFolder: string | null
  },
): Promise<Row[]> {
  const before = plan.beforeFolder === null ? null : await PageServer.start(plan.beforeFolder)
  const urls = { playing: url, watching: url, ...(before !== null && { before: before.url }) }
  try {
    const rows: Row[] = []
    for (const cameras of plan.cameras) {
      const runs = await runRounds(chromium, urls, { ...plan, cameras })
      rows.push(...told(runs, cameras))
    }
    console.log(`\n${howMeasured}\n`)
    return rows
  } finally {
    await before?.close()
  }
}

async function runRounds(
  chromium: Chromium,
  urls: Partial<Record<Way, string>>,
  plan: { readonly cameras: number; readonly rounds: number; readonly seconds: number },
): Promise<Run[]> {
  const runs: Run[] = []
  const ways = Object.keys(urls) as Way[]
  for (let round = 0; round < plan.rounds; round++) {
    for (const [i] of ways.entries()) {
      const way = ways[(i + round) % ways.length] ?? 'playing'
      const mode: Mode = way === 'playing' ? 'idle' : 'ring'
      const page = await openMode(chromium, urls[way] ?? '', mode, plan.cameras)
      runs.push({ way, view: 'visible', perSecond: await countFor(chromium, plan.seconds) })
      const other = await chromium.openPage('about:blank')
      await other.bringToFront()
      // Players notice that nobody sees them.
      await delay(2_000)
      runs.push({ way, view: 'hidden', perSecond: await countFor(chromium, plan.seconds) })
      await other.close()
      await page.close()
    }
    console.log(`  ${plan.cameras} cameras, round ${round + 1} of ${plan.rounds}`)
  }
  return runs
}

async function countFor(chromium: Chromium, seconds: number): Promise<Record<Part, number>> {
  const startedMs = performance.now()
  const start = wakeUpsOf(chromium.pid)
  await delay(seconds * 1_000)
  const counts = wakeUpsBetween(start, wakeUpsOf(chromium.pid))
  const passedSeconds = (performance.now() - startedMs) / 1_000
  return Object.fromEntries(parts.map((part) => [part, counts[part] / passedSeconds])) as Record<Part, number>
}

function told(runs: readonly Run[], cameras: number): Row[] {
  const of = (way: Way, view: View) => runs.filter((run) => run.way === way && run.view === view)
  const rows: Row[] = []
  const table: string[][] = [['wake-ups a second', ...parts, 'own', 'from', 'to']]
  for (const view of views) {
    for (const way of ['playing', 'before', 'watching'] as const) {
      const ownRuns = of(way, view)
      if (ownRuns.length === 0) continue
      const own = ownAbove(ownRuns, of('playing', view))
      const medians = parts.map((part) => median(ownRuns.map(({ perSecond }) => perSecond[part])))
      table.push([`${way}, ${view}`, ...[...medians, own.value, own.low, own.high].map(figure)])
      const row = (metric: string, value: number): Row => {
        const rounded = Math.round(value * 100) / 100
        return { name: way, case: `${view}-${cameras}`, metric, value: rounded, unit: '1/s' }
      }
      for (const [i, part] of parts.entries()) rows.push(row(`wakeups-${part}`, medians[i] ?? Number.NaN))
      if (way === 'playing') continue
      rows.push(row('wakeups-own', own.value), row('wakeups-own-low', own.low), row('wakeups-own-high', own.high))
      if (way === 'watching' && view === 'visible' && cameras === 4)
        console.log(
          barLine({ what: '4 quiet cameras: wake-ups a second of our own threads', value: own.value, most: MOST_OWN }),
        )
    }
  }
  console.log(`\n${aligned(table)}`)
  return rows
}

function ownAbove(runs: readonly Run[], playing: readonly Run[]): Interval {
  const sum = (run: Run | undefined) =>
    run === undefined ? Number.NaN : ownParts.reduce((total, part) => total + run.perSecond[part], 0)
  return intervalOf(
    runs.map((run, round) => sum(run) - sum(playing[round])),
    median,
  )
}
