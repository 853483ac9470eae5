import { z } from 'zod'
import { type Bar, barLine, figure, median, quantile, type Row } from '../../report'
import type { Chromium } from '../harness/chromium'
import { type ClipFacts, clipFactsShape } from '../harness/page-figures'

/** A camera that ran so long without recording has all of its pre-roll. */
const RAN_LONG_ENOUGH_MS = 5_600

/** A frame of 15 a second, and what rounding adds: what is filmed ends with a frame. */
const MOST_ERROR_MS = 68

/** Of each clip (bench/browser/page/seeks.ts). */
const SEEKS = 10

export interface ClipPlan {
  readonly clips: number
  readonly cameras: number
  /** Motion never ends, instead of at random moments. */
  readonly isSteady: boolean
}

/** Makes clips in real Chromium, and looks at each. */
export async function makeClips(chromium: Chromium, url: string, plan: ClipPlan): Promise<readonly ClipFacts[]> {
  const page = await chromium.openPage(url)
  await page.waitFor('window.bench')
  const made = await page.evaluate(`window.bench.makeClips(${plan.clips}, ${plan.cameras}, ${plan.isSteady})`)
  await page.close()
  return z.array(clipFactsShape).parse(made)
}

export async function measureClips(chromium: Chromium, url: string, plan: ClipPlan): Promise<Row[]> {
  const { cameras, isSteady } = plan
  const facts = await makeClips(chromium, url, plan)
  const figures = clipFigures(facts)
  console.log(
    `\n${figures.clips} clips of ${cameras} cameras: ${figures.sizeKb.toFixed(0)} kB, ${figures.framesPerSecond.toFixed(1)} frames a second (medians)`,
  )
  for (const [mediaType, { clips, longestMs, p95Ms }] of errorsByType(facts))
    console.log(
      `  ${clips} are ${mediaType}: duration ${figure(longestMs)} ms off at most, 95 of 100 at most ${figure(p95Ms)}`,
    )
  const bars = [...clipBars(figures), ...(isSteady ? coverageBars(facts) : [])]
  for (const bar of bars) console.log(barLine(bar))
  const row = (metric: string, value: number, unit: string): Row => {
    return {
      name: 'clips',
      case: `${isSteady ? 'steady' : 'cameras'}-${cameras}`,
      metric,
      value: Math.round(value * 1e4) / 1e4,
      unit,
    }
  }
  return [
    ...(isSteady ? [row('coverage', coverageOf(facts), 'share')] : []),
    row('clips', figures.clips, 'count'),
    row('duration-error-max', figures.longestErrorMs, 'ms'),
    row('keyframe-first', figures.keyframeFirst, 'count'),
    row('seeks-missed', figures.missedSeeks, 'count'),
    row('pre-roll-due', figures.preRollDue, 'count'),
    row('pre-roll-kept', figures.preRollKept, 'count'),
    row('pre-roll-p50', figures.preRollMs, 'ms'),
    row('size-p50', figures.sizeKb, 'kB'),
    row('frames-per-second', figures.framesPerSecond, '1/s'),
  ]
}

export interface ClipFigures {
  readonly clips: number
  /** Between what the file says and the time that passed. */
  readonly longestErrorMs: number
  readonly errorP95Ms: number
  readonly keyframeFirst: number
  readonly missedSeeks: number
  /** Clips of cameras that had run long enough, and those of them with 4 s or more. */
  readonly preRollDue: number
  readonly preRollKept: number
  readonly preRollMs: number
  readonly sizeKb: number
  readonly framesPerSecond: number
}

export function clipFigures(facts: readonly ClipFacts[]): ClipFigures {
  const errors = facts.map(({ durationMs, realMs }) => Math.abs(durationMs - realMs))
  const due = facts.filter(({ ranMs }) => ranMs >= RAN_LONG_ENOUGH_MS)
  return {
    clips: facts.length,
    longestErrorMs: Math.max(...errors),
    errorP95Ms: quantile(errors, 0.95),
    keyframeFirst: facts.filter(({ startsOnKeyframe }) => startsOnKeyframe).length,
    missedSeeks: facts.reduce((sum, { seeks }) => sum + SEEKS - seeks, 0),
    preRollDue: due.length,
    preRollKept: due.filter(({ preRollMs }) => preRollMs >= 4_000).length,
    preRollMs: median(due.map(({ preRollMs }) => preRollMs)),
    sizeKb: median(facts.map(({ sizeBytes }) => sizeBytes / 1024)),
    framesPerSecond: median(facts.map(({ frames, durationMs }) => (1000 * frames) / durationMs)),
  }
}

export interface DurationErrors {
  readonly clips: number
  readonly longestMs: number
  readonly p95Ms: number
}

/** By container: each has its own way to end a clip. */
export function errorsByType(facts: readonly ClipFacts[]): ReadonlyMap<string, DurationErrors> {
  const types = [...new Set(facts.map(({ mediaType }) => mediaType))].sort()
  return new Map(
    types.map((mediaType) => {
      const { clips, longestErrorMs, errorP95Ms } = clipFigures(facts.filter((clip) => clip.mediaType === mediaType))
      return [mediaType, { clips, longestMs: longestErrorMs, p95Ms: errorP95Ms }]
    }),
  )
}

/** The bars of BENCH-07. */
export function clipBars(figures: ClipFigures): Bar[] {
  return [
    {
      what: 'clips: longest difference of duration and real time, ms',
      value: figures.longestErrorMs,
      most: MOST_ERROR_MS,
    },
    { what: 'clips: share that starts on a keyframe', value: figures.keyframeFirst / figures.clips, least: 1 },
    { what: 'clips: seeks that missed', value: figures.missedSeeks, most: 0 },
    {
      what: 'clips: share with 4 s of pre-roll, where the camera had run',
      value: figures.preRollKept / figures.preRollDue,
      least: 0.99,
    },
  ]
}

/** How much of the time from a camera's first clip to its last one is in some clip; the least covered camera counts. */
export function coverageOf(facts: readonly ClipFacts[]): number {
  const cameras = [...new Set(facts.map(({ camera }) => camera))]
  const shares = cameras.map((camera) => {
    const clips = facts.filter((clip) => clip.camera === camera).sort((a, b) => a.startedAtMs - b.startedAtMs)
    let coveredMs = 0
    let upToMs = clips[0]?.startedAtMs ?? 0
    for (const { startedAtMs, durationMs } of clips) {
      coveredMs += Math.max(0, startedAtMs + durationMs - Math.max(upToMs, startedAtMs))
      upToMs = Math.max(upToMs, startedAtMs + durationMs)
    }
    return coveredMs / (upToMs - (clips[0]?.startedAtMs ?? 0))
  })
  return Math.min(...shares)
}

function coverageBars(facts: readonly ClipFacts[]): Bar[] {
  return [{ what: 'clips: share of unending motion that is in a clip', value: coverageOf(facts), least: 0.99 }]
}
