import { type Bar, figure, median, type Row } from '../../report'
import { growthOfLeast, growthPerHour } from '../soak/soak-growth'
import type { Moving } from './weak-app'
import type { Motion } from './weak-motions'
import type { WeakTake } from './weak-watch'

/** What is measured in one go. */
export interface WeakCase {
  /** Of one core, for Chromium and all that it starts; null: whatever it takes. */
  readonly quota: number | null
  readonly cameras: number
  readonly moving: Moving
}

/** What is measured one after the other. */
export interface WeakPlan {
  readonly quotas: readonly (number | null)[]
  readonly cameras: readonly number[]
  readonly moving: readonly Moving[]
  readonly seconds: number
}

/** One camera moves or it does not: it has no others. */
export function casesOf({ quotas, cameras, moving }: WeakPlan): WeakCase[] {
  return quotas.flatMap((quota) =>
    cameras.flatMap((count) => {
      const ways: readonly Moving[] = count === 1 ? ['all'] : moving
      return ways.map((way) => ({ quota, cameras: count, moving: way }))
    }),
  )
}

export interface MemorySample {
  readonly atMs: number
  readonly bytes: number
}

export interface WeakRun extends WeakCase {
  readonly seconds: number
  readonly isExact: boolean
  /** Of each camera. */
  readonly checks: readonly { readonly checks: number; readonly longestGapMs: number }[]
  readonly motions: readonly Motion[]
  /** Recordings of the hub's of that time that none of the page's takes explains: the browser's own recorder made them. */
  readonly unexplained: number
  /** What the cards of the cameras said beside what they said at first. */
  readonly said: readonly string[]
  /** When a card was found to say what clips have before the motion. */
  readonly toldAtMs: readonly number[]
  /** Of one core: what Chromium took, and what all but this bench took. */
  readonly cpuPercent: number
  readonly othersPercent: number
  /** Of the times that its share was given out, those in which it would have taken more; NaN where it is not held. */
  readonly usedUpPercent: number
  readonly memory: readonly MemorySample[]
  readonly emptyBytes: number
}

/** The product's (src/contract/limits.ts). */
const CLIP_MS = 15_000
const PRE_ROLL_MS = 5_000

/** 10 s of a clip, a cooldown of 5 s, and checks until what moves is sure: each camera has a motion so often where it never rests. */
const CYCLE_MS = 18_000

/** Frames are 67 ms apart, and those before the motion 300. */
const CLIP_TOLERANCE_MS = 500
/** The oldest frame that is kept is up to a check younger, and up to a step of a slower pace. */
const PRE_ROLL_TOLERANCE_MS = 1_000

/** Cards are read each second, and a page that is held answers late. */
const TOLD_TOLERANCE_MS = 3_000

/** Others that take more than this of the machine take it from what is measured. */
export const MOST_OTHERS_PERCENT = 25

/** What is told as growth needs so long. */
const GROWTH_FROM_SECONDS = 600

/** What a card says of the seconds before the motion where the machine is busy; it says of many other things, too. */
const OF_PRE_ROLL = /begins clips (# seconds before|with) the motion/i

const MB = 2 ** 20

export interface WeakFigures {
  readonly checksSlowest: number
  readonly checksMean: number
  readonly longestGapMs: number
  readonly motions: number
  /** Of the camera with the fewest. */
  readonly motionsFewest: number
  readonly lost: number
  /** Clips that are not of 15 s. */
  readonly cut: number
  readonly framesLeast: number
  readonly framesMedian: number
  /** Clips that begin closer to the motion than 5 s, and not where the camera's clip before them ended either. */
  readonly late: number
  /** Those of them of which no card said so at that time. */
  readonly lateUntold: number
  readonly preRollMs: number
  /** From the end of a clip until it is encoded, and until the hub has it. */
  readonly encodedMs: number
  readonly deliveredMs: number
  readonly deliveredLongestMs: number
  readonly sizeKb: number
  readonly memoryMb: number
}

export function weakFigures(run: WeakRun): WeakFigures {
  const rates = run.checks.map(({ checks }) => checks / run.seconds)
  const clips = run.motions.flatMap(({ take, video }) => (video === null ? [] : { take, video }))
  const frames = clips.map(({ video }) => (1000 * video.frames) / video.durationMs)
  const preRolls = clips.map(({ take }) => take.triggeredAtMs - (take.startedAtMs ?? Number.NaN))
  const since = (atMs: number | null, take: WeakTake) => (atMs ?? Number.NaN) - (take.stoppedAtMs ?? Number.NaN)
  const delivered = clips.map(({ take, video }) => since(video.listedAtMs, take))
  const late = clips.filter(({ take }) => isLate(take, run.motions))
  return {
    checksSlowest: Math.min(...rates),
    checksMean: rates.reduce((sum, rate) => sum + rate, 0) / rates.length,
    longestGapMs: Math.max(...run.checks.map(({ longestGapMs }) => longestGapMs)),
    motions: run.motions.length,
    motionsFewest: fewest(run),
    lost: run.motions.length - clips.length,
    cut: clips.filter(({ video }) => video.durationMs < CLIP_MS - CLIP_TOLERANCE_MS).length,
    framesLeast: Math.min(...frames),
    framesMedian: median(frames),
    late: late.length,
    lateUntold: late.filter(({ take }) => !isTold(take, run.toldAtMs)).length,
    preRollMs: median(preRolls),
    encodedMs: median(clips.map(({ take }) => since(take.endedAtMs, take))),
    deliveredMs: median(delivered),
    deliveredLongestMs: Math.max(...delivered),
    sizeKb: median(clips.map(({ video }) => video.sizeBytes / 1024)),
    memoryMb: (median(run.memory.map(({ bytes }) => bytes)) - run.emptyBytes) / MB,
  }
}

/** A camera without any motion has no stream that the page told of. */
function fewest({ cameras, motions }: WeakRun): number {
  const counts = new Map<number, number>()
  for (const { take } of motions) counts.set(take.stream, (counts.get(take.stream) ?? 0) + 1)
  return counts.size < cameras ? 0 : Math.min(...counts.values())
}

/** At the trigger, or so short before it that what is kept had no time to fill up again. */
function isTold({ triggeredAtMs }: WeakTake, toldAtMs: readonly number[]): boolean {
  const fromMs = triggeredAtMs - PRE_ROLL_MS - TOLD_TOLERANCE_MS
  return toldAtMs.some((atMs) => atMs >= fromMs && atMs <= triggeredAtMs + TOLD_TOLERANCE_MS)
}

/** What one clip has, the next one leaves out. */
function isLate({ stream, triggeredAtMs, startedAtMs }: WeakTake, motions: readonly Motion[]): boolean {
  const beganAtMs = startedAtMs ?? Number.NaN
  if (triggeredAtMs - beganAtMs >= PRE_ROLL_MS - PRE_ROLL_TOLERANCE_MS) return false
  const endsBefore = motions.flatMap(({ take }) =>
    take.stream === stream && take.stoppedAtMs !== null && take.triggeredAtMs < triggeredAtMs ? [take.stoppedAtMs] : [],
  )
  return !endsBefore.some((endedAtMs) => beganAtMs - endedAtMs < PRE_ROLL_TOLERANCE_MS)
}

/** What cards say, without figures, which change, and without the state of a camera: one word in capitals, or that it records. */
export function sayings(lines: readonly string[]): string[] {
  return lines
    .map((line) => line.trim().replaceAll(/\d+([.,]\d+)*/g, '#'))
    .filter((line) => /[a-z]/i.test(line) && !/^([A-Z]+|Recording)$/.test(line))
}

/** Whether what cards say, as `sayings` gives it, tells what clips have before the motion. */
export function isOfPreRoll(lines: readonly string[]): boolean {
  return lines.some((line) => OF_PRE_ROLL.test(line))
}

/** What the cards said in the cases of a run, to be kept beside its figures; null: nothing. */
export function noteOf(runs: readonly WeakRun[]): string | null {
  const notes = runs.filter(({ said }) => said.length > 0).map((run) => `${titleOf(run)}: ${quoted(run.said)}`)
  return notes.length === 0 ? null : `What cards said beside their usual words: ${notes.join('; ')}.`
}

function quoted(lines: readonly string[]): string {
  return lines.map((line) => `"${line}"`).join(', ')
}

/** What is asked of half a core with four cameras, and of the memory of eight (WEAK-01, WEAK-02). */
export function weakBars(run: WeakRun): Bar[] {
  const figures = weakFigures(run)
  const isHalf = run.quota === 0.5 && run.cameras === 4 && run.moving === 'all'
  return [
    ...(isHalf ? halfCoreBars(run, figures) : []),
    ...(run.cameras === 8 ? [{ what: 'memory over an empty Chromium, MB', value: figures.memoryMb, most: 900 }] : []),
    ...(run.seconds < GROWTH_FROM_SECONDS
      ? []
      : [{ what: 'memory that stayed, last third less first, MB', value: memoryThatStayed(run), most: 20 }]),
  ]
}

function halfCoreBars({ seconds, unexplained }: WeakRun, figures: WeakFigures): Bar[] {
  return [
    {
      what: 'motions of the camera with the fewest',
      value: figures.motionsFewest,
      least: Math.max(1, Math.floor((1000 * seconds) / CYCLE_MS)),
    },
    { what: "recordings by the browser's own recorder", value: unexplained, most: 0 },
    { what: 'motions without a clip', value: figures.lost, most: 0 },
    { what: 'clips that are not of 15 s', value: figures.cut, most: 0 },
    { what: 'frames a second of the poorest clip', value: figures.framesLeast, least: 4 },
    {
      what: 'clips without their seconds before the motion, and no word of it on a card',
      value: figures.lateUntold,
      most: 0,
    },
    { what: 'checks a second of the slowest camera', value: figures.checksSlowest, least: 2 },
  ]
}

function memoryThatStayed({ memory }: WeakRun): number {
  return growthOfLeast(memory, ({ bytes }) => bytes) / MB
}

export function titleOf({ quota, cameras, moving }: WeakCase): string {
  const share = quota === null ? 'all cores' : `${quota} of a core`
  return `${share}, ${cameras === 1 ? '1 camera' : `${cameras} cameras, ${moving} moving`}`
}

export const weakHead = [
  '',
  'checks/s',
  'slowest',
  'longest gap ms',
  'motions',
  'lost',
  'cut',
  'frames/s',
  'poorest',
  'pre-roll s',
  'encoded after s',
  'at the hub after s',
  'at most s',
  'kB a clip',
  'MB over empty',
  'cpu %',
  'used up %',
]

/** A line under `weakHead`. */
export function weakLine(run: WeakRun): string[] {
  const figures = weakFigures(run)
  return [
    titleOf(run),
    ...[figures.checksMean, figures.checksSlowest].map(figure),
    figures.longestGapMs.toFixed(0),
    ...[figures.motions, figures.lost, figures.cut].map(String),
    ...[figures.framesMedian, figures.framesLeast, figures.preRollMs / 1000].map(figure),
    ...[figures.encodedMs, figures.deliveredMs, figures.deliveredLongestMs].map((ms) => figure(ms / 1000)),
    ...[figures.sizeKb, figures.memoryMb, run.cpuPercent, run.usedUpPercent].map(figure),
  ]
}

/** The rows of a result (BENCH-01). */
export function weakRows(run: WeakRun): Row[] {
  const figures = weakFigures(run)
  const row = (metric: string, value: number, unit: string): Row[] => {
    if (!Number.isFinite(value)) return []
    return [{ name: 'weak', case: caseOf(run), metric, value: Math.round(value * 1e3) / 1e3, unit }]
  }
  return [
    ...row('checks', figures.checksMean, '1/s'),
    ...row('checks-slowest', figures.checksSlowest, '1/s'),
    ...row('longest-gap', figures.longestGapMs, 'ms'),
    ...row('motions', figures.motions, 'count'),
    ...row('motions-fewest', figures.motionsFewest, 'count'),
    ...row('unexplained', run.unexplained, 'count'),
    ...row('clips', figures.motions - figures.lost, 'count'),
    ...row('cut', figures.cut, 'count'),
    ...row('frames', figures.framesMedian, '1/s'),
    ...row('frames-least', figures.framesLeast, '1/s'),
    ...row('pre-roll', figures.preRollMs, 'ms'),
    ...row('late', figures.late, 'count'),
    ...row('late-untold', figures.lateUntold, 'count'),
    ...row('said', run.said.length, 'count'),
    ...row('encoded-after', figures.encodedMs, 'ms'),
    ...row('delivered-after', figures.deliveredMs, 'ms'),
    ...row('delivered-after-max', figures.deliveredLongestMs, 'ms'),
    ...row('size', figures.sizeKb, 'kB'),
    ...row('memory', figures.memoryMb, 'MB'),
    ...row('memory-empty', run.emptyBytes / MB, 'MB'),
    ...(run.seconds < GROWTH_FROM_SECONDS
      ? []
      : [
          ...row('memory-stayed', memoryThatStayed(run), 'MB'),
          ...row('memory-growth', growthPerHour(run.memory, ({ bytes }) => bytes) / MB, 'MB/h'),
        ]),
    ...row('cpu', run.cpuPercent, '%'),
    ...row('used-up', run.usedUpPercent, '%'),
    ...row('others', run.othersPercent, '%'),
    ...row('seconds', run.seconds, 's'),
    ...row('exact', run.isExact ? 1 : 0, 'count'),
  ]
}

/** As bench/results knows it. */
export function caseOf({ quota, cameras, moving }: WeakCase): string {
  return `${quota === null ? 'free' : `quota-${quota}`}-cameras-${cameras}-${moving}`
}
