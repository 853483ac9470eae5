import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { turnMotionOn } from '../../scripts/demo/steps.mjs'
import { MINUTE_MS } from '../../src/lib/durations'
import { CameraLink } from '../browser/harness/camera-link'
import { timesBetween, timesOf } from '../browser/harness/thread-times'
import { Complaint } from '../complaint'
import { type DeliveredVideo, deliveredVideos } from '../delivered-videos'
import { aligned, barLine, figure, openBarLine, thisMachine, writeReport } from '../report'
import {
  cameraBars,
  cameraRows,
  cameraTable,
  type IdlePair,
  idleBar,
  idleCost,
  type OwnWork,
  together,
} from './camera-figures'
import { CAMERA_NAME, type LiveApp, openLiveApp } from './live-app'
import type { Way } from './live-figures'
import { LiveSwitch } from './live-switch'
import type { LiveBenchOptions } from './options'
import { awaitWay, openView } from './views'

/** The camera's films (scripts/bench.mjs): somebody walks once in 24 s, and nobody at all. */
export interface Films {
  readonly walking: string
  readonly still: string
}

/** A clip each. */
const FILM_MS = 24_000
/** The page loads; the first clip begins some 6 s after that. */
const SETTLE_MS = 3_000
const DELIVERY_LIMIT_MS = 20_000

/** A multiple of the time between two pings of the line. */
const STRETCH_MS = 10_000
/** All of it ends within ten minutes; a pair takes half a minute at most. */
const LAST_PAIR_BEGINS_MS = 9 * MINUTE_MS

/** Whether viewers take anything from the camera's own work, and what live view costs a camera that nobody looks through. */
export async function benchCamera(executable: string, films: Films, options: LiveBenchOptions): Promise<void> {
  const beganMs = performance.now()
  const link = new CameraLink(films.walking)
  try {
    const app = await openLiveApp(executable, link.path)
    try {
      console.log(app.product)
      const liveSwitch = await LiveSwitch.of(app.camera)
      await turnMotionOn(app.camera, CAMERA_NAME)
      const rounds: OwnWork[] = []
      // In turns, so that what stalls the machine for a while counts for each.
      for (let round = 0; round < options.clips; round++)
        for (const way of ['none', 'webrtc', 'relay'] as const) rounds.push(await work(app, way))
      const works = together(rounds)
      link.show(films.still)
      const pairs = await idlePairs(app, liveSwitch, {
        most: options.pairs,
        lastBeginsAtMs: beganMs + LAST_PAIR_BEGINS_MS,
      })
      console.log(`\n${aligned(cameraTable(works))}\n`)
      const { value, low, high } = idleCost(pairs)
      console.log(
        `nobody looks: ${figure(value)} (${figure(low)} to ${figure(high)}) % of a core more than without live view\n`,
      )
      for (const bar of cameraBars(works)) console.log(openBarLine(bar))
      const idle = idleBar(pairs)
      console.log(idle === null ? 'bar: what a camera costs that nobody looks through: not decided' : barLine(idle))
      if (options.jsonFile !== null) {
        writeReport(options.jsonFile, thisMachine(app.product), cameraRows(works, pairs))
        console.log(`\nThe figures are in ${options.jsonFile}.`)
      }
    } finally {
      await app.close()
    }
  } finally {
    link.remove()
  }
}

/** The film begins anew with the page, so that each case sees the same of it, once. */
async function work(app: LiveApp, way: Way | 'none'): Promise<OwnWork> {
  const { camera } = app
  const viewer = way === 'none' ? null : await app.openViewer(way)
  const since = { ms: performance.now(), epochMs: Date.now() }
  await reload(camera)
  const endsAtMs = performance.now() + FILM_MS
  if (viewer !== null) await openView(viewer)
  if (viewer !== null && way !== 'none') await awaitWay(viewer, way)
  await delay(SETTLE_MS)
  const droppedBefore = await droppedChecks(camera)
  await delay(endsAtMs - performance.now())
  const dropped = (await droppedChecks(camera)) - droppedBefore
  if (viewer !== null && way !== 'none') await awaitWay(viewer, way)
  await app.closeViewers()
  const stretch = { fromMs: since.epochMs, toMs: since.epochMs + endsAtMs - since.ms }
  const clipsMs = (await deliveredClips(app, stretch)).map(({ durationMs }) => durationMs)
  console.log(`  ${way}: ${dropped} checks dropped; ${clipsMs.length} clips`)
  return { way, droppedChecks: dropped, clipsMs }
}

async function reload(camera: Page): Promise<void> {
  await camera.reload()
  await camera.getByLabel(`Live picture of ${CAMERA_NAME}`).waitFor()
  await camera.getByRole('article', { name: CAMERA_NAME }).getByRole('meter').waitFor()
}

/** As its settings tell it. */
async function droppedChecks(camera: Page): Promise<number> {
  await camera.getByRole('article', { name: CAMERA_NAME }).getByRole('button', { name: 'Settings' }).click()
  const text = await camera.getByText(/Checked .* times a second, \d+ dropped/).textContent()
  await camera.keyboard.press('Escape')
  await camera.locator('[role="dialog"]').waitFor({ state: 'detached' })
  const [, dropped] = /(\d+) dropped/.exec(text ?? '') ?? []
  if (dropped === undefined) throw new Complaint('The camera does not say how many checks it dropped.')
  return Number(dropped)
}

/** Those that began in the stretch: what began before is another case's. */
async function deliveredClips(
  { camera, hubUrl }: LiveApp,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<DeliveredVideo[]> {
  for (const beganMs = performance.now(); ; await delay(1_000)) {
    const videos = await deliveredVideos(camera, hubUrl)
    const clips = videos.filter(({ startedAtMs }) => startedAtMs >= fromMs && startedAtMs < toMs)
    const isLate = performance.now() - beganMs > DELIVERY_LIMIT_MS
    if (clips.length > 0 || isLate) return clips.sort((one, other) => one.startedAtMs - other.startedAtMs)
  }
}

/** Off and on, on and off, and so on, so that what changes slowly counts for both alike. */
async function idlePairs(
  app: LiveApp,
  liveSwitch: LiveSwitch,
  limits: { readonly most: number; readonly lastBeginsAtMs: number },
): Promise<IdlePair[]> {
  await reload(app.camera)
  await delay(SETTLE_MS)
  const pairs: IdlePair[] = []
  while (pairs.length < limits.most && performance.now() < limits.lastBeginsAtMs) {
    const order = pairs.length % 2 === 0 ? [false, true] : [true, false]
    const percents: number[] = []
    for (const isOn of order) {
      await liveSwitch.turn(isOn)
      // The line's first words are of its opening.
      await delay(SETTLE_MS)
      percents.push(await ownPercent(app))
    }
    const [first = Number.NaN, second = Number.NaN] = percents
    pairs.push(
      pairs.length % 2 === 0 ? { offPercent: first, onPercent: second } : { offPercent: second, onPercent: first },
    )
  }
  return pairs
}

/** What page, workers and the browser's own process take: the others play the film, whatever the page does. */
async function ownPercent({ cameraPid }: LiveApp): Promise<number> {
  const before = timesOf(cameraPid)
  const beganMs = performance.now()
  await delay(STRETCH_MS)
  const { parts } = timesBetween(before, timesOf(cameraPid))
  return (100 * (parts.main + parts.worker + parts.pool + parts.browser)) / (performance.now() - beganMs)
}
