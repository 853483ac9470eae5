import { type Interval, intervalOf } from '../../intervals'
import { aligned, barLine, figure, median, type Row } from '../../report'
import type { Chromium } from '../harness/chromium'
import type { Mode, PreRollMode } from '../harness/page-figures'
import type { PageRun } from '../harness/page-run'
import type { Part } from '../harness/thread-times'
import { runRounds } from './rounds'

const ways: readonly PreRollMode[] = ['ring', 'encoder', 'recorder']

/** All of the page's process: encoders have threads of their own in it. */
const rendererParts = ['main', 'worker', 'pool', 'frames'] as const satisfies readonly Part[]

/** Percent of one core per camera. */
const MOST_PERCENT = 2

/** What it costs to have the seconds before the motion, above detection alone, in one interleaved run. */
export async function measurePreRoll(
  chromium: Chromium,
  url: string,
  plan: { readonly cameras: readonly number[]; readonly rounds: number; readonly seconds: number },
): Promise<Row[]> {
  const modes: readonly Mode[] = ['engine', ...ways]
  const rows: Row[] = []
  const table: string[][] = [['', 'cpu %', 'above detection, % per camera', 'from', 'to']]
  for (const cameras of plan.cameras) {
    const runs = await runRounds(chromium, url, { ...plan, cameras, modes })
    for (const mode of modes) {
      const cpuPercent = median(percentsOf(runs, mode, ({ cpu }) => cpu.all))
      const above = aboveDetection(runs, mode, cameras)
      table.push([`${mode}, ${cameras}`, ...[cpuPercent, above.value, above.low, above.high].map(figure)])
      if (mode === 'engine') continue
      const row = (metric: string, value: number): Row => {
        return {
          name: mode,
          case: `cameras-${cameras}`,
          metric,
          value: Math.round(value * 1e4) / 1e4,
          unit: '% per camera',
        }
      }
      rows.push(row('pre-roll-cpu', above.value), row('pre-roll-cpu-low', above.low))
      rows.push(row('pre-roll-cpu-high', above.high))
      if (mode === 'ring')
        console.log(
          barLine({
            what: `${cameras} cameras: CPU of the pre-roll, % of a core per camera`,
            value: above.value,
            most: MOST_PERCENT,
          }),
        )
    }
  }
  console.log(`\n${aligned(table)}\n`)
  return rows
}

/** Of the page's process, in percent of one core per camera: the median difference to detection alone in the same round. */
function aboveDetection(runs: readonly PageRun[], mode: Mode, cameras: number): Interval {
  const ofRenderer = ({ cpu }: PageRun) => rendererParts.reduce((sum, part) => sum + cpu.parts[part], 0)
  const alone = percentsOf(runs, 'engine', ofRenderer)
  const differences = percentsOf(runs, mode, ofRenderer).map((percent, round) => {
    return (percent - (alone[round] ?? Number.NaN)) / cameras
  })
  return intervalOf(differences, median)
}

function percentsOf(runs: readonly PageRun[], mode: Mode, ms: (run: PageRun) => number): number[] {
  return runs.filter((run) => run.mode === mode).map((run) => ms(run) / run.seconds / 10)
}
