import { AdaptiveMeasure } from '../../../src/engine/motion/adaptive/adaptive-measure'
import { ClassicMeasure } from '../../../src/engine/motion/classic-measure'
import type { DetectionMethod, DetectionOptions } from '../../../src/engine/motion/detection'
import type { FrameLayout, Measure } from '../../../src/engine/motion/measure'
import type { CheckResult } from '../../../src/engine/motion/motion-port'
import type { Addresses, Contender, Prepared, Stage } from '../contender'
import { type FramePair, quietPair } from '../frame-pair'
import { ANALYSIS_WIDTH } from './analysis'

/** Enough that every measure has learnt its scene. */
const LEARNING_CHECKS = 20

/** The two frames take turns, as a fresh frame would come to every check. */
function prepareCheck(method: DetectionMethod, measure: Measure, pair: FramePair, frames: Addresses): Prepared {
  const { width, height } = pair
  const layout: FrameLayout = { kind: 'luma', width, height, strideBytes: width }
  const options: DetectionOptions = { method, ignoredZones: [], analysisWidth: ANALYSIS_WIDTH, wantsHeat: false }
  let checks = 0
  const run = (): CheckResult => {
    return measure.check(layout, checks++ % 2 === 0 ? frames.previous : frames.current, options)
  }
  return {
    run,
    answers: () => {
      while (checks < LEARNING_CHECKS) run()
      return [{ what: 'measured checks', got: run().kind === 'measured' ? 1 : 0, expected: 1 }]
    },
  }
}

function prepareAdaptive({ pair, kernels, take }: Stage, frames: Addresses): Prepared {
  const blocks = take(kernels.kernels.BLOCKS_BYTES.value)
  return prepareCheck('adaptive', new AdaptiveMeasure(kernels, blocks), pair, frames)
}

/** All that the worker computes in one check of the classic measure: box filter and difference. */
export const checkClassic: Contender = {
  name: 'check-classic',
  prepare({ pair, kernels, luma, take }) {
    const planes = take(2 * kernels.kernels.PLANE_BYTES.value)
    const blocks = take(kernels.kernels.BLOCKS_BYTES.value)
    return prepareCheck('classic', new ClassicMeasure(kernels, planes, blocks), pair, luma)
  },
}

/** All that the worker computes in one check of the adaptive measure while somebody walks: pass, clusters, tracks. */
export const checkAdaptive: Contender = {
  name: 'check-adaptive',
  prepare: (stage) => prepareAdaptive(stage, stage.luma),
}

/** The same while nothing happens but the sensor's noise, as nearly always. */
export const checkQuiet: Contender = {
  name: 'check-quiet',
  prepare(stage) {
    const { luma } = quietPair(stage.pair).current
    const current = stage.take(luma.length)
    new Uint8Array(stage.kernels.memory.buffer).set(luma, current)
    return prepareAdaptive(stage, { previous: stage.luma.previous, current })
  },
}
