/** What a model answers with, of ONNX Runtime's tensors. */
export interface OutputTensor {
  readonly dims: readonly number[]
  readonly type: string
  readonly data: ArrayLike<unknown>
}

export type Outputs = Readonly<Record<string, OutputTensor>>

/** How a model's answer is to be read. */
export type OutputLayout =
  /** YOLOv5: [1, N, 5 + C], one row per candidate: x, y, width, height, objectness, one score per class. */
  | { readonly kind: 'yolo-rows'; readonly output: string; readonly classes: number }
  /** YOLOv8 and later: [1, 4 + C, N], one column per candidate: x, y, width, height, one score per class. */
  | { readonly kind: 'yolo-columns'; readonly output: string; readonly classes: number }
  /** YOLOv10 and others that choose by themselves: [1, N, 6], rows of left, top, right, bottom, score, class. */
  | { readonly kind: 'yolo-chosen'; readonly output: string }
  /** SSD: boxes [1, N, 4] of left, top, right, bottom, and scores [1, N, C]. */
  | { readonly kind: 'ssd-scores'; readonly boxes: string; readonly scores: string; readonly classes: number }
  /** SSD whose candidates are chosen: one score [1, N] each, of the class that a third output names, or of the only class. */
  | { readonly kind: 'ssd-chosen'; readonly boxes: string; readonly scores: string; readonly labels: string | null }

/** Models that choose by themselves answer with 100 to 300 rows, a YOLOv5 of one class with thousands. */
const MOST_CHOSEN = 300

/** The layout that the shapes of what a model answered tell; null where they are none of these. */
export function layoutOf(outputs: Outputs): OutputLayout | null {
  return ssdLayout(outputs) ?? yoloLayout(outputs)
}

function ssdLayout(outputs: Outputs): OutputLayout | null {
  const names = Object.keys(outputs)
  const boxes = names.find((name) => hasCandidates(outputs[name]) && outputs[name]?.dims[2] === 4)
  if (boxes === undefined) return null
  const count = outputs[boxes]?.dims[1]
  const others = names.filter((name) => name !== boxes && outputs[name]?.dims[1] === count)
  const scores = others.find((name) => hasCandidates(outputs[name]))
  if (scores !== undefined) return { kind: 'ssd-scores', boxes, scores, classes: outputs[scores]?.dims[2] ?? 0 }
  const flat = others.filter((name) => outputs[name]?.dims.length === 2)
  const labels = flat.length > 1 ? (flat.find((name) => isOfLabels(name, outputs[name])) ?? null) : null
  const chosen = flat.filter((name) => name !== labels && outputs[name]?.type === 'float32')
  const [only] = chosen
  return only !== undefined && chosen.length === 1 ? { kind: 'ssd-chosen', boxes, scores: only, labels } : null
}

function isOfLabels(name: string, tensor: OutputTensor | undefined): boolean {
  return tensor?.type !== 'float32' || /label|class/i.test(name)
}

/** Candidates always outnumber the figures of each. */
function yoloLayout(outputs: Outputs): OutputLayout | null {
  const output = Object.keys(outputs).find((name) => hasCandidates(outputs[name]))
  const [, rows = 0, columns = 0] = output === undefined ? [] : (outputs[output]?.dims ?? [])
  if (output === undefined || rows === columns) return null
  if (columns === 6 && rows > columns && rows <= MOST_CHOSEN) return { kind: 'yolo-chosen', output }
  if (rows > columns) return columns < 6 ? null : { kind: 'yolo-rows', output, classes: columns - 5 }
  return rows < 5 ? null : { kind: 'yolo-columns', output, classes: rows - 4 }
}

/** Whether the tensor is of one picture, in floats, with several figures for each candidate. */
function hasCandidates(tensor: OutputTensor | undefined): boolean {
  return tensor?.type === 'float32' && tensor.dims.length === 3 && tensor.dims[0] === 1
}
