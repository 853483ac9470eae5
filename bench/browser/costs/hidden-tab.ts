import { Complaint } from '../../complaint'
import { barLine, type Row } from '../../report'
import type { Chromium } from '../harness/chromium'
import { measurePage, openMode } from '../harness/page-run'
import { hiddenBars, tidinessBars } from './bars'
import { checksPerSecond, gapsOf } from './costs'

const CAMERAS = 2

/** A tab that is not throttled has ten ticks of its page timer a second; a hidden one is given one. */
const MOST_TICKS_PER_SECOND = 2

/** The engine in a tab behind another one. Throws a Complaint where this browser does not hide it. */
export async function measureHidden(chromium: Chromium, url: string, seconds: number): Promise<Row[]> {
  const page = await openMode(chromium, url, 'engine', CAMERAS)
  const other = await chromium.openPage('about:blank')
  await other.bringToFront()
  const run = await measurePage(chromium, page, { mode: 'engine', cameras: CAMERAS, seconds })
  const { visibility, pageTicks } = run.page
  const ticks = pageTicks / run.seconds
  if (visibility !== 'hidden' || ticks > MOST_TICKS_PER_SECOND) {
    throw new Complaint(`The tab is ${visibility} and its timers tick ${ticks.toFixed(1)} times a second: not hidden.`)
  }
  const checks = checksPerSecond([run])
  const gaps = gapsOf([run])
  console.log(
    `\nHidden for ${run.seconds.toFixed(0)} s, page timers at ${ticks.toFixed(1)} a second. ${run.page.notes.join(' ')}`,
  )
  for (const bar of [...hiddenBars(checks, gaps.longest), ...tidinessBars(run)]) console.log(barLine(bar))
  const row = (metric: string, value: number, unit: string): Row => {
    return { name: 'engine', case: `hidden-${CAMERAS}`, metric, value: Math.round(value * 1e4) / 1e4, unit }
  }
  return [
    row('checks', checks.mean, '1/s'),
    row('checks-slowest', checks.slowest, '1/s'),
    row('gap-longest', gaps.longest, 'ms'),
    row('cpu', run.cpu.all / run.seconds / 10, '%'),
    row('heap-growth', (run.heapGrowth.page + run.heapGrowth.worker) / 1024, 'kB'),
    row('frames-open', run.page.openFrames, 'count'),
  ]
}
