import { describe, expect, it } from 'vitest'
import { candidatesOf } from '../../../../src/engine/naming/onnx/candidates'
import { layoutOf, type OutputTensor } from '../../../../src/engine/naming/onnx/output-layout'

function tensor(dims: readonly number[], values: readonly number[] = [], type = 'float32'): OutputTensor {
  return { dims, type, data: type === 'int64' ? values.map(BigInt) : values }
}

describe('the way a model answers (PERSON-03)', () => {
  it('is YOLOv5’s where rows are candidates', () => {
    const layout = layoutOf({ output0: tensor([1, 25200, 85]) })
    expect(layout).toEqual({ kind: 'yolo-rows', output: 'output0', classes: 80 })
  })

  it('is YOLOv8’s where columns are candidates', () => {
    const layout = layoutOf({ output0: tensor([1, 84, 8400]) })
    expect(layout).toEqual({ kind: 'yolo-columns', output: 'output0', classes: 80 })
  })

  it('is that of a model that chose by itself where there are few rows of six', () => {
    expect(layoutOf({ output0: tensor([1, 300, 6]) })).toEqual({ kind: 'yolo-chosen', output: 'output0' })
    expect(layoutOf({ output0: tensor([1, 25200, 6]) })).toMatchObject({ kind: 'yolo-rows', classes: 1 })
  })

  it('is that of an SSD where boxes and scores are apart, in either order', () => {
    const expected = { kind: 'ssd-scores', boxes: 'b', scores: 's', classes: 2 }
    expect(layoutOf({ b: tensor([1, 4420, 4]), s: tensor([1, 4420, 2]) })).toEqual(expected)
    expect(layoutOf({ s: tensor([1, 4420, 2]), b: tensor([1, 4420, 4]) })).toEqual(expected)
  })

  it('is that of an SSD that has chosen, with labels of whole numbers or by their name', () => {
    const boxes = tensor([1, 100, 4])
    const scores = tensor([1, 100])
    const whole = layoutOf({ boxes, out1: tensor([1, 100], [], 'int64'), out2: scores })
    expect(whole).toEqual({ kind: 'ssd-chosen', boxes: 'boxes', scores: 'out2', labels: 'out1' })
    const named = layoutOf({ boxes, detection_classes: tensor([1, 100]), detection_scores: scores })
    expect(named).toMatchObject({ scores: 'detection_scores', labels: 'detection_classes' })
    expect(layoutOf({ boxes, scores })).toMatchObject({ kind: 'ssd-chosen', labels: null })
  })

  it.each([
    ['a picture', { mask: tensor([1, 3, 64, 64]) }],
    ['a batch', { output0: tensor([2, 84, 8400]) }],
    ['features', { output0: tensor([1, 1000]) }],
    ['boxes alone', { boxes: tensor([1, 100, 4]) }],
    ['two scores for each box and no labels', { boxes: tensor([1, 9, 4]), a: tensor([1, 9]), b: tensor([1, 9]) }],
    ['whole numbers', { output0: tensor([1, 84, 8400], [], 'int64') }],
  ])('is unknown where it is %s', (_, outputs) => {
    expect(layoutOf(outputs)).toBeNull()
  })
})

describe('candidates', () => {
  const person = { classIndex: 0, inputSize: 100, leastScore: 0.4 }

  it('of YOLOv5 score objectness times class', () => {
    const rows = [50, 40, 20, 10, 0.9, 0.5, 10, 10, 4, 4, 0.9, 0.4, ...Array<number>(30).fill(0)]
    const outputs = { o: tensor([1, 7, 6], rows) }
    expect(candidatesOf(outputs, { kind: 'yolo-rows', output: 'o', classes: 1 }, person)).toEqual([
      { box: { left: 40, top: 35, width: 20, height: 10 }, score: 0.45 },
    ])
  })

  it('that a model chose by itself carry their class', () => {
    const rows = [10, 20, 30, 60, 0.8, 0, 10, 20, 30, 60, 0.9, 2, ...Array<number>(30).fill(0)]
    const outputs = { o: tensor([1, 7, 6], rows) }
    expect(candidatesOf(outputs, { kind: 'yolo-chosen', output: 'o' }, person)).toEqual([
      { box: { left: 10, top: 20, width: 20, height: 40 }, score: 0.8 },
    ])
  })

  it('of an SSD are shares or pixels', () => {
    const layout = { kind: 'ssd-chosen', boxes: 'b', scores: 's', labels: null } as const
    const expected = [{ box: { left: 25, top: 50, width: 50, height: 25 }, score: 0.8 }]
    const scores = tensor([1, 1], [0.8])
    expect(candidatesOf({ b: tensor([1, 1, 4], [0.25, 0.5, 0.75, 0.75]), s: scores }, layout, person)).toEqual(expected)
    expect(candidatesOf({ b: tensor([1, 1, 4], [25, 50, 75, 75]), s: scores }, layout, person)).toEqual(expected)
  })

  it('that are no numbers are left out', () => {
    const layout = { kind: 'ssd-chosen', boxes: 'b', scores: 's', labels: null } as const
    const outputs = { b: tensor([1, 1, 4], [0, 0, 1, 1]), s: tensor([1, 1], [Number.NaN]) }
    expect(candidatesOf(outputs, layout, person)).toEqual([])
  })
})
