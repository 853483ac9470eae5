import { setTimeout as delay } from 'node:timers/promises'
import { Complaint } from '../../complaint'
import { aligned, barLine, type Row } from '../../report'
import type { Chromium } from '../harness/chromium'
import { recordedShape, recordingWays } from '../harness/recording-figures'
import { timesBetween, timesOf } from '../harness/thread-times'
import { Film, likenessOf } from './likeness'
import {
  recordingBars,
  recordingHead,
  recordingLines,
  recordingRows,
  type WayRun,
  wrongType,
} from './recording-figures'

/** What came before the motion is encoded at once: it is over by then. */
const BURST_MS = 1_500

/** A clip goes on for 10 s after its beginning: what is measured lies within. */
const LONGEST_SECONDS = 8

/** What it costs to record, above watching, each way in turns of one run; and what comes of it. */
export async function measureRecording(
  chromium: Chromium,
  url: string,
  plan: { readonly cameras: readonly number[]; readonly rounds: number; readonly seconds: number },
  cameraFile: string,
): Promise<Row[]> {
  const film = new Film(cameraFile)
  const ways = ['watching', ...recordingWays] as const
  const byCameras: WayRun[][] = []
  try {
    for (const cameras of plan.cameras) {
      const runs: WayRun[] = []
      byCameras.push(runs)
      for (let round = 0; round < plan.rounds; round++) {
        for (const [i] of ways.entries()) {
          const way = ways[(i + round) % ways.length] ?? 'watching'
          const run = await runWay(chromium, url, { way, cameras, seconds: plan.seconds }, film)
          const wrong = wrongType(run)
          if (wrong !== null) throw new Complaint(`This browser makes ${wrong} where ${way} is measured.`)
          runs.push(run)
        }
        console.log(`  ${cameras} cameras, round ${round + 1} of ${plan.rounds}`)
      }
      for (const bar of recordingBars(runs)) console.log(barLine(bar))
    }
  } finally {
    film.close()
  }
  console.log(`\n${aligned([recordingHead, ...byCameras.flatMap(recordingLines)])}\n`)
  return byCameras.flatMap(recordingRows)
}

async function runWay(
  chromium: Chromium,
  url: string,
  { way, cameras, seconds }: Pick<WayRun, 'way' | 'cameras'> & { readonly seconds: number },
  film: Film,
): Promise<WayRun> {
  const page = await chromium.openPage(url)
  await page.waitFor('window.bench')
  await page.evaluate(`window.bench.startRecording(${JSON.stringify(way)}, ${cameras})`)
  if (way !== 'watching') await page.evaluate('window.bench.recordAll()')
  await delay(BURST_MS)
  const measuredMs = 1000 * Math.min(seconds, LONGEST_SECONDS)
  const startedMs = performance.now()
  const before = timesOf(chromium.pid)
  await delay(measuredMs)
  const { all } = timesBetween(before, timesOf(chromium.pid))
  const cpuPercent = (100 * all) / (performance.now() - startedMs)
  const nothing = { clips: [], droppedChecks: 0 }
  const made = way === 'watching' ? nothing : await page.evaluate('window.bench.endRecording()')
  await page.close()
  const { clips, droppedChecks } = recordedShape.parse(made)
  const [first] = clips
  const likeness = first === undefined ? null : await likenessOf(Buffer.from(first.base64, 'base64'), film)
  return { way, cameras, cpuPercent, droppedChecks, clips, likeness }
}
