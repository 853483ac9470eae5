import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { detectorGraph } from '../../scripts/model/detector-graph.mjs'
import { TfGraph } from '../../scripts/model/tfjs-graph.mjs'

const CLASSES = 91
const strides = { list: { i: ['1', '2', '2', '1'] } }
const weight = (name: string, shape: readonly number[], values: readonly number[]) => ({ name, shape, values })
const range = (length: number) => Array.from({ length }, (_, i) => i)

/** One head on one convolution: a factor and a shift after the first, a normalisation and a bias in the second. */
const weights = [
  weight('w', [1, 1, 3, 2], [1, 2, 3, 4, 5, 6]),
  weight('factor', [2], [10, 100]),
  weight('shift', [2], [7, 8]),
  weight('P/ClassPredictor/w', [1, 1, 2, CLASSES], range(2 * CLASSES)),
  weight('P/ClassPredictor/b', [CLASSES], range(CLASSES)),
  weight('P/BoxPredictor/w', [1, 1, 2, 4], [1, 0, 0, 0, 0, 1, 0, 0]),
  ...['gamma', 'beta', 'mean', 'variance'].map((name, i) => weight(name, [4], new Array(4).fill([6, 1, 2, 8][i]))),
  weight('axis', [], [1]),
]
const nodes = [
  { name: 'conv', op: 'Conv2D', input: ['Preprocessor/sub', 'w'], attr: { strides } },
  { name: 'scaled', op: 'Mul', input: ['conv', 'factor'], attr: {} },
  { name: 'shifted', op: 'Add', input: ['scaled', 'shift'], attr: {} },
  { name: 'relu', op: 'Relu6', input: ['shifted'], attr: {} },
  { name: 'boxes', op: 'Conv2D', input: ['relu', 'P/BoxPredictor/w'], attr: { strides } },
  {
    name: 'normed',
    op: 'FusedBatchNorm',
    attr: { epsilon: { f: 1 } },
    input: ['boxes', 'gamma', 'beta', 'mean', 'variance'],
  },
  { name: 'box-rows', op: 'Reshape', input: ['normed'], attr: {} },
  { name: 'P/ClassPredictor/Conv2D', op: 'Conv2D', input: ['relu', 'P/ClassPredictor/w'], attr: { strides } },
  {
    name: 'P/ClassPredictor/BiasAdd',
    op: 'BiasAdd',
    input: ['P/ClassPredictor/Conv2D', 'P/ClassPredictor/b'],
    attr: {},
  },
  { name: 'class-rows', op: 'Reshape', input: ['P/ClassPredictor/BiasAdd'], attr: {} },
  { name: 'concat', op: 'ConcatV2', input: ['box-rows', 'axis'], attr: {} },
  { name: 'concat_1', op: 'ConcatV2', input: ['class-rows', 'axis'], attr: {} },
]

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nightjar-graph-'))
  const manifest = [
    { paths: ['part1', 'part2'], weights: weights.map(({ name, shape }) => ({ name, shape, dtype: 'float32' })) },
  ]
  writeFileSync(
    join(folder, 'model.json'),
    JSON.stringify({ modelTopology: { node: nodes }, weightsManifest: manifest }),
  )
  const bytes = new Uint8Array(Float32Array.from(weights.flatMap(({ values }) => values)).buffer)
  writeFileSync(join(folder, 'part1'), bytes.subarray(0, 50))
  writeFileSync(join(folder, 'part2'), bytes.subarray(50))
})
afterEach(() => rmSync(folder, { recursive: true }))

const constant = (name: string) => {
  const found = detectorGraph(new TfGraph(folder), [1, 17]).constants.find((one) => one.name === name)
  return found && { dims: found.dims, values: Array.from(found.values) }
}

it('factors, shifts and normalisation go into the convolution before them, weights from outs last to outs first', () => {
  expect(constant('shifted-halves')).toEqual({ dims: [2, 3, 1, 1], values: [10, 30, 50, 200, 400, 600] })
  expect(constant('shifted-bias')?.values).toEqual([7, 8])
  // 6 / sqrt(8 + 1) is 2, and 1 - 2 * 2 is -3.
  expect(constant('normed-halves')?.values).toEqual([2, 0, 0, 2, 0, 0, 0, 0])
  expect(constant('normed-bias')?.values).toEqual([-3, -3, -3, -3])
})

it('of the classes only those that are wanted are kept, each with its bias', () => {
  expect(constant('P/ClassPredictor/BiasAdd-halves')).toEqual({ dims: [2, 2, 1, 1], values: [1, 92, 17, 108] })
  expect(constant('P/ClassPredictor/BiasAdd-bias')?.values).toEqual([1, 17])
})

it('what the graph has otherwise than expected is told', () => {
  const others = nodes.map((node) => (node.name === 'relu' ? { ...node, op: 'Softmax' } : node))
  writeFileSync(join(folder, 'model.json'), JSON.stringify({ modelTopology: { node: others }, weightsManifest: [] }))
  expect(() => detectorGraph(new TfGraph(folder), [1])).toThrow('has no weight')
})
