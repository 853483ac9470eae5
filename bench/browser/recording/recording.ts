import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { intervalOf } from '../../intervals'
import { aligned, barLine, figure, median, type Row } from '../../report'
import type { Chromium } from '../harness/chromium'
import { type MadeRecording, madeRecordingShape, type RecordingWay, recordingWays } from '../harness/recording-figures'
import { timesBetween, timesOf } from '../harness/thread-times'
import { Film, type Likeness, likenessOf } from './likeness'

/** What came before the motion is encoded at once: it is over by then. */
const BURST_MS = 1_500

/** A clip goes on for 10 s after its beginning: what is measured lies within. */
const LONGEST_SECONDS = 8

const MOST_OF_VP8 = 0.4

interface Run {
  readonly way: RecordingWay | 'watching'
  /** Of all processes of the browser, in percent of a core. */
  readonly cpuPercent: number
  readonly clips: readonly MadeRecording[]
}

/** What it costs to record, above watching, each way in turns of one run; and what comes of it. */
export async function measureRecording(
  chromium: Chromium,
  url: string,
  plan: { readonly cameras: readonly number[]; readonly rounds: number; readonly seconds: number },
  cameraFile: string,
): Promise<Row[]> {
  const film = new Film(cameraFile)
  const ways = ['watching', ...recordingWays] as const
  const rows: Row[] = []
  const table: string[][] = [['', 'cpu % above watching', 'from', 'to', 'kB a clip', 'psnr dB', 'pictures', 'made as']]
  try {
    for (const cameras of plan.cameras) {
      const runs: Run[] = []
      for (let round = 0; round < plan.rounds; round++) {
        for (const [i] of ways.entries()) {
          const way = ways[(i + round) % ways.length] ?? 'watching'
          runs.push(await runWay(chromium, url, { way, cameras, seconds: plan.seconds }))
        }
        console.log(`  ${cameras} cameras, round ${round + 1} of ${plan.rounds}`)
      }
      const of = (way: Run['way']) => runs.filter((run) => run.way === way)
      const aboveOf = (way: RecordingWay) =>
        of(way).map(({ cpuPercent }, round) => cpuPercent - (of('watching')[round]?.cpuPercent ?? Number.NaN))
      for (const way of recordingWays) {
        const above = intervalOf(aboveOf(way), median)
        const clips = of(way).flatMap((run) => run.clips)
        const sizeBytes = median(clips.map((clip) => clip.sizeBytes))
        const likeness: Likeness[] = []
        // One of each round: all cameras film the same.
        for (const {
          clips: [clip],
        } of of(way))
          if (clip !== undefined) likeness.push(await likenessOf(Buffer.from(clip.base64, 'base64'), film))
        const psnrDb = median(likeness.map((each) => each.psnrDb))
        const pictures = median(likeness.map((each) => each.pictures))
        const types = [...new Set(clips.map(({ mediaType }) => mediaType))].join(', ')
        table.push([
          `${way}, ${cameras}`,
          ...[above.value, above.low, above.high, sizeBytes / 1024, psnrDb, pictures].map(figure),
          types,
        ])
        const row = (metric: string, value: number, unit: string): Row => {
          return { name: way, case: `cameras-${cameras}`, metric, value: Math.round(value * 1e4) / 1e4, unit }
        }
        rows.push(row('cpu', above.value, '%'), row('cpu-low', above.low, '%'), row('cpu-high', above.high, '%'))
        rows.push(row('size', sizeBytes, 'bytes'), row('psnr', psnrDb, 'dB'))
        rows.push(row('pictures', pictures, 'per clip'))
      }
      const ratios = aboveOf('mp4-h264').map((percent, round) => percent / (aboveOf('webm-vp8')[round] ?? Number.NaN))
      const ratio = intervalOf(ratios, median)
      console.log(
        barLine({ what: `${cameras} cameras: CPU of mp4-h264 to webm-vp8`, value: ratio.value, most: MOST_OF_VP8 }),
      )
      for (const [metric, value] of Object.entries({
        ratio: ratio.value,
        'ratio-low': ratio.low,
        'ratio-high': ratio.high,
      }))
        rows.push({
          ...{ name: 'mp4-h264', case: `cameras-${cameras}`, metric: `cpu-${metric}` },
          ...{ value: Math.round(value * 1e4) / 1e4, unit: 'of webm-vp8' },
        })
    }
  } finally {
    film.close()
  }
  console.log(`\n${aligned(table)}\n`)
  return rows
}

async function runWay(
  chromium: Chromium,
  url: string,
  { way, cameras, seconds }: { readonly way: Run['way']; readonly cameras: number; readonly seconds: number },
): Promise<Run> {
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
  const made = way === 'watching' ? [] : await page.evaluate('window.bench.endRecording()')
  await page.close()
  return { way, cpuPercent, clips: z.array(madeRecordingShape).parse(made) }
}
