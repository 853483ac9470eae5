import type * as Ort from 'onnxruntime-web/wasm'
import type { Box } from '../../../lib/box'
import { areaOf, bestOfEach, clampedToPicture } from '../box-overlap'
import type { OnnxRuntime } from '../onnx/onnx-detector'
import { SessionInTurn } from '../onnx/session-in-turn'
import type { PersonDetector, PicturePart, PictureSize } from '../person-detector'
import { anchors, boxAt } from './anchors'

/** What the network sees is drawn to this size, whatever its shape: so it was trained. */
const SQUARE: PictureSize = { width: 300, height: 300 }
/** Classes that it has a score for, the person's first (scripts/model/coco-classes.mjs). */
const CLASSES = 10
const PERSON = 0
/** Less is nobody. One look as weak as this is not told: two must agree (person-verdict.ts). */
const LEAST_SCORE = 0.4
/** Two people who overlap by more are one, as it was trained. */
const MOST_OVERLAP = 0.5

/**
 * The built-in detector: SSDLite-MobileNetV2, trained on COCO. `modelBytes` is the file beside this one. Rejects where the
 * runtime cannot take it.
 */
export async function openCocoDetector(ort: OnnxRuntime, modelBytes: Uint8Array): Promise<PersonDetector> {
  const session = await ort.InferenceSession.create(modelBytes, { executionProviders: ['wasm'] })
  const inTurn = new SessionInTurn(session)
  const look = (pixels: () => Uint8ClampedArray<ArrayBufferLike>) =>
    inTurn.run(async () => {
      const { buffer, byteOffset, byteLength } = pixels()
      const bytes = new Uint8Array(buffer, byteOffset, byteLength)
      const picture = new ort.Tensor('uint8', bytes, [1, SQUARE.height, SQUARE.width, 4])
      const { boxes, scores } = await session.run({ picture })
      return peopleIn(floatsOf(boxes, 4), floatsOf(scores, CLASSES))
    })
  return {
    name: 'default',
    async detect(picture, part) {
      const found = await look(() => picture.pixels(part, SQUARE))
      const placed = found.map(({ box, score }) => ({ score, box: clampedToPicture(outOfPart(box, part, picture)) }))
      return bestOfEach(
        placed.filter(({ box }) => areaOf(box) > 0),
        MOST_OVERLAP,
      )
    },
    close: () => void inTurn.release(),
  }
}

function floatsOf(tensor: Ort.Tensor | undefined, width: number): Float32Array {
  const data = tensor?.data
  if (!(data instanceof Float32Array) || data.length !== width * anchors.length) {
    throw new Error('The built-in person model answers otherwise than it was made to.')
  }
  return data
}

function peopleIn(boxes: Float32Array, scores: Float32Array): { readonly box: Box; readonly score: number }[] {
  return anchors.flatMap((_, index) => {
    const score = scores[CLASSES * index + PERSON] ?? 0
    return score < LEAST_SCORE ? [] : [{ box: boxAt(index, boxes), score }]
  })
}

function outOfPart(box: Box, part: PicturePart, picture: PictureSize): Box {
  return {
    left: (part.left + box.left * part.width) / picture.width,
    top: (part.top + box.top * part.height) / picture.height,
    width: (box.width * part.width) / picture.width,
    height: (box.height * part.height) / picture.height,
  }
}
