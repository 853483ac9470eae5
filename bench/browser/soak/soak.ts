import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { MINUTE_MS } from '../../../src/lib/durations'
import { aligned, barLine, figure, type Row } from '../../report'
import { until } from '../harness/until'
import { openCamerasApp } from '../interactions/interaction-app'
import {
  checksPerSecond,
  leftOutPercent,
  longestGapMs,
  type NamingWorkerEnd,
  type Soak,
  soakBars,
  soakRows,
  soakTable,
} from './soak-figures'
import type { ClipCounts, SoakSample } from './soak-growth'
import { SoakProbe } from './soak-probe'

/** Short soaks are sampled more often: their lines need points, too. */
const LONGEST_INTERVAL_MS = 30_000
const SAMPLES_AT_LEAST = 24

/** Until the first clip is delivered and people are looked for: by then everything that comes on first use is there. */
const FIRST_USE_LIMIT_MS = 180_000

/** What was recorded when motion detection was turned off is closed and sent within this. */
const DELIVERY_LIMIT_MS = 120_000

/** The naming worker ends after five idle minutes; soaks shorter than this do not wait for it. */
const PERSON_AWAITED_FROM_MINUTES = 15
const PERSON_IDLE_LIMIT_MS = 6 * MINUTE_MS

/** Lines of the console that are told. */
const MOST_LINES = 12

export interface SoakPlan {
  readonly cameras: number
  readonly minutes: number
}

/** The app with running cameras for so long, and whether it holds anything that it should have let go (BENCH-09). */
export async function measureSoak(
  browserOf: { readonly executable: string; readonly cameraFile: string },
  { cameras, minutes }: SoakPlan,
): Promise<{ product: string; rows: Row[] }> {
  const app = await openCamerasApp(browserOf, cameras, SoakProbe.attach)
  const { page, watch: probe } = app
  try {
    console.log(`${app.product}, ${cameras} cameras for ${minutes} min`)
    await until(async () => probe.workers.includes('naming') && (await probe.clips()).delivered > 0, FIRST_USE_LIMIT_MS)
    const samples = await sampleFor(probe, minutes * MINUTE_MS)
    const hadNamingWorker = probe.workers.includes('naming')
    const finalClips = await finish(page, probe, app.cameras)
    const namingWorker = await namingWorkerEnd(probe, hadNamingWorker, minutes)
    const errors = [...probe.errors.values()].reduce((sum, count) => sum + count, 0)
    const soak = { cameras, samples, finalClips, namingWorker, errors, frameWarnings: probe.frameWarnings }
    report(soak, probe)
    return { product: app.product, rows: soakRows(soak) }
  } finally {
    await app.close()
  }
}

async function sampleFor(probe: SoakProbe, lengthMs: number): Promise<SoakSample[]> {
  const intervalMs = Math.min(LONGEST_INTERVAL_MS, lengthMs / SAMPLES_AT_LEAST)
  await probe.begin()
  const startMs = performance.now()
  const samples = [await probe.sample()]
  while (performance.now() - startMs < lengthMs) {
    // From the end of the one before: a machine that is late is not asked all the more.
    await delay(intervalMs)
    const sample = await probe.sample()
    samples.push(sample)
    console.log(`  ${lineOf(sample)}`)
  }
  return samples
}

function lineOf({ atMs, pageHeapBytes, workerHeapBytes, browserRssBytes, clips, longestGapMs }: SoakSample): string {
  const megabytes = (bytes: number) => `${figure(bytes / 2 ** 20)} MB`
  return [
    `${(atMs / MINUTE_MS).toFixed(1)} min: heap ${megabytes(pageHeapBytes + workerHeapBytes)}`,
    `RSS ${megabytes(browserRssBytes)}`,
    `gap ${longestGapMs.toFixed(0)} ms`,
    `clips ${clips.begun} begun, ${clips.delivered} delivered`,
  ].join(', ')
}

/** Turns motion detection off at every camera, and waits for what is under way. */
async function finish(page: Page, probe: SoakProbe, cameras: readonly string[]): Promise<ClipCounts> {
  for (const name of cameras) {
    const card = page.getByRole('article', { name })
    await card.getByText('Motion Detection').click()
    await card.getByRole('meter').waitFor({ state: 'hidden' })
  }
  await until(async () => {
    const { begun, waiting, delivered } = await probe.clips()
    return waiting === 0 && delivered >= begun
  }, DELIVERY_LIMIT_MS)
  return probe.clips()
}

async function namingWorkerEnd(probe: SoakProbe, hadOne: boolean, minutes: number): Promise<NamingWorkerEnd> {
  if (!hadOne) return 'never-started'
  if (minutes < PERSON_AWAITED_FROM_MINUTES) return 'not-awaited'
  const isGone = () => Promise.resolve(!probe.workers.includes('naming'))
  return (await until(isGone, PERSON_IDLE_LIMIT_MS)) ? 'ended' : 'kept-on'
}

function report(soak: Soak, probe: SoakProbe): void {
  const { begun, delivered } = soak.finalClips
  console.log(`\n${aligned(soakTable(soak))}\n`)
  console.log(
    `${figure(checksPerSecond(soak))} checks a second of each camera, ${figure(leftOutPercent(soak))} % left out, ` +
      `longest gap ${longestGapMs(soak).toFixed(0)} ms; ${begun} clips begun, ${delivered} delivered; ` +
      `naming worker: ${soak.namingWorker}`,
  )
  for (const [title, lines] of [['Errors', probe.errors] as const, ['Warnings', probe.notes] as const]) {
    if (lines.size > 0) console.log(`\n${title} in the console:`)
    for (const [text, count] of [...lines].slice(0, MOST_LINES)) console.log(`  ${count} x ${text.slice(0, 200)}`)
  }
  console.log('')
  for (const bar of soakBars(soak)) console.log(barLine(bar))
}
