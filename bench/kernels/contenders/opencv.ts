import type { Contender, Prepared, Stage } from '../contender'
import { countAbove, sumOfDifferences } from '../reference'

/** Grey levels by which a pixel must differ to count: the usual number of OpenCV's motion tutorials. */
const THRESHOLD = 25

/** Grey Mats that stay allocated, so that only the work is timed. */
function greyMats({ pair: { previous, current, width, height }, opencv }: Stage) {
  const a = new opencv.Mat(height, width, opencv.CV_8UC1)
  const b = new opencv.Mat(height, width, opencv.CV_8UC1)
  a.data.set(previous.luma)
  b.data.set(current.luma)
  return { a, b }
}

/** OpenCV for WASM as motion tutorials use it: absdiff, threshold, countNonZero. */
export const opencvJs: Contender = {
  name: 'opencv-js',
  prepare(stage): Prepared {
    const { opencv, pair } = stage
    const { a, b } = greyMats(stage)
    const difference = new opencv.Mat()
    const changed = new opencv.Mat()
    const run = (): number => {
      opencv.absdiff(a, b, difference)
      opencv.threshold(difference, changed, THRESHOLD, 255, opencv.THRESH_BINARY)
      return opencv.countNonZero(changed)
    }
    const expected = countAbove(pair.previous.luma, pair.current.luma, THRESHOLD)
    return {
      run,
      answers: () => [{ what: `pixels that differ by more than ${THRESHOLD}`, got: run(), expected }],
      dispose: () => {
        for (const mat of [a, b, difference, changed]) mat.delete()
      },
    }
  },
}

/** Its shortest way to the very sum that our kernel gives. */
export const opencvL1: Contender = {
  name: 'opencv-l1',
  prepare(stage): Prepared {
    const { opencv, pair } = stage
    const { a, b } = greyMats(stage)
    const run = (): number => opencv.norm1(a, b, opencv.NORM_L1)
    const expected = sumOfDifferences(pair.previous.luma, pair.current.luma)
    return {
      run,
      answers: () => [{ what: 'sum of differences', got: run(), expected }],
      dispose: () => {
        for (const mat of [a, b]) mat.delete()
      },
    }
  },
}
