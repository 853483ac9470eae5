import Benchmark from 'benchmark'
import { median } from '../report'
import type { Contender, Prepared } from './contender'

/** How long contenders are timed. */
export interface SamplingPlan {
  readonly rounds: number
  /** What each contender gets per round, in seconds; a contender slower than that runs twice. */
  readonly secondsPerRound: number
}

/** A sample is a batch of calls that takes at least this long, so that the timer's resolution does not matter. */
const SECONDS_PER_SAMPLE = 0.005

const SAMPLES_PER_ROUND = 2

interface Runner {
  readonly name: string
  readonly prepared: Prepared
  readonly samplesSec: number[]
  /** Calls per sample, as Benchmark.js found it in the round before. */
  calls: number
}

/**
 * Median microseconds of one call of each contender. They take turns, a short time each, so that whatever else the
 * machine does meanwhile falls on all of them alike; the first round only warms up.
 */
export function timeInTurns(
  prepared: readonly { readonly contender: Contender; readonly prepared: Prepared }[],
  plan: SamplingPlan,
): Map<string, number> {
  const runners: Runner[] = prepared.map((each) => {
    return { name: each.contender.name, prepared: each.prepared, samplesSec: [], calls: 1 }
  })
  for (let round = 0; round <= plan.rounds; round++) {
    runRound(runners, plan.secondsPerRound)
    if (round === 0) for (const { samplesSec } of runners) samplesSec.length = 0
  }
  return new Map(runners.map(({ name, samplesSec }) => [name, median(samplesSec) * 1e6]))
}

function runRound(runners: readonly Runner[], seconds: number): void {
  for (const runner of runners) {
    const benchmark = new Benchmark(runner.name, () => runner.prepared.run(), {
      initCount: runner.calls,
      minTime: SECONDS_PER_SAMPLE,
      minSamples: SAMPLES_PER_ROUND,
      maxTime: seconds,
    })
    benchmark.run({ async: false })
    if (benchmark.error !== undefined) throw new Error(`${runner.name} failed.`, { cause: benchmark.error })
    runner.samplesSec.push(...benchmark.stats.sample)
    runner.calls = Math.max(1, benchmark.count)
  }
}
