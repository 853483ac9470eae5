import { type Constant, type Graph, type GraphNode, onnxFile } from '../../../../scripts/model/onnx-file.mjs'

export type FinderStyle = 'yolo-rows' | 'yolo-columns' | 'ssd-scores' | 'ssd-chosen'

/** Which class the finder gives its red thing to; it has three. */
export const FOUND_CLASS = 1
const CLASSES = 3
/** What it says of a red thing, and of the same a little beside it. */
export const SCORE = 0.9
const SECOND_SCORE = 0.6
const SHIFT_PX = 1
const CANDIDATES = 12

/**
 * A model file that really looks: it answers with the box around all that is red in its square, in the way of the style,
 * and with a second, weaker box beside it. All its other candidates are worth nothing.
 */
export function redFinder(style: FinderStyle, inputSize: number): Uint8Array<ArrayBuffer> {
  return onnxFile(finderGraph(style, inputSize))
}

function finderGraph(style: FinderStyle, size: number): Graph {
  const nodes: GraphNode[] = []
  const constants: Constant[] = []
  const constant = (name: string, dims: readonly number[], values: readonly number[]): string => {
    constants.push({ name, dims, values })
    return name
  }
  const node = (output: string, op: string, inputs: readonly string[], attributes: GraphNode['attributes'] = {}) => {
    nodes.push({ op, inputs, output, attributes })
    return output
  }
  const up = Array.from({ length: size }, (_, i) => i + 1)
  const down = Array.from({ length: size }, (_, i) => size - i)

  const [half, one] = [constant('half', [1], [0.5]), constant('one', [1, 1, 1], [1])]
  const whole = constant('whole', [1, 1, 1], [size])
  const plane = (index: number) => {
    constants.push({ name: `plane${index}`, dims: [], values: [index], type: 'int64' })
    return node(`colour${index}`, 'Gather', ['images', `plane${index}`], { axis: 1 })
  }
  // Red and neither green nor blue, so that neither padding nor white is taken for it.
  const difference = node('difference', 'Sub', [node('lessGreen', 'Sub', [plane(0), plane(1)]), plane(2)])
  const isRed = node('isRed', 'Cast', [node('isAbove', 'Greater', [difference, half])], { to: 1 })
  const reduce = (name: string, from: string, axis: number) =>
    node(name, 'ReduceMax', [from], { axes: [axis], keepdims: 1 })
  const [columns, rows] = [reduce('columns', isRed, 1), reduce('rows', isRed, 2)]
  const furthest = (name: string, mask: string, weights: readonly number[], axis: 1 | 2) => {
    const dims = axis === 2 ? [1, 1, size] : [1, size, 1]
    return reduce(name, node(`${name}All`, 'Mul', [mask, constant(`${name}Weights`, dims, weights)]), axis)
  }
  const right = furthest('right', columns, up, 2)
  const bottom = furthest('bottom', rows, up, 1)
  const left = node('left', 'Sub', [whole, furthest('fromRight', columns, down, 2)])
  const top = node('top', 'Sub', [whole, furthest('fromBottom', rows, down, 1)])
  const seen = reduce('seen', columns, 2)
  const score = node('score', 'Mul', [seen, constant('scoreOfRed', [1], [SCORE])])
  const none = node('none', 'Sub', [one, one])

  const middle = (name: string, a: string, b: string) => node(name, 'Mul', [node(`${name}Sum`, 'Add', [a, b]), half])
  const figures =
    style === 'yolo-rows' || style === 'yolo-columns'
      ? [
          middle('x', left, right),
          middle('y', top, bottom),
          node('width', 'Sub', [right, left]),
          node('height', 'Sub', [bottom, top]),
        ]
      : [left, top, right, bottom]
  const classScores = [none, score, none]
  const shifts = (figure: number) => [0, ...(figure === 0 ? [SHIFT_PX] : [0]), ...Array<number>(CANDIDATES - 2).fill(0)]
  const scoreShifts = [0, SECOND_SCORE - SCORE, ...Array<number>(CANDIDATES - 2).fill(-10)]
  /** One row per candidate: the figures, moved and weakened for all but the first. */
  const table = (name: string, of: readonly string[], moved: readonly (readonly number[])[], output: string) => {
    const row = node(`${name}Row`, 'Concat', of, { axis: 2 })
    const values = Array.from({ length: CANDIDATES }, (_, i) => moved.map((column) => column[i] ?? 0)).flat()
    return node(output, 'Add', [row, constant(`${name}Moves`, [1, CANDIDATES, of.length], values)])
  }
  const boxMoves = figures.map((_, i) => shifts(i))
  const classMoves = classScores.map((_, i) => (i === FOUND_CLASS ? scoreShifts : shifts(-1)))
  const input = { name: 'images', dims: [1, 3, size, size] }
  const done = (outputs: Graph['outputs']): Graph => ({ inputs: [input], outputs, constants, nodes })

  switch (style) {
    case 'yolo-rows': {
      table('all', [...figures, one, ...classScores], [...boxMoves, shifts(-1), ...classMoves], 'output0')
      return done([{ name: 'output0', dims: [1, CANDIDATES, 5 + CLASSES] }])
    }
    case 'yolo-columns': {
      const all = table('all', [...figures, ...classScores], [...boxMoves, ...classMoves], 'allRows')
      node('output0', 'Transpose', [all], { perm: [0, 2, 1] })
      return done([{ name: 'output0', dims: [1, 4 + CLASSES, CANDIDATES] }])
    }
    case 'ssd-scores': {
      table('scores', classScores, classMoves, 'confidences')
      node('boxes', 'Div', [table('boxes', figures, boxMoves, 'boxPixels'), whole])
      const boxes = { name: 'boxes', dims: [1, CANDIDATES, 4] }
      return done([{ name: 'confidences', dims: [1, CANDIDATES, CLASSES] }, boxes])
    }
    case 'ssd-chosen': {
      const column = table('scores', [score], [scoreShifts], 'scoreColumn')
      constants.push({ name: 'flat', dims: [2], values: [1, CANDIDATES], type: 'int64' })
      node('confidences', 'Reshape', [column, 'flat'])
      node('boxes', 'Div', [table('boxes', figures, boxMoves, 'boxPixels'), whole])
      constants.push({
        name: 'labelsMade',
        dims: [1, CANDIDATES],
        values: Array(CANDIDATES).fill(FOUND_CLASS),
        type: 'int64',
      })
      node('labels', 'Identity', ['labelsMade'])
      return done([
        { name: 'boxes', dims: [1, CANDIDATES, 4] },
        { name: 'labels', dims: [1, CANDIDATES], type: 'int64' },
        { name: 'confidences', dims: [1, CANDIDATES] },
      ])
    }
  }
}
