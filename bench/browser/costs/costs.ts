import { type Interval, intervalOf } from '../../intervals'
import { median, quantile, type Row } from '../../report'
import { GAP_STEP_MS, type Mode } from '../harness/page-figures'
import type { PageRun } from '../harness/page-run'
import { ownParts, type Part, parts } from '../harness/thread-times'

/** What one mode costs at one number of cameras: medians over its rounds. */
export interface Cost {
  readonly mode: Mode
  readonly cameras: number
  /** Percent of one core, over all processes of the browser. */
  readonly cpuPercent: number
  /** The same by whose work it is, counted thread by thread. */
  readonly partPercents: Readonly<Record<Part, number>>
  /** Of the page's own threads, and of all others, above plain playback in the same round; absent for playback itself. */
  readonly above: { readonly own: Interval; readonly others: Interval } | null
  /** CPU of the main thread above playback, and of the worker's thread, per check. */
  readonly mainMs: number
  /** The part of it that is scripts: what the page itself does, without Chromium's work around it. */
  readonly scriptMs: number
  readonly workerMs: number
  readonly checksPerSecond: Checks
  /** Between two checks of one camera. */
  readonly gapMs: { readonly median: number; readonly p95: number; readonly longest: number }
}

/** Checks per second of one camera: over all of them, and of the slowest and the quickest. */
export interface Checks {
  readonly mean: number
  readonly slowest: number
  readonly quickest: number
}

/** `runs` are all of one number of cameras; costs above playback are against the idle run of the same round. */
export function costsOf(runs: readonly PageRun[]): Cost[] {
  const idle = runs.filter(({ mode }) => mode === 'idle')
  const idleMain = idle.map((run) => run.cpu.parts.main / run.seconds)
  const idleScript = idle.map((run) => run.scriptMs / run.seconds)
  return modesOf(runs).map((mode) => {
    const own = runs.filter((run) => run.mode === mode)
    const perCheck = (ms: (run: PageRun, round: number) => number) =>
      mode === 'idle' ? Number.NaN : median(own.map((run, round) => ms(run, round) / checksOf(run)))
    return {
      mode,
      cameras: own[0]?.cameras ?? 0,
      cpuPercent: median(own.map((run) => run.cpu.all / run.seconds / 10)),
      partPercents: partPercents(own),
      above: mode === 'idle' ? null : { own: above(own, idle, ownPercent), others: above(own, idle, othersPercent) },
      mainMs: perCheck((run, round) => run.cpu.parts.main - (idleMain[round] ?? 0) * run.seconds),
      scriptMs: perCheck((run, round) => run.scriptMs - (idleScript[round] ?? 0) * run.seconds),
      workerMs: mode === 'engine' ? perCheck((run) => run.cpu.parts.worker) : Number.NaN,
      checksPerSecond: checksPerSecond(own),
      gapMs: gapsOf(own),
    }
  })
}

/** What the engine's own threads take for each CPU second of the canvas loop's, both above playback of the same round. */
export function engineToCanvas(runs: readonly PageRun[]): Interval {
  const [idle = [], canvas = [], engine = []] = (['idle', 'canvas', 'engine'] as const).map((mode) =>
    runs.filter((run) => run.mode === mode).map(ownPercent),
  )
  const rounds = engine.map((percent, round) => {
    const playing = idle[round] ?? Number.NaN
    return { engine: percent - playing, canvas: (canvas[round] ?? Number.NaN) - playing }
  })
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return intervalOf(rounds, (some) => sum(some.map((one) => one.engine)) / sum(some.map((one) => one.canvas)))
}

/** The rows of `npm run bench:browser -- --json FILE`. */
export function costRows(costs: readonly Cost[], ratioOf: (cameras: number) => Interval): Row[] {
  return costs.flatMap((cost) => {
    const row = (metric: string, value: number, unit: string): Row[] => {
      if (!Number.isFinite(value)) return []
      return [{ name: cost.mode, case: `cameras-${cost.cameras}`, metric, value: Math.round(value * 1e4) / 1e4, unit }]
    }
    const interval = (metric: string, { value, low, high }: Interval, unit: string) => [
      ...row(metric, value, unit),
      ...row(`${metric}-low`, low, unit),
      ...row(`${metric}-high`, high, unit),
    ]
    return [
      ...row('cpu', cost.cpuPercent, '%'),
      ...parts.flatMap((part) => row(`cpu-${part}`, cost.partPercents[part], '%')),
      ...(cost.above === null ? [] : interval('cpu-own', cost.above.own, '%')),
      ...(cost.above === null ? [] : interval('cpu-others', cost.above.others, '%')),
      ...(cost.mode === 'engine' ? interval('cpu-own-ratio', ratioOf(cost.cameras), 'of canvas') : []),
      // What the page itself does, then with all that the browser does around it.
      ...row('main', cost.scriptMs, 'ms'),
      ...row('main-thread', cost.mainMs, 'ms'),
      ...row('worker', cost.workerMs, 'ms'),
      ...row('checks', cost.checksPerSecond.mean, '1/s'),
      ...row('checks-slowest', cost.checksPerSecond.slowest, '1/s'),
      ...row('gap-p95', cost.gapMs.p95, 'ms'),
    ]
  })
}

function modesOf(runs: readonly PageRun[]): Mode[] {
  return [...new Set(runs.map(({ mode }) => mode))]
}

function partPercents(runs: readonly PageRun[]): Record<Part, number> {
  const percent = (part: Part) => median(runs.map(({ cpu, seconds }) => cpu.parts[part] / seconds / 10))
  return {
    main: percent('main'),
    worker: percent('worker'),
    pool: percent('pool'),
    frames: percent('frames'),
    gpu: percent('gpu'),
    capture: percent('capture'),
    browser: percent('browser'),
  }
}

/** The mean difference to the idle run of the same round. */
function above(runs: readonly PageRun[], idle: readonly PageRun[], percent: (run: PageRun) => number): Interval {
  const differences = runs.flatMap((run, round) => {
    const playing = idle[round]
    return playing === undefined ? [] : [percent(run) - percent(playing)]
  })
  return intervalOf(differences, mean)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function ownPercent({ cpu, seconds }: PageRun): number {
  return ownParts.reduce((sum, part) => sum + cpu.parts[part], 0) / seconds / 10
}

function othersPercent(run: PageRun): number {
  const all = parts.reduce((sum, part) => sum + run.cpu.parts[part], 0)
  return all / run.seconds / 10 - ownPercent(run)
}

function checksOf({ page }: PageRun): number {
  return page.cameras.reduce((sum, { checks }) => sum + checks, 0)
}

export function checksPerSecond(runs: readonly PageRun[]): Checks {
  const rates = runs.map(({ page, seconds }) => page.cameras.map(({ checks }) => checks / seconds))
  return {
    mean: median(rates.map((each) => each.reduce((sum, rate) => sum + rate, 0) / each.length)),
    slowest: median(rates.map((each) => Math.min(...each))),
    quickest: median(rates.map((each) => Math.max(...each))),
  }
}

/** From the counts by 10 ms: good to half a step. */
export function gapsOf(runs: readonly PageRun[]): Cost['gapMs'] {
  const cameras = runs.flatMap(({ page }) => page.cameras)
  const gaps = cameras.flatMap((camera) =>
    camera.gaps.flatMap((count, step) => new Array<number>(count).fill((step + 0.5) * GAP_STEP_MS)),
  )
  const longest = Math.max(...cameras.map(({ longestGapMs }) => longestGapMs))
  return { median: median(gaps), p95: quantile(gaps, 0.95), longest }
}
