import type { Box } from '../../lib/box'
import { areaOf, bestOfEach } from './box-overlap'
import type { Detector, Found, LookPicture, PicturePart } from './detector'
import { partAround, wholeOf } from './look-part'

/** What is cut off in one part overlaps less with itself in another. */
const SAME_IN_TWO_PARTS = 0.45

/** What a detector finds in some parts of one picture: squares around places, and all of it for null. */
export async function lookAt(
  detector: Detector,
  picture: LookPicture,
  around: readonly (Box | null)[],
): Promise<{ readonly found: readonly Found[]; readonly parts: number }> {
  const parts = differentParts(around.map((box) => (box === null ? wholeOf(picture) : partAround(box, picture))))
  const found: Found[] = []
  for (const part of parts) found.push(...(await detector.detect(picture, part)))
  return { found: bestOfEach(found, SAME_IN_TWO_PARTS), parts: parts.length }
}

/** A square around something large is the whole picture: once is enough. */
function differentParts(parts: readonly PicturePart[]): PicturePart[] {
  const isSame = (a: PicturePart, b: PicturePart) => a.left === b.left && a.top === b.top && areaOf(a) === areaOf(b)
  return parts.filter((part, i) => parts.findIndex((other) => isSame(part, other)) === i)
}
