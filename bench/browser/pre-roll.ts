import { aligned, barLine, figure, median, type Row } from '../report'
import type { Chromium } from './chromium'
import type { Mode, PreRollMode } from './figures'
import type { PageRun } from './page-run'
import { runRounds } from './rounds'

const ways: readonly PreRollMode[] = ['ring', 'encoder', 'recorder']

/** Percent of one core per camera (BENCH-07). */
const MOST_PERCENT = 2

/** What it costs to have the seconds before the motion, above detection alone, in one interleaved run. */
export async function measurePreRoll(
  chromium: Chromium,
  url: string,
  plan: { readonly cameras: readonly number[]; readonly rounds: number; readonly seconds: number },
): Promise<Row[]> {
  const modes: readonly Mode[] = ['engine', ...ways]
  const rows: Row[] = []
  const table: string[][] = [['', 'cpu %', 'above detection, % per camera', 'main thread', 'workers']]
  for (const cameras of plan.cameras) {
    const runs = await runRounds(chromium, url, { ...plan, cameras, modes })
    for (const mode of modes) {
      const cost = costOf(runs, mode, cameras)
      table.push([`${mode}, ${cameras}`, ...[cost.all, cost.above, cost.main, cost.worker].map(figure)])
      if (mode === 'engine') continue
      const row = { name: mode, case: `cameras-${cameras}`, metric: 'pre-roll-cpu', unit: '% per camera' }
      rows.push({ ...row, value: Math.round(cost.above * 1e4) / 1e4 })
      if (mode === 'ring')
        console.log(
          barLine({
            what: `${cameras} cameras: CPU of the pre-roll, % of a core per camera`,
            value: cost.above,
            most: MOST_PERCENT,
          }),
        )
    }
  }
  console.log(`\n${aligned(table)}\n`)
  return rows
}

/** Percent of one core; `above` is the median over rounds of the difference to detection alone in the same round. */
function costOf(runs: readonly PageRun[], mode: Mode, cameras: number) {
  const percents = (wanted: Mode, of: (run: PageRun) => number) =>
    runs.filter((run) => run.mode === wanted).map((run) => of(run) / run.seconds / 10)
  const above = (of: (run: PageRun) => number) => {
    const alone = percents('engine', of)
    return median(percents(mode, of).map((percent, round) => (percent - (alone[round] ?? Number.NaN)) / cameras))
  }
  return {
    all: median(percents(mode, ({ cpu }) => cpu.all)),
    above: above(({ cpu }) => cpu.all),
    main: above(({ cpu }) => cpu.main),
    worker: above(({ cpu }) => cpu.worker),
  }
}
