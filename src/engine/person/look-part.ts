import type { Box } from '../../lib/box'
import { areaOf, sharedArea } from './box-overlap'
import type { FoundPerson, PicturePart, PictureSize } from './person-detector'

/** What moved is looked at with so much of its size on each side: somebody's legs may move alone. */
const MARGIN_SHARE = 0.4
/** Never less, in pixels: a detector's square holds no less, and knows things by what is around them. */
const LEAST_SIDE = 300
/** A part that is so much of the picture shows hardly more than the whole. */
const LARGEST_SHARE = 0.6
/** So much of the smaller of the two must lie in the other. */
const LEAST_MOVED_SHARE = 0.25

export function wholeOf({ width, height }: PictureSize): PicturePart {
  return { left: 0, top: 0, width, height }
}

/** A square around what moved, as far as the picture goes; the whole picture where that is most of it. */
export function partAround(moved: Box, picture: PictureSize): PicturePart {
  const grown = 1 + 2 * MARGIN_SHARE
  const side = Math.max(LEAST_SIDE, grown * moved.width * picture.width, grown * moved.height * picture.height)
  const [left, width] = placed(moved.left + moved.width / 2, side, picture.width)
  const [top, height] = placed(moved.top + moved.height / 2, side, picture.height)
  const part = { left, top, width, height }
  return areaOf(part) > LARGEST_SHARE * areaOf({ ...part, ...picture }) ? wholeOf(picture) : part
}

/** In whole pixels: moved inwards rather than cut where it would pass the edge. */
function placed(middle: number, wantedLength: number, pixels: number): [start: number, length: number] {
  const length = Math.min(pixels, Math.round(wantedLength))
  const start = Math.round(middle * pixels - length / 2)
  return [Math.min(pixels - length, Math.max(0, start)), length]
}

/** Those that are where something moved: a picture on the wall and a parked car are nobody's visit. */
export function moving(found: readonly FoundPerson[], moved: Box | null): readonly FoundPerson[] {
  if (moved === null) return found
  return found.filter(({ box }) => sharedArea(box, moved) >= LEAST_MOVED_SHARE * Math.min(areaOf(box), areaOf(moved)))
}
