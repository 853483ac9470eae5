import { HeapScope, type Hog, type OnHeap, type OpenCv } from './opencv'

/** A people detector of OpenCV: a window of this size that says how much what it shows looks like somebody. */
export interface PeopleModel extends OnHeap {
  readonly hog: Hog
  readonly windowWidth: number
  readonly windowHeight: number
}

/** Both models see somebody who fills this share of the window's height. */
export const BODY_HEIGHT_SHARE = 0.75
/** And this of its width, with arms and stride. */
export const BODY_WIDTH_SHARE = 0.6

/** Dalal and Triggs' model, trained on upright people who are seen from all sides. */
export function defaultPeople(cv: OpenCv): PeopleModel {
  const scope = new HeapScope()
  const hog = scope.keep(new cv.HOGDescriptor())
  return withWeights(cv, scope, hog, { width: 64, height: 128 }, () => cv.HOGDescriptor.getDefaultPeopleDetector())
}

/** The Daimler benchmark's model, trained on pedestrians as cars see them: smaller and coarser. */
export function daimlerPeople(cv: OpenCv): PeopleModel {
  const scope = new HeapScope()
  const window = { width: 48, height: 96 }
  const cell = { width: 8, height: 8 }
  const block = { width: 16, height: 16 }
  // All but the window is as the default: aperture 1, sigma by the block, L2-Hys at 0.2, gamma, 64 levels, unsigned.
  const hog = scope.keep(new cv.HOGDescriptor(window, block, cell, cell, 9, 1, -1, 0, 0.2, true, 64, false))
  return withWeights(cv, scope, hog, window, () => cv.HOGDescriptor.getDaimlerPeopleDetector())
}

type Weights = ReturnType<OpenCv['HOGDescriptor']['getDefaultPeopleDetector']>

function withWeights(
  cv: OpenCv,
  scope: HeapScope,
  hog: Hog,
  window: { readonly width: number; readonly height: number },
  takeWeights: () => Weights,
): PeopleModel {
  const passing = new HeapScope()
  try {
    const weights = passing.keep(takeWeights())
    const mat = passing.keep(new cv.Mat(weights.size(), 1, cv.CV_32FC1))
    for (let i = 0; i < weights.size(); i++) mat.data32F[i] = weights.get(i)
    hog.setSVMDetector(mat)
  } catch (error) {
    scope.close()
    throw error
  } finally {
    passing.close()
  }
  return { hog, windowWidth: window.width, windowHeight: window.height, delete: () => scope.close() }
}
