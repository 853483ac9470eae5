import type * as Ort from 'onnxruntime-web/wasm'
import type { Box } from '../../../lib/box'
import { groupOf, type Label, type LabelGroup, labelGroups } from '../../../lib/label'
import type { PictureSize } from '../../../lib/picture-size'
import { areaOf, bestOfEach, clampedToPicture } from '../box-overlap'
import type { Detector, Found, PicturePart } from '../detector'
import type { OnnxRuntime } from '../onnx/onnx-detector'
import { SessionInTurn } from '../onnx/session-in-turn'
import { anchors, boxAt } from './anchors'
import { noiseOf, smoothed } from './noise'

/** What the network sees is drawn to this size, whatever its shape: so it was trained. */
const SQUARE: PictureSize = { width: 300, height: 300 }
/** Classes that it has a score for, in its order (scripts/model/coco-classes.mjs). */
const CLASSES: readonly Label[] = [
  ...(['person', 'bicycle', 'car', 'motorcycle', 'bus', 'truck'] as const),
  ...(['bird', 'cat', 'dog', 'horse'] as const),
]
/** Less is nobody. One look as weak as this is not told: two must agree, of which one must be surer of people (track.ts). */
const LEAST_SCORE: Readonly<Record<LabelGroup, number>> = { person: 0.35, animal: 0.5, vehicle: 0.5 }
const LOWEST_SCORE = Math.min(...Object.values(LEAST_SCORE))
/** Most noise, in grey levels, that a network trained on photographs bears: in more it loses who is dark, cut off or small. */
const MOST_NOISE = 3.5
/** Two of a kind that overlap by more are one, as it was trained. */
const MOST_OVERLAP = 0.5

/**
 * The built-in detector: SSDLite-MobileNetV2, trained on COCO. `modelBytes` is the file beside this one. Rejects where the
 * runtime cannot take it.
 */
export async function openCocoDetector(ort: OnnxRuntime, modelBytes: Uint8Array): Promise<Detector> {
  const session = await ort.InferenceSession.create(modelBytes, { executionProviders: ['wasm'] })
  const inTurn = new SessionInTurn(session)
  const look = (pixels: () => Uint8ClampedArray<ArrayBufferLike>) =>
    inTurn.run(async () => {
      const { buffer, byteOffset, byteLength } = pixels()
      const bytes = new Uint8Array(buffer, byteOffset, byteLength)
      const picture = new ort.Tensor('uint8', bytes, [1, SQUARE.height, SQUARE.width, 4])
      const { boxes, scores } = await session.run({ picture })
      return foundIn(floatsOf(boxes, 4), floatsOf(scores, CLASSES.length))
    })
  // The first run is several times as slow as others; whoever moves now should not wait for it.
  await look(() => new Uint8ClampedArray(4 * areaOf(SQUARE)))
  return {
    name: 'default',
    groups: labelGroups,
    async detect(picture, part) {
      const found = await look(() => withoutNoise(picture.pixels(part, SQUARE)))
      const placed = found.map(({ box, ...one }) => ({ ...one, box: clampedToPicture(outOfPart(box, part, picture)) }))
      return bestOfEach(
        placed.filter(({ box }) => areaOf(box) > 0),
        MOST_OVERLAP,
      )
    },
    close: () => void inTurn.release(),
  }
}

function withoutNoise(pixels: Uint8ClampedArray<ArrayBufferLike>): Uint8ClampedArray<ArrayBufferLike> {
  return noiseOf(pixels, SQUARE) > MOST_NOISE ? smoothed(pixels, SQUARE) : pixels
}

function floatsOf(tensor: Ort.Tensor | undefined, width: number): Float32Array {
  const data = tensor?.data
  if (!(data instanceof Float32Array) || data.length !== width * anchors.length) {
    throw new Error('The built-in person model answers otherwise than it was made to.')
  }
  return data
}

/** The network's answer, read: what it is sure enough of, in no order, in shares of its square. */
export function foundIn(boxes: Float32Array, scores: Float32Array): Found[] {
  const found: Found[] = []
  for (const [at, score] of scores.entries()) {
    // As nearly all of 19170.
    if (score < LOWEST_SCORE) continue
    const label = CLASSES[at % CLASSES.length]
    if (label === undefined || score < LEAST_SCORE[groupOf(label)]) continue
    found.push({ label, score, box: boxAt(Math.floor(at / CLASSES.length), boxes) })
  }
  return found
}

function outOfPart(box: Box, part: PicturePart, picture: PictureSize): Box {
  return {
    left: (part.left + box.left * part.width) / picture.width,
    top: (part.top + box.top * part.height) / picture.height,
    width: (box.width * part.width) / picture.width,
    height: (box.height * part.height) / picture.height,
  }
}
