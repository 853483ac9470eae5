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
import { type BrowserBenchOptions, readOptions } from './options'
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

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const { isInteractions, isSteady, soakMinutes, personSeconds, jsonFile } = options
  const cameras = options.cameras[0] ?? 4
  if (options.isCurve) {
    const { product, rows } = await measureCurve(given('CHROME_PATH'), given('BENCH_CURVE_FILMS'))
    return keep(jsonFile, product, rows)
  }
  const browser = { executable: given('CHROME_PATH'), cameraFile: given('BENCH_CAMERA') }
  if (isInteractions) {
    const { product, rows } = await measureInteractions(browser, { cameras, isSteady })
    return keep(jsonFile, product, rows)
  }
  if (options.isReview) {
    const { product, rows } = await measureReview(browser.executable, { cameras, rounds: options.rounds })
    return keep(jsonFile, product, rows)
  }
  if (options.isDownloads) {
    const { product, rows } = await measureDownloads(browser.executable)
    return keep(jsonFile, product, rows)
  }
  if (process.platform !== 'linux')
    throw new Complaint('bench:browser reads times and memory from /proc: it needs Linux.')
  if (soakMinutes !== null) {
    const { product, rows } = await measureSoak(browser, { cameras, minutes: soakMinutes })
    return keep(jsonFile, product, rows)
  }
  if (options.weak !== null) {
    const plan = { ...options.weak, cameras: options.cameras, seconds: options.seconds }
    const { product, rows, note } = await measureWeak(browser, plan)
    return keep(jsonFile, product, rows, note)
  }
  if (personSeconds !== null) {
    const films = { moving: browser.cameraFile, still: given('BENCH_STILL_CAMERA') }
    const { product, rows } = await measurePerson(browser.executable, { films, seconds: personSeconds })
    return keep(jsonFile, product, rows)
  }
  if (options.visitsFolder !== null) {
    const plan = { folder: options.visitsFolder, only: options.only, passes: VISIT_PASSES }
    const { product, rows } = await measureVisits(browser.executable, plan)
    return keep(jsonFile, product, rows)
  }
  if (options.isLooks) {
    const { product, rows } = await measureLooks(browser, options.rounds)
    return keep(jsonFile, product, rows)
  }
  const server = await PageServer.start(await buildPage())
  const chromium = await Chromium.launch(browser.executable, browser.cameraFile)
  try {
    const product = await chromium.product()
    console.log(product)
    keep(jsonFile, product, await measure(chromium, server.url, options))
  } finally {
    await chromium.close()
    await server.close()
  }
}

function keep(jsonFile: string | null, product: string, rows: readonly Row[], note: string | null = null): void {
  if (jsonFile === null) return
  writeReport(jsonFile, thisMachine(product), rows, note)
  console.log(`\nThe figures are in ${jsonFile}.`)
}

async function measure(chromium: Chromium, url: string, options: BrowserBenchOptions): Promise<Row[]> {
  const { hiddenSeconds, isProfiled, cameras, seconds, clips } = options
  if (clips !== null)
    return measureClips(chromium, url, { clips, cameras: cameras[0] ?? 1, isSteady: options.isSteady })
  if (options.isRecording) return measureRecording(chromium, url, options, given('BENCH_CAMERA'))
  if (options.isPreRoll) return measurePreRoll(chromium, url, options)
  if (options.isWakeUps) return measureWakeUps(chromium, url, options)
  if (hiddenSeconds !== null) return measureHidden(chromium, url, hiddenSeconds)
  if (!isProfiled) return measureModes(chromium, url, options)
  await printProfile(chromium, url, cameras[0] ?? 1, seconds)
  return []
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
