import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { Complaint, complaining } from '../complaint'
import { aligned, barLine, figure, thisMachine, writeReport } from '../report'
import { benchCamera } from './camera-bench'
import { readGiven, readingOf, readShown } from './counter-script'
import { benchCrowd } from './crowd/crowd'
import { type LiveApp, openLiveApp } from './live-app'
import {
  framesPerSecondOf,
  type LiveCase,
  latenciesOf,
  liveBars,
  liveRows,
  liveTable,
  type Way,
  ways,
} from './live-figures'
import { type LiveBenchOptions, readOptions } from './options'
import { awaitWay, closeView, openView, VIEWED_PICTURE } from './views'

const viewerCounts = [1, 4] as const

/** The video of the card in the camera's own tab. */
const OWN_PICTURE = `article video`

/** Detectors learn the scene, encoders find their rate. */
const SETTLE_MS = 5_000

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (options.crowd !== null)
    return benchCrowd({ viewers: options.crowd, seconds: options.seconds, jsonFile: options.jsonFile })
  const { CHROME_PATH: executable, BENCH_CAMERA: cameraFile, BENCH_STILL_CAMERA: stillFile } = process.env
  if (executable === undefined || cameraFile === undefined) throw new Complaint('Start this with: npm run bench:live')
  if (options.isOfCamera) {
    if (stillFile === undefined) throw new Complaint('Start this with: npm run bench:live -- --camera')
    return benchCamera(executable, { walking: cameraFile, still: stillFile }, options)
  }
  const app = await openLiveApp(executable, cameraFile)
  try {
    console.log(app.product)
    await delay(SETTLE_MS)
    const idle = await cpuOver(app, options.seconds)
    console.log(`nobody looks: the camera's browser takes ${figure(idle.camera)} % of a core`)
    const cases: LiveCase[] = []
    for (const way of ways) for (const viewers of viewerCounts) cases.push(await measure(app, way, viewers, options))
    console.log(`\n${aligned(liveTable(cases))}\n`)
    for (const bar of liveBars(cases)) console.log(barLine(bar))
    if (options.jsonFile !== null) {
      writeReport(options.jsonFile, thisMachine(app.product), liveRows(cases, idle.camera))
      console.log(`\nThe figures are in ${options.jsonFile}.`)
    }
  } finally {
    await app.close()
  }
}

async function measure(app: LiveApp, way: Way, viewers: number, options: LiveBenchOptions): Promise<LiveCase> {
  const { seconds, openings } = options
  const pages: Page[] = []
  const firstFramesMs: number[] = []
  const [first] = [await app.openViewer(way)]
  pages.push(first)
  for (let opening = 0; viewers === 1 && opening < openings; opening++) {
    if (opening > 0) await closeView(first)
    firstFramesMs.push(await openView(first))
  }
  if (viewers > 1) await openView(first)
  while (pages.length < viewers) {
    const page = await app.openViewer(way)
    await openView(page)
    pages.push(page)
  }
  await delay(SETTLE_MS)
  for (const page of pages) await awaitWay(page, way)
  // What frames cost is measured while nobody reads their numbers.
  const cpu = await cpuOver(app, seconds)
  const [given, ...shown] = await Promise.all([
    app.camera.evaluate(readGiven, readingOf(OWN_PICTURE, seconds + 1)),
    ...pages.map((page) => page.evaluate(readShown, readingOf(VIEWED_PICTURE, seconds))),
  ])
  await app.closeViewers()
  await delay(SETTLE_MS)
  const ofEach = shown.map((frames) => latenciesOf(given, frames))
  const seen = {
    way,
    viewers,
    firstFramesMs,
    latenciesMs: ofEach.flatMap(({ latenciesMs }) => latenciesMs),
    unmatched: ofEach.reduce((sum, { unmatched }) => sum + unmatched, 0),
    framesPerSecond: Math.min(...shown.map(framesPerSecondOf)),
    cameraPercent: cpu.camera,
    hubPercent: cpu.hub,
  }
  const openingsMs = firstFramesMs.map((ms) => ms.toFixed(0)).join(', ')
  if (openingsMs !== '') console.log(`  ${way}, from the press to the picture, ms: ${openingsMs}`)
  console.log(
    `  ${way}, ${viewers}: ${seen.latenciesMs.length} frames, ${seen.unmatched} unmatched, ${figure(seen.framesPerSecond)} a second`,
  )
  return seen
}

async function cpuOver(app: LiveApp, seconds: number): Promise<{ readonly camera: number; readonly hub: number }> {
  const before = app.cpuMs()
  const beganMs = performance.now()
  await delay(1000 * seconds)
  const after = app.cpuMs()
  const percent = (ms: number) => (100 * ms) / (performance.now() - beganMs)
  return { camera: percent(after.camera - before.camera), hub: percent(after.hub - before.hub) }
}

await complaining(main)
