import { DEFAULT_SENSITIVITY_PERCENT } from '../../../src/contract/limits'
import { AdaptiveMeasure } from '../../../src/engine/motion/adaptive/adaptive-measure'
import { ClassicMeasure } from '../../../src/engine/motion/classic-measure'
import type { DetectionMethod, DetectionOptions } from '../../../src/engine/motion/detection'
import type { FrameLayout, Measure } from '../../../src/engine/motion/measure'
import type { CheckResult } from '../../../src/engine/motion/motion-port'
import { isMotion } from '../../../src/engine/motion/threshold'
import { ANALYSIS_WIDTH } from '../../../src/engine/pacing/pace'
import type { Contender, Prepared, Stage } from '../contender'
import { type FrameSize, quietPair, walkLumas } from '../frame-pair'

/** Enough that every measure has learnt its scene. */
const LEARNING_CHECKS = 20

interface PreparedCheck extends Prepared {
  run(): CheckResult
}

/** Frames take turns, as a fresh one would come to every check. */
function prepareCheck(
  method: DetectionMethod,
  measure: Measure,
  { width, height }: FrameSize,
  frames: readonly number[],
): PreparedCheck {
  const layout: FrameLayout = { kind: 'luma', width, height, strideBytes: width }
  const options: DetectionOptions = { method, ignoredZones: [], analysisWidth: ANALYSIS_WIDTH, wantsHeat: false }
  let checks = 0
  const run = (): CheckResult => measure.check(layout, frames[checks++ % frames.length] ?? 0, options)
  return {
    run,
    answers: () => {
      while (checks < LEARNING_CHECKS) run()
      return [{ what: 'measured checks', got: run().kind === 'measured' ? 1 : 0, expected: 1 }]
    },
  }
}

function prepareAdaptive({ pair, kernels, take }: Stage, frames: readonly number[]): PreparedCheck {
  const blocks = take(kernels.kernels.BLOCKS_BYTES.value)
  return prepareCheck('adaptive', new AdaptiveMeasure(kernels, blocks), pair, frames)
}

/** How many of so many checks tell of motion. */
function motionsIn(checks: number, run: () => CheckResult): number {
  const results = Array.from({ length: checks }, run)
  return results.filter(
    (result) => result.kind === 'measured' && isMotion(result.measurement.difference, DEFAULT_SENSITIVITY_PERCENT),
  ).length
}

/** All that the worker computes in one check of the classic measure: box filter and difference. */
export const checkClassic: Contender = {
  name: 'check-classic',
  prepare({ pair, kernels, luma, take }) {
    const planes = take(2 * kernels.kernels.PLANE_BYTES.value)
    const blocks = take(kernels.kernels.BLOCKS_BYTES.value)
    return prepareCheck('classic', new ClassicMeasure(kernels, planes, blocks), pair, [luma.previous, luma.current])
  },
}

/** All that the worker computes in one check of the adaptive measure while somebody walks: pass, clusters, tracks, boxes. */
export const checkAdaptive: Contender = {
  name: 'check-adaptive',
  prepare(stage) {
    // Two frames would not do: one of them is the background soon, and nobody is there.
    const frames = walkLumas(stage.pair).map((luma) => place(stage, luma))
    const prepared = prepareAdaptive(stage, frames)
    const isTold = () => Number(motionsIn(frames.length, prepared.run) > frames.length / 2)
    return {
      run: prepared.run,
      answers: () => [...prepared.answers(), { what: 'most checks telling of the walk', got: isTold(), expected: 1 }],
    }
  },
}

/** The same while nothing happens but the sensor's noise, as nearly always. */
export const checkQuiet: Contender = {
  name: 'check-quiet',
  prepare(stage) {
    const prepared = prepareAdaptive(stage, [stage.luma.previous, place(stage, quietPair(stage.pair).current.luma)])
    const told = () => motionsIn(LEARNING_CHECKS, prepared.run)
    return {
      run: prepared.run,
      answers: () => [...prepared.answers(), { what: 'checks telling of motion', got: told(), expected: 0 }],
    }
  },
}

function place({ take, kernels }: Stage, luma: Uint8Array): number {
  const address = take(luma.length)
  new Uint8Array(kernels.memory.buffer).set(luma, address)
  return address
}
