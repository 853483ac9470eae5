import type { Box } from '../../../lib/box'
import type { FoundPerson, PersonDetector, PersonPicture } from '../person-detector'
import { HeapScope, type Mat, type OpenCv } from './opencv'
import { BODY_HEIGHT_SHARE, BODY_WIDTH_SHARE, daimlerPeople, defaultPeople, type PeopleModel } from './people-model'
import { areaAround, type SearchArea, wholePicture } from './search-area'
import { isOfChange, type Sight, votedPeople } from './vote'

/** Windows stand so far apart, in pixels of the scaled picture: a cell. */
const STRIDE_PX = 8
/** From one size of people to the next. */
const SIZE_STEP = 1.1
/** The first model proposes; what it is less sure of never was somebody. */
const LEAST_PROPOSAL = 0.4
/** The second is heard where it says no, too. */
const LEAST_SECOND_WORD = -0.5

interface Models {
  readonly first: PeopleModel
  readonly second: PeopleModel
}

/**
 * The built-in detector: OpenCV's two models of upright people on histograms of gradients. Needs no model file. Holds
 * some ten kilobytes of OpenCV's heap until closed; `cv` itself belongs to the caller (PERSON-02).
 */
export function hogDetector(cv: OpenCv): PersonDetector {
  const scope = new HeapScope()
  let models: Models
  let isClosed = false
  try {
    models = { first: scope.keep(daimlerPeople(cv)), second: scope.keep(defaultPeople(cv)) }
  } catch (error) {
    scope.close()
    throw asError(error)
  }
  return {
    name: 'hog',
    async detect(picture, region) {
      if (isClosed) throw new Error('The person detector is closed.')
      const passing = new HeapScope()
      try {
        return search(cv, passing, models, picture, region)
      } catch (error) {
        throw asError(error)
      } finally {
        passing.close()
      }
    },
    close() {
      if (!isClosed) scope.close()
      isClosed = true
    },
  }
}

function search(
  cv: OpenCv,
  scope: HeapScope,
  models: Models,
  picture: PersonPicture,
  region: Box | null,
): readonly FoundPerson[] {
  const grey = greyOf(cv, scope, picture)
  const look = (areaOf: (model: PeopleModel) => SearchArea): FoundPerson[] => {
    const { first, second } = models
    const proposed = sightsIn(cv, grey, areaOf(first), first, LEAST_PROPOSAL).filter(({ box }) =>
      isOfChange(box, region),
    )
    // The dearer model is asked only where there is a question.
    if (proposed.length === 0) return []
    return votedPeople(proposed, sightsIn(cv, grey, areaOf(second), second, LEAST_SECOND_WORD))
  }
  if (region !== null) {
    const near = look((model) => areaAround(region, picture, model))
    if (near.length > 0) return near
  }
  return look((model) => wholePicture(picture, region !== null, model))
}

function greyOf(cv: OpenCv, scope: HeapScope, { width, height, pixels }: PersonPicture): Mat {
  const colour = scope.keep(new cv.Mat(height, width, cv.CV_8UC4))
  colour.data.set(pixels)
  const grey = scope.keep(new cv.Mat())
  cv.cvtColor(colour, grey, cv.COLOR_RGBA2GRAY)
  return grey
}

function sightsIn(cv: OpenCv, grey: Mat, area: SearchArea, model: PeopleModel, leastWeight: number): Sight[] {
  const scope = new HeapScope()
  try {
    const cut = cutOut(cv, scope, grey, area)
    const found = scope.keep(new cv.RectVector())
    const weights = scope.keep(new cv.DoubleVector())
    const stride = { width: STRIDE_PX, height: STRIDE_PX }
    const padding = { width: 0, height: 0 }
    // A final threshold of 0 leaves the windows ungrouped: they are weighed here.
    model.hog.detectMultiScale(cut, found, weights, leastWeight, stride, padding, SIZE_STEP, 0, false)
    const sights: Sight[] = []
    for (let i = 0; i < found.size(); i++) {
      sights.push({ box: bodyIn(found.get(i), area, grey), weight: weights.get(i) })
    }
    return sights
  } finally {
    scope.close()
  }
}

/** The area at its scaled size; beyond the picture its edge is repeated. */
function cutOut(cv: OpenCv, scope: HeapScope, grey: Mat, area: SearchArea): Mat {
  const x = Math.max(0, area.left)
  const y = Math.max(0, area.top)
  const right = Math.min(grey.cols, area.left + area.width)
  const bottom = Math.min(grey.rows, area.top + area.height)
  const inside = scope.keep(grey.roi({ x, y, width: right - x, height: bottom - y }))
  const whole = scope.keep(new cv.Mat())
  const below = area.top + area.height - bottom
  const beside = area.left + area.width - right
  const black = [0, 0, 0, 0]
  cv.copyMakeBorder(inside, whole, y - area.top, below, x - area.left, beside, cv.BORDER_REPLICATE, black)
  const scaled = scope.keep(new cv.Mat())
  const size = { width: area.scaledWidth, height: area.scaledHeight }
  cv.resize(whole, scaled, size, 0, 0, size.width < area.width ? cv.INTER_AREA : cv.INTER_LINEAR)
  return scaled
}

/** The body within a window, in shares of the picture. */
function bodyIn(window: { x: number; y: number; width: number; height: number }, area: SearchArea, grey: Mat): Box {
  const scaleX = area.width / area.scaledWidth / grey.cols
  const scaleY = area.height / area.scaledHeight / grey.rows
  const insetX = ((1 - BODY_WIDTH_SHARE) / 2) * window.width
  const insetY = ((1 - BODY_HEIGHT_SHARE) / 2) * window.height
  return {
    left: area.left / grey.cols + (window.x + insetX) * scaleX,
    top: area.top / grey.rows + (window.y + insetY) * scaleY,
    width: BODY_WIDTH_SHARE * window.width * scaleX,
    height: BODY_HEIGHT_SHARE * window.height * scaleY,
  }
}

/** OpenCV throws bare numbers: addresses of its exceptions. */
function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(`OpenCV could not search the picture (${String(error)}).`)
}
