import { Complaint, complaining } from '../complaint'
import { barLine, figure, type Row, thisMachine, writeReport } from '../report'
import { measureClips } from './clips/clips'
import { costBars, tidinessBars } from './costs/bars'
import { costTable, threadTable } from './costs/cost-table'
import { costRows, costsOf, engineToCanvas } from './costs/costs'
import { measureHidden } from './costs/hidden-tab'
import { measurePreRoll } from './costs/pre-roll'
import { printProfile } from './costs/profile'
import { detectionModes, runRounds } from './costs/rounds'
import { measureCurve } from './curve/curve'
import { measureDownloads } from './downloads/downloads'
import { Chromium } from './harness/chromium'
import { buildPage } from './harness/page-build'
import type { PageRun } from './harness/page-run'
import { PageServer } from './harness/page-server'
import { VISIT_PASSES } from './harness/visit-figures'
import { measureInteractions } from './interactions/interactions'
import { measureLooks } from './looks/looks'
import { type BrowserBenchOptions, type Run, readOptions } from './options'
import { measurePerson } from './person/person'
import { measureRecording } from './recording/recording'
import { measureReview } from './review/review'
import { measureSoak } from './soak/soak'
import { measureVisits } from './visits/visits'
import { measureWakeUps } from './wakeups/wakeups'
import { measureWeak } from './weak/weak'

const howMeasured = `How: cpu is user and system time of all processes of the browser (/proc/PID/stat). main is CPU time of the page's main
thread above that of plain playback in the same round, script the part of it that Chromium counts as
scripts, worker is CPU time of the worker's thread, all divided by checks. By whose work it is: CPU time of each thread
(/proc/PID/task/TID/schedstat); a page's own are main, worker and pool. Medians over rounds; what is above playback and
the ratio are means of the differences in each round, in brackets their bootstrap interval of 95 %.
Every mode runs in a fresh tab. The camera is a file, one for all streams.`

/** scripts/bench.mjs finds them. */
function given(name: 'CHROME_PATH' | 'BENCH_CAMERA' | 'BENCH_STILL_CAMERA' | 'BENCH_CURVE_FILMS'): string {
  const value = process.env[name]
  if (value === undefined) throw new Complaint('Start this with: npm run bench:browser')
  return value
}

/** They do not read times and memory from /proc. */
const runsAnywhere: ReadonlySet<Run['kind']> = new Set(['curve', 'interactions', 'review', 'downloads'])

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (process.platform !== 'linux' && !runsAnywhere.has(options.run.kind))
    throw new Complaint('bench:browser reads times and memory from /proc: it needs Linux.')
  const { product, rows, note = null } = await measure(options)
  if (options.jsonFile === null) return
  writeReport(options.jsonFile, thisMachine(product), rows, note)
  console.log(`\nThe figures are in ${options.jsonFile}.`)
}

interface Measured {
  readonly product: string
  readonly rows: readonly Row[]
  readonly note?: string | null
}

function measure(options: BrowserBenchOptions): Promise<Measured> {
  const { run, rounds, seconds } = options
  const cameras = options.cameras[0] ?? 1
  const executable = given('CHROME_PATH')
  if (run.kind === 'curve') return measureCurve(executable, given('BENCH_CURVE_FILMS'))
  const browser = { executable, cameraFile: given('BENCH_CAMERA') }
  switch (run.kind) {
    case 'interactions':
      return measureInteractions(browser, { cameras, isSteady: run.isSteady })
    case 'review':
      return measureReview(executable, { cameras, rounds })
    case 'downloads':
      return measureDownloads(executable)
    case 'soak':
      return measureSoak(browser, { cameras, minutes: run.minutes })
    case 'weak':
      return measureWeak(browser, { ...run, cameras: options.cameras, seconds })
    case 'person': {
      const films = { moving: browser.cameraFile, still: given('BENCH_STILL_CAMERA') }
      return measurePerson(executable, { films, seconds: run.seconds })
    }
    case 'visits':
      return measureVisits(executable, { folder: run.folder, only: run.only, passes: VISIT_PASSES })
    case 'looks':
      return measureLooks(browser, rounds)
    case 'clips':
      return inPage(browser, (...page) => measureClips(...page, { clips: run.count, cameras, isSteady: run.isSteady }))
    case 'recording':
      return inPage(browser, (...page) => measureRecording(...page, options, browser.cameraFile))
    case 'pre-roll':
      return inPage(browser, (...page) => measurePreRoll(...page, options))
    case 'wakeups':
      return inPage(browser, (...page) => measureWakeUps(...page, { ...options, beforeFolder: run.beforeFolder }))
    case 'hidden':
      return inPage(browser, (...page) => measureHidden(...page, run.seconds))
    case 'modes':
      return inPage(browser, (...page) => measureModes(...page, options))
    case 'profile':
      return inPage(browser, async (...page) => {
        await printProfile(...page, cameras, seconds)
        return []
      })
  }
}

/** In the bench's own page, without the app. */
async function inPage(
  { executable, cameraFile }: { readonly executable: string; readonly cameraFile: string },
  measureIn: (chromium: Chromium, url: string) => Promise<readonly Row[]>,
): Promise<Measured> {
  const server = await PageServer.start(await buildPage())
  const chromium = await Chromium.launch(executable, cameraFile)
  try {
    const product = await chromium.product()
    console.log(product)
    return { product, rows: await measureIn(chromium, server.url) }
  } finally {
    await chromium.close()
    await server.close()
  }
}

async function measureModes(chromium: Chromium, url: string, options: BrowserBenchOptions): Promise<Row[]> {
  const runs: PageRun[] = []
  for (const cameras of options.cameras)
    runs.push(...(await runRounds(chromium, url, { ...options, cameras, modes: detectionModes })))
  const runsOf = (cameras: number) => runs.filter((run) => run.cameras === cameras)
  const ratioOf = (cameras: number) => engineToCanvas(runsOf(cameras))
  const costs = options.cameras.flatMap((cameras) => costsOf(runsOf(cameras)))
  const engineRuns = runs.filter(({ mode }) => mode === 'engine')
  console.log(`\n${costTable(costs)}\n\n${threadTable(costs)}\n\n${howMeasured}\n`)
  console.log(`The engine says: ${[...new Set(engineRuns.flatMap(({ page }) => page.notes))].join(' ')}\n`)
  const last = engineRuns.at(-1)
  const bars = [...costBars(costs, ratioOf), ...(last === undefined ? [] : tidinessBars(last))]
  for (const cameras of options.cameras) {
    const { value, low, high } = ratioOf(cameras)
    console.log(
      `${cameras} cameras: the engine's own threads take ${figure(value)} of the canvas loop's (${figure(low)} to ${figure(high)})`,
    )
  }
  for (const bar of bars) console.log(barLine(bar))
  return costRows(costs, ratioOf)
}

await complaining(main)
