import type * as Ort from 'onnxruntime-web/wasm'
import { areaOf, bestOfEach, clampedToPicture } from '../box-overlap'
import type { Detector } from '../detector'
import { candidatesOf } from './candidates'
import { letterbox, outOfLetterbox, placingOf } from './letterbox'
import { layoutOf, type OutputLayout, type Outputs } from './output-layout'
import { SessionInTurn } from './session-in-turn'

/** The part of onnxruntime-web that is used; loading its WASM is the caller's. */
export type OnnxRuntime = Pick<typeof Ort, 'InferenceSession' | 'Tensor'>

/** A model of the operator's choice: one picture as 1x3xSxS floats, RGB, 0 to 1 (PERSON-03). */
export interface OnnxModel {
  readonly modelBytes: Uint8Array<ArrayBuffer>
  /** Side of the square that it takes, in pixels. */
  readonly inputSize: number
  /** Which of its classes is the person, from 0. */
  readonly classIndex: number
}

export type OnnxTrouble = 'unreadable-model' | 'unfit-input' | 'unknown-output' | 'no-such-class'

/** The message is a sentence for the operator. */
export type OpenedOnnx =
  | { readonly kind: 'opened'; readonly detector: Detector }
  | { readonly kind: 'failed'; readonly reason: OnnxTrouble; readonly message: string }

/** Less is nobody: the middle between what models are drawn with (0.25) and what is surely somebody. */
const LEAST_SCORE = 0.4
/** Two people who overlap by more are one. */
const MOST_OVERLAP = 0.45

/** Loads the model and tries it once on an empty picture, which also shows how its answer is to be read. */
export async function openOnnxDetector(ort: OnnxRuntime, model: OnnxModel): Promise<OpenedOnnx> {
  let session: Ort.InferenceSession
  try {
    session = await ort.InferenceSession.create(model.modelBytes, { executionProviders: ['wasm'] })
  } catch (error) {
    return failed(
      'unreadable-model',
      `The file of the person model is no ONNX model that can be read: ${textOf(error)}`,
    )
  }
  const network = new Network(ort, session, model.inputSize)
  const fault = await faultOf(network, session, model)
  if (fault.kind === 'usable') return { kind: 'opened', detector: detectorOf(network, fault.layout, model) }
  await network.release()
  return fault
}

type Tried = { readonly kind: 'usable'; readonly layout: OutputLayout } | Extract<OpenedOnnx, { kind: 'failed' }>

async function faultOf(network: Network, session: Ort.InferenceSession, model: OnnxModel): Promise<Tried> {
  const { inputSize, classIndex } = model
  const wanted = `one picture of 1x3x${inputSize}x${inputSize} floats`
  if (session.inputNames.length !== 1) {
    return failed('unfit-input', `The person model takes ${session.inputNames.length} inputs; it must take ${wanted}.`)
  }
  let outputs: Outputs
  try {
    outputs = await network.runEmpty()
  } catch (error) {
    const advice = 'check PERSON_MODEL_SIZE'
    return failed('unfit-input', `The person model does not take ${wanted} (${advice}): ${textOf(error)}`)
  }
  const layout = layoutOf(outputs)
  if (layout === null) {
    const shapes = Object.entries(outputs).map(([name, { dims }]) => `${name} ${dims.join('x')}`)
    return failed(
      'unknown-output',
      `The person model answers with ${shapes.join(', ')}; YOLO or SSD outputs are known.`,
    )
  }
  if ('classes' in layout && classIndex >= layout.classes) {
    return failed('no-such-class', `The person model has ${layout.classes} classes; there is no class ${classIndex}.`)
  }
  return { kind: 'usable', layout }
}

function detectorOf(network: Network, layout: OutputLayout, { inputSize, classIndex }: OnnxModel): Detector {
  const person = { classIndex, inputSize, leastScore: LEAST_SCORE }
  return {
    name: 'onnx',
    groups: ['person'],
    async detect(picture, part) {
      const placing = placingOf(part, inputSize)
      const outputs = await network.run((input) => letterbox(picture, placing, inputSize, input))
      const found = candidatesOf(outputs, layout, person).map(({ box, score }) => {
        return { label: 'person' as const, box: clampedToPicture(outOfLetterbox(box, placing, picture)), score }
      })
      return bestOfEach(
        found.filter(({ box }) => areaOf(box) > 0),
        MOST_OVERLAP,
      )
    },
    close: () => void network.release(),
  }
}

/** A session and the memory of its input. */
class Network {
  readonly #ort: OnnxRuntime
  readonly #inTurn: SessionInTurn
  readonly #inputSize: number
  readonly #input: Float32Array<ArrayBuffer>

  constructor(ort: OnnxRuntime, session: Ort.InferenceSession, inputSize: number) {
    this.#ort = ort
    this.#inTurn = new SessionInTurn(session)
    this.#inputSize = inputSize
    this.#input = new Float32Array(3 * inputSize * inputSize)
  }

  runEmpty(): Promise<Outputs> {
    return this.run((input) => input.fill(0))
  }

  /** Rejects where the model cannot run, and once it is released. */
  run(fill: (input: Float32Array) => void): Promise<Outputs> {
    return this.#inTurn.run((session) => {
      fill(this.#input)
      const [name = ''] = session.inputNames
      const dims = [1, 3, this.#inputSize, this.#inputSize]
      return session.run({ [name]: new this.#ort.Tensor('float32', this.#input, dims) })
    })
  }

  /** After the run that is going on. */
  release(): Promise<void> {
    return this.#inTurn.release()
  }
}

function failed(reason: OnnxTrouble, message: string): Extract<OpenedOnnx, { kind: 'failed' }> {
  return { kind: 'failed', reason, message }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
